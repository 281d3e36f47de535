"""Why play ends: the rank of a rule, and where there is none."""

from __future__ import annotations

import pytest

from sprague.rules import parse

RANKS: list[tuple[str, str | None]] = [
    ("(a, b) -> (u, b) where u < a any order", "the number of chips"),
    ("(a | t) -> (a - d | 2d - 1) where 1 <= d <= t", "the number of chips"),
    ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", "2x + y"),
    ("(x, y) -> (x - 1, u) where u <= 5", "x"),
    ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", "first x, then y"),
    ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order", "the sum of the squares of the piles"),
    ("(a, b) -> (a - k, b + k) where 1 <= k <= a <= b any order", "the sum of the products of two piles"),
    # A move that is never played does no harm.
    ("(a) -> (a - 1) ; (a + 1) where a < 0", "the number of chips"),
    # Play that need not end
    ("(a) -> (a)", None),
    ("(a) -> (a + 1)", None),
    ("(a, b) -> (a + 1, b) any order", None),
    ("(a, b) -> (a - 1, b + 1) any order", None),
    ("(a, b) -> (a - 1, b + 2) ; (a + 2, b - 1)", None),
]


@pytest.mark.parametrize(("rule", "rank"), RANKS)
def test_a_rank_is_found_where_play_ends(rule: str, rank: str | None) -> None:
    found = parse(rule).rank
    assert (None if found is None else str(found)) == rank


@pytest.mark.parametrize(
    ("rule", "position", "value"),
    [
        ("(a, b) -> (u, b) where u < a any order", (3, 4), (7,)),
        ("(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", (3, 4), (10,)),
        ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", (3, 4), (3, 4)),
        ("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order", (3, 4), (25,)),
        ("(a, b, c) -> (a - k, b + k, c) where 1 <= k <= a <= b any order", (1, 2, 3), (11,)),
    ],
)
def test_a_rank_has_a_value_at_every_position(rule: str, position: tuple[int, ...], value: tuple[int, ...]) -> None:
    rank = parse(rule).rank
    assert rank is not None
    assert rank.value(position) == value
