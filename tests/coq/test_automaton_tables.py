"""Products and minimisation of automata as arrays."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.coq.automaton_tables import ArrayAutomaton, Automaton, StateLimit

EQUAL = Automaton(((0, 1, 1, 0), (1, 1, 1, 1)), frozenset({0}))  # of two numbers
EVEN = Automaton(((0, 1), (0, 1)), frozenset({0}))


def arrays(automaton: Automaton, *tracks: int) -> ArrayAutomaton:
    return ArrayAutomaton.of(automaton, tracks, 2, 3)


def accepts(automaton: ArrayAutomaton, *numbers: int) -> bool:
    state = 0
    for digits in zip(*(f"{number:04b}" for number in numbers), strict=True):
        state = automaton.table[state, int("".join(digits), 2)]
    return bool(automaton.accepting[state])


@pytest.mark.parametrize("accepted", [True, False])
def test_a_product_has_the_words_that_one_accepts_and_the_other_accepts_or_rejects(accepted: bool) -> None:
    both = arrays(EQUAL, 0, 2).restrict(arrays(EVEN, 1), accepted, StateLimit.of())
    minimal = both.minimised()
    for a, b, c in product(range(5), repeat=3):
        assert accepts(both, a, b, c) == accepts(minimal, a, b, c) == (a == c and (b % 2 == 0) == accepted)
    assert len(minimal.table) == 3


def test_the_minimal_automaton_of_the_empty_set_has_one_state() -> None:
    none = arrays(EQUAL, 0, 1).restrict(arrays(EQUAL, 1, 0), False, StateLimit.of()).minimised()
    assert none.to_automaton() == Automaton(((0,) * 8,), frozenset())


def test_minimisation_merges_states_of_a_product() -> None:
    many = arrays(EVEN, 0).restrict(arrays(EVEN, 1), True, StateLimit.of())
    few = many.minimised()
    assert (len(many.table), len(few.table)) == (4, 2)
    assert all(accepts(many, *numbers) == accepts(few, *numbers) for numbers in product(range(4), repeat=3))
