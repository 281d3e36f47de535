"""Empty-Some, the game of Ferguson's referee."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, whole
from sprague.games._redistribution import redistribution
from sprague.games._theory import Theorem
from sprague.games.empty_all_but_one import theory_of_all_but_one
from sprague.games.empty_redistribute import theory_of_redistribution
from sprague.rules import Ruleset


@catalogued("Empty-Some", sources=[Source("ferguson", "Section 1, the referee's generalisation")])
def empty_some(boxes: int = 4, empty: int = 2) -> Ruleset:
    """Empty exactly `empty` boxes, and share out the rest among all boxes; no box stays empty.

    >>> empty_some(4, empty=2).options((1, 1, 1, 3))
    [(1, 1, 1, 1)]
    """
    boxes = pile_count("boxes", boxes, 2)
    return redistribution(boxes, [whole("empty", empty, 1, boxes - 1)])


@empty_some.theory
def _known(boxes: int = 4, empty: int = 2) -> list[Theorem]:
    """The two ends are solved games; nothing is proved in between."""
    if empty == 1:
        return list(theory_of_redistribution(boxes))
    if empty == boxes - 1:
        return list(theory_of_all_but_one(boxes))
    return []
