"""Selective Empty & Redistribute: P-positions by subsets of boxes, and moves with many boxes."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement
from math import gcd

import pytest

from sprague.games.selective_empty_redistribute import MultiplesOfBoxes


def test_selective_p_positions_are_those_without_a_multiple_to_keep() -> None:
    for boxes in range(2, 8):
        for position in combinations_with_replacement(range(1, boxes + 1), boxes):
            sums = {sum(kept) % boxes for count in range(1, boxes) for kept in combinations(position, count)}
            assert MultiplesOfBoxes(boxes).is_p(position) == (0 not in sums)


def test_the_example_of_the_paper_two_in_each_box() -> None:
    assert all(MultiplesOfBoxes(boxes).is_p((2,) * boxes) == (boxes % 2 == 1) for boxes in range(2, 30))


@pytest.mark.parametrize("boxes", [12, 30, 64])
def test_selective_moves_with_many_boxes(boxes: int) -> None:
    chance = random.Random(boxes)
    theorem = MultiplesOfBoxes(boxes)
    starts = [[chance.randrange(1, 300) for _ in range(boxes)] for _ in range(50)]
    starts += [[r + boxes * chance.randrange(3) for _ in range(boxes)] for r in range(1, boxes)]
    # All alike but two: the sums of consecutive boxes take every remainder.
    starts += [[r] * (boxes - 2) + [r + 1, r + boxes - 1] for r in range(1, boxes) if gcd(r, boxes) == 1]
    for start in starts:
        position = tuple(sorted(start))
        moves = theorem.winning_moves(position)
        assert bool(moves) != theorem.is_p(position)
        for move in moves:
            assert theorem.is_p(move)
            assert len(move) == boxes
            sums = 1
            for box in position:
                sums |= sums << box
            assert sums >> sum(move) & 1
            assert sum(move) < sum(position)
