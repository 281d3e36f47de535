"""Proved periods of heaps in taking-and-breaking games: `find_heap_evidence`, `HeapEvidence`.

Guy and Smith (1956) proved the following theorem for octal games. Suppose each move of a game takes at most T chips
from a heap and leaves at most K heaps, none of them empty. Let g(n) be the Grundy value of a heap of n chips. Let n0 >=
1, p >= 1 and N = K n0 + (K - 1) p + T - K + 1. Suppose the values repeat: g(n + p) = g(n) for all n from n0 to N - 1.
Then g(n + p) = g(n) for all n >= n0.

*Proof.* The proof is by induction on n, from n = N on. The induction hypothesis is g(m + p) = g(m) for n0 <= m < n. To
prove g(n + p) = g(n), we show that the options of a heap of n + p chips and of a heap of n chips have the same values.
A move that takes t <= T chips from a heap of n + p chips leaves k <= K heaps with n + p - t chips in total. The largest
of the k heaps has at least n0 + p chips; otherwise n + p - T <= K (n0 + p - 1), so n would be less than N, a
contradiction. Remove p chips from the largest heap. At least n0 and fewer than n chips remain in the largest heap,
because the move takes a chip (t >= 1) or leaves another heap (k >= 2). The heaps that remain form an option of the heap
of n chips. By the induction hypothesis, removing p chips does not change the value of the largest heap. Conversely,
each option of a heap of n chips contains a heap of at least n0 chips, because n - T > K (n0 - 1). Adding p chips to a
heap of at least n0 chips in the option gives an option of the heap of n + p chips with the same value. No move leaves
zero heaps, because such a move would take all n > T chips.

*Different heaps.* In some games, a move that leaves two heaps must leave heaps of different sizes. If p chips are added
to the larger of two different heaps, the heaps stay different. If p chips are removed from the larger of two heaps, the
heaps become equal only if they have b + p and b chips for some b. An option of n + p with the heaps b + p and b has the
Grundy value 0, because g(b + p) = g(b) for b >= n0. Two heaps of b - p and b + p chips have as many chips in total as
two heaps of b chips, so the pair (b - p, b + p) is an option of n. The option with the heaps b + p and b - p also has
the Grundy value 0 if b - p >= n0. So if the two heaps must differ in size, the proof also requires N >= 2 (n0 + p) + T.

*Moves that need large heaps.* If a move is legal only from heaps of at least h chips, the proof requires N >= h.

*Least period and preperiod.* The preperiod n0 and the period p are the least possible if the period p fails at heap
n0 - 1, and if, for each prime divisor q of p, the period p / q fails at some heap from n0 on (for a proof, see
`sprague.periods.windows`).

If a heap can break into three or more heaps, the values can also grow for ever (see `sprague.periods.heap_saltus`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from sprague.array_values import ArrayValue
from sprague.errors import OutOfReach
from sprague.limits import current, default_memory
from sprague.periods.heap_saltus import ArithmeticValues, find_saltus_obstacle
from sprague.periods.sequences import NoSequencePeriod, SequencePeriod, find_sequence_period
from sprague.rules import Ruleset
from sprague.rules.breaking import Breaking, require_breakings
from sprague.rules.termination import Rank, WeightedSums
from sprague.tables.heap_values import HeapValues, SparseSpace

HEAPS = 1 << 17  # default number of heaps whose Grundy values are computed
# Smaller default number of heaps if a heap can break into three or more heaps: the computation then takes quadratic
# time.
HEAPS_IN_THREE = 1 << 11
FIRST = 1 << 8  # number of heaps in the first attempt to prove a period


@dataclass(frozen=True, eq=False)
class HeapEvidence(ArrayValue):
    """The proof of a period of heaps: the values of the preperiod and of one period.

    The values grow by `saltus` in each period; a saltus of 0 means that the values repeat. The field `space` is None,
    or a sparse space (see `sprague.tables.heap_values`) that speeds up the check of the values.
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
        """Return the Grundy value of a heap of any size, computed from the proved period."""
        times, place = divmod(max(heap - self.preperiod, 0), self.period)
        first = heap if heap < self.preperiod else self.preperiod + place
        return int(self.values[first]) + times * self.saltus

    @property
    def rise(self) -> ArithmeticValues:
        """The proved values of heaps, as an arithmetically periodic function of the size."""
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
        how = "larger heaps repeat them, increased by the saltus" if self.saltus else "larger heaps repeat them"
        return f"Proved by the values of all heaps of fewer than {self.looked_at:,} chips; {how}"


def count_heaps_to_check(moves: Sequence[Breaking], preperiod: int, period: int) -> int:
    """Return how many heaps, including the empty heap, are needed to prove a period: N + p in the theorem."""
    start = max(preperiod, 1)
    most, taken = max(move.parts for move in moves), max(move.taken for move in moves)
    bound = most * start + (most - 1) * period + taken - most + 1
    if any(move.distinct for move in moves):
        bound = max(bound, 2 * (start + period) + taken)
    return max(bound, taken + 1, *(move.heap for move in moves)) + period


def find_heap_evidence(rule: Ruleset, allowed: int | None) -> HeapEvidence | str:
    """Return the proved period of the heaps of a taking-and-breaking game, or the reason why no period was proved."""
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
                f"{limit:,} heaps need {needed / 1e9:,.1f} GB, but only {memory / 1e9:,.1f} GB are allowed; "
                "compute fewer heaps with --positions (positions=…)"
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
    """Return the reason why the values of the first heaps do not prove a period, or None if they prove it."""
    limit = len(values)
    if not seen:
        return f"no period fits the values of all heaps of fewer than {limit:,} chips"
    m, p, s = seen.preperiod, seen.period, seen.saltus
    needed = count_heaps_to_check(moves, m, p)
    fits = f"period {p}{f' and saltus {s}' if s else ''} from {m} on fits all heaps of fewer than {limit:,} chips, but "
    if needed > limit:
        return f"{fits}the proof needs all heaps of fewer than {needed:,}; allow more with --positions (positions=…)"
    if s:
        why_not = find_saltus_obstacle(moves, ArithmeticValues(m, p, s, values[: m + p].tolist()), needed - p)
        return why_not and f"{fits}is not proved: {why_not}"
    return None
