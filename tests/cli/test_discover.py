"""`sprague discover`, as a person uses it."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sprague
from sprague.certificates.verification import verify
from sprague.cli.main import app
from sprague.errors import SpragueError
from tests.cli.running import without_digits
from tests.snapshots import snapshot

runner = CliRunner()


def test_a_theorem_with_its_certificate(tmp_path: Path) -> None:
    file = tmp_path / "nim.json"
    result = runner.invoke(app, ["discover", "(a, b) -> (u, b) where u < a any order", "-o", str(file)])
    assert result.exit_code == 0, result.output
    snapshot(without_digits(result.stdout))
    assert "Smallest P-positions: (0, 0), (1, 1), (2, 2)" in result.stdout
    assert verify(file).kind == "p-positions"
    solved = runner.invoke(app, ["solve", "(a, b) -> (u, b) where u < a any order", "7,9", "--json"])
    assert json.loads(solved.stdout)["because"]["kind"] == "proof"


def test_json() -> None:
    result = runner.invoke(app, ["discover", "empty-some:boxes=4,empty=2", "--misere", "--json"])
    found = json.loads(result.stdout)
    assert (found["status"], found["kind"], found["play"]) == ("proved", "totals", "misere")
    assert found["smallest"][0] == [1, 1, 1, 2] or min(map(sum, found["smallest"])) >= 4


def test_stored_theorems_are_listed() -> None:
    runner.invoke(app, ["discover", "(p, q) -> (u, q) where u < p any order"])
    listed = runner.invoke(app, ["games"]).stdout
    assert "Stored theorems" in listed
    assert "(p, q) -> (u, q) where u < p any order" in listed
    assert all(line == line.rstrip() for line in listed.splitlines())


def test_no_theorem_is_stored_with_no_keep() -> None:
    runner.invoke(app, ["discover", "(p, q) -> (u, q) where u < p any order", "--no-keep"])
    assert "Discovered" not in runner.invoke(app, ["games"]).stdout


@pytest.mark.slow
def test_grundy_values_one_after_another(tmp_path: Path) -> None:
    file = tmp_path / "values.json"
    result = runner.invoke(app, ["discover", "sharing-nim", "--grundy", "0..1", "-o", str(file)])
    assert result.exit_code == 0
    assert verify(file).kind == "grundy-values"


def test_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "nim.svg"
    result = runner.invoke(app, ["discover", "nim:piles=2", "--drawing", str(file)])
    assert result.exit_code == 0
    assert file.read_text().startswith("<svg")


@pytest.mark.slow
def test_a_game_that_resists_is_undecided() -> None:
    result = runner.invoke(app, ["discover", "empty-transfer:boxes=5", "--positions", "3000", "--seconds", "20"])
    assert result.exit_code == 3
    assert ": (1, 1, 1, 1, 1), " in result.stdout
    snapshot(result.stdout.splitlines()[-1])


def test_text_and_json_of_what_was_tried_agree() -> None:
    asked = ["discover", "empty-transfer:boxes=3", "--misere", "--positions", "300", "--base", "3"]
    text, data = (runner.invoke(app, [*asked, *more]).stdout for more in ([], ["--json"]))
    tried = [a for a in json.loads(data)["attempts"] if a["way"] == "base 3"]
    assert any(attempt["states"] is None for attempt in tried)
    for key in ("reached", "limit"):
        assert all(str(attempt[key]) in text for attempt in tried)


@pytest.mark.slow
def test_undecided_as_json() -> None:
    arguments = ["discover", "empty-transfer:boxes=3", "--misere", "--positions", "500", "--json"]
    result = runner.invoke(app, arguments)
    found = json.loads(result.stdout)
    assert result.exit_code == 3
    assert found["status"] == "undecided"
    expected = [position for position in product(range(1, 9), repeat=3) if sorted(position) == list(position)]
    losing = [position for position in expected if sprague.solve(found["game"], position, misere=True).outcome == "P"]
    losing.sort(key=lambda position: (sum(position), position))
    assert 3 < len(found["smallest"]) <= 12
    assert list(map(tuple, found["smallest"])) == losing[: len(found["smallest"])]
    assert any("--base" in advice for advice in found["advice"])
    assert {attempt["limit"] for attempt in found["attempts"]} == {4, 8}
    assert {attempt["way"].split(",")[0] for attempt in found["attempts"]} == {"base 2", "base 3", "Fibonacci digits"}


def test_the_limits_are_those_asked_for() -> None:
    game = "empty-transfer:boxes=3"
    for option, words in (
        ("--seconds", "Undecided: no automaton was proved within 0 seconds."),
        (
            "--positions",
            "Undecided: no automaton was learnt within 1 positions.\n"
            "  table: there are 20 positions with piles below 4",
        ),
        ("--states", "Undecided: no automaton was proved within"),
        ("--pairs", "Undecided: no automaton was proved within"),
    ):
        number = "0" if option == "--seconds" else "1"
        small = [] if option == "--positions" else ["--positions", "300"]
        result = runner.invoke(app, ["discover", game, option, number, *small])
        assert result.exit_code == 3, result.output
        assert result.stdout.startswith(words)


def test_the_smallest_positions_of_many_piles_are_found_soon() -> None:
    piles = [f"x{number}" for number in range(12)]
    moves = [f"({', '.join(f'{name} - 1' if name == pile else name for name in piles)})" for pile in piles]
    rule = f"({', '.join(piles)}) -> {' ; '.join(moves)} piles >= 1"
    result = runner.invoke(app, ["discover", rule])
    assert result.exit_code == 0
    assert "Smallest P-positions: (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), " in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["nim", "--grundy", "3..5"],
        ["nim", "--base", "12"],
        ["nimm"],
    ],
)
def test_bad_input(arguments: list[str]) -> None:
    result = runner.invoke(app, ["discover", *arguments])
    assert isinstance(result.exception, SpragueError)
    snapshot(str(result.exception))


@pytest.mark.slow
def test_the_slope_of_the_p_positions_is_printed_with_a_theorem() -> None:
    fraenkel = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, |k - l| < 2 any order"
    found = runner.invoke(app, ["discover", fraenkel, "--no-keep"])
    assert found.exit_code == 0
    (line,) = (line for line in found.stdout.splitlines() if "slope" in line)
    assert line.endswith("slope 2.4142, perhaps 1 + √2, of the field of √2, with the continued fraction [2; (2)]")
    nim = runner.invoke(app, ["discover", "nim:piles=2", "--no-keep"])
    assert "slope" not in nim.stdout


def test_the_slope_is_printed_for_a_given_numeration_too() -> None:
    diagonals = "(a, b) -> (a - k, b) where k >= 1 ; (a - 2k, b - 2k) where k >= 1 any order"
    arguments = ["discover", diagonals, "--positions", "300", "--states", "30"]
    found = runner.invoke(app, [*arguments, "--base", "3"])
    assert found.exit_code == 3
    assert "perhaps (1 + √17) / 4, of the field of √17, with the continued fraction [1; (3, 1, 1)]" in found.stdout
    assert "it suggests the recurrence 8,1" in found.stdout
    assert "tried the recurrence 8,1" in runner.invoke(app, [*arguments, "--base", "8,1"]).stdout
