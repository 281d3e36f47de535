"""Flanigan's Rim, a game between Nim (base 2) and Trim (base 3) and beyond."""

from collections.abc import Iterator

from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.rules import Ruleset, parse


@catalogued("Rim", sources=[Source("ferguson", "Section 1"), Source("J. Flanigan, Nim, Trim and Rim (1980)")])
def rim(piles: int = 3, base: int = 3) -> Ruleset:
    """Take x chips from a pile, and up to base - 2 times y chips from any piles, y a power of the base, y > x/2.

    >>> rim(2, base=2) == parse("(a, b) -> (a - x, b) where x >= 1 any order")
    True
    >>> len(rim(2, base=3).options((3, 3)))
    7

    The number y is the same each time. Ferguson's words allow another y each time as well; the
    P-positions are the same.
    """
    names = pile_names(pile_count("piles", piles))
    moves = []
    for times in _shares(whole("base", base, 2, 12) - 2, len(names)):
        taken = [f"{name} - {count}y" if count else name for name, count in zip(names, times, strict=True)]
        condition = f"x >= 1, 2y > x, y power of {base}" if any(times) else "x >= 1"
        moves.append(f"({', '.join([f'{taken[0]} - x', *taken[1:]])}) where {condition}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)} any order")


def _shares(most: int, piles: int) -> Iterator[tuple[int, ...]]:
    """How often y is taken from each pile: first from the pile of x, then from the others, falling.

    The order of the others does not matter. To take y from the pile of x only is to take more there.
    """
    for total in range(most + 1):
        for others in _partitions(total, piles - 1, total):
            for own in range(most - total + 1) if total else (0,):
                yield (own, *others)


def _partitions(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, largest), -1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)
