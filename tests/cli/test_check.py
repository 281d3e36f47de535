"""`sprague check`, as a person uses it: proofs for all positions, and tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.certificates.verification import verify
from sprague.cli.main import app
from sprague.errors import SpragueError
from tests.cli.running import run
from tests.snapshots import refused, snapshot

runner = CliRunner()


def test_proved(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    result = runner.invoke(app, ["check", "nim:piles=3", "xor = 0", "-o", str(file)])
    assert result.exit_code == 0
    snapshot(result.stdout)
    assert verify(file).examined > 0


def test_refuted_and_replayed() -> None:
    result = runner.invoke(app, ["check", "nim:piles=2", "a = b and a != 3"])
    assert result.exit_code == 1
    assert "sprague solve 'nim:piles=2' 3,3" in result.stdout


def test_misere() -> None:
    assert runner.invoke(app, ["check", "nim:piles=2", "a = b", "--misere"]).exit_code == 1
    claim = "max >= 2 and xor = 0 or max <= 1 and sum is odd"
    assert runner.invoke(app, ["check", "nim:piles=2", claim, "--misere"]).exit_code == 0


def test_json() -> None:
    found = json.loads(runner.invoke(app, ["check", "nim:piles=2", "a = b or a = 1", "--json"]).stdout)
    assert (found["status"], found["counterexample"], found["option"]) == ("refuted", [0, 1], [0, 0])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "data"),
    [
        ("value = 0", {"counterexample": [0, 1], "grundy": 1, "claimed": [0]}),
        ("value = a + b", {"counterexample": [1, 1], "grundy": 0, "claimed": [2]}),
        ("power = 1", {"counterexample": [0, 1], "grundy": 1, "claimed_powers_of_two": [1]}),
        (
            "value = xor and not max = 99999",
            {
                "counterexample": [0, 99999],
                "half": "the claim gives no value up to 99999, but no option has value 99999",
                "option": None,
                "misplaced": None,
            },
        ),
    ],
)
def test_a_claim_about_values_is_refuted_by_a_position_and_its_value(claim: str, data: dict[str, object]) -> None:
    result = runner.invoke(app, ["check", "nim:piles=2", claim])
    assert result.exit_code == 1
    snapshot(result.stdout)
    found = json.loads(runner.invoke(app, ["check", "nim:piles=2", claim, "--json"]).stdout)
    rule = "(a, b) -> (u, b) where u < a any order"
    same = {"game": "nim:piles=2", "rule": rule, "formula": claim, "play": "normal", "status": "refuted"}
    assert found.items() >= {**same, **data}.items()


def test_a_claim_about_values_is_proved_with_piles_of_at_least_one() -> None:
    result = runner.invoke(app, ["check", "(a) -> (a - 1) piles >= 1", "value = (a + 1) mod 2"])
    assert result.exit_code == 0
    snapshot(result.stdout)


def test_undecided() -> None:
    endless = "(a, b) -> (a - k, b + k) where k >= 1 ; (a + k, b - k) where k >= 1, k <= b, a + k <= 3"
    result = runner.invoke(app, ["check", endless, "a = b"])
    assert result.exit_code == 3
    snapshot(result.stdout)


def test_a_table_certifies_nothing(tmp_path: Path) -> None:
    result = runner.invoke(app, ["check", "nim", "xor = 0", "--limit", "8", "-o", str(tmp_path / "x")])
    assert isinstance(result.exception, SpragueError)
    snapshot(str(result.exception))


def test_a_formula_that_holds_in_a_table() -> None:
    code, output = run("check", "nim:piles=2", "a = b", "--limit", "20")
    assert code == 0
    snapshot(output)


def test_each_failed_half_is_shown() -> None:
    code, output = run("check", "nim:piles=2", "a = b + 1 or a = 3", "--limit", "20")
    assert code == 1
    snapshot(output)


def test_play_that_has_ended_is_shown_in_misere_play() -> None:
    code, output = run("check", "nim:piles=2", "a = b", "--misere", "--limit", "20")
    assert code == 1
    snapshot(output)


def test_a_table_as_json() -> None:
    code, output = run("check", "nim:piles=2", "a = 0", "--limit", "5", "--json")
    assert code == 1
    assert (
        json.loads(output).items()
        >= {
            "version": 1,
            "game": "nim:piles=2",
            "formula": "in some order: a = 0",
            "play": "normal",
            "holds": False,
            "evidence": "observation",
            "limit": 5,
            "chips": None,
            "positions": 15,
            "no_move_in": None,
            "one_move_apart": [[0, 1], [0, 0]],
            "difference": {"position": [0, 1], "outcome": "N", "in_set": True},
        }.items()
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["nim", "a = d"],
        ["nim", "a = b", "--limit", "0"],
        ["nim", "a = b", "--limit", "5", "--chips", "5"],
        ["nim", "exists n: n = a", "--limit", "5"],
        ["kayles", "value = 0", "--limit", "10"],
    ],
)
def test_bad_input_is_refused(arguments: list[str]) -> None:
    with refused(SpragueError):
        run("check", *arguments)


@pytest.mark.parametrize("table", [(), ("--limit", "30")])
def test_the_time_limit_is_respected(table: tuple[str, ...]) -> None:
    reason = "stopped after 0 seconds; allow more with --seconds (budget=sprague.Limits(seconds=…))"
    command = ("check", "empty-transfer:boxes=4", "all piles odd", "--seconds", "0", *table)
    assert run(*command) == (3, f"Undecided: {reason}.\n")
    code, text = run(*command, "--json")
    assert code == 3
    assert (
        json.loads(text).items()
        >= {
            "version": 1,
            "game": "empty-transfer:boxes=4",
            "rule": "(a, b, c, d) -> (u, v, c, d) where u + v = b any order piles >= 1",
            "formula": "all piles odd",
            "play": "normal",
            "status": "undecided",
            "reason": reason,
        }.items()
    )


EUCLID = "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1"


@pytest.mark.parametrize("command", [["check", EUCLID, "b < 2a"], ["discover", EUCLID]])
def test_options_that_need_a_proof_are_refused_at_once(command: list[str]) -> None:
    code, text = run(*command)
    assert code == 3
    snapshot(text)
    code, text = run(*command, "--json")
    assert code == 3
    snapshot(json.loads(text)["reason"])


def test_products_in_a_table() -> None:
    """A ratio below the golden one is a*a + a*b > b*b, for a <= b."""
    code, text = run("check", EUCLID, "a*a + a*b > b*b and b*b + a*b > a*a", "--limit", "30")
    assert code == 0
    snapshot(text)
