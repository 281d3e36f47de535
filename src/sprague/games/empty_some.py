"""Empty-Some, the game of Ferguson's referee."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, whole
from sprague.games._redistribution import redistribution
from sprague.rules import Ruleset


@catalogued("Empty-Some", sources=[Source("ferguson", "Section 1, the referee's generalisation")])
def empty_some(boxes: int = 4, empty: int = 2) -> Ruleset:
    """Empty exactly `empty` boxes, and share out the rest among all boxes; no box stays empty.

    >>> empty_some(4, empty=2).options((1, 1, 1, 3))
    [(1, 1, 1, 1)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [whole("empty", empty, 1, boxes - 1)])
