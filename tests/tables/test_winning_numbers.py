"""Dynamic Nim's smallest winning numbers, for every limit function."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague import SpragueError, winning_numbers
from sprague.errors import OutOfReach
from sprague.limits import Limits
from sprague.rules import parse
from tests.layers import sample
from tests.oracle import Oracle
from tests.properties.random_rules import examples
from tests.snapshots import refused

Function = Callable[[int], int]


def square(x: int) -> int:
    return x * x


FUNCTIONS: list[str | int | Function] = ["x", "2x-1", "2x", "x+1", "1", "3", square]


def assert_as_defined(piles: int, stop: int, limit: str | int | Function, misere: bool, top: int) -> None:
    """g(A) is the least t from which (A | t) is N; larger t than the number of chips make no difference."""
    rule = sprague.game("dynamic-nim", piles=piles, stop=stop, limit=limit)
    numbers = winning_numbers(rule, top, misere=misere)
    oracle = Oracle(rule.options, rule.is_won)
    expected = {}
    for position in combinations_with_replacement(range(top), piles):
        outcomes = [oracle.outcome((*position, t), misere) for t in range(1, top + 1)]
        assert [numbers.outcome(position, t) for t in range(1, top + 1)] == outcomes, position
        ended = rule.is_terminal((*position, top))
        expected[position] = inf if ended or "N" not in outcomes else outcomes.index("N") + 1
    assert dict(numbers.items()) == dict(numbers) == dict(zip(numbers, numbers.values(), strict=True)) == expected
    assert len(numbers) == len(expected)
    assert (top,) * len(rule.piles) not in numbers
    assert "none" not in numbers  # type: ignore[comparison-overlap]
    assert numbers.get((top,) * len(rule.piles), 7) == 7
    assert {position: numbers[position] for position in expected} == expected


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("stop", sample(range(6), 3))
@pytest.mark.parametrize("limit", FUNCTIONS, ids=lambda f: getattr(f, "__name__", str(f)))
def test_the_smallest_winning_number(limit: str | int | Function, stop: int, misere: bool) -> None:
    for piles, top in ((1, 13), (2, 6), (3, 4)):
        assert_as_defined(piles, stop, limit, misere, top)


@examples(40)
@given(st.lists(st.integers(1, 9), min_size=8, max_size=8), st.integers(1, 2), st.integers(0, 5), st.booleans())
def test_the_smallest_winning_number_for_any_function(limits: list[int], piles: int, stop: int, misere: bool) -> None:
    table = dict(enumerate(limits, start=1))
    assert_as_defined(piles, stop, table.__getitem__, misere, 9 if piles == 1 else 6)


def test_reading_winning_numbers() -> None:
    numbers = winning_numbers("dynamic-nim:piles=2", limit=9)
    assert numbers[3, 5] == numbers[5, 3] == numbers[[5, 3]] == 2
    assert numbers[4, 4] == inf
    assert numbers.outcome((4, 4), 100) == "P"
    single = winning_numbers("dynamic-nim:piles=1", limit=9)
    assert [single[n] for n in range(9)] == [inf, 1, 2, 1, 4, 1, 2, 1, 8]
    assert single[6] == single[6,]
    assert single.outcome(6, 1) == "P"
    assert single.outcome(6, 2) == "N"


def test_progress_is_reported() -> None:
    done: list[float] = []
    winning_numbers("dynamic-nim", limit=30, progress=lambda progress: done.append(float(progress)))
    assert done[-1] == 1.0
    assert done == sorted(done)


REFUSED: list[tuple[str, int]] = [
    ("nim", 5),
    ("cookies", 5),
    ("(a, b | t) -> (a - d, b | d) where 1 <= d <= t", 5),
    ("(a | t) -> (a - d | d) where 1 <= d <= t any order piles >= 1", 5),
    ("(a | t) -> (a - d | d) where 2 <= d <= t any order", 5),
    ("(a | t) -> (a - d | d) where 1 <= d <= 2t any order", 5),
    ("(a | t) -> (a - d | t - d) where 1 <= d <= t any order", 5),
    ("(a | t) -> (a - d | a) where 1 <= d <= t any order", 5),
    ("(a | t) -> (a - d | d) where 1 <= d <= t ; (a - 1 | 1) any order", 5),
    ("(a, b | t) -> (a - d, b - d | d) where 1 <= d <= t any order", 5),
    ("(a | s, t) -> (a - d | s, d) where 1 <= d <= t any order", 5),
    ("dynamic-nim", 0),
]


@pytest.mark.parametrize(("game", "limit"), REFUSED)
def test_games_without_winning_numbers(game: str, limit: int) -> None:
    with refused(SpragueError):
        winning_numbers(parse(game) if "->" in game else game, limit)


def test_numbers_beyond_the_table() -> None:
    with refused(SpragueError):
        winning_numbers("dynamic-nim", limit=5)[2, 5]


def test_numbers_that_do_not_fit() -> None:
    with refused(OutOfReach):
        winning_numbers("dynamic-nim", limit=10**6, budget=Limits(memory=10**9))
