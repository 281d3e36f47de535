"""Choices found while digits are read."""

from __future__ import annotations

from sprague.coq.conditions import Fact, Residue, Yes
from sprague.coq.strategies import find_strategy

DOUBLE = Fact(((-1, 0), (2, 1)), 0, (), True)  # twice the second number is the first
NEXT = Fact(((-1, 0), (1, 1)), -1, (), True)  # the second is one more
EVEN = Fact((), 0, ((-1, Residue(((1, 0),), 0, 2)),), False)


def test_a_number_is_guessed_that_has_more_digits_than_what_is_read() -> None:
    found = find_strategy(Yes(), [(1, NEXT)], 2, 1)
    assert found is not None
    assert found.zeros >= 1
    assert all(cell.guesses for cell in found.cells)


def test_none_is_found_where_there_is_none() -> None:
    assert find_strategy(Yes(), [(1, DOUBLE)], 2, 1) is None


def test_only_where_it_is_needed() -> None:
    found = find_strategy(EVEN, [(1, DOUBLE)], 2, 1)
    assert found is not None
