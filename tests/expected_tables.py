"""The correct values of a table, position by position, computed from the definitions.

Grundy values and outcomes come from the oracle; remoteness and suspense are those of Winning Ways
(chapter 9, "If You Can't Beat 'Em, Join 'Em!"). A position in which play has ended has remoteness 0.
A player who hurries moves to the least even remoteness if there is an even one, and otherwise to the greatest odd
remoteness; the remoteness of the position is one more. To delay, which gives the suspense, exchange least and greatest.
In misère play exchange even and odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from sprague import Ruleset
from sprague.results.base import Measure
from tests.oracle import Oracle, Position

#: Everything that can be asked for: what, and whether in misère play.
ASKED: list[tuple[Measure, bool]] = [
    ("grundy", False),
    ("outcome", False),
    ("outcome", True),
    ("remoteness", False),
    ("remoteness", True),
    ("suspense", False),
    ("suspense", True),
]


class Expected(Oracle):
    """The oracle of a rule, which also computes how long play lasts."""

    def __init__(self, rule: Ruleset) -> None:
        super().__init__(rule.options, rule.is_won, rule.blocking)
        self.lengths: dict[tuple[str, bool, Position], int] = {}

    def length(self, position: Position, what: str, misere: bool) -> int:
        key = (what, misere, position)
        if key not in self.lengths:
            reached = [self.length(option, what, misere) for option in self.options(position)]
            even = [number for number in reached if number % 2 == 0]
            odd = [number for number in reached if number % 2 == 1]
            good, bad = (odd, even) if misere else (even, odd)
            soon, late = (min, max) if what == "remoteness" else (max, min)
            self.lengths[key] = 1 + soon(good) if good else 1 + late(bad) if bad else 0
        return self.lengths[key]

    def value(self, position: Position, what: str, misere: bool) -> int | str:
        if what == "grundy":
            return self.grundy(position)
        if what == "outcome":
            return self.outcome(position, misere)
        return self.length(position, what, misere)


def positions_within(rule: Ruleset, limit: int | None = None, chips: int | None = None) -> Iterator[Position]:
    """Return all positions with piles below the limit, or with at most this many chips, sorted as in the rule."""
    high = limit - 1 if limit is not None else chips
    assert high is not None
    if not rule.remembered and rule.blocks == (tuple(range(len(rule.piles))),):
        found: Iterator[Position] = combinations_with_replacement(range(rule.floor, high + 1), len(rule.piles))
    else:
        found = product(*(range(rule.lowest(name), high + 1) for name in rule.names))
    for position in found:
        few = chips is None or sum(position[: len(rule.piles)]) <= chips
        if few and rule.is_position(position) and rule.position(position) == position:
            yield position
