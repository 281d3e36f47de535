"""Cookies eaten and traded: the period of a row, as proved in `docs/subtraction-transfer.md`."""

from __future__ import annotations

from itertools import product
from math import gcd

import pytest

from sprague.errors import SpragueError
from sprague.surveys.rule_families import trade_rule
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.oracle import Oracle
from tests.snapshots import refused

MOST = 4


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, ...], tuple[int, int, int]]:
    """For all small games the least period and preperiod in red, and the largest value."""
    path = tmp_path_factory.mktemp("trades") / "rows.duckdb"
    run_survey(Survey.of("trades", ",".join(f"{name}=1..{MOST}" for name in "abcy")), path)
    found = query_survey(path, "select a, b, c, y, p, pre_p, largest from rows")[1]
    return {tuple(row[:4]): tuple(row[4:]) for row in found}


def predicted(a: int, b: int, c: int, y: int) -> tuple[int, bool]:
    """Theorem 8: the least period in red, and whether all values are 0 or 1."""
    if a % c == 0 and y * (a // c) % b == 0 and (y * (a // c) // b + a // c) % 2:
        return 2 * b * c // gcd(b, y), True
    if c % a == 0 and y % b == 0 and (c // a + y // b) % 2:
        return 2 * a, True
    return 2 * b * (a + c) // gcd(2 * b, y), False


def test_the_period_of_a_row_where_one_number_of_red_is_twice_the_other(
    rows: dict[tuple[int, ...], tuple[int, int, int]],
) -> None:
    far = [(a, b, c, y) for a, b, c, y in product(range(1, MOST + 1), repeat=4) if a >= 2 * c or c >= 2 * a]
    assert len(far) == 128
    for game in far:
        period, two_valued = predicted(*game)
        p, preperiod, largest = rows[game]
        assert (p, preperiod, largest <= 1) == (period, 0, two_valued), game


def test_for_close_numbers_the_formula_is_an_observed_period(
    rows: dict[tuple[int, ...], tuple[int, int, int]],
) -> None:
    assert len(rows) == MOST**4
    for (a, b, c, y), (p, _, _) in rows.items():
        assert 2 * b * (a + c) // gcd(2 * b, y) % p == 0, (a, b, c, y)


@pytest.mark.parametrize("game", [(3, 2, 1, 2), (2, 3, 1, 3), (1, 2, 3, 1)])
def test_periods_are_those_of_the_definition(
    game: tuple[int, int, int, int], rows: dict[tuple[int, ...], tuple[int, int, int]]
) -> None:
    oracle = Oracle(trade_rule(**dict(zip("abcy", game, strict=True))).options)
    p = rows[game][0]
    table = [[oracle.grundy((red, blue)) for blue in range(2 * game[1])] for red in range(3 * p)]
    assert table[p:] == table[:-p]
    assert all(table[d:] != table[:-d] for d in range(1, p))


@pytest.mark.parametrize("over", ["a=1,b=1,c=1", "a=1,b=1,c=1,y=0", "a=1,b=1,c=1,y=1,z=1"])
def test_other_parameters_are_refused(over: str) -> None:
    with refused(SpragueError):
        Survey.of("trades", over)
