"""The normal form is equal for rules that differ only in notation."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.rules.normal_form import normal_form

SAME = [
    [
        "(a,b)->(u,b) where u<a any order",
        "(x, y) -> (x, y - k) where k >= 1 any order",
        "(x, y) -> (x, y - k) where 1 <= k <= y any order",
        "(x, y) -> (x - 1 - k, y) any order",
    ],
    [
        "(a, b) -> (a - 1, b) ; (a, b - 2)",
        "(p, q) -> (p, q - 2) ; (p - 1, q)",
        "(p, q) -> (p - 1, q); (p, q - 2); (p - 1, q)",
    ],
    [
        "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order",
        "(a, b, c) -> (u, v, c) where u + v = a + b, u >= v, u <= a - 1 any order",
        "(a, b, c) -> (b, u, v) where u + v = a + c, a > v >= u any order",
    ],
    [
        "(a, b, c) -> (u, v, c) where u + v = b any order piles >= 1",
        "(a, b, c) -> (a, u, v) where v = c - u any order piles >= 1",
        "(a, b, c) -> (c - v, v, a) any order piles >= 1",
    ],
    [
        "(a, b, c, d) -> (u, v, c, d) where u <= a, v <= b, u + v < a + b in a circle",
        "(w, x, y, z) -> (w, x, p, q) where q <= z, p <= y, p + q < y + z in a circle",
    ],
    [
        "(a, b) -> (a div 2, b) where a >= 1 ; (a, b div 2) where b >= 1",
        "(x, y) -> (x, y div 2) where 1 <= y ; (x div 2, y) where x >= 1",
    ],
    ["(a, b) -> (a - k, b) where k mod 3 = 1, k <= a", "(b, a) -> (b - j, a) where j <= b, j mod 3 = 1"],
    ["(a) -> (a - 2k) where k >= 1, k <= 5", "(n) -> (n - 2j) where 1 <= j <= 5"],
    ["(a) -> (a - 2k - 4j) where 1 <= k <= 2, j <= 3", "(n) -> (n - 4k - 2j) where j in {1, 2}, k <= 3"],
    ["(a) -> (u) where u < a stop when a <= 3 or a = 7", "(n) -> (m) where n > m stop when n = 7 or n < 4"],
    ["(a, b) -> (a - 1, b) positions where 2a >= 2b", "(a, b) -> (a - 1, b) positions where b <= a"],
    [
        "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order of a, b",
        "(x, y | s) -> (x, y - e | 2e - 1) where e >= 1, e <= s any order of x, y",
    ],
]


@pytest.mark.parametrize("spellings", SAME, ids=lambda spellings: spellings[0])
def test_spellings_of_one_game_have_one_form(spellings: list[str]) -> None:
    rules = [sprague.parse(text) for text in spellings]
    assert len({normal_form(rule) for rule in rules}) == 1
    first = rules[0]
    for position in product(range(first.floor, 8 if len(first.names) < 3 else 5), repeat=len(first.names)):
        if first.is_position(position):
            assert all(set(rule.options(position)) == set(first.options(position)) for rule in rules)


def test_different_games_have_different_forms() -> None:
    texts = [
        "(a, b) -> (u, b) where u < a any order",
        "(a, b) -> (u, b) where u < a",
        "(a, b) -> (u, b) where u <= a - 2 any order",
        "(a, b) -> (u, b) where u < a any order piles >= 1",
        "(a, b) -> (u, b) where u < a any order block 1",
        "(a, b) -> (u, b) where u < a any order stop when a = b",
        "(a, b) -> (u, b) where u < a any order win when a = b",
        "(a, b) -> (u, b) where u < a any order positions where a + b >= 1",
        "(a, b) -> (u, b) where u < a, u != 1 any order",
        "(a, b) -> (u, b) where u < a, a mod 3 = 1 any order",
        "(a, b) -> (u, b) where u < a, a mod 3 = 2 any order",
        "(a, b) -> (u, b) where u < a, a - u power of 2 any order",
        "(a, b) -> (a - 1, b) ; (a, b - 2)",
        "(a, b) -> (a - 2, b) ; (a, b - 1)",
        "(a | b) -> (u | b) where u < a",
        "(a) -> (u) where u < a",
    ]
    assert len({normal_form(sprague.parse(text)) for text in texts}) == len(texts)


def test_a_rule_that_splits_stands_as_it_is_written() -> None:
    kayles = sprague.game("(n) -> (u) + (v) where n - 2 <= u + v <= n - 1")
    assert normal_form(kayles) == str(kayles)
