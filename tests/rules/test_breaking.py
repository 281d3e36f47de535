"""Moves that take and break: their options, and the same moves without empty heaps."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.rules.breaking import Breaking, without_empty_heaps
from tests.snapshots import refusal

MOVES = [
    Breaking(taken, parts, least, distinct, heap)
    for taken, parts, least, distinct, heap in product((0, 1, 2), (0, 1, 2, 3), (0, 1), (False, True), (0, 4))
    if taken or (parts > 1 and least)
]


def options(move: Breaking, heap: int) -> set[tuple[int, ...]]:
    """Return the options by trying all heaps, according to the docstring of `Breaking`."""
    left = set()
    for parts in product(range(move.least, heap + 1), repeat=move.parts):
        right = sum(parts) == heap - move.taken and (not move.distinct or len(set(parts)) == len(parts))
        if right and heap >= move.heap and list(parts) == sorted(parts):
            left.add(parts)
    return left


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_options_are_what_the_words_say(move: Breaking) -> None:
    for heap in range(9):
        found = list(move.options(heap))
        assert len(set(found)) == len(found)
        assert set(found) == options(move, heap)


@pytest.mark.parametrize("move", MOVES, ids=str)
def test_empty_heaps_can_be_left_out(move: Breaking) -> None:
    for heap in range(9):
        without = {tuple(part for part in parts if part) for parts in move.options(heap)}
        split = [parts for one in without_empty_heaps([move]) for parts in one.options(heap)]
        assert set(split) == without
        assert all(min(parts, default=1) >= 1 for parts in split)


@pytest.mark.parametrize("move", [(0, 1, 1), (0, 2, 0), (0, 0, 1)])
def test_a_move_changes_the_heap(move: tuple[int, int, int]) -> None:
    refusal(lambda: Breaking(*move))


@pytest.mark.parametrize("move", [(-1, 1, 1), (1, -1, 1), (1, 1, 2)])
def test_numbers_that_make_no_sense_are_refused(move: tuple[int, int, int]) -> None:
    refusal(lambda: Breaking(*move))
