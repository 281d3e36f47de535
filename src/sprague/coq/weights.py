"""Recurrent digit weights, and sequences with the same recurrence (`coq/Weights.v`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

LOOKED_AT = 8  # so many terms of a sequence are looked at, to see that it rises


@dataclass(frozen=True, slots=True)
class Weights:
    """The first weights, the factors of the recurrence, the oldest weight's first, and how much digits may add.

    n digits, in whatever order they come, add at most what the n-th term of a sequence is more than its first. That
    obeys the recurrence, too, and is `scale` times as large, to be whole.
    """

    first: tuple[int, ...]
    factors: tuple[int, ...]
    reach: tuple[int, ...]
    scale: int

    @staticmethod
    def of(first: Sequence[int], factors: Sequence[int], digits: int) -> Weights:
        """The sums of weights fail the recurrence by the same number each time; made up for that, they obey it."""
        *sums, last = accumulate(((digits - 1) * weight for weight in first), initial=0)
        scale = sum(factors) - 1
        fails = last - sum(factor * amount for factor, amount in zip(factors, sums, strict=True))
        return Weights(tuple(first), tuple(factors), tuple(scale * amount + fails for amount in sums), scale)

    def following(self, window: Sequence[int]) -> tuple[int, ...]:
        """As many terms of a sequence that obeys the recurrence, from the next one on."""
        return *window[1:], sum(factor * term for factor, term in zip(self.factors, window, strict=True))

    def rises(self, least: int, window: Sequence[int]) -> bool:
        """Whether all terms from these on are seen to be at least so large, because they go up in the end."""
        for _ in range(LOOKED_AT):
            if window[0] < least:
                return False
            if window[0] >= 0 and all(one <= two for one, two in pairwise(window)):
                return True
            window = self.following(window)
        return False
