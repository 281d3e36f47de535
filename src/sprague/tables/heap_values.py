"""`HeapValues`: Grundy values of single heaps of taking-and-breaking games, far out.

The value of a heap is the least number that no option has, an option's being the sum, without carrying, of the values
of the heaps it leaves. *Plain exclusion* forms all of them: n / 2 sums for a heap of n chips that breaks in two.

*The sparse space* (Berlekamp; Winning Ways, chapter 4, "Sparse Space Spells Speed"). Let m be a mask, and call a value
even or odd by the number of ones that it has in common with m. These numbers add up: a sum of two values is odd
exactly if one of them is. In many games there is an m for which nearly all values are odd, the *common* ones; the
others are *rare*. An option is odd only if one of its two heaps is rare. So the least odd number c that is no option's
is found from the rare heaps alone, with as many steps as there are rare heaps. The value is c if every even
number below c is an option's; common heaps in pairs have so many even sums that a few pairs show it of most numbers,
taken from all over the place, as heaps of about the same size have alike values. Each number that is still open is
looked for in all pairs, and the first that none has is the value.

*Rows.* To add a rare heap to the heaps 1,000,000, 1,000,001, … is to read values that lie side by side. So each
rare heap is added for several heaps n before the next one is, as far as the other heap is known; pairs with one of
these heaps in them, which are few, come after. It takes a third of the time.

So the value found is the right one *whatever the mask*: a poor mask, with many rare heaps, costs time and nothing
else. The mask is chosen by the values so far, and again whenever these have doubled: for all masks at once the number
of rare heaps follows from how often each value occurs, by a Walsh-Hadamard transform.

*By places.* In some games the sides change from heap to heap (Flammenkamp): call the heap n common if its value is odd
and n - t even, or the other way round, where all moves that break a heap in two take a number t of chips of the same
parity. Of two heaps with n - t chips together again one is rare exactly if the sum, seen from n, is
common: (i - t) + (j - t) and n - t = i + j are even or odd together, as they differ by 2t. The same argument holds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.errors import OutOfReach
from sprague.rules.breaking import Breaking, without_empty_heaps
from sprague.tables.batching import BatchSizer
from sprague.tables.kernels import heap_exclusion as heap_kernels
from sprague.tables.kernels import sparse_space as sparse_kernels

Values = npt.NDArray[Any]

WORD = 64  # values that a word of a set holds
SPARSE_FROM = 1 << 10  # heaps before a sparse space is looked for
GROWTH_SAMPLE = 1 << 7  # heaps by which it is seen whether values grow
MIN_GAIN = 2  # a sparse space is worth while if plain exclusion takes so many times the steps
SPARE_RARE_HEAPS = 1 << 10  # rare heaps that may come up before the space is looked at again
BLOCK_HEAPS = 16  # heaps whose sums with rare ones are formed together: what they have stays close to the processor

kernels, sparse = jit.compile_lazily(heap_kernels), jit.compile_lazily(sparse_kernels)


@dataclass(frozen=True)
class SparseSpace:
    """A sparse space of heap values: a mask with which few heaps, the rare ones, share an even number of bits.

    If it is `by_place`, odd and even change places with each heap, counted from `origin`.
    """

    mask: int
    by_place: bool
    origin: int
    rare: int

    def __str__(self) -> str:
        turned = f" (even if n - {self.origin} is odd)" if self.by_place else ""
        return (
            f"{self.rare:,} heaps are rare, the others have an odd number of ones{turned} in common with {self.mask:b}"
        )

    def is_rare(self, values: Values) -> npt.NDArray[np.bool_]:
        """Return, for each heap from the empty one on, whether it is rare."""
        odd = parities(self.mask, int(values.max(initial=0)) + 1)[values]
        if self.by_place:
            odd = odd ^ ((np.arange(len(values)) - self.origin) & 1).astype(np.uint8)
        return np.asarray(odd == 0)


class HeapValues:
    """Grundy values of heaps of 0, 1, 2, … chips, computed as far as requested.

    >>> from sprague.rules.octal_codes import parse_code
    >>> HeapValues(parse_code("0.77")).up_to(13).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """

    def __init__(self, moves: Sequence[Breaking], known: Values | None = None) -> None:
        if not self.supports(moves):
            raise OutOfReach(f"expected different heaps to be two, or heaps of any size, got {tuple(moves)}")
        self.moves = without_empty_heaps(moves)
        most = max((move.parts for move in self.moves), default=0)
        kinds = {(move.parts, move.distinct) for move in self.moves if move.parts > 1}
        kinds |= {(parts, False) for parts in range(2, most)}
        self._layers = sorted(kinds)
        self._furthest = max((move.taken for move in self.moves), default=0)
        self._known = 1  # the empty heap
        self._values: Values = np.zeros(1, dtype=np.uint16)
        self._size = WORD  # no value is as large as this
        self.space: SparseSpace | None = None
        if known is not None and len(known):
            self._known, self._values = len(known), known.astype(np.uint16 if known.max() < 1 << 16 else np.uint32)
            while self._size <= int(known.max()):
                self._size *= 2

    @staticmethod
    def supports(moves: Iterable[Breaking]) -> bool:
        """Whether the values of a game with these moves can be computed: no move leaves three different heaps."""
        return not any(move.distinct and move.parts > 2 for move in moves)

    @property
    def supports_sparse_space(self) -> bool:
        """Whether some heap breaks, and into two heaps at most, so that a sparse space helps."""
        return bool(self._layers) and not self._deep

    @property
    def _deep(self) -> bool:
        """Whether sums of all numbers of chips are needed, because there are sums of three heaps or more."""
        return any(parts > 2 for parts, _ in self._layers)

    def memory_for(self, limit: int) -> int:
        """Estimate the bytes needed to compute the values below a limit."""
        sums = 8 * len(self._layers) * (self._size_for(limit) // WORD) * limit if self._deep else 0
        return limit * self._values.itemsize + sums

    def _size_for(self, limit: int) -> int:
        """A power of two above all values below a limit, if they go on growing as those of the first heaps do."""
        largest = int(self.up_to(min(limit, max(self._known, GROWTH_SAMPLE))).max(initial=0))
        size = self._size
        while size <= largest * limit // self._known:
            size *= 2
        return size

    def count_sums(self, limit: int) -> int:
        """Estimate how many sums are formed up to a limit that is at most twice as far, if few new heaps are rare.

        In a sparse space these are the sums with rare heaps, and a block of others for each heap.
        """
        space = self.find_sparse_space()
        if space is None:
            return limit - self._known + len(self._layers) * (limit**2 - self._known**2) // 4
        pairs = sum(move.parts == 2 for move in self.moves)
        return (limit - self._known) * (pairs * space.rare + sparse_kernels.BLOCK)

    @property
    def so_far(self) -> Values:
        """The values known so far, from the empty heap on; valid at any moment, even after an interruption."""
        return self._values[: self._known]

    def up_to(self, limit: int, report: Callable[[float], None] = lambda done: None) -> Values:
        """Return the values of all heaps with fewer than `limit` chips."""
        if limit > len(self._values):
            self._values = np.concatenate([self._values, np.zeros(limit - len(self._values), self._values.dtype)])
        while self._known < limit:
            # What is right for the values so far may not be so for many more.
            until = min(limit, max(SPARSE_FROM, 2 * self._known))
            self.space = self.find_sparse_space()
            progress = lambda heap: report(heap / limit)  # noqa: E731
            (self._by_exclusion if self.space is None else self._by_sparse_space)(until, progress)
        return self._values[:limit]

    # ------------------------------------------------------------------ plain exclusion

    def _by_exclusion(self, until: int, report: Callable[[int], None]) -> None:
        layers = np.array(self._layers, dtype=np.int64).reshape(-1, 2)
        words = self._size // WORD
        length = until if self._deep else self._furthest + 1
        sums = np.zeros((len(layers), length, words), dtype=np.uint64)
        marks, seen = np.zeros(self._size, dtype=np.uint8), np.zeros(words, dtype=np.uint64)
        for total in range(2 if self._deep else max(2, self._known - self._furthest), self._known):
            kernels.add_sums(self._values, total, sums, marks, layers)
        sizer = BatchSizer()
        while self._known < until:
            with sizer.batch() as batch:
                end = min(self._known + batch, until)
                self._known = kernels.fill_by_exclusion(
                    self._values, self._known, end, sums, seen, marks, layers, self._rows
                )
            report(self._known)
            if self._known < end:
                self._grow()
                return

    @property
    def _rows(self) -> Values:
        """The moves as the kernels want them."""
        places = {kind: place for place, kind in enumerate(self._layers)}
        rows = [(move.taken, move.parts, places.get((move.parts, move.distinct), -1), move.heap) for move in self.moves]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    def _grow(self) -> None:
        """Make room for values twice as large."""
        self._size *= 2
        if self._size > np.iinfo(self._values.dtype).max:
            self._values = self._values.astype(np.uint32)

    # ------------------------------------------------------------------ the sparse space

    def find_sparse_space(self) -> SparseSpace | None:
        """Return the sparse space with the fewest rare heaps so far, if it saves time."""
        if self._known < SPARSE_FROM or not self.supports_sparse_space:
            return None
        pairs = [move.taken for move in self.moves if move.parts == 2]
        values = self._values[1 : self._known]
        found = [self._best(values, False, pairs[0])]
        if len({taken % 2 for taken in pairs}) == 1:
            found.append(self._best(values, True, pairs[0]))
        best = min(found, key=lambda space: space.rare)
        steps = len(pairs) * best.rare
        return best if MIN_GAIN * steps < len(self._layers) * self._known / 2 else None

    def _best(self, values: Values, by_place: bool, origin: int) -> SparseSpace:
        signs = 1 - 2 * ((np.arange(1, self._known) - origin) % 2) if by_place else None
        counts = np.bincount(values, weights=signs, minlength=self._size)
        # For each mask: how many values are even, less how many are odd.
        excess = walsh_hadamard(counts)
        mask = 1 + int(np.argmin(excess[1:]))
        return SparseSpace(mask, by_place, origin, (len(values) + round(float(excess[mask]))) // 2)

    def _by_sparse_space(self, until: int, report: Callable[[int], None]) -> None:
        space = self.space
        assert space is not None
        layers = np.array(self._layers, dtype=np.int64).reshape(-1, 2)
        rare_heaps = np.flatnonzero(space.is_rare(self._values[: self._known]))
        rare_heaps = rare_heaps[rare_heaps > 0]
        count = len(rare_heaps)
        rare = np.zeros(2 * count + SPARE_RARE_HEAPS, dtype=np.int32 if until < 1 << 31 else np.int64)
        rare[:count] = rare_heaps
        rare_values = self._values[rare]
        marks, parity = np.zeros((BLOCK_HEAPS, self._size), dtype=np.uint8), parities(space.mask, self._size)
        sizer = BatchSizer()
        while self._known < until:
            with sizer.batch() as batch:
                end = min(self._known + batch, until)
                self._known, count = sparse.fill_by_sparse_space(
                    self._values, self._known, end, marks, parity, int(space.by_place),
                    rare, rare_values, count, layers, self._rows,
                )  # fmt: skip
            report(self._known)
            if self._known < end:
                if count < len(rare):
                    self._grow()
                return


def parities(mask: int, size: int) -> npt.NDArray[np.uint8]:
    """Return, for each heap value below `size`, the parity of the binary ones it has in common with a mask.

    >>> parities(0b101, 8).tolist()
    [0, 1, 0, 1, 1, 0, 1, 0]
    """
    common = np.arange(size) & mask
    odd = np.zeros(size, dtype=np.uint8)
    while common.any():
        odd ^= (common & 1).astype(np.uint8)
        common >>= 1
    return odd


def walsh_hadamard(counts: Values) -> npt.NDArray[np.float64]:
    """Return the Walsh-Hadamard transform of counts of heap values, whose length is a power of two."""
    out = counts.astype(np.float64)
    step = 1
    while step < len(out):
        halves = out.reshape(-1, 2, step)
        out = np.stack([halves[:, 0] + halves[:, 1], halves[:, 0] - halves[:, 1]], axis=1).reshape(-1)
        step *= 2
    return out


def __getattr__(name: str) -> object:
    if name == "Heaps":
        warnings.warn("Heaps is deprecated: use HeapValues", DeprecationWarning, stacklevel=2)
        return HeapValues
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
