"""One Bottle, the game of milk bottles that opens the paper on Sharing Nim."""

from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names
from sprague.rules import Ruleset, parse


@catalogued("One Bottle", sources=[Source("sharing-nim", "Introduction")])
def one_bottle(piles: int = 3) -> Ruleset:
    """Move one bottle from one row to another; afterwards, the row that gained the bottle must not be the longer one.

    >>> one_bottle(3).options((0, 1, 3))
    [(1, 1, 2), (0, 2, 2)]

    One Bottle and Sharing Nim have different P-positions, because a move in Sharing Nim may move several chips at once.
    """
    giver, taker, *others = pile_names(pile_count("piles", piles, 2))
    return parse(
        f"({', '.join([giver, taker, *others])}) -> ({', '.join([f'{giver} - 1', f'{taker} + 1', *others])}) "
        f"where {taker} + 1 <= {giver} - 1 any order"
    )
