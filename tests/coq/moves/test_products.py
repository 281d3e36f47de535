"""Automata as arrays, one less another."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.coq.automata import Automaton, Budget, same_set
from sprague.coq.conditions import Member
from sprague.coq.moves.plans import Reader

EQUAL = Automaton(((0, 1, 1, 0), (1, 1, 1, 1)), frozenset({0}))  # of two numbers
EVEN = Automaton(((0, 1), (0, 1)), frozenset({0}))


def reader(automaton: Automaton, *places: int) -> Reader:
    return Reader.of(Member(automaton, places), 2, 3)


def accepts(reader: Reader, *numbers: int) -> bool:
    state = 0
    for digits in zip(*(f"{number:04b}" for number in numbers), strict=True):
        state = reader.rows[state, int("".join(digits), 2)]
    return bool(reader.accepting[state])


@pytest.mark.parametrize("wanted", [True, False])
def test_where_one_accepts_and_another_does_or_does_not(wanted: bool) -> None:
    both = reader(EQUAL, 0, 2).where(reader(EVEN, 1), wanted, Budget.of())
    for a, b, c in product(range(5), repeat=3):
        assert accepts(both, a, b, c) == accepts(both.least, a, b, c) == (a == c and (b % 2 == 0) == wanted)
    assert len(both.least.rows) == 3


def test_the_least_automaton_of_nothing_has_one_state() -> None:
    none = reader(EQUAL, 0, 1).where(reader(EQUAL, 1, 0), False, Budget.of()).least
    assert none.automaton == Automaton(((0,) * 8,), frozenset())


def test_the_least_automaton_accepts_the_same() -> None:
    many = reader(EVEN, 0).where(reader(EVEN, 1), True, Budget.of())
    few = many.least
    assert (len(many.rows), len(few.rows)) == (4, 2)
    assert same_set(many.automaton, few.automaton)
