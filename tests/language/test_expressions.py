"""Expressions: equality of different notations."""

from __future__ import annotations

import pytest

from sprague.language.formula_parser import parse_formula


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("max(a, b) = 3", "3 = max(b, a)"),
        ("(a + b) mod 3 = 1", "(b + a) mod 3 = 1"),
        ("(max(a, b)) div 2 = 1", "(max(b, a)) div 2 = 1"),
        ("|a - b| = 1", "|b - a| = 1"),
        ("v2(a - b) = 1", "v2(b - a) = 1"),
        ("fib_zeros(a + b) = 1", "fib_zeros(b + a) = 1"),
        ("fib_low(a + b) = 1", "fib_low(b + a) = 1"),
        ("(a + b) power of 2", "(b + a) power of 2"),
    ],
)
def test_what_is_written_in_another_order_is_the_same(one: str, other: str) -> None:
    assert parse_formula(one, "ab").key == parse_formula(other, "ab").key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a mod 2 = 1", "a mod 3 = 1"),
        ("a mod 2 = 1", "a div 2 = 1"),
        ("a div 2 = 1", "a div 3 = 1"),
        ("v2(a) = 1", "v3(a) = 1"),
        ("v2(a) = 1", "low2(a) = 1"),
        ("|a - b| = 1", "a - b = 1"),
        ("fib_zeros(a) = 1", "fib_shift(a) = 1"),
        ("(a - b) mod 3 = 1", "(b - a) mod 3 = 1"),
        ("a power of 2", "a power of 3"),
        ("a power of 2", "b power of 2"),
    ],
)
def test_another_function_number_or_kind_is_another_expression(one: str, other: str) -> None:
    assert parse_formula(one, "ab").key != parse_formula(other, "ab").key
