"""`sprague check`, as a person uses it: proofs for all positions, and tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.certificates.verification import verify
from sprague.commands.command_line import app
from sprague.errors import SpragueError
from tests.commands.running import run

runner = CliRunner()


def test_proved(tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    result = runner.invoke(app, ["check", "nim:piles=3", "xor = 0", "-o", str(file)])
    assert result.exit_code == 0
    assert result.stdout.startswith("Proved for all positions: the P-positions of nim:piles=3 are exactly xor = 0.")
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
    ("claim", "text", "data"),
    [
        ("value = 0", "(0, 1) has Grundy value 1, not 0", {"counterexample": [0, 1], "grundy": 1, "claimed": [0]}),
        (
            "value = a + b",
            "(1, 1) has Grundy value 0, not 2",
            {"counterexample": [1, 1], "grundy": 0, "claimed": [2]},
        ),
        (
            "power = 1",
            "(0, 1) has power 2, so Grundy value 1, not 1",
            {"counterexample": [0, 1], "grundy": 1, "claimed powers of two": [1]},
        ),
        (
            "value = xor and not max = 99999",
            "(0, 99999): given none of the values up to 99999, and no option is given 99999",
            {
                "counterexample": [0, 99999],
                "half": "given none of the values up to 99999, and no option is given 99999",
                "option": None,
                "misplaced": None,
            },
        ),
    ],
)
def test_a_claim_about_values_is_refuted_by_a_position_and_its_value(
    claim: str, text: str, data: dict[str, object]
) -> None:
    result = runner.invoke(app, ["check", "nim:piles=2", claim])
    assert (result.exit_code, result.stdout) == (1, f"Refuted: {text}.\n")
    found = json.loads(runner.invoke(app, ["check", "nim:piles=2", claim, "--json"]).stdout)
    rule = "(a, b) -> (u, b) where u < a any order"
    same = {"game": "nim:piles=2", "rule": rule, "formula": claim, "play": "normal", "status": "refuted"}
    assert found == {**same, **data}


def test_a_claim_about_values_is_proved_with_piles_of_at_least_one() -> None:
    result = runner.invoke(app, ["check", "(a) -> (a - 1) piles >= 1", "value = (a + 1) mod 2"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Proved for all positions: the Grundy function of this game is value = ")


def test_undecided() -> None:
    endless = "(a, b) -> (a - k, b + k) where k >= 1 ; (a + k, b - k) where k >= 1, k <= b, a + k <= 3"
    result = runner.invoke(app, ["check", endless, "a = b"])
    assert result.exit_code == 3
    assert "Undecided: play can go on for ever, so there is no outcome: (0, 1) -> (1, 0) -> (0, 1)" in result.stdout


def test_a_table_certifies_nothing(tmp_path: Path) -> None:
    result = runner.invoke(app, ["check", "nim", "xor = 0", "--limit", "8", "-o", str(tmp_path / "x")])
    assert isinstance(result.exception, SpragueError)
    assert "a table proves nothing to certify" in str(result.exception)


def test_a_formula_that_holds_in_a_table() -> None:
    code, output = run("check", "nim:piles=2", "a = b", "--limit", "20")
    assert code == 0
    assert output.startswith("holds for all 210 positions with piles < 20")


def test_each_failed_half_is_shown() -> None:
    code, output = run("check", "nim:piles=2", "a = b + 1 or a = 3", "--limit", "20")
    assert code == 1
    assert output.splitlines() == [
        "refuted: the set (in some order: a = b + 1 or a = 3) is not that of the P-positions",
        "  0,0 is not in the set, but no move leads into the set",
        "  0,3 and 0,1 are both in the set, one move apart: take 2 chips from the 2nd pile",
        "  smallest difference with piles < 20: 0,0 is not in the set, and a P-position",
    ]


def test_play_that_has_ended_is_shown_in_misere_play() -> None:
    code, output = run("check", "nim:piles=2", "a = b", "--misere", "--limit", "20")
    assert code == 1
    assert "  0,0 is in the set, but play has ended there, which is misère N" in output.splitlines()


def test_a_table_as_json() -> None:
    code, output = run("check", "nim:piles=2", "a = 0", "--limit", "5", "--json")
    assert code == 1
    assert json.loads(output) == {
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
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "a = d"], "line 1, column 5: expected one of a, b, c, or a function, found 'd'\n  a = d\n      ^"),
        (["nim", "a = b", "--limit", "0"], "nim:piles=3: expected a limit of at least 1, got 0"),
        (
            ["nim", "a = b", "--limit", "5", "--chips", "5"],
            "expected --limit N (every pile below N) or --chips N (at most N chips in all), got both",
        ),
        (
            ["nim", "exists n: n = a", "--limit", "5"],
            "expected a bound for n to decide this by trying; write 'exists n <= …: …', "
            "or prove the formula for all positions",
        ),
        (
            ["kayles", "value = 0", "--limit", "10"],
            "expected a formula for P-positions with --limit or --chips, got one that speaks of values: 'value = 0'; "
            "without these the values of all positions are compared",
        ),
    ],
)
def test_bad_input_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(SpragueError) as caught:
        run("check", *arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("table", [(), ("--limit", "30")])
def test_seconds_are_kept(table: tuple[str, ...]) -> None:
    reason = "stopped after 0 seconds; allow more (limits=sprague.Limits(seconds=…), or --seconds)"
    command = ("check", "empty-transfer:boxes=4", "all piles odd", "--seconds", "0", *table)
    assert run(*command) == (3, f"Undecided: {reason}\n")
    code, text = run(*command, "--json")
    assert (code, json.loads(text)) == (
        3,
        {
            "game": "empty-transfer:boxes=4",
            "rule": "(a, b, c, d) -> (u, v, c, d) where u + v = b any order piles >= 1",
            "formula": "all piles odd",
            "play": "normal",
            "status": "undecided",
            "reason": reason,
        },
    )


EUCLID = "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1"


@pytest.mark.parametrize("command", [["check", EUCLID, "b < 2a"], ["discover", EUCLID]])
def test_what_stands_in_the_way_of_a_proof_is_said_at_once(command: list[str]) -> None:
    code, text = run(*command)
    assert code == 3
    assert text.startswith("Undecided: k*b is a product; proofs need linear moves")
    code, text = run(*command, "--json")
    assert code == 3
    assert json.loads(text)["reason"] == "k*b is a product; proofs need linear moves"


def test_products_in_a_table() -> None:
    """A ratio below the golden one is a*a + a*b > b*b, for a <= b."""
    code, text = run("check", EUCLID, "a*a + a*b > b*b and b*b + a*b > a*a", "--limit", "30")
    assert code == 0
    assert text.startswith("holds for all 435 positions with piles < 30")
