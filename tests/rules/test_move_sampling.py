"""Samples of moves from positions with very many moves."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from sprague import Ruleset
from sprague.games import catalogue, game
from sprague.rules import Position
from sprague.rules.moves import sample_options


def small_positions(rule: Ruleset, random: Random, count: int) -> list[Position]:
    entries = iter(lambda: tuple(random.randint(rule.lowest(name), 8) for name in rule.names), None)
    return [rule.position(position) for position in islice(filter(rule.is_position, entries), count)]


@pytest.mark.parametrize("name", [entry.name for entry in catalogue()])
def test_some_options_are_options(name: str) -> None:
    rule, random = game(name), Random(name)
    for position in small_positions(rule, random, 10):
        options = rule.options(position)
        found = sample_options(rule, position, random)
        assert set(found) <= set(options)
        assert bool(found) == bool(options)
        assert len(set(found)) == len(found)
    # Each is ten times the one before it, as `positions where` may ask that a pile be small beside another.
    huge = rule.position(10 ** (50 + number) for number in range(len(rule.names)))
    for option in sample_options(rule, huge, random)[:10]:
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
        found = sample_options(rule, rule.position(position), Random(1))
        assert found
        for option in found:
            rule.move_to(position, option)


def test_different_chances_find_different_options() -> None:
    rule = game("nim")
    found = {option for seed in range(10) for option in sample_options(rule, (1, 10**50, 10**60), Random(seed))}
    assert len(found) > 20
    assert len(sample_options(rule, (1, 10**50, 10**60), Random(1), most=2)) == 2
