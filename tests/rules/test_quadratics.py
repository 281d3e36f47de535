"""Sums of squares that every move of a family lowers, or raises."""

from __future__ import annotations

import pytest

import sprague
from sprague.rules import parse
from sprague.rules.termination import squares_fall


@pytest.mark.parametrize(
    ("text", "falls", "rises"),
    [
        ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k", True, False),
        ("(a, b) -> (a - k, b + k) where 1 <= k <= a <= b", False, True),
        ("(a, b) -> (a - k, b + k) where k >= 1", False, False),
        ("(a, b) -> (a - 1, b)", True, False),
        ("(a, b) -> (a + 1, b)", False, True),
        ("(a, b) -> (a, b)", False, False),
        ("(a, b, c) -> (u, v, c) where u + v = a + b, u < a, v < a", True, False),
    ],
)
def test_whether_the_sum_of_squares_falls_or_rises(text: str, falls: bool, rises: bool) -> None:
    rule = parse(text)
    facts = rule.constraints[0].solved
    assert squares_fall(facts, rule.names) is falls
    assert squares_fall(facts, rule.names, -1) is rises


def test_nothing_is_shown_of_an_entry_that_a_function_gives() -> None:
    rule = sprague.game("dynamic-nim", piles=1, limit=lambda taken: taken + 1)
    assert squares_fall(rule.constraints[0], rule.piles)
    assert not squares_fall(rule.constraints[0], rule.names)
