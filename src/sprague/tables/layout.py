"""Layouts of tables, which give each position its index in the array of values: `position_indices`, `PositionBox`.

If all k piles of a game are interchangeable, a table stores only sorted positions, which reduces its size by a factor
of nearly k!. The indices of sorted positions are sums of binomial coefficients if each pile is bounded, and sums of
numbers of partitions if the total number of chips is bounded. If adding a chip to every pile never changes a value, a
table of sorted positions stores only the positions in which the lowest pile has its least height. If the piles are not
interchangeable, positions are indexed like the cells of a multidimensional array. If adding a chip to every pile never
changes a value, the array has an axis for each pile except the first: an index is the difference between the pile and
the first pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit, limits
from sprague.errors import OutOfReach
from sprague.limits import MAXIMUM
from sprague.rules import Ruleset
from sprague.tables.batching import BatchSizer
from sprague.tables.kernels import indexing as plain
from sprague.tables.kernels.indexing import CHIPS, DENSE, SORTED, Layout

Integers = npt.NDArray[np.int64]

kernels = jit.compile_lazily(plain)

CHUNK = 1 << 20  # number of positions that are listed between two checks of the limits
# number of random samples from which the size of a layout is estimated with an error of about 1 %
SAMPLE_SIZE = 1 << 16


def refuse_if_too_large(label: str, what: str, needed: int, memory: int, way_out: str) -> None:
    """Raise `OutOfReach` if a table needs more memory than allowed.

    Args:
        label: The game, as named in messages.
        what: The work or data that needs the memory.
        needed: The bytes needed.
        memory: The bytes allowed.
        way_out: The advice at the end of the message.
    """
    if needed > memory:
        raise OutOfReach(
            f"{label}: {what} needs {needed / 1e9:,.1f} GB, but only {memory / 1e9:,.1f} GB are allowed; {way_out}"
        )


def position_indices(positions: npt.NDArray[np.integer[Any]], layout: Layout) -> Integers:
    """Sort the piles of each row of `positions` in place, and return the table index of each of these positions."""
    out = np.zeros(len(positions), dtype=np.int64)
    for first, last in BatchSizer().batches(0, len(out)):
        kernels.fill_indices(out[first:last], positions[first:last], layout)
    return out


def listing_bytes(entries: int, first_stands: bool = False) -> int:
    """Return an upper bound on the memory, in bytes per position, that is needed to list the positions of a layout."""
    return 8 + 8 * entries + 6 * 8 * first_stands


def sorted_positions(
    count: int, floor: int, limit: int, chips: int, *, first_stands: bool = False
) -> npt.NDArray[np.int32]:
    """Return all sorted positions with piles below a limit, or with a limited number of chips, one position per row.

    >>> sorted_positions(2, 0, 2, 2).tolist()
    [[0, 0], [0, 1], [1, 1], [0, 2]]

    Positions are ordered by the last pile, then by the pile before it, and so on. If `first_stands` is true, the first
    pile always has its least height, `floor`.
    """
    last = np.arange(floor, max(limit, chips - floor * (count - 1) + 1), dtype=np.int32)
    if first_stands and count == 1:
        last = last[:1]
    columns = [last]
    for before in range(count - 1, 0, -1):
        limits.check()
        left = chips - np.sum(columns, axis=0, dtype=np.int64) - floor * (before - 1)
        highest = np.where(columns[-1] < limit, columns[0], np.minimum(columns[0], left))
        if first_stands and before == 1:
            highest = np.minimum(highest, floor)
        each = np.maximum(highest - floor + 1, 0)
        ends = np.cumsum(each)
        columns = [_repeated(column, ends) for column in columns]
        heights = np.arange(floor, floor + len(columns[0]))
        heights -= _repeated(ends - each, ends)
        columns.insert(0, heights.astype(np.int32))
    return np.stack(columns, axis=1)


@dataclass(frozen=True, slots=True)
class PositionBox:
    """The positions of a layout that lie in a box and satisfy linear inequalities, in lexicographic order.

    >>> box = PositionBox((0, 0), (3, 3), {1: 0}, ((1, 2),), (4,))
    >>> box.positions().tolist(), box.count()
    ([[0, 0], [0, 1], [0, 2], [1, 1]], 4)

    Entry i is at least as large as entry `before[i]`. Each row of `factors` contains the coefficients of a weighted sum
    of the entries, and `bounds` contains the upper bound of the sum.
    """

    lowest: Sequence[int]
    highest: Sequence[int]
    before: Mapping[int, int]
    factors: Sequence[Sequence[int]]
    bounds: Sequence[int]

    def positions(self) -> npt.NDArray[np.int32]:
        """Return all positions of the box, one position per row."""
        columns: list[npt.NDArray[np.int32]] = []
        count = 1
        for entry in range(len(self.lowest)):
            least, each = self._range_of(entry, columns, count)
            ends = np.cumsum(each)
            columns = [_repeated(column, ends) for column in columns]
            count = int(ends[-1]) if len(ends) else 0
            heights = np.arange(count)
            heights += _repeated(least - ends + each, ends)
            columns.append(heights.astype(np.int32))
        return np.stack(columns, axis=1)

    def count(self) -> int:
        """Return an estimate of the number of positions of the box; for few positions, the estimate is exact."""
        columns: list[npt.NDArray[np.int32]] = []
        count, stands_for = 1, 1.0
        drawing = np.random.default_rng(0)
        for entry in range(len(self.lowest)):
            least, each = self._range_of(entry, columns, count)
            ends = np.cumsum(each)
            total = int(ends[-1]) if len(ends) else 0
            count = min(total, SAMPLE_SIZE)
            if not count or entry == len(self.lowest) - 1:
                return round(stands_for * total)
            # Draw one random sample from each of many equal intervals, because equidistant samples might all have the
            # same height.
            chosen = (np.arange(count) + drawing.random(count) * (total > SAMPLE_SIZE)) * (total / count)
            chosen = np.minimum(chosen.astype(np.int64), total - 1)
            begun = np.searchsorted(ends, chosen, side="right")
            heights = least[begun] + chosen - (ends - each)[begun]
            columns = [*(column[begun] for column in columns), heights.astype(np.int32)]
            stands_for *= total / count
        return 1

    def _range_of(self, entry: int, columns: Sequence[npt.NDArray[np.int32]], count: int) -> tuple[Integers, Integers]:
        """Return, for each prefix of a position, the least value and the number of values of the next entry."""
        limits.check()
        low = self.lowest[entry]
        least = np.full(count, low, dtype=np.int64)
        most = np.full(count, self.highest[entry], dtype=np.int64)
        if entry in self.before:
            least = np.maximum(least, columns[self.before[entry]])
        for row, bound in zip(self.factors, self.bounds, strict=True):
            later = zip(row[entry + 1 :], self.lowest[entry + 1 :], self.highest[entry + 1 :], strict=True)
            left = np.full(count, bound - sum(min(f * a, f * b) for f, a, b in later), dtype=np.int64)
            for factor, column in zip(row, columns, strict=False):
                left -= factor * column.astype(np.int64)
            if row[entry] > 0:
                most = np.minimum(most, left // row[entry])
            elif row[entry] < 0:
                least = np.maximum(least, -(left // -row[entry]))
            else:
                most = np.where(left < 0, low - 1, most)
        return least, np.maximum(most - least + 1, 0)


def _repeated(numbers: npt.NDArray[Any], ends: Integers) -> npt.NDArray[Any]:
    """Repeat the numbers of an array, like `np.repeat`; the copies of number i end at index `ends[i]`."""
    out = np.empty(ends[-1] if len(ends) else 0, dtype=numbers.dtype)
    first, begin = 0, 0
    while first < len(numbers):
        limits.check()
        last = max(first + 1, int(np.searchsorted(ends, begin + CHUNK, side="right")))
        here = ends[first:last]
        out[begin : here[-1]] = np.repeat(numbers[first:last], np.diff(here, prepend=begin))
        first, begin = last, int(here[-1])
    return out


def binomials(members: int, heights: int) -> Integers:
    """Return an array of binomial coefficients: entry [j, v] is the number of sorted (j + 1)-tuples of numbers below v.

    The sum of the entries [j, vj] over all j is the index of the sorted tuple v0 <= v1 <= ….
    """
    table = np.empty((max(1, members), heights + 1), dtype=np.int64)
    table[0] = np.arange(heights + 1)
    # for a sorted tuple with the last entry v, the other entries form a sorted tuple of numbers below v + 1
    for j in range(1, len(table)):
        np.cumsum(table[j - 1], out=table[j])
    return table


def box_layout(rule: Ruleset, highest: tuple[int, ...], memory: int = MAXIMUM) -> tuple[Layout, int]:
    """Return the layout of positions as cells of a box with the given highest entries, and the number of cells."""
    strides = [1]
    for high in reversed(highest[1:]):
        strides.append(strides[-1] * (high + 1))
    size = strides[-1] * (highest[0] + 1)
    refuse_if_too_large(rule.label, f"a table of {size:,} cells", size, memory, "lower the bound")
    return _layout(rule, DENSE, strides=np.array(strides[::-1], dtype=np.int64), floor=0), size


def difference_layout(rule: Ruleset, limit: int, memory: int = MAXIMUM) -> tuple[Layout, int]:
    """Return the layout of positions by the differences of their piles to the first pile, and the number of cells.

    All differences are between -(limit - 1) and limit - 1, for piles from 0 to limit - 1. Positions that differ by the
    same number of chips on every pile have the same index.
    """
    count, most = len(rule.piles), limit - rule.floor - 1
    width = 2 * most + 1
    size = width ** (count - 1)
    refuse_if_too_large(rule.label, f"a table of {size:,} cells", size, memory, "lower the limit")
    strides = np.array([width**place for place in range(count - 2, -1, -1)], dtype=np.int64)
    total = int(strides.sum())
    start = np.array([most * total], dtype=np.int64)
    return _layout(rule, DENSE, strides=np.concatenate(([-total], strides)), floor=0, reduced=True, start=start), size


def sorted_size(heights: int, members: int) -> int:
    """Return the number of sorted tuples with `members` entries from 0 to `heights` - 1, a binomial coefficient."""
    return comb(heights + members - 1, members)


def sorted_layout(rule: Ruleset, limit: int, reduced: bool, memory: int = MAXIMUM) -> tuple[Layout, int]:
    """Return the layout, and its size, of sorted positions with piles, or differences of piles, below a limit."""
    heights, members = limit - rule.floor, len(rule.piles) - reduced
    size = sorted_size(heights, members)
    refuse_if_too_large(rule.label, f"a table of {size:,} positions", size, memory, "lower the limit")
    return _layout(rule, SORTED, below=binomials(members, heights), reduced=reduced), size


def chips_layout(rule: Ruleset, chips: int, memory: int = MAXIMUM) -> tuple[Layout, int]:
    """Return the layout, and its size, of sorted positions with at most `chips` chips, ordered by number of chips."""
    count, floor = len(rule.piles), rule.floor
    counting = 16 * (count + 1) * (chips + 1) * (chips + 2)
    refuse_if_too_large(rule.label, f"counting positions of {chips:,} chips", counting, memory, "lower the bound")
    # `exact[m, n, v]` counts the sorted m-tuples with sum n and all entries >= v; `before[m, n, v]` counts those with
    # first entry < v.
    exact = np.zeros((count + 1, chips + 1, chips + 2), dtype=np.int64)
    exact[0, 0, :] = 1
    before = np.zeros_like(exact)
    for parts in range(1, count + 1):
        for height in range(chips, floor - 1, -1):
            exact[parts, :, height] = exact[parts, :, height + 1]
            exact[parts, height:, height] += exact[parts - 1, : chips + 1 - height, height]
        before[parts] = exact[parts, :, floor : floor + 1] - exact[parts]
    per_total = exact[count, :, floor] if floor <= chips + 1 else np.zeros(chips + 1, dtype=np.int64)
    start = np.concatenate(([0], np.cumsum(per_total)))
    return _layout(rule, CHIPS, before=before, start=start), int(start[-1])


def _layout(
    rule: Ruleset,
    kind: int,
    *,
    floor: int | None = None,
    reduced: bool = False,
    strides: Integers | None = None,
    below: Integers | None = None,
    before: Integers | None = None,
    start: Integers | None = None,
) -> Layout:
    """Return a layout whose unused arrays are empty, so that all layouts have the same type."""
    width = max((len(block) for block in rule.blocks), default=0)
    blocks = [list(block) + [-1] * (width - len(block)) for block in rule.blocks]
    return Layout(
        kind,
        rule.floor if floor is None else floor,
        int(reduced),
        np.array(blocks, dtype=np.int64).reshape(len(blocks), width),
        np.zeros(1, dtype=np.int64) if strides is None else strides,
        np.zeros((1, 1), dtype=np.int64) if below is None else below,
        np.zeros((1, 1, 1), dtype=np.int64) if before is None else before,
        np.zeros(1, dtype=np.int64) if start is None else start,
    )
