"""Closed forms of subtraction-transfer games, over wide ranges of parameters and positions."""

from __future__ import annotations

from functools import cache
from itertools import count, product
from math import gcd, lcm
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

import sprague
from sprague.games import theorems
from sprague.games.theory.subtraction_transfer import (
    Conjecture1,
    Conjecture2,
    Conjecture3,
    FiniteState,
    Proposition22,
    Proposition24,
    Proposition25,
    ShiftLaw,
    first_rows,
    known_theorems,
)
from sprague.games.theory.subtraction_transfer_base import Corollary23, RedAndBlue, SheLovesMe, Theorem21
from tests.layers import sample
from tests.snapshots import snapshot

Values = npt.NDArray[np.int64]
Sets = tuple[int, ...]

NUMBERS: list[tuple[int, int, Sets]] = [(a, b, (c,)) for a, b, c in product(range(1, 7), repeat=3)]
SETS: list[tuple[int, int, Sets]] = [
    (a, b, transfers)
    for a, b in product((1, 2, 3, 4), repeat=2)
    for transfers in ((1, 2), (1, 3), (2, 3), (2, 4), (2, 6), (4, 6), (1, 2, 3), (2, 4, 6), (1, 3, 4), (3, 4, 5, 6))
]
LARGER: list[tuple[int, int, Sets]] = [
    *((a, a, (1,)) for a in range(7, 13)),
    *((a, 1, (1,)) for a in (7, 10)),
    *((1, b, (1,)) for b in (7, 10)),
    *((a, a, (a,)) for a in (7, 9)),
    *((a, a, tuple(range(1, a + 1))) for a in range(4, 10)),
    *((12, b, (c,)) for b in (4, 6) for c in (3, 4)),
    *((a, b, (12,)) for b in (4, 6) for a in (3, 4)),
    *((8, 8, (2,)), (12, 12, (3,)), (9, 6, (12,)), (6, 3, (9, 12)), (2, 5, (9,)), (9, 5, (2,)), (7, 5, (6,))),
]


def fill(a: int, b: int, transfers: Sets, limit: int, misere: bool) -> Values:
    """Values straight from the definition; in misère play 0 for P and 1 for N."""
    values: dict[tuple[int, int], int] = {}
    for red in range(limit):
        for blue in range(2 * limit - red):
            options = [(red - a, blue), (red, blue - b), *((red - c, blue + c) for c in transfers)]
            reached = {values[option] for option in options if min(option) >= 0}
            if misere:
                values[red, blue] = int(0 in reached or not reached)
            else:
                values[red, blue] = next(value for value in count() if value not in reached)
    return np.array([[values[red, blue] for blue in range(limit)] for red in range(limit)])


@cache
def table_of(a: int, b: int, transfers: Sets, limit: int) -> Values:
    return fill(a, b, transfers, limit, misere=False)


def misere_table_of(a: int, b: int, transfers: Sets, limit: int) -> Values:
    return fill(a, b, transfers, limit, misere=True)


def check(theorem: RedAndBlue, limit: int, values: Values) -> None:
    """Compare values, and the winning moves of every third position all of whose options are in the table."""
    a, b, transfers = theorem.a, theorem.b, theorem.transfers
    own = [[theorem.value(red, blue) for blue in range(limit)] for red in range(limit)]
    assert np.array_equal(own, values), str(theorem)
    for red, blue in list(product(range(limit), range(limit - max(transfers))))[::3]:
        position = (red, blue)
        options = [(red - a, blue), (red, blue - b), *((red - c, blue + c) for c in transfers)]
        winning = [option for option in options if min(option) >= 0 and values[option] == 0]
        assert theorem.decides(position)
        assert theorem.is_p(position) == (values[position] == 0)
        assert sorted(theorem.winning_moves(position)) == sorted(winning), (str(theorem), position)


