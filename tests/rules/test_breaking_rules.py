"""Taking-and-breaking rules: their moves are derived from the rule, or the error says why there are none."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from sprague.rules import parse
from sprague.rules.breaking import Breaking, breaking_obstacle, find_breakings, require_breakings, without_empty_heaps
from sprague.rules.octal_codes import code_rule_text, parse_code
from tests.properties.random_rules import examples
from tests.snapshots import refusal, snapshot
from tests.splitting_rules import SplitRule, split_rules


@pytest.mark.slow
def test_the_rule_of_a_code_has_the_moves_of_the_code() -> None:
    chance = random.Random(3)
    for _ in range(150):
        code = chance.choice("048C") + "." + "".join(chance.choices("0123456789ABCDEF", k=chance.randint(1, 3)))
        if code.strip("0."):
            assert find_breakings(parse(code_rule_text(code))) == parse_code(code)


RULES = [
    ("(n) -> (u) + (v) where u + v = n, 1 <= u < v", [Breaking(0, 2, distinct=True)]),
    ("(n) -> (u) + (v) where u + v = n, u != v, u >= 1, v >= 1", [Breaking(0, 2, distinct=True)]),
    ("(n) -> (u) + (v) where u + v = n, u >= 1, v >= 1, n >= 3", [Breaking(0, 2, heap=3)]),
    ("(n) -> (u) + (n - u - 1)", [Breaking(1, 2, 0)]),
    ("(n) -> (u) + (v) where u + v = n - k, 1 <= k <= 2", [Breaking(1, 2, 0), Breaking(2, 2, 0)]),
    ("(n) -> (n - k) where k in {1, 2, 5}", [Breaking(1, 1, 0), Breaking(2, 1, 0), Breaking(5, 1, 0)]),
    ("(n) -> (n - k) where 1 <= k <= 5, k odd", [Breaking(1, 1, 0), Breaking(3, 1, 0), Breaking(5, 1, 0)]),
    ("(n) -> (u) + (v) where u + v = n - 1, u <= v, v >= 1", [Breaking(1, 1), Breaking(1, 2)]),
    ("(n) -> (u) + (v) where u + v = n - 1, u < v", [Breaking(1, 1), Breaking(1, 2, distinct=True)]),
    ("(n) -> (u) + (v) + (w) where u + v + w = n - 1, u <= v <= w", [Breaking(1, 3, 0)]),
    ("(n) -> (u) + (v) + (w) where u + v + w = n - 1, u < v < w", [Breaking(1, 3, 0, distinct=True)]),
    ("(n) -> (n - 1) where n >= 5", [Breaking(1, 1, heap=5)]),
    ("(n) -> (n - 3) where n = 3", [Breaking(3, 0)]),
    ("(n) -> (n - 3) where n = 2", []),
    ("(n) -> (u) + (v) where u + v = n - 1, u < v ; (u) + (v) where u + v = n - 1", [Breaking(1, 2, 0)]),
]


@pytest.mark.parametrize(("text", "moves"), RULES)
def test_moves_are_read_off_a_rule(text: str, moves: list[Breaking]) -> None:
    found = find_breakings(parse(text))
    assert found == without_empty_heaps(moves)
    assert require_breakings(parse(text)) == found


@given(split_rules(most_piles=1))
@examples(150)
def test_what_is_read_has_the_options_of_the_rule(definition: SplitRule) -> None:
    rule = parse(definition.text)
    moves = find_breakings(rule)
    exact = all(move.exactly for move in definition.moves)
    assert (moves is not None) == exact
    for heap in range(9):
        expected = rule.options((heap,))
        found = {parts or (0,) for move in moves or () for parts in move.options(heap)}
        assert found == set(expected) or not exact


@pytest.mark.parametrize(
    "text",
    [
        "(n) -> (u) where u < n",
        "(n) -> (u) + (v) where u + v < n",
        "(n) -> (n - k) where k >= 1",
        "(n) -> (n - k) where 1 <= k <= 5000",
        "(n) -> (u) + (v) where u + v = n, u >= 1, v >= 1, n != 2",
        "(n) -> (u) + (v) where u + v = n - 1, u >= 3",
        "(n) -> (u) + (u) where 2u = n - 1",
        "(n) -> (u) + (v) + (w) where u + v + w = n - 1, u < v <= w",
        "(n) -> (n - 1) where n odd",
        "(n) -> (n - 1) where n = 3",
        "(n) -> (n - 1) stop when n = 3",
        "(n) -> (n - 1) piles >= 1",
        "(a, b) -> (a - 1, b)",
        "(n) -> (k) where n = k*k, k >= 2",
    ],
)
def test_other_kinds_of_rules_are_recognised(text: str) -> None:
    assert find_breakings(parse(text)) is None
    refusal(lambda: require_breakings(parse(text)))


def test_a_move_that_adds_chips_is_of_another_kind() -> None:
    rule = parse("(a) -> (a + 2) where a <= 8 ; (a - 1)")
    assert find_breakings(rule) is None
    snapshot(str(breaking_obstacle(rule)))
