"""`sprague discover --over`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from tests.cli.running import run
from tests.snapshots import refused, snapshot

TAKE = "(a) -> (a - k) where 1 <= k <= t"


@pytest.mark.slow
def test_a_conjecture_is_separate_from_theorems() -> None:
    code, output = run("discover", TAKE, "--over", "t=1..3")
    assert code == 0
    for formula in ("a is even", "a mod 3 = 0", "a mod 4 = 0", "a mod (t + 1) = 0"):
        assert formula in output
    snapshot(output)
    # The members that were discovered are kept as the theorems they are, and nothing else is.
    _, kept = run("theorems", "list", "--json")
    assert len(json.loads(kept)) == 3


def test_a_failed_conjecture_is_reported() -> None:
    code, output = run("discover", "(a) -> (a - k) where 1 <= k <= min(t, 3)", "--over", "t=2..3", "--no-keep")
    assert code == 1
    snapshot(output)
    assert "Conjecture" not in output


@pytest.mark.slow
def test_theorems_without_a_common_form_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "stopped.rule"
    file.write_text("# Nim that ends early\n(a, b) -> (u, b) where u < a any order stop when a + b <= t\n")
    code, output = run("discover", f"@{file}", "--over", "t=1..3:2", "--no-keep")
    assert code == 3
    snapshot(output)


@pytest.mark.slow
def test_as_json() -> None:
    code, output = run("discover", "nim", "--over", "piles=3..4", "--json", "--no-keep")
    found = json.loads(output)
    assert code == 0
    assert (found["status"], found["formula"], found["parameter"]) == ("conjecture", "xor = 0", "piles")
    assert [(one["value"], one["status"], one["claim"]) for one in found["members"]] == [
        (3, "proved", "xor = 0"),
        (4, "proved", "xor = 0"),
    ]
    assert [(one["value"], one["proved"], one["fails"]) for one in found["tested"]] == [
        (5, True, False),
        (6, True, False),
    ]


def test_an_undecided_member_is_reported() -> None:
    code, output = run("discover", "(a) -> (a - t)", "--over", "t=0..1", "--no-keep")
    assert code == 3
    snapshot(output)


@pytest.mark.parametrize(
    "arguments",
    [
        ("nim", "--over", "piles=3..4,t=1"),
        ("nim", "--over", "piles={3,4}"),
        ("nim", "--over", "piles=3..4", "--grundy", "1"),
        ("nim", "--over", "t=3..4"),
        ("nim:piles=3", "--over", "piles=3..4"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...]) -> None:
    with refused(SpragueError):
        run("discover", *arguments)


@pytest.mark.slow
def test_a_formula_for_each_residue_is_printed_case_by_case() -> None:
    code, output = run("discover", "(a) -> (a - 1) ; (a - t) where t >= 2", "--over", "t=2..8", "--no-keep")
    assert code == 0
    assert "the positions of these cases:\n  if t mod 2 = 0: the positions (a) such that " in output
    assert "\n  if t mod 2 = 1: the positions (a) such that a is even\n" in output


@pytest.mark.slow
def test_a_theorem_about_every_value_is_stated_as_proved() -> None:
    arguments = ("discover", "(a) -> (u) where u < a stop when a <= t", "--over", "t=2..4", "--no-keep")
    code, output = run(*arguments)
    assert code == 0
    assert "Proved for every value of t, as (a | t) -> (u | t) where u < a stop when a <= t: " in output
    assert "Conjecture" not in output
