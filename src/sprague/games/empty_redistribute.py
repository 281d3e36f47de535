"""Empty & Redistribute (Ferguson, Section 4)."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count
from sprague.games._redistribution import redistribution
from sprague.rules import Ruleset


@catalogued("Empty & Redistribute", sources=[Source("ferguson", "Section 4")])
def empty_redistribute(boxes: int = 3) -> Ruleset:
    """Empty one box, and share out the chips of the others anew among all boxes; no box stays empty.

    >>> empty_redistribute(3).options((1, 1, 3))
    [(1, 1, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [1])
