"""Tables of games whose moves are not linear: known results and refused requests."""

from math import isqrt, sqrt

import pytest

import sprague
from sprague import jit
from sprague.errors import SpragueError
from sprague.rules import parse
from sprague.tables.loop_arrays import divisors, primes
from sprague.tables.request import Request
from sprague.tables.tabulate import select_traversal
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.unplanned import SearchTraversal
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

EUCLID = "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1"
SQUARES = "(a) -> (a - k) where k square, k >= 1"
PRIMES = "(a) -> (a - k) where k prime"
DIVISORS = "(a) -> (a - k) where k divides a, k < a"


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.slow)], autouse=True)
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", request.param)


def test_euclids_game_is_lost_below_the_golden_ratio() -> None:
    """Cole and Davie (1969); the Grundy value is the integral part of |b/a - a/b| (Nivasch 2006)."""
    golden = (1 + sqrt(5)) / 2
    for (a, b), value in sprague.tabulate(EUCLID, 40).items():
        assert (value == 0) == (b / a < golden)
        assert value == int(abs(b / a - a / b))


def test_euclids_game_down_to_nothing() -> None:
    """With an empty pile at the end: whoever has equal piles wins, otherwise it is the same game."""
    table = sprague.tabulate("(a, b) -> (a - k*b, b) where k >= 1, b >= 1 any order", 40, what="outcome")
    golden = (1 + sqrt(5)) / 2
    lost = {(a, b) for a in range(40) for b in range(a, 40) if a == 0 or (a < b and b / a < golden)}
    assert set(table.P_positions()) == lost


@pytest.mark.parametrize("rule", [SQUARES, "(a) -> (a - k*k) where k >= 1", "(a) -> (u) where a - u square, u < a"])
def test_taking_squares(rule: str) -> None:
    """A030193 of the OEIS."""
    table = sprague.tabulate(rule, 130, what="outcome")
    lost = [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119, 124, 127]
    assert [a for (a,) in table.P_positions()] == lost


def test_taking_primes() -> None:
    """A025043 of the OEIS."""
    table = sprague.tabulate(PRIMES, 120, what="outcome")
    lost = [0, 1, 9, 10, 25, 34, 35, 49, 55, 85, 91, 100, 115]
    assert [a for (a,) in table.P_positions()] == lost


def test_taking_a_divisor_that_is_not_all() -> None:
    """The Grundy value is the number of times that 2 divides the pile."""
    table = sprague.tabulate(DIVISORS, 200)
    assert [table[(a,)] for a in range(1, 200)] == [(a & -a).bit_length() - 1 for a in range(1, 200)]


def test_where_play_stops() -> None:
    table = sprague.tabulate("(a) -> (a - k) where 1 <= k <= 3 stop when a square", 60)
    assert all(table[(root * root,)] == 0 for root in range(8))
    plain = sprague.tabulate("(a, b) -> (u, b) where u < a any order stop when a*b <= 4", 9)
    assert plain[1, 4] == 0
    assert plain[1, 5] > 0


def test_positions_where_a_product_is_bounded() -> None:
    rule = parse("(a, b) -> (u, b) where u < a any order positions where a*b >= 6")
    assert rule.options((3, 4)) == [(2, 4), (2, 3), (3, 3)]
    assert sprague.tabulate(rule, 9, what="outcome")[2, 3] == "P"
    euclid = parse("(a, b) -> (a - k*b, b) where k >= 1, b >= 1 positions where a*b >= 6 or a square")
    assert euclid.options((8, 2)) == [(6, 2), (4, 2), (0, 2)]


def test_a_table_says_how_it_is_filled() -> None:
    traversal = select_traversal(Request(parse(EUCLID), 9))
    assert isinstance(traversal, EnumeratedTraversal)
    snapshot(traversal.describe())


def test_the_memory_of_divisors_is_counted() -> None:
    with refused(SpragueError):
        sprague.tabulate(DIVISORS, 500_000_000, budget=sprague.Limits(memory=10**10))


def test_numbers_beyond_64_bits_are_searched() -> None:
    rule = parse("(a) -> (a - 1) where a*a*a*a*a*a*a*a*a mod 7 != 1")
    traversal = select_traversal(Request(rule, 200))
    assert isinstance(traversal, SearchTraversal)
    snapshot(traversal.describe())
    table = sprague.tabulate(rule, 200)
    assert [table[(a,)] for a in range(1, 200)] == [
        next(n for n in range(200) if (a - n) ** 9 % 7 == 1 or a == n) % 2 for a in range(1, 200)
    ]
    assert isinstance(select_traversal(Request(rule, 50)), EnumeratedTraversal)


def test_without_a_rank_a_table_is_searched_or_the_cycle_shown() -> None:
    with refused(SpragueError):
        sprague.tabulate("(a) -> (a - k) where k square", 9)


@pytest.mark.parametrize("rule", [EUCLID, "(a, b) -> (a - k, b + m) where k prime, m < k any order"])
@pytest.mark.parametrize(("limit", "chips"), [(14, None), (None, 18)])
def test_options_along_a_line(rule: str, limit: int | None, chips: int | None) -> None:
    """For every numbering of positions, values read along a line agree with enumerated moves."""
    game, blocked = parse(rule), parse(rule + " block 1")
    oracle, hampered = Oracle(game.options), Oracle(game.options, blocking=1)
    assert all(
        value == oracle.grundy(position) for position, value in sprague.tabulate(game, limit, chips=chips).items()
    )
    outcomes = sprague.tabulate(blocked, limit, chips=chips, what="outcome")
    assert all(outcome == hampered.outcome(position) for position, outcome in outcomes.items())


def test_members() -> None:
    members, ends = divisors(100)
    for number in range(1, 101):
        assert members[ends[number - 1] : ends[number]].tolist() == [d for d in range(1, 101) if number % d == 0]
    assert primes(100).tolist() == [n for n in range(2, 101) if all(n % d for d in range(2, isqrt(n) + 1))]
    assert divisors(0)[1].tolist() == [0]
    assert primes(1).tolist() == []
