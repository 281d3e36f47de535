"""Automata that read values of linear forms agree with automata that read whole columns."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.automata.atoms import linear
from sprague.automata.automaton import determinise
from sprague.automata.linear_forms import FormCondition, count_keys, forms_automaton, group_names
from sprague.automata.named import NamedAutomaton, guess_product
from sprague.automata.nondeterministic import close_leading_zeros
from sprague.automata.numeration import numeration

DIAGONAL = (("a", 1), ("b", -1), ("x", -1), ("y", 1))
FIRST = (("a", 1), ("x", -1))


def test_names_with_proportional_coefficients_are_one_form() -> None:
    groups = group_names([DIAGONAL, FIRST])
    assert set(groups) == {(("a", 1), ("x", -1)), (("b", -1), ("y", 1))}
    assert count_keys(groups, 13) == 25 * 25


@pytest.mark.parametrize(
    "name", ["2", "3", "fibonacci", "3,1", *(pytest.param(name, marks=pytest.mark.slow) for name in ("8,1", "12,1"))]
)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_moves_along_a_diagonal_into_a_set(name: str, steps: int) -> None:
    digits = numeration(name)
    conditions = [
        FormCondition(DIAGONAL, 0, "="),
        FormCondition(FIRST, -steps, ">="),
        FormCondition(FIRST, 0, "divisible", steps),
    ]
    into = linear((2, -1), 1, "=", digits)  # the pairs (x, 2x + 1)
    relation = forms_automaton(conditions, digits)
    found = guess_product(relation, NamedAutomaton(into, ("x", "y")), ("a", "b"), ("x", "y"))
    moves = determinise(close_leading_zeros(found.pairs))
    for a, b in product(range(40), repeat=2):
        expected = any(2 * (a - k) + 1 == b - k for k in range(steps, min(a, b) + 1, steps))
        assert ((a, b) in moves) is expected, (a, b)
