"""Products in rules: expansion, linear bounds, and positions of any size."""

import pytest

from sprague.errors import OutOfReach, SpragueError
from sprague.language.expressions import Expression
from sprague.rules import parse
from sprague.rules.products import expand
from tests.snapshots import refused, snapshot

A = "(a, b) -> "


@pytest.mark.parametrize(
    "rule",
    [
        "(a - k*b, b) where k >= 1",
        "(a - k*m, b) where k >= 1",
        "(k*m, b) where k*m < a",
        "(a, b) where a divides k",
        "(a, b) where k prime",
    ],
)
def test_a_choice_without_a_bound_is_refused(rule: str) -> None:
    with refused(SpragueError):
        parse(A + rule)


@pytest.mark.parametrize(
    "rule",
    [
        "(a - k*b, b) where k >= 1, b >= 1",
        "(a - k*k, b) where k >= 1",
        "(a - k*m, b) where k*m >= 1",
        "(a - k*k*k, b - k) where k >= 1",
        "(a - k, b) where k divides a, k >= 1",
        "(a - k, b) where k divides a, k < a",
        "(a - k, b) where k prime",
        "(a - k*b - m, b + m) where k >= 1, b >= 1",
        "(k, b) where k*b < a, b >= 1",
    ],
)
def test_play_ends_because_the_chips_fall(rule: str) -> None:
    assert str(parse(A + rule).rank) == "the number of chips"


@pytest.mark.parametrize(
    "rule", ["(a - k*m, b) where k <= a, m <= a", "(a - k, b) where k square", "(a*b, b) where a >= 1"]
)
def test_ranks_that_may_not_fall_are_not_claimed(rule: str) -> None:
    assert parse(A + rule).rank is None


def test_products_are_written_out() -> None:
    a, k, one = Expression.of("a"), Expression.of("k"), Expression.of(1)
    assert parse(A + "(a - (a - 1)*k, b) where k = 1").families == parse(A + "(a + k - a*k, b) where k = 1").families
    with refused(SpragueError):
        parse("(a, b, c, d) -> (" + "*".join(["(a + b + c + d)"] * 5) + ", b, c, d)")
    assert expand(a - k + one) == a - k + one


def test_products_in_words() -> None:
    rule = parse("(a, b) -> (a - (k + 1)*b, b) where not (k square), b divides a any order piles >= 1")
    snapshot(rule.describe())
    assert r"(a - (k + 1) b, b) && \text{where } k \notin \{0, 1, 4, 9, \ldots\},\ b \mid a" in rule.latex()
    assert str(rule) == "(a, b) -> (a - (k + 1)*b, b) where not (k square), b divides a any order piles >= 1"
    snapshot("\n".join([str(move) for move in rule.moves((4, 24))]))


def test_positions_of_any_size() -> None:
    """Requests with too many choices are refused at once, and others are answered, however large the piles are."""
    euclid = parse("(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1")
    assert euclid.options((10**40, 4 * 10**39)) == [
        (4 * 10**39, 6 * 10**39),
        (2 * 10**39, 4 * 10**39),
    ]
    assert euclid.move_to((10**40, 7), (7, 10**40 - 7 * 10**30)).choice == (("k", 10**30),)
    with refused(OutOfReach):
        euclid.options((10**40, 7))
    assert len(parse("(a) -> (a - k) where k square, k >= 1").options((10**10,))) == 10**5
    with refused(OutOfReach):
        parse("(a) -> (a - k) where k prime").options((10**12,))
    assert len(parse("(a) -> (a - k) where k divides a, k < a").options((10**12,))) == 168
