"""`heaps_in_doubt` checks the Grundy values of many heaps at once, by operations on sets of heaps.

A set of heaps is stored as an integer with one binary digit for each heap; the most significant digit stands for the
empty heap. To add s chips to all heaps of a set, the integer is shifted by s digits, and heaps that become too large
are removed. Suppose a move takes t chips from a heap of n chips and leaves two heaps, one of them with r chips and the
value x. The option has the value u if and only if the other heap, of n - t - r chips, has the value u xor x.

A heap has the value v if all numbers below v are values of options and v is not the value of an option. A certificate
may contain a number, called the mask, which helps the checker to examine fewer options. The *count* of a heap is the
number of binary places in which both the value of the heap and the mask have the digit 1. A heap is called *odd* if its
count is odd, and *even* if its count is even. Let t be the number of chips that a move takes when it leaves two heaps.
If the hint `turns` is true, n - t is added to the count of a heap of n chips. The parity of t must be the same for all
moves that leave two heaps. If an option of an odd heap n consists of two heaps and has the value of n, exactly one of
the two heaps is odd. Therefore the checker first computes, for each odd heap n, the options that consist of an odd heap
and an even heap:

- If no option that consists of an odd heap and an even heap has the value of n, no option with two heaps has the value
  of n.
- Usually, every number below the value of n is the value of an option that consists of an odd heap and an even heap,
  or of one of a few other options.

If the options that consist of an odd heap and an even heap do not decide the value of an odd heap n, the checker
examines n separately. All even heaps are examined separately. The check is valid for every mask, so a wrong mask only
costs time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .errors import Budget
from .listed_moves import HeapMove

MOST_DIGITS = 1 << 31  # limit on the total number of binary digits of all sets
FEW = 64  # the search for options of odd heaps stops when at most this many heaps are undecided
PASSES = (32, 128, 512, 2048)  # each pass examines about this many heaps with n to 2n chips, for every n


def heaps_in_doubt(
    moves: Sequence[HeapMove], values: Sequence[int], mask: int, turns: bool, budget: Budget
) -> Iterator[int]:
    """Return heaps to examine one by one; if their Grundy values are correct, the values of all heaps are correct.

    Heaps that certainly have a wrong value come first.
    """
    pairs = [move for move in moves if move.parts == 2]
    fits = not turns or len({move.taken % 2 for move in pairs}) == 1
    several = max(move.parts for move in moves) > 2
    if not pairs or not mask or not fits or several or (max(values) + 1) * len(values) > MOST_DIGITS:
        yield from range(len(values))
        return
    turn = pairs[0].taken if turns else None
    odd = [
        ((value & mask).bit_count() + (0 if turn is None else heap + turn)) % 2 == 1
        for heap, value in enumerate(values)
    ]
    sets = _Sets(moves, values, budget)
    for heap in range(1, len(values)):
        if not odd[heap]:
            sets.add_pairs_with(heap)
    odd_heaps = sets.of(heap for heap, is_odd in enumerate(odd) if is_odd)
    with_own_value = _union({value: heaps & sets.by_options[value] for value, heaps in sets.having.items()})
    yield from sets.heaps_in(with_own_value & odd_heaps)
    yield from sets.heaps_in(sets.whole ^ odd_heaps)
    yield from sets.lacking(odd, odd_heaps)


class _Sets:
    """Two sets of heaps for each value: heaps that have this value, and heaps that have an option of this value."""

    def __init__(self, moves: Sequence[HeapMove], values: Sequence[int], budget: Budget) -> None:
        self.values, self.size, self.budget = values, len(values), budget
        self.pairs = [move for move in moves if move.parts == 2]
        self.whole = (1 << self.size) - 1
        heaps: dict[int, list[int]] = {}
        for heap, value in enumerate(values):
            heaps.setdefault(value, []).append(heap)
        # `having[v]` is the set of the nonempty heaps of value v.
        self.having = {value: self.of(heap for heap in some if heap) for value, some in heaps.items()}
        self.by_options = dict.fromkeys(self.having, 0)
        for move in moves:
            if move.parts == 0 and 0 in self.by_options:
                self.by_options[0] |= self.of([move.taken]) & self.whole >> move.heap
            elif move.parts == 1:
                for value, some in self.having.items():
                    self._spend()
                    self.by_options[value] |= some >> move.taken & self.whole >> move.heap

    def _spend(self) -> None:
        self.budget.spend(1 + self.size // 4096)

    def of(self, heaps: Iterable[int]) -> int:
        """Return the set of the given heaps as an integer; heaps that are too large are omitted."""
        self.budget.spend(1 + self.size // 64)
        digits = bytearray(self.size // 8 + 1)
        for heap in heaps:
            if heap < self.size:
                digits[self.size - 1 - heap >> 3] |= 1 << (self.size - 1 - heap & 7)
        return int.from_bytes(digits, "little")

    def heaps_in(self, found: int) -> Iterator[int]:
        """Yield the heaps of a set in ascending order."""
        digits = format(found, f"0{self.size}b")
        heap = digits.find("1")
        while heap >= 0:
            yield heap
            heap = digits.find("1", heap + 1)

    def add_pairs_with(self, heap: int) -> None:
        """Record the values of all options that consist of two heaps, one of which is the given heap."""
        for move in self.pairs:
            for value in self.by_options:
                self.by_options[value] |= self._by_pairs(move, heap, value)

    def _by_pairs(self, move: HeapMove, heap: int, value: int) -> int:
        """Return the heaps from which a move leaves `heap` and one other heap, as an option of the given value."""
        self._spend()
        others = self.having.get(value ^ self.values[heap], 0)
        if move.distinct and value == 0:
            others ^= 1 << (self.size - 1 - heap)
        found = others >> (move.taken + heap)
        return found & self.whole >> move.heap if move.heap else found

    def lacking(self, odd: Sequence[bool], odd_heaps: int) -> Iterator[int]:
        """Yield the odd heaps for which the search did not find options of all smaller values."""
        larger, lacking = 0, {}
        for value in range(max(self.having), -1, -1):
            self._spend()
            if missing := larger & ~self.by_options.get(value, 0):
                lacking[value] = missing
            larger |= self.having.get(value, 0) & odd_heaps
        for tried, heap in enumerate(self._heaps_to_try()):
            if tried % FEW == 0 and _union(lacking).bit_count() <= FEW:
                break
            if odd[heap]:
                lacking = self._still_lacking(heap, lacking)
        yield from self.heaps_in(_union(lacking))

    def _heaps_to_try(self) -> Iterator[int]:
        """Yield heaps to try, in several passes over all sizes; each pass has more heaps than the previous one."""
        for fineness in PASSES:
            heap = 1
            while heap < self.size:
                yield heap
                heap += 1 + heap // fineness

    def _still_lacking(self, heap: int, lacking: Mapping[int, int]) -> dict[int, int]:
        """Return `lacking` without heaps that get the missing value from an option made of `heap` and another heap."""
        left = {}
        for value, missing in lacking.items():
            for move in self.pairs:
                missing &= ~self._by_pairs(move, heap, value)
            if missing:
                left[value] = missing
        return left


def _union(sets: Mapping[int, int]) -> int:
    union = 0
    for one in sets.values():
        union |= one
    return union
