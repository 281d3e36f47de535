"""Two boxes: their values, by both methods of the paper and the fast one, and the move to each smaller value."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

import sprague
from sprague import SpragueError
from sprague.games.empty_transfer import ResiduesOfThree
from sprague.games.theory.redistribution import (
    move_to_value,
    two_box_value,
    two_box_value_in_binary,
)
from tests.games.boxes import (
    HUGE,
    KEEP_ONE,
    ONE,
    SOME,
    TRANSFER,
    is_transfer,
    rule_of,
)
from tests.oracle import Position
from tests.snapshots import refused


def test_two_boxes_have_the_same_values_in_all_these_games() -> None:
    for game in (TRANSFER, KEEP_ONE, ONE, SOME, "empty-some:empty=1"):
        table = sprague.tabulate(sprague.game(game, boxes=2), 24)
        assert all(two_box_value(*position) == value for position, value in table.items()), game


def test_both_methods_of_the_paper_for_two_boxes_agree_with_the_fast_one() -> None:
    pairs = [(x, y) for x in range(1, 200) for y in range(x, 200)]
    chance = random.Random(3)
    for _ in range(300):
        # Ones at the end of x - 1 and y - 1 together make the value large.
        ones = chance.randrange(200)
        mask = chance.getrandbits(ones)
        high = 1 << ones
        x, y = (1 + low + high * chance.getrandbits(40) for low in (mask, mask ^ (high - 1)))
        pairs.append((x, y))
    for x, y in pairs:
        assert two_box_value(x, y) == two_box_value_in_binary(x, y)


def test_the_example_of_the_paper_has_value_6() -> None:
    assert two_box_value(31, 54) == two_box_value_in_binary(31, 54) == 6
    steps = [(31, 54), (16, 27), (8, 14), (4, 7), (2, 4), (1, 2), (1, 1)]
    assert [two_box_value(*step) for step in steps] == [6, 5, 4, 3, 2, 1, 0]


def test_each_smaller_value_is_reached_by_its_move() -> None:
    rule = rule_of(TRANSFER, 2)
    for position in combinations_with_replacement(range(1, 49), 2):
        options = set(rule.options(position))
        for value in range(two_box_value(*position)):
            move = move_to_value(position, value)
            assert move in options
            assert two_box_value(*move) == value


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ((31, 54), 6),
        ((31, 54), -1),
        ((3, 5), 0),
    ],
)
def test_no_move_leads_to_a_value_that_is_not_smaller(position: Position, value: int) -> None:
    with refused(SpragueError):
        move_to_value(position, value)


def test_huge_values() -> None:
    assert two_box_value(HUGE - 5, HUGE) == 200_000  # Lemma 2
    move = move_to_value((HUGE - 5, HUGE), 123_456)
    assert two_box_value(*move) == 123_456
    assert is_transfer((HUGE - 5, HUGE), move)
    assert ResiduesOfThree().decides((4, 10, HUGE * 2, HUGE * 2, 8 * HUGE))
