"""Empty some boxes and share out what is left: the rule that four of Ferguson's games have in common."""

from collections.abc import Iterable

from sprague.games._parameters import choice_names, pile_names
from sprague.rules import Ruleset, parse


def redistribution(boxes: int, emptied: Iterable[int]) -> Ruleset:
    """Empty one of these numbers of boxes, and share out the rest among all, at least one chip in each."""
    names = pile_names(boxes)
    new = choice_names(boxes)
    moves = [f"({', '.join(new)}) where {' + '.join(new)} = {' + '.join(names[: boxes - count])}" for count in emptied]
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order piles >= 1")