@pytest.mark.parametrize("b", sample(range(1, 7), 3))
def test_every_theorem_about_numbers_up_to_six(b: int) -> None:
    for a, _, transfers in (game for game in NUMBERS if game[1] == b):
        limit = 3 * (a + transfers[0]) + 2
        values = table_of(a, b, transfers, limit)
        for theorem in known_theorems(a, b, transfers):
            check(theorem, limit, misere_table_of(a, b, transfers, limit) if theorem.misere else values)
            last = (limit - 1, limit - 2)
            assert theorem.grundy(last) == (None if theorem.misere else values[last])


@pytest.mark.slow
def test_every_theorem_about_sets() -> None:
    for a, b, transfers in SETS:
        values = table_of(a, b, transfers, 22)
        for theorem in known_theorems(a, b, transfers):
            check(theorem, 22, misere_table_of(a, b, transfers, 22) if theorem.misere else values)


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b", "transfers"), LARGER)
def test_every_theorem_about_larger_numbers(a: int, b: int, transfers: Sets) -> None:
    rule = sprague.game("subtraction-transfer", a=a, b=b, c=transfers)
    values = np.asarray(sprague.tabulate(rule, 48).to_array(), dtype=np.int64)
    assert np.array_equal(values, table_of(a, b, transfers, 48))
    for theorem in known_theorems(a, b, transfers):
        check(theorem, 48, misere_table_of(a, b, transfers, 48) if theorem.misere else values)


FIRST: list[tuple[tuple[int, int, Sets], type[RedAndBlue]]] = [
    ((2, 2, (1,)), Theorem21),
    ((6, 6, (1,)), Theorem21),
    ((4, 4, (2,)), Corollary23),
    ((12, 12, (3,)), Corollary23),
    ((1, 1, (1,)), Proposition24),
    ((5, 5, (5,)), Proposition24),
    ((2, 1, (1,)), Proposition25),
    ((3, 3, (1,)), Conjecture1),
    ((1, 2, (1,)), Conjecture2),
    ((2, 2, (1, 2)), Conjecture3),
    ((6, 2, (1,)), SheLovesMe),
    ((1, 2, (2,)), SheLovesMe),
    ((1, 2, (2, 6)), SheLovesMe),
    ((5, 3, (2,)), ShiftLaw),
    ((2, 3, (4,)), ShiftLaw),
    ((2, 3, (2,)), FiniteState),
    ((2, 3, (1, 2)), FiniteState),
    ((4, 6, (4,)), Proposition22),
    ((6, 6, (2,)), Proposition22),
    ((4, 4, (2, 4)), Proposition22),
]


@pytest.mark.parametrize(("game", "kind"), FIRST)
def test_the_most_special_theorem_comes_first(game: tuple[int, int, Sets], kind: type[RedAndBlue]) -> None:
    first = known_theorems(*game)[0]
    assert type(first) is kind
    a, b, transfers = game
    rule = sprague.game("subtraction-transfer", a=a, b=b, c=transfers)
    assert theorems(rule)[0] == first
    assert sprague.solve(rule, (9, 9)).because.source == str(first)


# What the paper says.

#: The first rows of Tables 1 to 5; the entries follow one another as printed.
TABLES = {
    (2, 2, 1): ["00110011001", "10011001100", "11001100110", "01100110011"],
    (4, 4, 2): ["00001111000", "00001111000", "11000011110", "11000011110", "11110000111"],
    (2, 2, 2): ["00110011001", "00110011001", "22332233223", "22332233223"],
    (2, 1, 1): ["01010101010", "01010101010", "23232323232", "10101010101", "10101010101", "23232323232"],
    (1, 2, 1): ["00110011001", "12031203120", "01100110011", "20312031203", "11001100110", "02130213021"],
}


@pytest.mark.parametrize("game", TABLES)
def test_the_tables_of_the_paper(game: tuple[int, int, int]) -> None:
    a, b, c = game
    for theorem in known_theorems(a, b, (c,)):
        if not theorem.misere:
            for red, row in enumerate(TABLES[game]):
                assert "".join(str(theorem.value(red, blue)) for blue in range(11)) == row, str(theorem)


