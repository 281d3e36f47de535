"""The misère quotient of a game: rules, names and codes, and refused input."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import SpragueError
from sprague.quotients.misere import find_move_bounds, misere_quotient
from sprague.quotients.periodicity import ElementPeriod, MoveBounds
from sprague.rules import parse
from tests.quotients.plainly import quotient
from tests.snapshots import refused

KAYLES = "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2"


@pytest.mark.parametrize("code", ["0.75", "0.123", "4.3", "0.137", "0.F"])
def test_a_code_and_its_digits_have_one_quotient(code: str) -> None:
    found, plain = misere_quotient(code, 8), quotient(code, 8)
    assert found.monoid.heaps == plain.monoid.heaps
    assert (found.monoid.table == plain.monoid.table).all()
    assert found.game == code


def test_a_rule_has_the_quotient_and_the_period_of_its_code() -> None:
    found = sprague.misere_quotient(KAYLES)
    assert (len(found), found.repeat, found.game) == (40, ElementPeriod(71, 12), KAYLES)


def test_rules_without_a_shape_have_quotients_of_their_first_heaps() -> None:
    nim = misere_quotient("(n) -> (u) where u < n", 7)
    assert (len(nim), nim.repeat, nim.tame) == (10, None, 3)
    grundy = misere_quotient("(n) -> (u) + (v) where u + v = n, 1 <= u < v", 20)
    assert grundy.repeat is None
    assert find_move_bounds(parse("(n) -> (u) + (v) where u + v = n, 1 <= u < v")) is None
    assert find_move_bounds(parse(KAYLES)) == MoveBounds(2, 2, 0)


def test_piles_of_at_least_one_have_no_empty_heap() -> None:
    found = misere_quotient("(n) -> (n - 1) piles >= 1", 5)
    assert found.monoid.heaps == (0, 0, 1, 0, 1, 0)


@pytest.mark.parametrize(
    "game",
    [
        "nim:piles=2",
        "(n) -> (n - 1) win when n = 1",
        "(n) -> (u) where u < n block 1",
    ],
)
def test_what_is_no_game_of_heaps_is_refused(game: str) -> None:
    with refused(SpragueError):
        misere_quotient(game)


def test_codes_that_make_no_game_are_refused() -> None:
    with refused(SpragueError):
        misere_quotient("2.7")
    with refused(SpragueError):
        misere_quotient("0.7x")
