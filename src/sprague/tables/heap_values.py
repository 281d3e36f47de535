"""Grundy values of heaps with up to millions of chips in taking-and-breaking games: `HeapValues`.

The Grundy value of a heap is the least number that is not the value of an option (the mex). The value of an option is
the nim-sum of the values of the heaps that the move leaves. The method of *plain exclusion* computes the nim-sums of
all options: n / 2 nim-sums for a heap of n chips that breaks into two heaps.

The *sparse space* is a faster method, due to Berlekamp (Winning Ways, chapter 4, "Sparse Space Spells Speed"). Let m be
a mask, that is, a set of binary digits. Call a Grundy value even or odd if the number of binary ones that it shares
with the mask m is even or odd. The nim-sum of two values is odd exactly if one of the two values is odd and the other
is even. In many games, there is a mask m for which nearly all Grundy values are odd. Call heaps with odd values
*common*, and heaps with even values *rare*. The value of an option with two heaps is odd only if exactly one of the
heaps is rare. Let c be the least odd number that is not the value of an option of a heap. Only options with a rare heap
have odd values, so finding c takes as many steps as there are rare heaps. The Grundy value of the heap is the smaller
of c and the least even number that no option has as its value. Two common heaps have an even nim-sum, and a few pairs
of common heaps already give most even numbers. The method tries pairs of heaps of very different sizes, because heaps
of similar size have similar values. For each even number that is still missing, the sparse-space method searches all
pairs of heaps. The first even number that no pair gives is the Grundy value of the heap.

*Rows.* Several consecutive heaps are processed together. Consecutive heaps need adjacent values in memory, so
processing them together takes only a third of the time.

The computed values are correct *for every mask*; a mask with many rare heaps only costs time. The mask is chosen from
the values computed so far, and chosen again whenever the number of known values has doubled. A Walsh-Hadamard transform
of the numbers of occurrences of the values gives the number of rare heaps for all masks at once.

*Alternating parity.* In some games, nearly all heaps of even size have odd values and nearly all heaps of odd size have
even values, or conversely (Flammenkamp). Suppose that all moves that break a heap into two take a number of chips with
the same parity as a number t. Call a heap of n chips common if the parity of its value differs from the parity of n -
t. Let i and j be two heaps with i + j = n - t. Exactly one of the heaps i and j is rare if and only if the nim-sum of
their values would make a heap of n chips common. The sparse-space method therefore also applies with the definition of
common heaps by alternating parity.
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

WORD = 64  # number of values in one 64-bit word of a bit set
SPARSE_FROM = 1 << 10  # number of heap values that are computed before the search for a sparse space
GROWTH_SAMPLE = 1 << 7  # number of heaps from which the growth of the Grundy values is estimated
# a sparse space is used only if plain exclusion takes at least this many times as many steps
MIN_GAIN = 2
SPARE_RARE_HEAPS = 1 << 10  # number of new rare heaps after which a new mask for the sparse space is chosen
# number of consecutive heaps that are processed together, small enough for the processor cache
BLOCK_HEAPS = 16

kernels, sparse = jit.compile_lazily(heap_kernels), jit.compile_lazily(sparse_kernels)


@dataclass(frozen=True)
class SparseSpace:
    """A sparse space of heap values: a mask that shares an even number of ones with the values of few heaps.

    A value is called even if it shares an even number of ones with the mask. Unless `by_place` is true, heaps with even
    values are called rare. If `by_place` is true, a common heap of n chips has an odd value if n - `origin` is even,
    and an even value if n - `origin` is odd.
    """

    mask: int
    by_place: bool
    origin: int
    rare: int

    def __str__(self) -> str:
        turned = f" (even if n - {self.origin} is odd)" if self.by_place else ""
        return (
            f"{self.rare:,} heaps are rare; the values of the others share an odd number of binary ones{turned} "
            f"with the mask {self.mask:b}"
        )

    def is_rare(self, values: Values) -> npt.NDArray[np.bool_]:
        """Return, for each heap from the empty heap on, whether the heap is rare in the sparse space."""
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
            raise OutOfReach(
                f"moves that must leave three or more heaps of different sizes are not supported, got {tuple(moves)}"
            )
        self.moves = without_empty_heaps(moves)
        most = max((move.parts for move in self.moves), default=0)
        kinds = {(move.parts, move.distinct) for move in self.moves if move.parts > 1}
        kinds |= {(parts, False) for parts in range(2, most)}
        self._layers = sorted(kinds)
        self._furthest = max((move.taken for move in self.moves), default=0)
        self._known = 1  # the empty heap
        self._values: Values = np.zeros(1, dtype=np.uint16)
        self._size = WORD  # a power of two that is greater than all values computed so far
        self.space: SparseSpace | None = None
        if known is not None and len(known):
            self._known, self._values = len(known), known.astype(np.uint16 if known.max() < 1 << 16 else np.uint32)
            while self._size <= int(known.max()):
                self._size *= 2

    @staticmethod
    def supports(moves: Iterable[Breaking]) -> bool:
        """Return whether heap values can be computed for `moves`: no move leaves three or more different heaps."""
        return not any(move.distinct and move.parts > 2 for move in moves)

    @property
    def supports_sparse_space(self) -> bool:
        """Whether the sparse-space method applies: some move breaks a heap, and no move leaves three heaps."""
        return bool(self._layers) and not self._deep

    @property
    def _deep(self) -> bool:
        """Whether some move leaves three or more heaps, so that the values of sums of heaps must be stored."""
        return any(parts > 2 for parts, _ in self._layers)

    def memory_for(self, limit: int) -> int:
        """Return an estimate of the memory, in bytes, needed to compute the values of all heaps below a limit."""
        sums = 8 * len(self._layers) * (self._size_for(limit) // WORD) * limit if self._deep else 0
        return limit * self._values.itemsize + sums

    def _size_for(self, limit: int) -> int:
        """Return a power of two above the values of all heaps below a limit, estimated from the first heaps."""
        largest = int(self.up_to(min(limit, max(self._known, GROWTH_SAMPLE))).max(initial=0))
        size = self._size
        while size <= largest * limit // self._known:
            size *= 2
        return size

    def count_sums(self, limit: int) -> int:
        """Return an estimate of the number of nim-sums needed for all heaps up to a limit.

        The limit must be at most twice the number of known heaps.
        """
        space = self.find_sparse_space()
        if space is None:
            return limit - self._known + len(self._layers) * (limit**2 - self._known**2) // 4
        pairs = sum(move.parts == 2 for move in self.moves)
        return (limit - self._known) * (pairs * space.rare + sparse_kernels.BLOCK)

    @property
    def so_far(self) -> Values:
        """The heap values computed so far, starting with the empty heap; they stay valid after an interruption."""
        return self._values[: self._known]

    def up_to(self, limit: int, report: Callable[[float], None] = lambda done: None) -> Values:
        """Return the values of all heaps with fewer than `limit` chips."""
        if limit > len(self._values):
            self._values = np.concatenate([self._values, np.zeros(limit - len(self._values), self._values.dtype)])
        while self._known < limit:
            # Choose the mask again after some time, because the mask may not suit larger heaps.
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
        """The moves of the taking-and-breaking game as an array for the kernels."""
        places = {kind: place for place, kind in enumerate(self._layers)}
        rows = [(move.taken, move.parts, places.get((move.parts, move.distinct), -1), move.heap) for move in self.moves]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    def _grow(self) -> None:
        """Double the upper bound on heap values, and widen their integer type if needed."""
        self._size *= 2
        if self._size > np.iinfo(self._values.dtype).max:
            self._values = self._values.astype(np.uint32)

    # ------------------------------------------------------------------ the sparse space

    def find_sparse_space(self) -> SparseSpace | None:
        """Return the sparse space with the fewest known rare heaps; None if the sparse space saves no time."""
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
        # For each mask, compute the number of heaps with an even value minus the number of heaps with an odd value.
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
    """Return, for each heap value below `size`, the parity of the number of binary ones that it shares with a mask.

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
    """Return the Walsh-Hadamard transform of an array whose length is a power of two."""
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
