"""Formulas for the differences of P-positions of Wythoff's game and of Fraenkel's games."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.automata.numeration import FIBONACCI, base
from sprague.queries.answers import SetAnswer
from sprague.synthesis.golden_differences import golden_difference_formulas
from tests.oracle import Oracle

JOINED = "exists a, b: P(a, b) and P(a + i, b + j)"
NOT_JOINED = "all a, b: not (P(a, b) and P(a + i, b + j))"
FRAENKEL = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - l) where k >= 1, l >= 1, k - l < 2, l - k < 2 any order"


@pytest.mark.parametrize("question", [JOINED, NOT_JOINED])
@pytest.mark.parametrize("game", ["wythoff", pytest.param(FRAENKEL, marks=pytest.mark.slow)])
def test_the_formula_has_the_right_members(game: str, question: str) -> None:
    found = sprague.ask(game, question)
    assert isinstance(found, SetAnswer)
    assert found.formula is not None
    assert "exists n <= j" in found.formula
    assert found.column_program is None
    oracle = Oracle(sprague.game(game).options)
    cold = [one for one in product(range(40), repeat=2) if oracle.outcome(tuple(sorted(one))) == "P"]
    joined = {(c - a, d - b) for (a, b), (c, d) in product(cold, repeat=2)}
    formula = sprague.ask("nim:piles=2", found.formula)
    assert isinstance(formula, SetAnswer)
    for move in product(range(9), repeat=2):
        assert (move in formula) == ((move in joined) == (question == JOINED)), move


def test_other_digits_and_numbers_of_piles_have_no_such_formula() -> None:
    assert not list(golden_difference_formulas(("i", "j"), base(2)))
    assert not list(golden_difference_formulas(("i", "j", "k"), FIBONACCI))
    (text,) = golden_difference_formulas(("n", "m"), FIBONACCI)
    assert "exists k <= m" in text
