"""The moves of a rule in plain words; each sentence is compared with the options of the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest

import sprague
from sprague.play.match import Match
from sprague.play.messages import rule_sentences
from sprague.play.rule_summary import rule_summary
from sprague.rules import Position, parse

LARGEST = 6


def with_changes(position: Position, changes: dict[int, int]) -> Position:
    return tuple(height + changes.get(pile, 0) for pile, height in enumerate(position))


def take(amounts: Callable[[int], bool], number: int = 1) -> Callable[[Position], Iterator[Position]]:
    """The options of a player who takes the same number of chips from each of `number` piles."""

    def options(position: Position) -> Iterator[Position]:
        for piles in combinations(range(len(position)), number):
            for amount in range(1, min(position[pile] for pile in piles) + 1):
                if amounts(amount):
                    yield with_changes(position, dict.fromkeys(piles, -amount))

    return options


def anything(_: int) -> bool:
    return True


def share(position: Position) -> Iterator[Position]:
    """Move chips from one pile to another; the receiving pile does not end larger."""
    for giver, receiver in product(range(len(position)), repeat=2):
        for amount in range(1, position[giver] + 1):
            if giver != receiver and position[receiver] + amount <= position[giver] - amount:
                yield with_changes(position, {giver: -amount, receiver: amount})


def stay_larger(position: Position) -> Iterator[Position]:
    """Take chips from one of two piles, which ends at least as large as the other pile."""
    for giver in range(2):
        for amount in range(1, position[giver] + 1):
            if position[giver] - amount >= position[1 - giver]:
                yield with_changes(position, {giver: -amount})


def take_more(position: Position) -> Iterator[Position]:
    for giver in range(2):
        for amount in range(position[1 - giver] + 1, position[giver] + 1):
            yield with_changes(position, {giver: -amount})


def from_both(position: Position) -> Iterator[Position]:
    """Take chips from each of two piles; the numbers may differ."""
    for one, other in product(range(1, position[0] + 1), range(1, position[1] + 1)):
        yield position[0] - one, position[1] - other


def vectors(*changes: Position) -> Callable[[Position], Iterator[Position]]:
    def options(position: Position) -> Iterator[Position]:
        for change in changes:
            reached = tuple(height + more for height, more in zip(position, change, strict=True))
            if min(reached) >= 0:
                yield reached

    return options


@pytest.mark.parametrize(
    ("rule", "sentence", "meaning"),
    [
        ("(a, b, c) -> (u, b, c) where u < a any order", "Take any number of chips from one pile.", [take(anything)]),
        ("(n) -> (n - 2) ; (n - 1)", "Take 1 or 2 chips from a pile.", [take(lambda k: k <= 2)]),
        ("(n) -> (n - k) where 1 <= k <= 5", "Take at most 5 chips from a pile.", [take(lambda k: k <= 5)]),
        (
            "(a, b) -> (a - k, b) where k in {1, 3, 4} any order",
            "Take 1, 3 or 4 chips from one pile.",
            [take(lambda k: k in (1, 3, 4))],
        ),
        (
            "(a, b) -> (a - k, b) where k >= 2 any order",
            "Take at least 2 chips from one pile.",
            [take(lambda k: k >= 2)],
        ),
        (
            "(a, b) -> (a - k, b) where k is odd any order",
            "Take an odd number of chips from one pile.",
            [take(lambda k: k % 2 == 1)],
        ),
        (
            "(n) -> (n - k) where k power of 2",
            "Take a number of chips that is a power of 2 from one pile.",
            [take(lambda k: k in (1, 2, 4))],
        ),
        (
            "(x, y) -> (u, y) where u < x ; (x, u) where u < y ; (x - k, y - k) where k >= 1",
            "Take any number of chips from one pile, or take the same number of chips from both piles.",
            [take(anything), take(anything, 2)],
        ),
        (
            "(a, b) -> (a - k, b - k) where k in {1, 2} any order",
            "Take the same number of chips, 1 or 2, from both piles.",
            [take(lambda k: k <= 2, 2)],
        ),
        (
            "(a, b, c) -> (a - 1, b, c) ; (a - 1, b - 1, c - 1) any order",
            "Take 1 chip from one pile, or take 1 chip from each of the 3 piles.",
            [take(lambda k: k == 1), take(lambda k: k == 1, 3)],
        ),
        (
            "(a, b) -> (u, v) where u < a, v < b",
            "Take any number of chips from each pile; the numbers may differ.",
            [from_both],
        ),
        (
            "(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order",
            "Move any number of chips from one pile to another; the receiving pile must not end larger.",
            [share],
        ),
        (
            "(a, b) -> (u, b) where u < a, u >= b any order",
            "Take any number of chips from one pile; that pile must end at least as large as the other pile.",
            [stay_larger],
        ),
        (
            "(a, b) -> (a - k, b) where k > b any order",
            "Take any number of chips from one pile; you must take more chips than the other pile has.",
            [take_more],
        ),
        (
            "(x, y) -> (x - 2, y) ; (x, y - 1) ; (x - 1, y + 2)",
            "Take 2 chips from the 1st pile, or take 1 chip from the 2nd pile, or take 1 chip from the 1st pile and "
            "add 2 chips to the 2nd pile.",
            [vectors((-2, 0), (0, -1), (-1, 2))],
        ),
    ],
)
def test_the_sentence_means_the_rule(
    rule: str, sentence: str, meaning: list[Callable[[Position], Iterator[Position]]]
) -> None:
    parsed = parse(rule)
    assert rule_summary(parsed) == sentence
    for position in product(range(LARGEST), repeat=len(parsed.piles)):
        expected = {parsed.position(option) for options in meaning for option in options(position)}
        assert set(parsed.options(position)) == expected


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("0.77", "Take 1 or 2 chips from a heap; you may break the rest into two heaps."),
        ("0.6", "Take 1 chip from a larger heap; you may break the rest into two heaps."),
        ("0.5", "Take 1 chip from a heap; break the rest into two heaps, unless nothing remains."),
        ("0.F", "Take 1 chip from a heap; you may break the rest into two or three heaps."),
        ("4.3", "Break a heap into two heaps, or take 1 chip from a heap."),
        ("0.12", "Take a whole pile of 1 chip, or take 2 chips from a larger pile."),
    ],
)
def test_octal_games_are_described_by_their_heaps(code: str, sentence: str) -> None:
    assert rule_summary(sprague.game(code)) == sentence
    assert list(rule_sentences(Match(code, (5,)))) == [sentence]


def test_limits_on_heaps_are_stated() -> None:
    assert rule_summary(sprague.game("couples-are-forever")) == "Break a heap of at least 3 chips into two heaps."
    assert rule_summary(sprague.game("grundys-game")) == "Break a heap into two heaps of different sizes."
    summary = "Take any number of chips from a heap, or break a heap into two heaps."
    assert rule_summary(sprague.game("laskers-nim")) == summary


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("(a, b) -> (a - k, b - l) where k >= 1, |k - l| < 2 any order", "take k chips from a and l chips from b"),
        ("(a, b, c) -> (u, b, c) where u < a any order of a, b", "In a move, a becomes u"),
        ("(a, b) -> (a - k, b) where k >= 1, a - k != b any order", "a - k differs from b"),
        ("(a, b) -> (u, b) where u < a any order stop when a + b <= 3", "Play ends as soon as a + b is at most 3."),
        ("(a, b) -> (u, b) where u < a any order piles >= 1", "Every pile always holds at least 1 chip."),
        ("(a, b, c) -> (a - 1, b - 1, c) in a circle", "The piles are arranged in a circle"),
        ("(n | t) -> (n - k | 2k) where 1 <= k <= t", "t becomes 2k"),
    ],
)
def test_other_conditions_keep_the_names_of_the_rule(rule: str, words: str) -> None:
    assert words.lower() in rule_summary(parse(rule)).lower()


def test_every_game_of_the_catalogue_has_a_summary() -> None:
    for entry in sprague.catalogue():
        assert rule_summary(sprague.game(entry.name)).endswith(".")


def test_a_rule_with_very_many_moves_has_no_summary() -> None:
    moves = " ; ".join(f"(a - {k}, b - {k}) where a > {3 * k}b" for k in range(1, 12))
    assert rule_summary(parse(f"(a, b) -> {moves}")) == ""
