"""The referee's game, j of k boxes emptied: its two ends are solved."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import sprague
from sprague.games._catalogue import theorems
from tests.oracle import Oracle


@pytest.mark.parametrize(("boxes", "empty", "limit"), [(3, 1, 8), (3, 2, 11), (4, 3, 7), (5, 1, 5)])
@pytest.mark.parametrize("misere", [False, True])
def test_the_ends_of_empty_some_are_solved(boxes: int, empty: int, limit: int, misere: bool) -> None:
    rule = sprague.game("empty-some", boxes=boxes, empty=empty)
    oracle = Oracle(rule.options)
    for position in combinations_with_replacement(range(1, limit), boxes):
        theorem = theorems(rule, misere)[0]
        assert theorem.is_p(position) == (oracle.outcome(position, misere) == "P")
        assert all(oracle.outcome(move, misere) == "P" for move in theorem.winning_moves(position))
