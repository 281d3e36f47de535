"""`heaps_in_doubt`: check of the Grundy values of many heaps at once, by sets of heaps.

A set of heaps is an integer with a binary digit for each heap, the largest heap first. So to add s chips to all of them
is to shift the integer by s digits, and heaps that are too large drop out. Let A(v) be the set of the heaps of value v.
If a heap r has the value x, the options that consist of r and another heap, where t chips are taken, have the value u
for the heaps of A(u xor x) with t + r chips added.

A heap has the value v if all smaller numbers are values of options, and v is not. A certificate may have a mask that
saves work. Call a heap *odd* if its value has an odd number of binary digits 1 in common with the mask. (If `turns` is
true, the parity of n - t is added, where t is the number of chips taken before a heap is broken in two; all these moves
must have the same parity of t.) Two heaps have an odd sum, seen from n, only if exactly one of them is odd. So for an
odd heap n

- the pairs with an even heap show that no option has the value of n;
- the same pairs, and some others, show the smaller values.

Odd heaps for which this does not suffice, and even heaps, are left to be examined one by one. All this holds for any
mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .errors import Budget
from .listed_moves import HeapMove

MOST_DIGITS = 1 << 31  # binary digits of all sets together
FEW = 64  # heaps that are left to be examined one by one
PASSES = (32, 128, 512, 2048)  # about how many heaps are tried until their size has doubled


def heaps_in_doubt(
    moves: Sequence[HeapMove], values: Sequence[int], mask: int, turns: bool, budget: Budget
) -> Iterator[int]:
    """Return the heaps that sets of heaps leave in doubt: all others have the right value if these have.

    Heaps that are certainly wrong come first.
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
    """The heaps that have each value, and those with options of that value, as far as options were added."""

    def __init__(self, moves: Sequence[HeapMove], values: Sequence[int], budget: Budget) -> None:
        self.values, self.size, self.budget = values, len(values), budget
        self.pairs = [move for move in moves if move.parts == 2]
        self.whole = (1 << self.size) - 1
        heaps: dict[int, list[int]] = {}
        for heap, value in enumerate(values):
            heaps.setdefault(value, []).append(heap)
        # A(v), without the empty heap.
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
        """Return the set of some heaps; heaps that are too large are left out."""
        self.budget.spend(1 + self.size // 64)
        digits = bytearray(self.size // 8 + 1)
        for heap in heaps:
            if heap < self.size:
                digits[self.size - 1 - heap >> 3] |= 1 << (self.size - 1 - heap & 7)
        return int.from_bytes(digits, "little")

    def heaps_in(self, found: int) -> Iterator[int]:
        """Return the heaps of a set, the smallest first."""
        digits = format(found, f"0{self.size}b")
        heap = digits.find("1")
        while heap >= 0:
            yield heap
            heap = digits.find("1", heap + 1)

    def add_pairs_with(self, heap: int) -> None:
        """Add the options that consist of a heap and another one."""
        for move in self.pairs:
            for value in self.by_options:
                self.by_options[value] |= self._by_pairs(move, heap, value)

    def _by_pairs(self, move: HeapMove, heap: int, value: int) -> int:
        """The heaps with an option of this value that consists of a heap and another one."""
        self._spend()
        others = self.having.get(value ^ self.values[heap], 0)
        if move.distinct and value == 0:
            others ^= 1 << (self.size - 1 - heap)
        found = others >> (move.taken + heap)
        return found & self.whole >> move.heap if move.heap else found

    def lacking(self, odd: Sequence[bool], odd_heaps: int) -> Iterator[int]:
        """Odd heaps for which it is not shown that every smaller number is the value of an option."""
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
                lacking = self._without(heap, lacking)
        yield from self.heaps_in(_union(lacking))

    def _heaps_to_try(self) -> Iterator[int]:
        """Some heaps of every size, and then more."""
        for fineness in PASSES:
            heap = 1
            while heap < self.size:
                yield heap
                heap += 1 + heap // fineness

    def _without(self, heap: int, lacking: Mapping[int, int]) -> dict[int, int]:
        """The heaps that still lack values if the pairs with one more heap are considered."""
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
