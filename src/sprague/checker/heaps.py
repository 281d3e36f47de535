"""The checker's own look at games that break heaps: a period, checked one heap at a time.

A certificate has the values of the first m + p heaps. Taking off periods, they give a value H(n) to every heap. If H(n)
is the least number that no option of n has, for all n, then H(n) is the Grundy value, as play ends.

Let moves take at most T chips and leave at most K heaps, none of them empty, let m be at least 1, and let
n >= K m + (K - 1) p + T - K + 1. Of an option of n + p the largest heap has at least m + p chips, and p chips less make
it an option of n; of an option of n the largest has at least m chips, and p chips more make it an option of n + p. H
stays the same. So n and n + p have the same options' values, and only the first K m + K p + T - K + 1 heaps need to be
looked at. If two heaps must differ, p chips less may make them equal, b + p and b having become b and b; then b - p and
b + p do instead, if b - p >= m, which n >= 2 (m + p) + T sees to. A move from heaps of h chips or more needs n >= h.

To look at a heap, all its options are formed, in plain numpy. The certificate may name a mask that saves work: call a
heap *odd* if its value has an odd number of ones in common with the mask (if sides turn, with the parity of n - t
added, t being what is taken before a heap is broken in two, the same parity for all such moves). The sum of two heaps,
seen from n, is odd only if exactly one of the two is. So if n is odd, pairs of two odd heaps never have its value; all
pairs with another heap in them are formed, and others until every smaller number has been met. That is so for any mask.

The period is the least if p / q fails for each prime q that divides it, and the preperiod if p fails one heap before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.checker.budget import Budget
from sprague.checker.windows import primes
from sprague.errors import NotVerified
from sprague.limits import check
from sprague.rules.breaking import Breaking

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

FIRST_PAIRS = 256  # looked at before all others


@dataclass(frozen=True)
class ClaimedPeriod:
    """What a certificate says: the values of the first heaps, from where on they repeat, and a mask (0 for none)."""

    preperiod: int
    period: int
    values: tuple[int, ...]
    mask: int
    turns: bool


def check_heaps(moves: Sequence[Breaking], claimed: ClaimedPeriod, budget: Budget) -> int:
    """Show that the values repeat as claimed, and no sooner; how many heaps were looked at."""
    count = _heaps_needed(moves, claimed)
    budget.keep_positions(count)
    heaps = np.arange(count, dtype=np.int64)
    beyond = heaps - claimed.preperiod
    places = np.where(beyond < claimed.period, heaps, claimed.preperiod + beyond % claimed.period)
    look = _Look(moves, claimed, np.array(claimed.values, dtype=np.int64)[places])
    for heap in range(count):
        if heap % 256 == 0:
            check()
        if not look.is_quickly_right(heap):
            right = look.right_value(heap)
            if right != look.values[heap]:
                raise NotVerified(
                    f"a heap of {heap:,} has the value {look.values[heap]}, but {right} follows from its options"
                )
    _check_least(claimed, look.values)
    return count


def _heaps_needed(moves: Sequence[Breaking], claimed: ClaimedPeriod) -> int:
    start, period = max(claimed.preperiod, 1), claimed.period
    most, taken = max(move.parts for move in moves), max(move.taken for move in moves)
    enough = [most * start + (most - 1) * period + taken - most + 1, taken + 1, *(move.heap for move in moves)]
    if any(move.distinct for move in moves):
        enough.append(2 * (start + period) + taken)
    return max(enough) + period


class _Look:
    """The claimed values of the heaps that are looked at, and what the moves make of them."""

    def __init__(self, moves: Sequence[Breaking], claimed: ClaimedPeriod, values: Numbers) -> None:
        self.moves, self.values = moves, values
        self.size = 1 << int(values.max()).bit_length()
        self.pairs = [move for move in moves if move.parts == 2]
        most = max(move.parts for move in moves)
        #: Which values several heaps have together, by how many they are and by their chips; for three heaps or more.
        self.sums = {parts: np.zeros((len(values), self.size), dtype=np.bool_) for parts in range(2, most)}
        self.summed = 0
        self.is_odd = np.zeros(len(values), dtype=np.bool_)
        fits = most == 2 and (not claimed.turns or len({move.taken % 2 for move in self.pairs}) == 1)
        if claimed.mask and fits:
            ones = np.bitwise_count(values & claimed.mask).astype(np.int64)
            if claimed.turns:
                ones += np.arange(len(values)) + self.pairs[0].taken
            self.is_odd = ones % 2 == 1
        self.even = np.flatnonzero(~self.is_odd)
        self.even = self.even[self.even > 0]

    def is_quickly_right(self, heap: int) -> bool:
        """Whether the value of an odd heap is shown to be right by pairs with an even heap, and a few others."""
        if not self.is_odd[heap]:
            return False
        value = self.values[heap]
        seen = self._seen_without_pairs(heap)
        for move in self._possible(self.pairs, heap):
            rest = heap - move.taken
            even = self.even[: np.searchsorted(self.even, rest)]
            if move.distinct:
                even = even[2 * even != rest]
            seen[self.values[even] ^ self.values[rest - even]] = True
        if seen[value]:
            return False
        for move in self._possible(self.pairs, heap):
            for most in (FIRST_PAIRS, heap):
                seen[self._pair_sums(move, heap, most)] = True
                if seen[:value].all():
                    return True
        return False

    def right_value(self, heap: int) -> int:
        """The least number that no option has."""
        seen = self._seen_without_pairs(heap)
        for move in self._possible(self.moves, heap):
            if move.parts == 2:
                seen[self._pair_sums(move, heap, heap)] = True
            elif move.parts > 2:
                seen |= np.append(self._several(move.parts, heap - move.taken), False)
        return int(np.argmin(seen))

    @staticmethod
    def _possible(moves: Sequence[Breaking], heap: int) -> list[Breaking]:
        return [move for move in moves if heap >= max(move.heap, move.taken + move.parts)]

    def _seen_without_pairs(self, heap: int) -> Flags:
        """Which values the options have that leave no heap, or one; the last place, beyond all values, stays free."""
        seen = np.zeros(self.size + 1, dtype=np.bool_)
        for move in self._possible(self.moves, heap):
            if move.parts == 0 and heap == move.taken:
                seen[0] = True
            elif move.parts == 1:
                seen[self.values[heap - move.taken]] = True
        return seen

    def _pair_sums(self, move: Breaking, heap: int, most: int) -> Any:
        """The values of the first pairs of heaps that a move leaves."""
        rest = heap - move.taken
        left = np.arange(1, min(most, (rest - move.distinct) // 2) + 1)
        return self.values[left] ^ self.values[rest - left]

    def _several(self, parts: int, chips: int) -> Flags:
        """Which values three heaps or more have that have these chips together."""
        while self.summed < chips:
            self.summed += 1
            for fewer in self.sums:
                self.sums[fewer][self.summed] = self._joined(fewer, self.summed)
        return self._joined(parts, chips)

    def _joined(self, parts: int, chips: int) -> Flags:
        first = np.arange(1, chips - parts + 2)
        seen = np.zeros(self.size, dtype=np.bool_)
        if parts == 2:
            seen[self.values[first] ^ self.values[chips - first]] = True
        elif len(first):
            columns = self.values[first][:, None] ^ np.arange(self.size)
            seen = self.sums[parts - 1][(chips - first)[:, None], columns].any(axis=0)
        return seen


def _check_least(claimed: ClaimedPeriod, values: Numbers) -> None:
    m, p = claimed.preperiod, claimed.period
    if m and values[m - 1] == values[m - 1 + p]:
        raise NotVerified(f"the period {p} begins sooner than at {m}")
    for q in primes(p):
        step = p // q
        if (values[m : m + p] == values[m + step : m + step + p]).all():
            raise NotVerified(f"{step} is a period, so that {p} is not the least")
