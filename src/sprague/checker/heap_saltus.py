"""`check_rise`: check of heap values that rise for ever: H(n + p) = H(n) + s from m on, s a power of two.

The values of all heaps below N = K m + (K - 1) p + T - K + 1, in the notation of `heaps`, are known to be right. Call
the quotient of a value by s its height and the remainder its colour. The following is shown for p heaps n, from N on,
and holds for all later ones:

- No option has the value of n. If two heaps of an option have m chips or more, p chips can move from one to the other:
  the colours, the sum of the heights and the parity of the nim-sum of the heights stay the same. So it is enough to
  examine options in which all heaps but one are below m + p. Each must differ from n in its colour, or in the parity of
  its height, or have heights whose sum is less than the height of n. All this remains true if n and the one heap grow
  by p.
- Every smaller value is the value of an option. Let a chain be heaps b, b + p, b + 2p, … with one colour and the
  heights 0, 1, 2, …. Three heaps of three chains with heights x + y + z = t have every nim-sum u <= t of heights for
  which t - u is even: where (t - u) / 2 has a binary digit 1, two of them have it, or all three if u has it, too; where
  only u has a 1, one of them has it. The few u above t that are left must come from options with one heap of m + p or
  more chips and others whose nim-sum has height 0. Again this remains true if n grows by p.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from .errors import Budget, NotVerified, OutOfReach
from .listed_moves import HeapMove

Sum = tuple[int, int, int]


def check_rise(
    moves: Sequence[HeapMove], values: Sequence[int], start: int, period: int, saltus: int, budget: Budget
) -> None:
    """Check that the Grundy values of heaps rise for ever by a saltus, given that the values listed are right."""
    if saltus & (saltus - 1):
        raise OutOfReach(f"the saltus {saltus} is not a power of two; the checker proves no other rise")
    rise = _Rise(moves, values, start, period, saltus, budget)
    for heap in range(len(values) - period, len(values)):
        rise.check_none_is_equal(heap)
        rise.check_all_less(heap)


class _Rise:
    """The check that the values of heaps rise for ever."""

    def __init__(
        self,
        moves: Sequence[HeapMove],
        values: Sequence[int],
        start: int,
        period: int,
        saltus: int,
        budget: Budget,
    ) -> None:
        self.moves, self.values, self.period, self.saltus, self.budget = moves, values, period, saltus, budget
        self.heights = [value // saltus for value in values]
        small = range(1, start + period)
        # For each number of small heaps: their chips, the nim-sum of their values, the sum of their heights.
        self.beside: list[set[Sum]] = [{(0, 0, 0)}]
        for _ in range(1, max(move.parts for move in moves)):
            last = self.beside[-1]
            self._store(len(last) * len(small))
            more = [(heap, values[heap], self.heights[heap]) for heap in small]
            self.beside.append(
                {(c + heap, total ^ value, h + high) for c, total, h in last for heap, value, high in more}
            )
        beginnings = self._chains(start)
        self.chains = self._three_chains(beginnings, [heap for heap in small if values[heap] < saltus])

    def _store(self, count: int) -> None:
        self.budget.spend(count)
        self.budget.store(16 * count)  # an element of a set of triples takes about 128 bytes

    def _chains(self, start: int) -> list[int]:
        """The heaps at which chains begin; a chain has been examined up to the period after the preperiod."""
        found = []
        for residue in range(self.period):
            heaps = range(residue, start + self.period, self.period)
            self.budget.spend(len(heaps))
            first = next((heap for heap in reversed(heaps) if self.heights[heap] == 0), None)
            rest = range(first, start + self.period, self.period) if first is not None else range(0)
            if rest and all(self.values[heap] == self.values[rest[0]] + i * self.saltus for i, heap in enumerate(rest)):
                found.append(rest[0])
        return found

    def _three_chains(self, chains: Iterable[int], beside: Sequence[int]) -> dict[int, set[int]]:
        """Return by colour the chips taken plus those of three heaps of height 0 that begin chains.

        A move to more than three heaps leaves some of the heaps `beside`, of height 0, in addition.
        """
        moves = {(move.taken, move.parts) for move in self.moves if not move.distinct}
        found: dict[int, set[int]] = defaultdict(set)
        for taken, parts in moves:
            if parts < 3:
                continue
            # An empty heap does not count: then the move with one heap less must be allowed, or with two less.
            empty = 0 if (taken, parts - 1) not in moves else 1 if (taken, parts - 2) not in moves else 3
            sums: set[Sum] = {(taken, 0, 0)}
            for heaps in [list(chains)] * 3 + [list(beside)] * (parts - 3):
                self._store(len(sums) * len(heaps))
                sums = {
                    (chips + heap, colour ^ self.values[heap], none + (heap == 0))
                    for chips, colour, none in sums
                    for heap in heaps
                    if none + (heap == 0) <= empty
                }
            for chips, colour, _ in sums:
                found[colour].add(chips)
        return found

    def check_none_is_equal(self, heap: int) -> None:
        """Show that no option of a heap, or of one larger by periods, has the value of the heap."""
        value, height = self.values[heap], self.heights[heap]
        for move in self.moves:
            beside = self.beside[move.parts - 1] if move.parts else set()
            self.budget.spend(1 + len(beside))
            for chips, total, high in beside:
                one = heap - move.taken - chips
                differs = (self.values[one] ^ total ^ value) % (2 * self.saltus)
                if not differs and self.heights[one] + high >= height:
                    raise NotVerified(f"nothing shows that no option of a heap of {heap:,} chips has its value")

    def check_all_less(self, heap: int) -> None:
        """Show that options of a heap, and of one larger by periods, have all smaller values."""
        height, least = divmod(self.values[heap], self.saltus)
        single = self._single(heap)
        for colour in range(self.saltus):
            tops: dict[int, int] = {}  # for each parity the greatest sum of the heights of three chains
            self.budget.spend(1 + len(self.chains[colour]) + height)
            for chips in self.chains[colour]:
                if (heap - chips) % self.period == 0:
                    top = (heap - chips) // self.period
                    tops[top % 2] = max(top, tops.get(top % 2, top))
            if len(tops) < 2 or not all(
                (high, colour) in single
                for top in tops.values()
                for high in range(top + 2, height + (colour < least), 2)
            ):
                raise NotVerified(f"nothing shows that options of a heap of {heap:,} chips have all smaller values")

    def _single(self, heap: int) -> set[tuple[int, int]]:
        """Heights and colours of the options with one large heap, and others whose nim-sum has height 0."""
        found = set()
        for move in self.moves:
            if move.parts and not move.distinct:
                self.budget.spend(len(self.beside[move.parts - 1]))
                for chips, total, _ in self.beside[move.parts - 1]:
                    if total < self.saltus:
                        one = heap - move.taken - chips
                        found.add((self.heights[one], self.values[one] % self.saltus ^ total))
        return found
