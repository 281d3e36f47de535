"""Empty-All-But-One (Ferguson, Section 3)."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count
from sprague.games._redistribution import redistribution
from sprague.rules import Ruleset


@catalogued("Empty-All-But-One", sources=[Source("ferguson", "Section 3")])
def empty_all_but_one(boxes: int = 3) -> Ruleset:
    """Empty all boxes but one, and share out the chips of that one among all boxes; no box stays empty.

    >>> empty_all_but_one(3).options((1, 2, 5))
    [(1, 1, 3), (1, 2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [boxes - 1])
