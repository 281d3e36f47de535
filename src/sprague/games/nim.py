"""Nim, the game all others are measured by."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names
from sprague.rules import Ruleset, parse


@catalogued(
    "Nim", sources=[Source("nim"), Source("C. L. Bouton, Nim, a game with a complete mathematical theory (1901)")]
)
def nim(piles: int = 3) -> Ruleset:
    """Take any positive number of chips from one pile.

    >>> nim(2).options((0, 3))
    [(0, 0), (0, 1), (0, 2)]
    """
    first, *others = pile_names(pile_count("piles", piles))
    return parse(f"({', '.join([first, *others])}) -> ({', '.join(['u', *others])}) where u < {first} any order")