def test_the_olympiad_problem() -> None:
    answer = sprague.solve("subtraction-transfer:a=2,b=2,c=1", (20, 14))
    assert (answer.outcome, answer.grundy) == ("N", 1)
    assert answer.winning_moves == [(18, 14), (20, 12), (19, 15)]
    snapshot(str(answer.because))
    snapshot(answer.explanation)
    assert sprague.solve("subtraction-transfer:a=2,b=2,c=1", (20, 14), misere=True).outcome == "P"


def least_period(values: Values, most: int) -> int:
    return next(p for p in range(1, most + 1) if np.array_equal(values[p:], values[:-p]))


def window(theorem: RedAndBlue, rows: int) -> Values:
    return np.array([[theorem.value(red, blue) for blue in range(4 * theorem.b)] for red in range(rows)])


#: The game, its least periods in red and blue.
PERIODS: list[tuple[tuple[int, int, Sets], int, int]] = [
    *(((a, a, (1,)), 2 * a, 2 * a) for a in (2, 4, 6, 8)),
    *(((2 * n * a, 2 * n * a, (n,)), 4 * n * a, 4 * n * a) for n, a in ((2, 1), (3, 1), (2, 2))),
    *(((a, a, (a,)), 2 * a, 2 * a) for a in (1, 2, 3, 5)),
    *(((a, 1, (1,)), 2 * (a + 1), 2) for a in (2, 3, 4, 7)),
    *(((a, a, (1,)), 2 * a * (a + 1), 2 * a) for a in (3, 5, 7)),
    *(((1, b, (1,)), 4 * b, 2 * b) for b in (2, 3, 4, 5)),
    *(((a, a, tuple(range(1, a + 1))), a + 2, 2 * a) for a in (2, 3, 4, 5, 6)),
]


@pytest.mark.parametrize(("game", "p", "q"), PERIODS)
def test_periods_proved_and_conjectured_in_the_paper(game: tuple[int, int, Sets], p: int, q: int) -> None:
    for theorem in known_theorems(*game):
        if not theorem.misere:
            values = window(theorem, 3 * p)
            assert least_period(values, 2 * p) == p, str(theorem)
            assert least_period(values.T, 2 * theorem.b) == q, str(theorem)


# What is proved here.


def test_the_flip_law_and_the_period_of_columns() -> None:
    for a, b, transfers in [*NUMBERS[::5], *SETS[::7]]:
        values = table_of(a, b, transfers, 36)
        assert np.array_equal(values[:, b:], values[:, :-b] ^ 1)
        assert least_period(values[:1].T, 2 * b) == 2 * b


def test_the_shift_law_and_the_period_of_rows() -> None:
    for a, b, (c,) in NUMBERS[::2]:
        if a >= 2 * c or c >= 2 * a:
            p = 2 * b * (a + c) // gcd(2 * b, c)
            low = np.minimum(table_of(a, b, (c,), 3 * (a + c) + 1), 2)
            assert np.array_equal(low[a + c :, :-c], low[: -a - c, c:])
            rows, period = first_rows(a, b, (c,))
            assert p % period == 0
            assert rows[0] == rows[period]


