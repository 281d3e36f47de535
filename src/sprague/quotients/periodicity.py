"""Periods of misère quotients, `find_element_period`: a proof that the elements of heaps repeat for ever.

*Theorem.* Plambeck and Siegel (2008) proved this theorem for octal games. Suppose a move takes at most k chips from a
heap and leaves at most m heaps, of any sizes that add up to the remaining chips. Let Q be the misère quotient of the
heaps below M, and let Φ(n) be the element of heap n. Suppose the elements repeat: Φ(n + p) = Φ(n) whenever n₀ ≤ n and
n + p < M, where p and n₀ are at least 1. If M ≥ m(n₀ + p) + k, then Q is the quotient of all heaps, and Φ(n + p) = Φ(n)
for all n ≥ n₀.

*Proof.* Extend Φ to all heaps by its period, and consider a heap of n ≥ M chips. A move in heap n leaves at most m
heaps with at least n − k ≥ m(n₀ + p) chips in total, so the largest of these heaps has at least n₀ + p chips. Removing
p chips from the largest heap of the option gives an option of heap n − p with the same element. Conversely, a move in
heap n − p leaves a heap of at least n₀ chips, and adding p chips to this heap gives an option of heap n with the same
element. Neither step makes a heap empty, because n₀ ≥ 1, and no move takes the whole heap n − p, because n − p > k. So
the heaps n and n − p have the same element, and their options have the same elements. Hence heap n adds no new
condition to the outcome equation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class MoveBounds:
    """Bounds on moves: the most chips taken, the most heaps left, and the least heap size that allows all moves.

    The bounds require that a move may divide the remaining chips into heaps in any way. So the bounds do not apply to
    games in which a move must leave heaps of different sizes.
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
        """Return the smallest heap that must have the same element as the given heap because of the period."""
        return heap if heap < self.start else self.start + (heap - self.start) % self.period


def find_element_period(elements: Sequence[int], shape: MoveBounds) -> ElementPeriod | None:
    """Return the least proved period of the elements of heaps in a misère quotient, or None if no period is proved.

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
