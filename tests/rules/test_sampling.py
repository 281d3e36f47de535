"""Some moves of very many."""

from __future__ import annotations

from random import Random

import pytest

from sprague.games import catalogue, game
from sprague.rules.sampling import some_options


@pytest.mark.parametrize("name", [entry.name for entry in catalogue()])
def test_some_options_are_options(name: str) -> None:
    rule, random = game(name), Random(name)
    for _ in range(10):
        position = rule.position(random.randint(rule.lowest(entry), 8) for entry in rule.names)
        options = rule.options(position)
        found = some_options(rule, position, random)
        assert set(found) <= set(options)
        assert bool(found) == bool(options)
        assert len(set(found)) == len(found)
    huge = rule.position(10**50 + number * 10**40 for number in range(len(rule.names)))
    for option in some_options(rule, huge, random)[:10]:
        rule.move_to(huge, option)


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (a - k, b) where k power of 2 any order",
        "(a, b) -> (a - k, b) where k square, k >= 1 any order",
        "(a, b) -> (a - k, b) where k = 3 (mod 7) any order",
        "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1",
        "(a, b) -> (a - 1, b) ; (a, b - 1) positions where a >= b",
    ],
)
def test_choices_of_a_kind(text: str) -> None:
    rule = game(text)
    for position in ((5, 3), (10**40 + 5, 10**40)):
        found = some_options(rule, rule.position(position), Random(1))
        assert found
        for option in found:
            rule.move_to(position, option)


def test_different_chances_find_different_options() -> None:
    rule = game("nim")
    found = {option for seed in range(10) for option in some_options(rule, (1, 10**50, 10**60), Random(seed))}
    assert len(found) > 20
    assert len(some_options(rule, (1, 10**50, 10**60), Random(1), most=2)) == 2
