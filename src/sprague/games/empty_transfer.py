"""Empty & Transfer (Ferguson, Section 2)."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names
from sprague.rules import Ruleset, parse


@catalogued("Empty & Transfer", sources=[Source("ferguson", "Section 2")])
def empty_transfer(boxes: int = 3) -> Ruleset:
    """Empty a box, then move some but not all chips of another box into it; no box is ever empty.

    >>> empty_transfer(2).options((1, 4))
    [(1, 3), (2, 2)]
    """
    emptied, split, *others = pile_names(pile_count("boxes", boxes, 2))
    return parse(
        f"({', '.join([emptied, split, *others])}) -> ({', '.join(['u', 'v', *others])}) "
        f"where u + v = {split} any order piles >= 1"
    )
