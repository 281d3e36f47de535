"""Periods of games that break heaps: found in the values of heaps, proved for all heaps.

*The theorem* (Guy and Smith 1956, for octal games). Let all moves of a game take at most T chips from a heap and leave
at most K heaps, none of them empty. Let n0 >= 1 and p >= 1, and let g(n + p) = g(n) for all n with n0 <= n < N, where

    N = K n0 + (K - 1) p + T - K + 1.

Then g(n + p) = g(n) for all n >= n0.

*Proof* by induction on n >= N: g(m + p) = g(m) for n0 <= m < n, and we show that the options of n + p and of n have the
same values. An option of n + p has k <= K heaps with n + p - t chips in all, t <= T. The largest has at least n0 + p
chips: otherwise all have at most n0 + p - 1, so that n + p - T <= K (n0 + p - 1), which n >= N excludes. Take p chips
off it: at least n0 are left, and fewer than n as t >= 1 or k >= 2. So its value stays, and this is an option of n.
The other way round, an option of n has a heap of at least n0 chips, as n - T > K (n0 - 1), and with p chips more
it is an option of n + p of the same value. (Moves that leave no heap take exactly the heap, and n > T.)

*Heaps that must differ* (two of them). p chips more on the larger heap leave them different. p chips less make them
equal if they are b + p and b; then the value is 0, as b >= n0, and b + p and b - p are different heaps with the
n - t = 2b chips that an option of n has, and with the value 0 too, if b - p >= n0. So N must be at least
2 (n0 + p) + T as well.

*Least heaps.* A move that is made only from heaps of h or more chips is no exception from there on: N >= h.

*Least period and preperiod.* As for windows (`sprague.patterns.windows`): it is enough that p fails at n0 - 1, and that
p / q fails somewhere from n0 on for each prime q that divides p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from sprague.errors import OutOfReach
from sprague.limits import current, default_memory
from sprague.patterns.sequences import find_sequence_period
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking
from sprague.rules.breaking_rules import need_breakings
from sprague.rules.ranks import Rank, WeightedSums
from sprague.tables.heaps import Heaps, SparseSpace

HEAPS = 1 << 17  # that are looked at where nothing else is said
HEAPS_IN_THREE = 1 << 11  # the same where a heap breaks into three or more: the work grows with the square of the heap
FIRST = 1 << 8


@dataclass(frozen=True, eq=False)
class HeapEvidence:
    """What proves the period of a game that breaks heaps: the values of its preperiod and of a period.

    `space` is a sparse space in which they are quick to check, if there is one.
    """

    rank: Rank
    preperiod: int
    period: int
    values: npt.NDArray[Any]
    space: SparseSpace | None
    looked_at: int

    kind = "heaps"
    what = "grundy"
    misere = False

    def value(self, heap: int) -> int:
        """The value of a heap of any size."""
        beyond = heap - self.preperiod
        return int(self.values[heap if beyond < self.period else self.preperiod + beyond % self.period])

    def to_json(self) -> dict[str, object]:
        space = self.space
        return {
            "heaps": {
                "preperiod": self.preperiod,
                "period": self.period,
                "values": self.values.tolist(),
                "mask": space.mask if space else 0,
                "turns": int(space.by_place) if space else 0,
            }
        }

    def __str__(self) -> str:
        return (
            f"Proved by the values of all heaps of fewer than {self.looked_at:,} chips, by which all others repeat them"
        )


def heaps_to_check(moves: Sequence[Breaking], preperiod: int, period: int) -> int:
    """How many heaps, from the empty one on, must repeat themselves so that all do: N + p of the theorem."""
    start = max(preperiod, 1)
    most, taken = max(move.parts for move in moves), max(move.taken for move in moves)
    bound = most * start + (most - 1) * period + taken - most + 1
    if any(move.distinct for move in moves):
        bound = max(bound, 2 * (start + period) + taken)
    return max(bound, taken + 1, *(move.heap for move in moves)) + period


def find_heap_period(rule: Ruleset, allowed: int | None) -> HeapEvidence | str:
    """The period of a game that breaks heaps, proved; or how far none was found."""
    moves = need_breakings(rule)
    heaps = Heaps(moves)
    usual = HEAPS if max(move.parts for move in moves) < 3 else HEAPS_IN_THREE
    most = usual if allowed is None else allowed
    memory = current().memory or default_memory()
    limit = min(FIRST, most)
    while True:
        if heaps.bytes_for(limit) > memory:
            raise OutOfReach(
                f"{limit:,} heaps need {heaps.bytes_for(limit) / 1e9:,.1f} GB, and {memory / 1e9:,.1f} GB are allowed; "
                "allow fewer (positions=…, or --positions)"
            )
        values = heaps.up_to(limit)
        seen = find_sequence_period(values, saltus=False)
        if seen and heaps_to_check(moves, seen.preperiod, seen.period) <= limit:
            kept = values[: seen.preperiod + seen.period].copy()
            chips = WeightedSums.chips(rule)
            return HeapEvidence(chips, seen.preperiod, seen.period, kept, heaps.find_space(), limit)
        if limit == most:
            if seen:
                needed = heaps_to_check(moves, seen.preperiod, seen.period)
                return (
                    f"period {seen.period} from {seen.preperiod} on fits all heaps of fewer than {limit:,} chips, and "
                    f"is proved if it fits those of fewer than {needed:,}; allow more (positions=…)"
                )
            return f"no period fits the values of all heaps of fewer than {limit:,} chips"
        limit = min(2 * limit, most)