def test_she_loves_me_is_when_all_values_are_0_and_1() -> None:
    for a, b, (c,) in NUMBERS:
        kinds = [theorem for theorem in known_theorems(a, b, (c,)) if _is_parity(theorem)]
        rows, period = first_rows(a, b, (c,))
        assert bool(kinds) == all(row[2:] == (0,) * (len(row) - 2) for row in rows), (a, b, c)
        if kinds:
            assert period == (2 * a if c % a == 0 and c % b == 0 and (c // a + c // b) % 2 else 2 * lcm(b, c))


def _is_parity(theorem: RedAndBlue) -> bool:
    return isinstance(theorem.inner if isinstance(theorem, Proposition22) else theorem, SheLovesMe)


#: Games with rows that never come back.
PREPERIODS = [((2, 2, 3), 10, 4), ((2, 3, 2), 4, 4), ((3, 2, 2), 5, 2), ((4, 1, 3), 7, 14), ((2, 4, 3), 10, 40)]


@pytest.mark.parametrize(("game", "start", "period"), PREPERIODS)
def test_games_with_a_preperiod(game: tuple[int, int, int], start: int, period: int) -> None:
    a, b, c = game
    values = table_of(a, b, (c,), start + 4 * period + 2 * b)[:, : 2 * b]
    assert first_rows(a, b, (c,))[1] == period
    assert np.array_equal(values[start + period :], values[start:-period])
    assert not np.array_equal(values[start - 1 + period], values[start - 1])


# Positions of any size.

HUGE = [(10**300 + 17, 10**300 + 5), (10**300, 3), (4, 10**300), (2**200_000 - 1, 3**120_000), (7**70_000, 0)]
SAMPLE = Random(3).sample(NUMBERS, 24) + Random(4).sample(SETS, 8) + LARGER


@pytest.mark.slow
@pytest.mark.parametrize("position", HUGE, ids=["both", "red", "blue", "bits", "red bits"])
def test_huge_positions_have_the_value_of_a_small_one(position: tuple[int, int]) -> None:
    red, blue = position
    for a, b, transfers in SAMPLE:
        rows, period = first_rows(a, b, transfers)
        small = red if red < len(rows) else len(rows) + (red - len(rows)) % period
        table = table_of(a, b, transfers, 2 * b + len(rows) + period) if len(rows) + period < 100 else None
        known = [theorem for theorem in known_theorems(a, b, transfers) if not theorem.misere]
        values = {theorem.value(red, blue) for theorem in known}
        assert len(values) == 1, (a, b, transfers)
        if table is not None:
            assert values == {int(table[small, blue % (2 * b)])}, (a, b, transfers)
        for theorem in known:
            winning = theorem.winning_moves(position)
            assert bool(winning) == (values != {0})
            for option in winning:
                taken = (red - option[0], blue - option[1])
                assert taken in {(a, 0), (0, b), *((c, -c) for c in transfers)}
                assert theorem.is_p(option)
            assert len(theorem.explain(position)) < 500


def test_the_shift_law_needs_no_table() -> None:
    answer = sprague.solve("subtraction-transfer:a=123456789,b=987654,c=1000", (10**400, 10**300))
    assert answer.because.source.startswith("Shift law")
    assert answer.grundy in (0, 1, 2, 3)
    for move in answer.winning_moves:
        assert sprague.solve(answer.game, move).outcome == "P"


@pytest.mark.slow
def test_only_the_first_rows_are_decided_if_all_take_too_long() -> None:
    theorem = FiniteState(1000, 1001, (700,))
    rows, period = first_rows(1000, 1001, (700,))
    assert period == 0
    assert theorem.decides((len(rows) - 1, 10**300))
    assert not theorem.decides((len(rows), 0))
    values = sprague.tabulate(sprague.game("subtraction-transfer", a=1000, b=1001, c=700), 1300)
    for position in [(1299, 600), (1000, 1298), (1299, 1299), (700, 3), (1250, 77)]:
        assert theorem.value(*position) == values[position]
    snapshot(theorem.explain((5, 10**300)))


def test_a_game_too_large_for_rows_is_not_decided() -> None:
    assert not FiniteState(10**8, 10**8, (10**8 - 1,)).decides((0, 0))


# Explanations.

EXPLANATIONS = [
    ((2, 2, (1,)), (1, 1)),
    ((2, 2, (1,)), (0, 1)),
    ((3, 3, (3,)), (3, 1)),
    ((2, 1, (1,)), (5, 1)),
    ((3, 3, (1,)), (3, 3)),
    ((3, 3, (1,)), (6, 0)),
    ((3, 3, (1,)), (0, 6)),
    ((3, 3, (1, 2, 3)), (7, 0)),
    ((2, 3, (2,)), (40, 7)),
    ((2, 3, (2,)), (3, 3)),
    ((4, 6, (4,)), (7, 7)),
    ((12, 4, (2,)), (2, 1)),
]


@pytest.mark.parametrize(("game", "position"), EXPLANATIONS)
def test_explanations(game: tuple[int, int, Sets], position: tuple[int, int]) -> None:
    explained = known_theorems(*game)[0].explain(position)
    assert explained.endswith(".")
    snapshot(explained)
