"""Fulves's Merger, a game that is not solved."""

from sprague.games.support.bibliography import GUY, Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names
from sprague.rules import Ruleset, parse


@catalogued(
    "Fulves's Merger",
    sources=[
        Source("ferguson", "Section 1"),
        Source(GUY),
    ],
)
def fulves_merger(boxes: int = 4) -> Ruleset:
    """Move chips from one box to another that is at least as large; the first player to make all boxes even wins.

    >>> fulves_merger(2).options((1, 3))
    [(0, 4)]

    The total number of chips is assumed to be even.
    """
    giver, taker, *others = names = pile_names(pile_count("boxes", boxes, 2))
    return parse(
        f"({', '.join(names)}) -> ({', '.join([f'{giver} - k', f'{taker} + k', *others])}) "
        f"where 1 <= k <= {giver}, {giver} <= {taker} any order "
        f"win when {', '.join(f'{name} mod 2 = 0' for name in names)}"
    )
