"""Weighted sums that no move raises, found with Farkas' lemma."""

from __future__ import annotations

import pytest

from sprague.rules import Linear, parse
from sprague.rules.termination import WeightProgram


def weighing(text: str) -> WeightProgram:
    rule = parse(text)
    return WeightProgram([Linear.of(name) for name in rule.names], [facts.solved for facts in rule.constraints])


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("(x, y) -> (x - 1, y) ; (x, y - 1)", [0, 1]),
        # x + y can lower the second or, with more weight on x, both.
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", [0, 1]),
        # Any weight on y lets the first move raise the sum.
        ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", [0]),
        ("(x, y) -> (x + 1, y) ; (x - 1, y) ; (x, y - 1)", [2]),
        ("(x, y) -> (x, y)", []),
    ],
)
def test_as_many_families_are_lowered_as_can_be(text: str, lowered: list[int]) -> None:
    assert weighing(text).most_lowered() == lowered


@pytest.mark.parametrize(
    ("text", "lowered", "used", "weights"),
    [
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", [0, 1], [], [6, 1]),
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", [1], [], [5, 1]),
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", [], [], [0, 0]),
        ("(x, y) -> (x - 1, y + 5) ; (x, y - 1)", [], [1], [5, 1]),
        ("(x, y) -> (x - 2, y + 1)", [], [1], [1, 2]),
        ("(x, y) -> (x - 1, u) where u <= 2x ; (x, y - 1)", [0, 1], [], None),
    ],
)
def test_the_least_weights(text: str, lowered: list[int], used: list[int], weights: list[int] | None) -> None:
    assert weighing(text).least_weights(lowered, used) == weights


def test_the_sum_with_these_weights() -> None:
    assert str(weighing("(x, y) -> (x - 1, y)").total([2, 1])) == "2x + y"
