"""The claims of the sheet on Nim: the counterexample to its conjecture, and mutations that are noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sprague.papers import nim
from sprague.papers.claims import REFUTED
from sprague.papers.nim import sheet
from sprague.tables.tabulate import tabulate
from tests.papers.mutations import replace

CLAIMS = {claim.id.removeprefix("nim/"): claim for claim in nim.paper.claims}


def test_the_guess_that_the_sheet_drops_fails_first_at_the_first_troublesome_triplet() -> None:
    assert CLAIMS["sum-guess"].run().note == "counterexample (3, 5, 6)"


@pytest.mark.parametrize(
    ("name", "formula", "broken"),
    [
        ("theorem", "is_even", lambda position: sum(position) % 2 == 0),
        ("any-number-of-piles", "is_even", lambda position: sum(position) % 2 == 0),
        ("fact-1", "is_even", lambda position: sum(position) % 2 == 0),
        ("the-move", "xor", lambda one, other: one | other),
    ],
)
def test_a_broken_formula_turns_the_verdict(
    monkeypatch: pytest.MonkeyPatch, name: str, formula: str, broken: Callable[..., object]
) -> None:
    replace(monkeypatch, [sheet], formula, broken)
    assert CLAIMS[name].run().kind == REFUTED


@pytest.mark.parametrize("name", ["listed", "winning", "larger-third", "table", "sum-guess-4", "fraction"])
def test_another_game_turns_the_verdict(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    replace(monkeypatch, [sheet], "outcomes", lambda piles, limit: tabulate("sharing-nim", limit, what="outcome"))
    assert CLAIMS[name].run().kind == REFUTED
