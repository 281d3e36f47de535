"""Games that only break heaps: Grundy's game and Couples-are-Forever."""

from sprague.games.support.bibliography import CAINES, GRUNDY, TAKING_AND_BREAKING, Source
from sprague.games.support.catalogue import catalogued
from sprague.rules import Ruleset, parse


@catalogued("Grundy's game", sources=[Source(GRUNDY), Source(TAKING_AND_BREAKING)])
def grundys_game() -> Ruleset:
    """Break a heap into two heaps of different sizes.

    >>> grundys_game().options((6,))
    [(1, 5), (2, 4)]
    """
    return parse("(n) -> (u) + (v) where u + v = n, 1 <= u < v")


@catalogued("Couples-are-Forever", sources=[Source(CAINES)])
def couples_are_forever() -> Ruleset:
    """Break a heap into two; a heap of two chips (a couple) must stay together.

    >>> couples_are_forever().options((4,))
    [(1, 3), (2, 2)]
    """
    return parse("(n) -> (u) + (v) where u + v = n, 1 <= u <= v, n >= 3")
