"""Taking and breaking: what a move does to a heap, as data.

Most games of one heap that may split have moves of one shape: take a fixed number of chips and leave the rest in so
many heaps. Whatever works far out (values of millions of heaps, periods proved for ever, misère quotients) stands on
these few numbers, not on a game's name, and finds them in the rule (`breakings`) or in an octal code (`octal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations_with_replacement

from sprague.errors import SpragueError


@dataclass(frozen=True, slots=True, order=True)
class Breaking:
    """Take `taken` chips from a heap and leave the rest as exactly `parts` heaps.

    Each of them has at least `least` chips, 0 or 1, and all are different if `distinct`. The heap itself must have
    `heap` chips or more. With no parts at all the heap had exactly the chips that are taken.

    >>> kayles = Breaking(taken=2, parts=2, least=0)
    >>> [tuple(parts) for parts in kayles.options(5)]
    [(0, 3), (1, 2)]
    >>> [tuple(parts) for parts in Breaking(taken=0, parts=2, distinct=True).options(6)]
    [(1, 5), (2, 4)]
    """

    taken: int
    parts: int
    least: int = 1
    distinct: bool = False
    heap: int = 0

    def __post_init__(self) -> None:
        if min(self.taken, self.parts, self.heap) < 0 or self.least not in (0, 1):
            raise SpragueError(
                f"expected chips taken, parts and a least heap from 0 on, and parts of at least 0 or 1, got {self}"
            )
        if not self.taken and (self.parts < 2 or not self.least):
            raise SpragueError(f"expected a move that changes the heap, got {self}; play would not end")

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """The heaps that a move leaves, in ascending order, each choice once."""
        yield from self.first_options(heap, heap + 1)

    def first_options(self, heap: int, most: int) -> Iterator[tuple[int, ...]]:
        """Those of the options in which all heaps but the largest have fewer chips than this.

        >>> list(Breaking(taken=2, parts=2).first_options(10**9, most=3))
        [(1, 999999997), (2, 999999996)]
        """
        if heap >= self.heap:
            yield from self._split(heap - self.taken, self.parts, self.least, most)

    def even_options(self, heap: int, most: int) -> Iterator[tuple[int, ...]]:
        """Those of the options in which two heaps are equal and all others have fewer chips than this.

        >>> list(Breaking(taken=1, parts=3).even_options(1001, most=4))
        [(2, 499, 499)]
        """
        if heap < self.heap or self.parts < 2 or self.distinct:
            return
        for others in combinations_with_replacement(range(self.least, most), self.parts - 2):
            half, odd = divmod(heap - self.taken - sum(others), 2)
            if not odd and half >= self.least:
                yield (*others, half, half)

    def _split(self, chips: int, parts: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
        if parts == 0:
            if chips == 0:
                yield ()
            return
        if parts == 1:
            if chips >= least:
                yield (chips,)
            return
        for first in range(least, min(chips // parts + 1, most)):
            for rest in self._split(chips - first, parts - 1, first + self.distinct, most):
                yield (first, *rest)


def without_empty_heaps(moves: Iterable[Breaking]) -> tuple[Breaking, ...]:
    """The same moves, each once, as ones that leave heaps of at least one chip.

    A part that may be empty is a part less. Different parts can be empty at most once.

    >>> for move in without_empty_heaps([Breaking(taken=1, parts=2, least=0)]):
    ...     print(move.taken, move.parts)
    1 0
    1 1
    1 2
    """
    found: set[Breaking] = set()
    for move in moves:
        fewest = move.parts if move.least else max(0, move.parts - 1) if move.distinct else 0
        for parts in range(fewest, move.parts + 1):
            found.add(replace(move, parts=parts, least=1, distinct=move.distinct and parts > 1))
    return tuple(sorted(found))


def first_options_of_value(
    moves: Iterable[Breaking], heap: int, value: int, grundy: Callable[[int], int], most: int
) -> Iterator[tuple[int, ...]]:
    """Options of a heap with this Grundy value: two heaps are equal, or all but the largest have less than `most`.

    If values repeat, and `most` is preperiod and period together, there is one of these if there is any: a period of
    chips can be moved to the largest heap from any other that has so many, which changes no value.
    """
    found: dict[tuple[int, ...], None] = {}
    for move in moves:
        for parts in chain(move.even_options(heap, most), move.first_options(heap, most)):
            total = 0
            for part in parts:
                total ^= grundy(part)
            left = tuple(sorted(part for part in parts if part)) or (0,)
            if total == value and left not in found:
                found[left] = None
                yield left
