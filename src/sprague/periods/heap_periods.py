"""Proved periods of heaps in taking-and-breaking games: `find_heap_evidence`, `HeapEvidence`.

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

*Least period and preperiod.* As for windows (`sprague.periods.windows`): it is enough that p fails at n0 - 1, and that
p / q fails somewhere from n0 on for each prime q that divides p.

Where a heap may break into three or more, values may also rise for ever: see `sprague.periods.heap_saltus`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from sprague.errors import OutOfReach
from sprague.limits import current, default_memory
from sprague.periods.heap_saltus import ArithmeticValues, find_saltus_obstacle
from sprague.periods.sequences import NoSequencePeriod, SequencePeriod, find_sequence_period
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking, require_breakings
from sprague.rules.termination import Rank, WeightedSums
from sprague.tables.heap_values import HeapValues, SparseSpace

HEAPS = 1 << 17  # default number of heaps examined
HEAPS_IN_THREE = 1 << 11  # the same where a heap breaks into three or more: the work grows with the square of the heap
FIRST = 1 << 8  # number of heaps examined first


@dataclass(frozen=True, eq=False)
class HeapEvidence:
    """The proof of a period of heaps: the values of the preperiod and of one period.

    With each period values rise by the saltus. `space` is a sparse space in which they are quick to check, if there is
    one.
    """

    rank: Rank
    preperiod: int
    period: int
    saltus: int
    values: npt.NDArray[Any]
    space: SparseSpace | None
    looked_at: int

    kind = "heaps"
    what = "grundy"
    misere = False

    def value(self, heap: int) -> int:
        """Return the value of a heap of any size."""
        times, place = divmod(max(heap - self.preperiod, 0), self.period)
        first = heap if heap < self.preperiod else self.preperiod + place
        return int(self.values[first]) + times * self.saltus

    @property
    def rise(self) -> ArithmeticValues:
        """The values as an arithmetically periodic function."""
        return ArithmeticValues(self.preperiod, self.period, self.saltus, self.values.tolist())

    def to_json(self) -> dict[str, object]:
        space = self.space
        return {
            "heaps": {
                "preperiod": self.preperiod,
                "period": self.period,
                "saltus": self.saltus,
                "values": self.values.tolist(),
                "mask": space.mask if space else 0,
                "turns": bool(space and space.by_place),
            }
        }

    def __str__(self) -> str:
        how = "from which all others rise" if self.saltus else "by which all others repeat them"
        return f"Proved by the values of all heaps of fewer than {self.looked_at:,} chips, {how}"


def count_heaps_to_check(moves: Sequence[Breaking], preperiod: int, period: int) -> int:
    """Return how many heaps, from the empty one on, must repeat to prove a period: N + p of the theorem."""
    start = max(preperiod, 1)
    most, taken = max(move.parts for move in moves), max(move.taken for move in moves)
    bound = most * start + (most - 1) * period + taken - most + 1
    if any(move.distinct for move in moves):
        bound = max(bound, 2 * (start + period) + taken)
    return max(bound, taken + 1, *(move.heap for move in moves)) + period


def find_heap_evidence(rule: Ruleset, allowed: int | None) -> HeapEvidence | str:
    """Return the proved period of heaps of a taking-and-breaking game, or a message how far none was found."""
    moves = require_breakings(rule)
    heaps = HeapValues(moves)
    may_rise = max(move.parts for move in moves) > 2
    usual = HEAPS_IN_THREE if may_rise else HEAPS
    most = usual if allowed is None else allowed
    memory = current().memory or default_memory()
    limit = min(FIRST, most)
    while True:
        if (needed := heaps.memory_for(limit)) > memory:
            raise OutOfReach(
                f"{limit:,} heaps need {needed / 1e9:,.1f} GB, and {memory / 1e9:,.1f} GB are allowed; "
                "allow fewer (positions=…, or --positions)"
            )
        values = heaps.up_to(limit)
        seen = find_sequence_period(values, saltus=False)
        if not seen and may_rise:
            seen = find_sequence_period(values)
        why_not = _why_not_proved(moves, seen, values)
        if seen and why_not is None:
            kept = values[: seen.preperiod + seen.period].copy()
            chips = WeightedSums.chips(rule)
            return HeapEvidence(chips, seen.preperiod, seen.period, seen.saltus, kept, heaps.find_sparse_space(), limit)
        if why_not and limit == most:
            return why_not
        limit = min(2 * limit, most)


def _why_not_proved(
    moves: Sequence[Breaking], seen: SequencePeriod | NoSequencePeriod, values: npt.NDArray[Any]
) -> str | None:
    """What the values of the first heaps do not show; None if they prove the period seen."""
    limit = len(values)
    if not seen:
        return f"no period fits the values of all heaps of fewer than {limit:,} chips"
    m, p, s = seen.preperiod, seen.period, seen.saltus
    needed = count_heaps_to_check(moves, m, p)
    fits = f"period {p}{f' and saltus {s}' if s else ''} from {m} on fits all heaps of fewer than {limit:,} chips, and "
    if needed > limit:
        return f"{fits}is proved if it fits those of fewer than {needed:,}; allow more (positions=…)"
    if s:
        why_not = find_saltus_obstacle(moves, ArithmeticValues(m, p, s, values[: m + p].tolist()), needed - p)
        return why_not and f"{fits}is not proved: {why_not}"
    return None
