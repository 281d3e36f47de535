"""Traversal by columns (`DifferenceTraversal`) of three-pile games in which only differences of piles matter.

Every position has the form (0, a, b) with a <= b, and its options lie on three lines. The traversal computes the
positions in the order of their largest entry b. When all values of a *column* (the positions with the same b) are
known, the traversal adds the column to the accumulators of the lines. When the value of a position is computed, the
accumulator of each line contains exactly the values of the options on the line. The function `_readings` proves that
the contents of accumulators are right.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.linear.constraints import implies
from sprague.rules import Linear
from sprague.tables.batching import BatchSizer, call_in_threads
from sprague.tables.fibre_arrays import Accumulators, initial_words
from sprague.tables.kernels import differences as plain
from sprague.tables.plan import Plan
from sprague.tables.regions import Region, has_sorted_positions, is_reflection_invariant
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values

kernels = jit.compile_lazily(plain)

AT_ONCE = 1 << 18  # maximum number of requested values in one block of columns
LONG_COLUMN = 50_000  # minimum length of a column that is split between threads

# for each line, the coefficients of a and b in the linear term that gives its index
Lines = tuple[tuple[int, int], ...]


class DifferenceTraversal(PlannedTraversal):
    """A traversal by columns of a three-pile game of differences, for Grundy values and outcomes."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return request.follows_from_grundy_values and not plan.enumerated and bool(find_lines(plan))

    @cached_property
    def mirrored(self) -> bool:
        """Whether the positions (0, a, b) and (0, b - a, b) have the same value."""
        return is_reflection_invariant(self.request.rule)

    @property
    def heights(self) -> int:
        return (self.request.limit or 0) - self.request.rule.floor

    @property
    def span(self) -> tuple[int, int]:
        """The least and the greatest index of a line; the accumulator of a line has the same index."""
        lines = find_lines(self.plan)
        low = min(min(ca, 0) + min(cb, 0) for ca, cb in lines)
        high = max(max(ca, 0) + max(cb, 0) for ca, cb in lines)
        return low * self.heights, high * self.heights

    def memory(self) -> int:
        low, high = self.span
        accumulators = 8 * initial_words(self.cap) * (high - low + 1)
        block = 4 * min(self.heights**2, max(AT_ONCE, self.heights))
        # Two blocks of columns are in memory at a time: the new block and the previous block.
        return self.kind().itemsize * self.region.size + accumulators + 2 * block + 4 * self.heights

    def describe_order(self) -> Iterator[str]:
        yield "Order: by the largest difference; positions with the same largest difference are independent."
        if self.mirrored:
            yield "Reduction: replacing each pile x by n - x gives the same game, so half of the values are enough."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        heights = self.heights
        values = np.zeros(heights * (heights + 1) // 2, dtype=self.kind)
        columns = Columns(self, memory)
        for first, block in columns.blocks(np.arange(heights, dtype=np.int64), NO_CORNERS, report):
            for number in range(block.shape[1]):
                b = first + number
                values[b * (b + 1) // 2 : (b + 1) * (b + 2) // 2] = block[: b + 1, number]
        return values

    @property
    def cap(self) -> int | None:
        return 1 if self.request.what == "outcome" else self.request.cap

    @property
    def kind(self) -> type[np.uint8 | np.uint16]:
        """The integer type of the values in the table."""
        return np.uint16 if self.cap is None or self.cap > 255 else np.uint8


NO_CORNERS = np.zeros((0, 0), dtype=np.int32)


class Columns:
    """The computation of the Grundy values G(0, a, b) of a game of differences, one column b at a time."""

    def __init__(self, traversal: DifferenceTraversal, memory: int) -> None:
        low, high = traversal.span
        values = Request(traversal.request.rule, traversal.request.limit, cap=traversal.cap)
        self.accumulators = Accumulators(values, high - low + 1, memory)
        self.terms = np.array([(ca, cb, -low) for ca, cb in find_lines(traversal.plan)], dtype=np.int64)
        self.marks = np.zeros(traversal.heights, dtype=np.int32)
        self.heights, self.cap, self.mirrored = traversal.heights, values.ceiling, traversal.mirrored
        self.b = 0  # index of the next column

    def blocks(
        self, wanted: npt.NDArray[np.int64], corners: npt.NDArray[np.int32], report: Progress
    ) -> Iterator[tuple[int, npt.NDArray[np.int32]]]:
        """Yield the Grundy values G(0, a, b) of the wanted rows a, for b >= a, in blocks of columns b.

        The values for b < a are written to the array `corners`.
        """
        sizer = BatchSizer()
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            while self.b < self.heights:
                first = self.b
                with sizer.batch() as size:
                    # Convert the batch size from positions to columns; column b has b + 1 positions.
                    columns = min(size // (first + 1), AT_ONCE // max(1, len(wanted)))
                    until = min(self.heights, first + max(1, columns))
                    out = np.zeros((len(wanted), until - first), dtype=np.int32)
                    self.advance(threads, out, corners, wanted, until)
                if self.b > first:
                    yield first, out[:, : self.b - first]
                report((self.b / self.heights) ** 2)

    def advance(
        self,
        threads: ThreadPoolExecutor,
        out: npt.NDArray[np.int32],
        corners: npt.NDArray[np.int32],
        wanted: npt.NDArray[np.int64],
        until: int,
    ) -> None:
        """Compute the columns of Grundy values up to `until`; if a value does not fit, enlarge bit sets and stop."""
        arguments = (out, corners, wanted, self.accumulators.totals, self.marks, self.terms)
        if self.b < LONG_COLUMN:
            self.b = kernels.fill_lines(*arguments, self.b, until, self.cap, self.mirrored)
        else:
            self.b = self._shared(threads, arguments, until)
        if self.b < until:
            self.accumulators.grow()

    def _shared(self, threads: ThreadPoolExecutor, arguments: tuple[Values, ...], until: int) -> int:
        """Compute columns of Grundy values like the kernel `fill_lines`, with each column split between threads."""
        *_, totals, marks, terms = arguments
        for b in range(self.b, until):
            half = b // 2 + 1 if self.mirrored else b + 1
            size = -(-half // (os.cpu_count() or 1))
            parts = [(start, min(start + size, half)) for start in range(0, half, size)]
            calls = [(marks, totals, terms, b, *part, self.cap) for part in parts]
            if call_in_threads(threads, kernels.fill_column, calls) != [end for _, end in parts]:
                return b
            kernels.add_column(*arguments, b, half, b - self.b, self.cap)
        return until


def find_lines(plan: Plan) -> Lines:
    """Return the three lines on which the options of a position lie, or () if columns cannot be computed in order."""
    rule, fibres = plan.rule, plan.fibres
    if not plan.region.reduced or not has_sorted_positions(rule) or len(rule.piles) != 3 or len(fibres) != 1:
        return ()
    (fibre,) = fibres
    changed = Linear.sum(rule.piles[i] for i in range(3) if i not in fibre.kept)
    return _readings() if len(fibre.kept) == 1 and fibre.rows == ((changed, changed),) else ()


@cache
def _readings() -> Lines:
    """Return the lines on which the options of a position (0, a, b) lie; () if columns cannot be computed in order.

    For each choice of the unchanged pile z and the changed piles x and y, the options of (0, a, b) with a <= b lie on a
    line on which x + y - 2z is constant. On each line, the options of (0, a, b) are the positions with a smaller |x -
    y| than (0, a, b) itself. Columns can be computed in the order of b if, of two positions on a line, the one with the
    smaller |x - y| always has the smaller b. Linear programming proves that b and |x - y| order the positions of every
    line in the same way.
    """
    heights = (Linear(), Linear.of("a"), Linear.of("b"))
    readings = []
    for kept in range(3):
        low, high = (heights[i] for i in range(3) if i != kept)
        readings.append((low + high - 2 * heights[kept], high - low))
    other = {"a": Linear.of("c"), "b": Linear.of("d")}
    a, b, c, d = (Linear.of(name) for name in "abcd")
    for line, spread in readings:
        for line_of_option, spread_of_option in ((x.substitute(other), y.substitute(other)) for x, y in readings):
            same = [b - a, d - c, line - line_of_option, line_of_option - line]
            if not implies([*same, b - d - 1], [spread - spread_of_option - 1]):
                return ()
            if not implies([*same, spread - spread_of_option - 1], [b - d - 1]):
                return ()
    return tuple((line.coefficient("a"), line.coefficient("b")) for line, _ in readings)
