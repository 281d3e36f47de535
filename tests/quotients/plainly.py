"""Octal games and misère play, computed naively, for comparison with quotients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from sprague.quotients.misere import compute_quotient
from sprague.quotients.periodicity import MoveBounds
from sprague.quotients.quotient import Quotient

Heaps = tuple[int, ...]


def octal(code: str) -> Callable[[int], list[Heaps]]:
    """The options of each heap, from the digits of the code, read as Guy and Smith define them."""
    digits = [int(digit, 16) for digit in code.replace(".", "")]

    @cache
    def options(heap: int) -> list[Heaps]:
        return [
            parts
            for taken, digit in enumerate(digits)
            for count in range(4)
            if digit >> count & 1
            for parts in partitions(heap - taken, count, heap)
            if parts != (heap,)
        ]

    return options


def partitions(chips: int, parts: int, most: int) -> Iterator[Heaps]:
    """Chips as so many heaps that are not empty, in descending order."""
    if parts == 0:
        if chips == 0:
            yield ()
        return
    for first in range(min(chips, most), 0, -1):
        for rest in partitions(chips - first, parts - 1, first):
            yield (first, *rest)


def misere(options: Callable[[int], list[Heaps]]) -> Callable[[Heaps], bool]:
    """Whether the previous player wins a sum of heaps in misère play."""

    @cache
    def is_p(heaps: Heaps) -> bool:
        reached = {
            tuple(sorted((*heaps[:place], *heaps[place + 1 :], *left)))
            for place, heap in enumerate(heaps)
            for left in options(heap)
        }
        return bool(reached) and not any(map(is_p, reached))

    return is_p


def sums(chips: int, most: int) -> Iterator[Heaps]:
    """All sums of heaps with at most so many chips, each heap at most so large; in ascending order each."""
    yield ()
    for last in range(1, min(chips, most) + 1):
        for rest in sums(chips - last, last):
            yield (*rest, last)


@cache
def quotient(code: str, heaps: int | None = None) -> Quotient:
    """Of all heaps, if their elements repeat; of those up to a bound, all of which are added, if one is given."""
    if heaps is not None:
        return compute_quotient(code, octal(code), heaps)
    digits = code.replace(".", "").rstrip("0")
    parts = max(int(digit, 16).bit_length() - 1 for digit in digits)
    return compute_quotient(code, octal(code), None, MoveBounds(len(digits) - 1, parts))
