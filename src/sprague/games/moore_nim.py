"""Moore's Nim: Nim on several piles at once."""

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import choice_names, pile_count, pile_names, whole
from sprague.rules import Ruleset, parse


@catalogued(
    "Moore's Nim",
    sources=[Source("ferguson", "Section 1"), Source("E. H. Moore, A generalization of the game called Nim (1910)")],
)
def moore_nim(piles: int = 3, width: int = 2) -> Ruleset:
    """Take chips from up to `width` piles, at least one chip in all.

    >>> moore_nim(2, width=2).options((1, 1))
    [(0, 0), (0, 1)]
    """
    names = pile_names(pile_count("piles", piles))
    used = names[: whole("width", width, 1, len(names))]
    left = choice_names(len(used))
    shrink = ", ".join(f"{choice} <= {pile}" for choice, pile in zip(left, used, strict=True))
    return parse(
        f"({', '.join(names)}) -> ({', '.join(left + names[len(used) :])}) "
        f"where {shrink}, {' + '.join(left)} < {' + '.join(used)} any order"
    )
