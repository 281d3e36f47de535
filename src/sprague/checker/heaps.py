"""The checker's own look at games that break heaps: a period, checked one heap at a time.

A certificate has the values of the first m + p heaps. Taking off periods, they give a value H(n) to every heap. If H(n)
is the least number that no option of n has, for all n, then H(n) is the Grundy value, as play ends.

Let moves take at most T chips and leave at most K heaps, none of them empty, let m be at least 1, and let
n >= K m + (K - 1) p + T - K + 1. Of an option of n + p the largest heap has at least m + p chips, and p chips less make
it an option of n; of an option of n the largest has at least m chips, and p chips more make it an option of n + p. H
stays the same. So n and n + p have the same options' values, and only the first K m + K p + T - K + 1 heaps need to be
looked at. If two heaps must differ, p chips less may make them equal, b + p and b having become b and b; then b - p and
b + p do instead, if b - p >= m, which n >= 2 (m + p) + T sees to. A move from heaps of h chips or more needs n >= h.

To look at a heap, all its options are formed. Most need not be looked at by themselves: in
`sprague.checker.heap_sets` many are looked at together.

The period is the least if p / q fails for each prime q that divides it, and the preperiod if p fails one heap before.

If the certificate names a saltus, values rise by it with each period. Then the same heaps are looked at, and what is
said in `sprague.checker.heap_saltus` is shown of the last of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sprague.checker.budget import Budget
from sprague.checker.digits import Digits
from sprague.checker.heap_saltus import check_rise
from sprague.checker.heap_sets import heaps_in_doubt
from sprague.checker.sets import Dfa, explored
from sprague.checker.windows import primes
from sprague.errors import NotVerified, OutOfReach
from sprague.limits import check
from sprague.rules.breaking import Breaking
from sprague.rules.statements import POWER


@dataclass(frozen=True)
class ClaimedPeriod:
    """What a certificate says: the values of the first heaps, from where on they repeat, and a mask (0 for none).

    With each period they rise by the saltus, which is 0 if they only repeat.
    """

    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]
    mask: int
    turns: bool


def check_heaps(moves: Sequence[Breaking], claimed: ClaimedPeriod, budget: Budget) -> int:
    """Show that the values repeat as claimed, and no sooner; how many heaps were looked at."""
    count = _heaps_needed(moves, claimed)
    budget.keep_positions(count)
    values = list(claimed.values)
    while len(values) < count:
        values += [value + claimed.saltus for value in values[-claimed.period :]]
    del values[count:]
    look = _Look(moves, values)
    for heap in heaps_in_doubt(moves, values, claimed.mask, claimed.turns):
        check()
        right = look.right_value(heap)
        if right != values[heap]:
            raise NotVerified(f"a heap of {heap:,} has the value {values[heap]}, but {right} follows from its options")
    _check_least(claimed, values)
    if claimed.saltus:
        bound = count - claimed.period
        check_rise(moves, values, claimed.preperiod, claimed.period, claimed.saltus, bound)
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

    def __init__(self, moves: Sequence[Breaking], values: Sequence[int]) -> None:
        self.moves, self.values = moves, values
        most = max(move.parts for move in moves)
        #: Which values several heaps have together, by how many they are and by their chips; for three heaps or more.
        self.sums: dict[int, list[set[int]]] = {parts: [set()] for parts in range(2, most)}
        # Long rows of numbers are added without carrying as two numbers with many digits.
        self.unit: Literal["I", "Q"] = "I" if max(values) < 1 << 32 else "Q"
        row = array(self.unit, values)
        self.width = row.itemsize
        self.upward = row.tobytes()
        self.downward = array(self.unit, reversed(row)).tobytes()

    def right_value(self, heap: int) -> int:
        """The least number that no option has."""
        seen = self._without_pairs(heap)
        for move in self._possible(self.moves, heap):
            if move.parts == 2:
                rest = heap - move.taken
                seen |= self._added(rest, (rest - move.distinct) // 2)
            elif move.parts > 2:
                seen |= self._several(move.parts, heap - move.taken)
        return next(value for value in range(len(seen) + 1) if value not in seen)

    @staticmethod
    def _possible(moves: Sequence[Breaking], heap: int) -> list[Breaking]:
        return [move for move in moves if heap >= max(move.heap, move.taken + move.parts)]

    def _without_pairs(self, heap: int) -> set[int]:
        """The values of the options that leave no heap, or one."""
        possible = self._possible(self.moves, heap)
        ended = {0 for move in possible if move.parts == 0 and heap == move.taken}
        return ended | {self.values[heap - move.taken] for move in possible if move.parts == 1}

    def _added(self, rest: int, count: int) -> set[int]:
        """The sums of the values of 1 and rest - 1 chips, 2 and rest - 2, and so on, so many of them."""
        if count < 1:
            return set()
        low, high = self.width, (len(self.values) - rest) * self.width
        size = count * self.width
        left = int.from_bytes(self.upward[low : low + size], "little")
        right = int.from_bytes(self.downward[high : high + size], "little")
        return set(memoryview((left ^ right).to_bytes(size, "little")).cast(self.unit))

    def _several(self, parts: int, chips: int) -> set[int]:
        """The values that three heaps or more have that have these chips together."""
        for fewer, known in self.sums.items():
            while len(known) <= chips:
                known.append(self._joined(fewer, len(known)))
        return self._joined(parts, chips)

    def _joined(self, parts: int, chips: int) -> set[int]:
        if parts == 2:
            return self._added(chips, chips // 2)
        rest = self.sums[parts - 1]
        return {self.values[first] ^ value for first in range(1, chips - parts + 2) for value in rest[chips - first]}


def heaps_set(claimed: ClaimedPeriod, digits: Digits, names: Sequence[str], budget: Budget) -> Dfa:
    """The heaps of value 0; or, with a second name, all heaps with their value, or with 2 to it if that is `power`.

    What follows depends on the digits so far only by the heap they are, with periods taken off, and by the value.
    """
    if claimed.saltus and len(names) > 1:
        raise OutOfReach("a formula is not compared with values that rise for ever")
    if not digits.base:
        raise OutOfReach("periods are not written in Fibonacci digits")
    base, m, p = digits.base, claimed.preperiod, claimed.period
    columns = list(digits.columns(len(names)))
    values = [1 << value if names[-1] == POWER else value for value in claimed.values]
    begun = {value // base**places for value in values for places in range(value.bit_length() + 1)}

    def after(known: tuple[int, int], symbol: int) -> tuple[int, int]:
        heap, value = known[0] * base + columns[symbol][0], known[1]
        if len(names) > 1:
            longer = value * base + columns[symbol][1]
            value = longer if value >= 0 and longer in begun else -1  # no value begins so
        if claimed.saltus:  # from there on no heap has the value 0
            return min(heap, m + p), value
        return heap if heap < m + p else m + (heap - m) % p, value

    def holds(known: tuple[int, int]) -> bool:
        return known[0] < m + p and values[known[0]] == known[1]

    return explored((0, 0), len(columns), after, holds, budget)


def _check_least(claimed: ClaimedPeriod, values: Sequence[int]) -> None:
    m, p, s = claimed.preperiod, claimed.period, claimed.saltus
    if m and values[m - 1] + s == values[m - 1 + p]:
        raise NotVerified(f"the period {p} begins sooner than at {m}")
    for q in primes(p):
        step = p // q
        if s % q == 0 and all(values[heap + step] == values[heap] + s // q for heap in range(m, m + p)):
            raise NotVerified(f"{step} is a period, so that {p} is not the least")
