"""Selective Empty & Redistribute (Ferguson, Section 4)."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count
from sprague.games._redistribution import redistribution
from sprague.rules import Ruleset


@catalogued("Selective Empty & Redistribute", sources=[Source("ferguson", "Section 4")])
def selective_empty_redistribute(boxes: int = 3) -> Ruleset:
    """Empty as many boxes as you like, not all, and share out the rest among all boxes; no box stays empty.

    >>> selective_empty_redistribute(2).options((1, 4))
    [(1, 3), (2, 2)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, range(1, boxes))
