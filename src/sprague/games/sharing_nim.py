"""Sharing Nim, which on unordered piles is Entropy Reduction."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names
from sprague.rules import Ruleset, parse


@catalogued(
    "Sharing Nim", sources=[Source("sharing-nim"), Source("ferguson", "Section 5")], aliases=["entropy-reduction"]
)
def sharing_nim(piles: int = 3) -> Ruleset:
    """Move chips from one pile to another, which must not become the larger of the two.

    >>> sharing_nim(3).options((0, 1, 3))
    [(1, 1, 2), (0, 2, 2)]

    Ferguson's Entropy Reduction asks that the two piles become more nearly equal. He thereby also
    allows to move so many chips that the two exchange roles, which leads to the same piles.
    (The game called Sharing Nim in arXiv 2008.01075, remove or transfer, is another one.)
    """
    giver, taker, *others = pile_names(pile_count("piles", piles, 2))
    return parse(
        f"({', '.join([giver, taker, *others])}) -> ({', '.join([f'{giver} - k', f'{taker} + k', *others])}) "
        f"where k >= 1, {taker} + k <= {giver} - k any order"
    )
