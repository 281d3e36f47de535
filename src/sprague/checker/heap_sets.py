"""The checker's own look at many heaps at once: which of them have the values claimed, as sets of heaps.

A set of heaps is a number with a binary digit for each heap, the largest first, so that s chips more for all of them is
a shift by s digits, and heaps too large to be looked at drop out. Let A(v) be the set of heaps with the value v. If a
heap r has the value x, the options that consist of r and another heap, t chips being taken, give the value u to the
heaps of A(u + x) with t + r chips more, where + is without carrying.

To have the value v a heap must have all smaller ones by options, and not v. A certificate may name a mask that saves
work: call a heap *odd* if its value has an odd number of ones in common with the mask (if sides turn, with the parity
of n - t added, t being what is taken before a heap is broken in two, the same parity for all such moves). The
sum of two heaps, seen from n, is odd only if exactly one of the two is. So of an odd heap n

- it is seen by all pairs with an even heap in them that no option has its value;
- smaller values are shown by these pairs, and by some others until none is left.

What is not shown in this way, and even heaps, are left to be looked at one by one. All this is so for any mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sprague.limits import check
from sprague.rules.breaking import Breaking

ROOM = 1 << 31  # binary digits that all sets together may have
FEW = 64  # heaps that are left to be looked at one by one
PASSES = (32, 128, 512, 2048)  # how many heaps are tried until their size has doubled, more or less


def heaps_in_doubt(moves: Sequence[Breaking], values: Sequence[int], mask: int, turns: bool) -> Iterator[int]:
    """Heaps that must be looked at one by one: all others have the right value if these have.

    Those that are wrong for certain come first.
    """
    pairs = [move for move in moves if move.parts == 2]
    known = set(values)
    fits = not turns or len({move.taken % 2 for move in pairs}) == 1
    if not pairs or not mask or not fits or max(move.parts for move in moves) > 2 or len(known) * len(values) > ROOM:
        yield from range(len(values))
        return
    turn = pairs[0].taken if turns else None
    odd = [_is_odd(heap, value, mask, turn) for heap, value in enumerate(values)]
    sets = _Sets(moves, values)
    for heap in range(1, len(values)):
        if not odd[heap]:
            sets.add_pairs_with(heap)
    odd_heaps = sets.of(heap for heap, is_odd in enumerate(odd) if is_odd)
    yield from sets.heaps_in(sets.with_their_own_value() & odd_heaps)
    yield from sets.heaps_in(sets.whole ^ odd_heaps)
    yield from sets.lacking(odd, odd_heaps)


def _is_odd(heap: int, value: int, mask: int, turn: int | None) -> bool:
    ones = (value & mask).bit_count() + (0 if turn is None else heap + turn)
    return ones % 2 == 1


class _Sets:
    """The heaps that have each value, and those that have it by options, as far as these were added."""

    def __init__(self, moves: Sequence[Breaking], values: Sequence[int]) -> None:
        self.values, self.size = values, len(values)
        self.pairs = [move for move in moves if move.parts == 2]
        self.whole = (1 << self.size) - 1
        places = {value: bytearray(self.size // 8 + 1) for value in set(values)}
        for heap, value in enumerate(values):
            digit = self.size - 1 - heap
            places[value][digit >> 3] |= 1 << (digit & 7)
        #: A(v), without the empty heap.
        self.having = {value: int.from_bytes(digits, "little") for value, digits in places.items()}
        self.having[values[0]] ^= self.of([0])
        self.by_options = dict.fromkeys(self.having, 0)
        for move in moves:
            if move.parts == 0:
                self._add(0, self.of([move.taken]) & self._may(move))
            elif move.parts == 1:
                for value, heaps in self.having.items():
                    self._add(value, heaps >> move.taken & self._may(move))

    def of(self, heaps: Iterator[int] | Sequence[int]) -> int:
        """The set of some heaps; those that are too large are left out."""
        digits = bytearray(self.size // 8 + 1)
        for heap in heaps:
            if heap < self.size:
                digits[self.size - 1 - heap >> 3] |= 1 << (self.size - 1 - heap & 7)
        return int.from_bytes(digits, "little")

    def heaps_in(self, found: int) -> Iterator[int]:
        """The heaps of a set, the smallest first."""
        digits = format(found, f"0{self.size}b")
        heap = digits.find("1")
        while heap >= 0:
            yield heap
            heap = digits.find("1", heap + 1)

    def add_pairs_with(self, heap: int) -> None:
        """Add the options that have a heap in them, and another one."""
        check()
        for move in self.pairs:
            for value in self.by_options:
                self._add(value, self._by_pairs(move, heap, value))

    def _by_pairs(self, move: Breaking, heap: int, value: int) -> int:
        """The heaps that have a value by a heap and another one."""
        others = self.having.get(value ^ self.values[heap], 0)
        if move.distinct and value == 0:
            others ^= 1 << (self.size - 1 - heap)
        found = others >> (move.taken + heap)
        return found & self._may(move) if move.heap else found

    def _may(self, move: Breaking) -> int:
        """The heaps in which a move may be made, as far as there is a least one."""
        return self.whole >> move.heap

    def _add(self, value: int, heaps: int) -> None:
        if value in self.by_options:
            self.by_options[value] |= heaps

    def with_their_own_value(self) -> int:
        """The heaps that have a value, and have it by an option."""
        return _union({value: heaps & self.by_options[value] for value, heaps in self.having.items()})

    def lacking(self, odd: Sequence[bool], odd_heaps: int) -> Iterator[int]:
        """Odd heaps of which it is not shown that they have every smaller value by an option."""
        larger, lacking = 0, {}
        for value in range(max(self.having), -1, -1):
            if missing := larger & ~self.by_options.get(value, 0):
                lacking[value] = missing
            larger |= self.having.get(value, 0) & odd_heaps
        for tried, heap in enumerate(self._heaps_to_try()):
            if tried % FEW == 0 and _union(lacking).bit_count() <= FEW:
                break
            if odd[heap]:
                lacking = self._less_by(heap, lacking)
        yield from self.heaps_in(_union(lacking))

    def _heaps_to_try(self) -> Iterator[int]:
        """Some heaps of every size, and then more."""
        for fineness in PASSES:
            heap = 1
            while heap < self.size:
                yield heap
                heap += 1 + heap // fineness

    def _less_by(self, heap: int, lacking: dict[int, int]) -> dict[int, int]:
        """What is still lacking if a heap is tried together with others."""
        check()
        left = {}
        for value, missing in lacking.items():
            for move in self.pairs:
                missing &= ~self._by_pairs(move, heap, value)
            if missing:
                left[value] = missing
        return left


def _union(sets: dict[int, int]) -> int:
    union = 0
    for one in sets.values():
        union |= one
    return union
