"""Periods of misère quotients, `find_element_period`: a proof that the elements of heaps repeat for ever.

*Theorem* of Plambeck and Siegel (2008, for octal games). Suppose a move takes at most k chips from a heap and leaves at
most m heaps, of any sizes that add up to the rest. Let Q be the misère quotient of the heaps below M, and let Φ(n) be
the element of heap n. Suppose the elements repeat: Φ(n + p) = Φ(n) whenever n₀ ≤ n and n + p < M, where p and n₀ are at
least 1. If M ≥ m(n₀ + p) + k, then Q is the quotient of all heaps, and Φ(n + p) = Φ(n) for all n ≥ n₀.

*Proof.* Extend Φ to all heaps by its period, and consider a heap of n ≥ M chips. The heaps that a move in n leaves have
at least n − k ≥ m(n₀ + p) chips in total, so the largest of them has at least n₀ + p chips. Removing p chips from the
largest heap of the option gives an option of n − p with the same element. Conversely, the largest heap that a move in n
− p leaves has at least n₀ chips, and p chips can be added to it. No heap becomes empty, because n₀ ≥ 1, and no move
takes the whole heap, because n − p > k. So the heaps n and n − p have the same element, and their options have the same
elements. Hence heap n adds no new condition to the outcome equation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """Bounds on moves that can prove a period: most chips taken, most heaps left, and first heap with all moves.

    A move must allow all ways to divide the remaining chips into heaps. So the bounds do not apply to games in which
    the new heaps must differ.
    """

    taken: int
    parts: int
    start: int = 0


@dataclass(frozen=True, slots=True)
class ElementPeriod:
    """A proved period of the elements of heaps in a misère quotient, valid from the heap `start` on."""

    start: int
    period: int

    def __str__(self) -> str:
        return f"period {self.period} from heap {self.start} on"

    def known(self, heap: int) -> int:
        """Return the smallest heap that has, by the period, the same element as the given heap."""
        return heap if heap < self.start else self.start + (heap - self.start) % self.period


def find_element_period(elements: Sequence[int], shape: MoveBounds) -> ElementPeriod | None:
    """Return the least proved period of the elements of heaps in a misère quotient; None if there is none.

    >>> find_element_period([0, 1, 2, 0, 1, 2, 0, 1, 2], MoveBounds(taken=2, parts=1))
    ElementPeriod(start=1, period=3)
    >>> find_element_period([0, 1, 2, 0, 1], MoveBounds(taken=2, parts=1)) is None
    True
    """
    values, bound, parts = np.asarray(elements), len(elements), max(1, shape.parts)
    for period in range(1, bound):
        different = np.flatnonzero(values[period:] != values[:-period])
        start = max(1, int(different[-1]) + 1 if len(different) else 0)
        if bound >= max(parts * (start + period) + shape.taken, shape.start + period):
            return ElementPeriod(start, period)
    return None
