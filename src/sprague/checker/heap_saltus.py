"""`check_rise` checks that heap values rise for ever: H(n + p) = H(n) + s for n >= m, where s is a power of two.

The preperiod is m, the period is p, and the saltus is s; moves take at most T chips and leave at most K heaps. The
values of all heaps below N = K m + (K - 1) p + T - K + 1 are already checked. Divide the value of a heap by s: the
quotient is called the *height* of the heap, and the remainder its *colour*. For each heap n from N to N + p - 1, the
check proves the following two statements. The proofs for n also apply to n + p, n + 2p, ….

- No option of a heap n has the same value as n. If an option has two heaps of at least m + p chips, moving p chips from
  one of them to the other gives another option. Moving the p chips changes neither the colours of the two heaps, nor
  the sum of their heights, nor the parity of the nim-sum of their heights. Therefore the check examines only options of
  n in which at most one heap has m + p or more chips. Each examined option must differ from n in colour, or differ from
  n in the parity of its height, or have heaps whose heights add up to less than the height of n. Adding p chips to n
  and to the largest heap of an option preserves a difference in colour, a difference in parity, and a smaller sum of
  heights.
- Every number below the value of a heap n is the value of an option of n. A *chain* is a sequence of heaps b, b + p,
  b + 2p, … with the same colour and the heights 0, 1, 2, …. For all numbers u <= t such that t - u is even, one can
  choose one heap from each of three chains so that the three heights have the sum t and the nim-sum u. To find the
  three heights, write the numbers h = (t - u) / 2 and u in binary. In a binary place where h has the digit 1 and u has
  the digit 0, two of the three heights get the digit 1. In a place where both h and u have the digit 1, all three
  heights get the digit 1. In a place where h has the digit 0 and u has the digit 1, one of the three heights gets the
  digit 1. For a height u that is greater than every possible sum t, the check searches for an option of height u with
  one large heap, in which the nim-sum of the other heaps has height 0. The proof that every smaller number is the value
  of an option remains valid if p chips are added to n.
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
    """Check that the Grundy values of heaps rise by the saltus for ever if the listed values are correct."""
    if saltus & (saltus - 1):
        raise OutOfReach(
            f"the Grundy values rise by {saltus} in each period; the checker supports only rises by a power of two"
        )
    rise = _Rise(moves, values, start, period, saltus, budget)
    for heap in range(len(values) - period, len(values)):
        rise.check_none_is_equal(heap)
        rise.check_all_less(heap)


class _Rise:
    """The check that the Grundy values of heaps rise for ever."""

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
        # For each list of j small heaps, `beside[j]` contains three numbers: the chips, the nim-sum of the values, and
        # the sum of the heights.
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
        self.budget.store(16 * count)  # estimate memory: an element of a set of triples needs about 128 bytes

    def _chains(self, start: int) -> list[int]:
        """Return the first heap of each chain of heaps; the function examines only heaps below start + period."""
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
        """For each colour, return the possible sums of the chips that a move takes and the first heaps of three chains.

        If a move leaves more than three heaps, the heaps outside the chains have height 0, and the sum also includes
        their chips.
        """
        moves = {(move.taken, move.parts) for move in self.moves if not move.distinct}
        found: dict[int, set[int]] = defaultdict(set)
        for taken, parts in moves:
            if parts < 3:
                continue
            # One of the new heaps may be empty if another move takes the same number of chips and leaves one heap
            # fewer. All three heaps of the chains may be empty if two other moves take the same number of chips: one
            # move leaves one heap fewer, and the other move leaves two heaps fewer.
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
        """Check that no option of a heap n has the value of n; the proof is also valid for n + p, n + 2p, …."""
        value, height = self.values[heap], self.heights[heap]
        for move in self.moves:
            beside = self.beside[move.parts - 1] if move.parts else set()
            self.budget.spend(1 + len(beside))
            for chips, total, high in beside:
                one = heap - move.taken - chips
                differs = (self.values[one] ^ total ^ value) % (2 * self.saltus)
                if not differs and self.heights[one] + high >= height:
                    raise NotVerified(
                        f"the heap of {heap:,} chips may have the same Grundy value as one of its options"
                    )

    def check_all_less(self, heap: int) -> None:
        """Check that each heap n, n + p, n + 2p, … has options of all values that are less than its own value."""
        height, least = divmod(self.values[heap], self.saltus)
        single = self._one_large_heap(heap)
        for colour in range(self.saltus):
            # the greatest even sum and the greatest odd sum of the heights of three heaps from three chains
            tops: dict[int, int] = {}
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
                raise NotVerified(
                    f"a Grundy value below the value of the heap of {heap:,} chips was not found among the "
                    "options of that heap"
                )

    def _one_large_heap(self, heap: int) -> set[tuple[int, int]]:
        """Return (height, colour) of the options made of one heap and of small heaps whose nim-sum has height 0."""
        found = set()
        for move in self.moves:
            if move.parts and not move.distinct:
                self.budget.spend(len(self.beside[move.parts - 1]))
                for chips, total, _ in self.beside[move.parts - 1]:
                    if total < self.saltus:
                        one = heap - move.taken - chips
                        found.add((self.heights[one], self.values[one] % self.saltus ^ total))
        return found
