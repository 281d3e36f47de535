"""Chocolate bars: the rule against an independent definition, values and moves against search, large numbers."""

from __future__ import annotations

import random

import pytest

import sprague
from sprague import SpragueError
from sprague.games import theorems
from sprague.games.chocolate_bar import EvenSteps, OddSteps
from tests.games import literal_rules
from tests.oracle import Oracle, Position
from tests.snapshots import refused, snapshot


def theorem(k: int) -> EvenSteps | OddSteps:
    (known,) = theorems(sprague.game("chocolate-bar", k=k))
    assert isinstance(known, OddSteps if k % 2 else EvenSteps)
    return known


def bars(k: int, length: int) -> list[tuple[int, int]]:
    return [(y, z) for z in range(length) for y in range(z // k + 1)]


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_moves_are_those_of_a_bar_that_is_cut(k: int) -> None:
    rule = sprague.game("chocolate-bar", k=k)
    for position in [(x, *bar) for x in range(3) for bar in bars(k, 9)]:
        assert set(rule.options(position)) == literal_rules.chocolate_bar(k)(position)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 8, 9])
def test_values_and_all_moves_to_a_value(k: int) -> None:
    """In a position without a row its value is that of the bar."""
    oracle, known = Oracle(literal_rules.chocolate_bar(k)), theorem(k)
    for bar in bars(k, 34):
        position: Position = (0, *bar)
        by_value: dict[int, set[Position]] = {}
        for option in oracle.options(position):
            by_value.setdefault(oracle.grundy(option), set()).add(option)
        assert known.grundy(position) == oracle.grundy(position)
        for value in range(44):
            moves = known.moves_to_value(position, value)
            assert len(set(moves)) == len(moves)
            assert set(moves) == by_value.get(value, set()), (position, value)


@pytest.mark.parametrize("k", [3, 5, 7, 21])
def test_full_bars_have_every_value_once(k: int) -> None:
    """The lemma of the proof, which holds from k = 3 on."""
    known = theorem(k)
    assert sorted(known.worth((w // k, w)) for w in range(4_000))[:3_000] == list(range(3_000))


@pytest.mark.parametrize("k", [1, 2, 3, 6, 10**9 - 1])
def test_numbers_of_any_size(k: int) -> None:
    known, rng = theorem(k), random.Random(k)
    for _ in range(6):
        z = rng.getrandbits(20_000)
        x, y = rng.getrandbits(19_990), rng.randrange(z // k + 1)
        moves = known.winning_moves((x, y, z))
        assert moves
        for move in moves:
            assert known.is_p(move)
            row, lower, shorter = move
            assert move in {(row, y, z), (x, lower, z), (x, min(y, shorter // k), shorter)}
            assert row < x or lower < y or shorter < z


@pytest.mark.parametrize(
    "position",
    [
        (22, 3, 21),
        (10, 3, 20),
        (18, 3, 20),
    ],
)
def test_the_reason_is_reckoned(position: Position) -> None:
    snapshot(theorem(3).explain(position))


def test_steps_are_whole_and_positive() -> None:
    with refused(SpragueError):
        sprague.game("chocolate-bar", k=0)
