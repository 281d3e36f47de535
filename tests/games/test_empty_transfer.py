"""Empty & Transfer: Grundy values, the halving of four boxes, boxes of one and two chips, and residues modulo three."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import sprague
from sprague.games.empty_transfer import FourBoxes, OnesAndTwos, ResiduesOfThree
from sprague.games.support.catalogue import theorems
from sprague.games.support.theorems import Theorem
from sprague.games.theory.redistribution import (
    TwoBoxes,
)
from tests.games.boxes import (
    HUGE,
    TRANSFER,
    is_transfer,
    outcomes,
    rule_of,
)
from tests.oracle import Oracle, Position


@pytest.mark.parametrize(
    ("boxes", "limit"), [(2, 32), pytest.param(2, 64, marks=pytest.mark.slow), (3, 24), (4, 14), (5, 9), (6, 7), (7, 6)]
)
def test_grundy_values_of_empty_transfer_are_those_of_the_table(boxes: int, limit: int) -> None:
    table = dict(sprague.tabulate(rule_of(TRANSFER, boxes), limit).items())
    given: list[Theorem] = [OnesAndTwos(), *theorems(rule_of(TRANSFER, boxes))]
    for theorem in given:
        for position in filter(theorem.decides, table):
            assert theorem.grundy(position) in (None, table[position]), position
    assert boxes != 2 or all(TwoBoxes().grundy(position) is not None for position in table)
    assert all(OnesAndTwos().grundy(position) is not None for position in filter(OnesAndTwos().decides, table))


def halve(position: Position) -> tuple[int, list[int]]:
    """The algorithm of the paper, step by step: the number of halvings and the boxes at the end."""
    boxes, halvings = list(position), 0
    while sum(box % 2 for box in boxes) <= 1:
        boxes, halvings = [(box + box % 2) // 2 for box in boxes], halvings + 1
    return halvings, boxes


def test_four_boxes_follow_the_halving_of_the_paper() -> None:
    chance = random.Random(5)
    for _ in range(2000):
        ones = chance.randrange(80)
        # One zero per column at most, below the place where the halving stops.
        less = [1 << ones] * 4
        for place in range(ones):
            box = chance.randrange(8)
            if box < 4:
                less[box] += 1 << place
        position = tuple(sorted(chance.getrandbits(9) * (1 << ones) + 2 * (1 << ones) - low + 1 for low in less))
        halvings, boxes = halve(position)
        theorem = FourBoxes()
        assert theorem.is_p(position) == all(box % 2 for box in boxes)
        for move in theorem.winning_moves(position):
            assert is_transfer(position, move)
            assert all(box % 2 for box in halve(move)[1])
            assert 1 << halvings in move


def transfers(position: Position) -> set[Position]:
    """All options of Empty & Transfer, by trying everything."""
    return {
        tuple(sorted([*(box for place, box in enumerate(position) if place not in (emptied, split)), moved, rest]))
        for emptied, split in permutations(range(len(position)), 2)
        for moved in range(1, position[split])
        for rest in [position[split] - moved]
    }


@pytest.mark.parametrize("boxes", range(2, 15))
def test_ones_and_twos_have_the_values_of_the_oracle(boxes: int) -> None:
    oracle = Oracle(transfers)
    for twos in range(boxes + 1):
        position = (1,) * (boxes - twos) + (2,) * twos
        moves = OnesAndTwos().winning_moves(position)
        assert OnesAndTwos().grundy(position) == oracle.grundy(position)
        assert bool(moves) == (oracle.grundy(position) > 0)
        assert all(oracle.grundy(move) == 0 and move in transfers(position) for move in moves)


def test_residues_of_three_need_at_least_five_boxes() -> None:
    """With four boxes and t = 3 the pattern would include an N-position, so t <= k - 2 is needed."""
    table = outcomes(TRANSFER, 4, 15, None, False)
    alike = [p for p in table if sum(b % 2 == 0 for b in p) >= 3 and sorted(b % 3 for b in p) == [1, 2, 2, 2]]
    assert any(table[position] == "N" for position in alike)
    assert not any(ResiduesOfThree().decides(position) for position in table)


def test_huge_positions_are_solved_by_name() -> None:
    answer = sprague.solve("empty-transfer", (HUGE, 2 * HUGE, 3 * HUGE))
    assert answer.outcome == "N"
    assert (HUGE, HUGE, HUGE) in answer.winning_moves
