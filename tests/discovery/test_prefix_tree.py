"""Automata are learnt from the complete list of the members below a limit."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, numeration
from sprague.discovery.prefix_tree import PrefixTree, in_every_order
from sprague.errors import OutOfReach

SETS = {
    "equal": atoms.linear((1, -1), 0, "=", BINARY),
    "twice": atoms.linear((1, -2), 1, "=", TERNARY),
    "less": atoms.linear((1, -1), 0, "<=", FIBONACCI),
    "finite": atoms.finite([(2, 3), (5, 1), (0, 0)], tracks=2),
    "nothing": atoms.finite([], tracks=2),
    "not small": ~atoms.linear((1, 1), 5, "<=", FIBONACCI),
}


def members_below(truth: Automaton, limit: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    tuples = np.array(list(product(range(limit), repeat=truth.tracks)))
    return tuples[truth.contains_many(tuples)]


@pytest.mark.parametrize("name", SETS)
def test_a_long_list_determines_the_automaton(name: str) -> None:
    truth = SETS[name]
    limit = 130
    tree = PrefixTree(members_below(truth, limit), truth.numeration, limit)
    assert tree.automaton(1_000) == truth


def test_large_digits_need_a_long_list_but_not_all_tuples() -> None:
    truth = atoms.linear((1, -1), 1, "=", numeration("12,1"))
    limit = 10**5
    tree = PrefixTree(np.array([(a, a + 1) for a in range(limit - 1)]), truth.numeration, limit)
    assert tree.automaton(1_000) == truth


@pytest.mark.parametrize("name", SETS)
def test_the_automaton_of_a_short_list_agrees_with_the_list(name: str) -> None:
    truth = SETS[name]
    for limit in (1, 2, 3, 5, 8, 21, 40):
        tree = PrefixTree(members_below(truth, limit), truth.numeration, limit)
        found = tree.automaton(1_000)
        assert found is not None
        bound = truth.numeration.read([1] + [0] * tree.digits)  # the least number with one digit more
        assert bound <= limit or not tree.digits
        tuples = np.array(list(product(range(bound), repeat=2)))
        assert (found.contains_many(tuples) == truth.contains_many(tuples)).all()


def test_members_of_fewer_digits_determine_the_automaton_of_a_shorter_list() -> None:
    truth = SETS["less"]
    tree = PrefixTree(members_below(truth, 60), FIBONACCI, 60)
    for digits in range(1, tree.digits):
        limit = FIBONACCI.read([1] + [0] * digits)
        shorter = PrefixTree(members_below(truth, limit), FIBONACCI, limit)
        assert tree.automaton(100, digits) == shorter.automaton(100)


def test_too_many_states_and_too_much_memory_are_noticed() -> None:
    squares = np.array([(n * n, n) for n in range(300)])
    tree = PrefixTree(squares, BINARY, 90_000)
    assert tree.automaton(50) is None
    with pytest.raises(OutOfReach, match="needs more than 100 bytes"):
        PrefixTree(squares, BINARY, 90_000, memory=100)


def test_members_are_listed_in_every_order_within_blocks() -> None:
    found = in_every_order(np.array([[1, 2, 3]]), ((0, 1),))
    assert {tuple(row) for row in found.tolist()} == {(1, 2, 3), (2, 1, 3)}
    assert len(in_every_order(np.array([[1, 2, 3, 4]]), ((0, 1), (2, 3)))) == 4
    assert in_every_order(np.array([[1, 2]]), ()).tolist() == [[1, 2]]
