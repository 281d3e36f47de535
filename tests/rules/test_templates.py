"""Rules with a parameter."""

from __future__ import annotations

import pytest

from sprague.errors import SpragueError
from sprague.language.rule_files import with_number
from sprague.rules import parse
from tests.snapshots import refused


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("(a) -> (a - k) where 1 <= k <= t", "(a) -> (a - k) where 1 <= k <= 3"),
        ("(a) -> (a - k) where 1 <= k <= 2t + 1", "(a) -> (a - k) where 1 <= k <= 7"),
        ("(a) -> (a - k) where 1 <= t*k, tk <= 5, tk = k", "(a) -> (a - k) where 1 <= k <= 5"),
        ("(a, b) -> (a - t, b + 1) stop when a + b <= t", "(a, b) -> (a - 3, b + 1) stop when a + b <= 3"),
        ("(a) -> (a - t) # t chips\n piles >= t", "(a) -> (a - 3) piles >= 3"),
        ("(a, b) -> (u, b) where u < a any order block t", "(a, b) -> (u, b) where u < a any order block 3"),
    ],
)
def test_a_number_takes_the_place_of_a_name(text: str, rule: str) -> None:
    found, wanted = parse(with_number(text, "t", 3)), parse(rule)
    assert found.blocking == wanted.blocking
    positions = [tuple(range(high, high + len(wanted.names))) for high in range(3, 12)]
    assert [found.options(position) for position in positions] == [wanted.options(position) for position in positions]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(t) -> (t - 1)", "t"),
        ("(a) -> (a - k) where 1 <= k <= 3", "t"),
        ("(a) -> (a - 1) piles >= 1", "piles"),
    ],
)
def test_what_is_no_name_of_a_number_is_refused(text: str, name: str) -> None:
    with refused(SpragueError):
        with_number(text, name, 3)
