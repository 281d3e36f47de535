"""Standard forms: the values are equal up to a shift, and known cousins have the same form."""

from __future__ import annotations

import random

import pytest

from sprague.rules.breaking import Breaking
from sprague.rules.octal_codes import format_code, parse_code
from sprague.tables.standard_form import standard_form
from tests.tables.test_heap_values import GRUNDY, naive, random_code


def form_of(code: str) -> str | None:
    return format_code(standard_form(parse_code(code)).moves)


def assert_same_values(moves: tuple[Breaking, ...], limit: int) -> None:
    form = standard_form(moves)
    assert naive(moves, limit + form.shift) == [0] * form.shift + naive(form.moves, limit)
    assert naive(form.moves, 2)[1] == 1


@pytest.mark.parametrize("digits", ["01234567", "0123456789ABCDEF"])
def test_a_standard_form_has_the_values_of_the_game(digits: str) -> None:
    chance = random.Random(1956)
    for _ in range(60):
        assert_same_values(parse_code(random_code(chance, digits)), 28)


def test_a_standard_form_of_games_that_are_no_codes() -> None:
    assert_same_values(tuple(GRUNDY), 40)
    assert_same_values((Breaking(0, 2, heap=3),), 40)
    assert_same_values((Breaking(1, 2, distinct=True), Breaking(3, 1), Breaking(2, 0)), 40)


@pytest.mark.parametrize(
    ("codes", "form"),
    [
        (("0.07", "0.4", "0.072", "0.403"), "0.137"),  # Dawson's Kayles and Dawson's Chess
        (("0.771", "4.4", "4.63"), "0.77"),  # Kayles
        (("0.45", "0.473"), "0.177"),
        (("0.561", "0.563"), "0.56"),
        (("0.604", "0.615", "0.634"), "0.3706"),
        (("0.746", "0.745"), "0.744"),
        (("4.006", "4.214"), "0.7007"),
    ],
)
def test_cousins_have_one_standard_form(codes: tuple[str, ...], form: str) -> None:
    assert {form_of(code) for code in codes} == {form}
    assert form_of(form) == form


def test_games_that_only_seem_to_be_the_same_have_different_forms() -> None:
    """0.161 and 0.36 were listed as one game; up to 518 chips they are."""
    assert form_of("0.161") != form_of("0.36")
    one, other = naive(parse_code("0.161"), 520), naive(parse_code("0.36"), 520)
    assert one[:519] == other[:519]
    assert one[519] != other[519]
