"""Wythoff's game."""

from sprague.games._catalogue import Source, catalogued
from sprague.rules import Ruleset, parse


@catalogued(
    "Wythoff's game",
    sources=[Source("ferguson", "Section 1"), Source("W. A. Wythoff, A modification of the game of Nim (1907)")],
)
def wythoff() -> Ruleset:
    """Take any number of chips from one of two piles, or the same number from both.

    >>> wythoff().options((1, 2))
    [(0, 2), (0, 1), (1, 1)]
    """
    return parse("(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order")
