"""Traversal by rows (`RowTraversal`) of tables of two-pile games whose moves add fixed vectors.

The traversal stores only the last few rows. Operations on 64-bit words combine the values of the options of several
positions at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.tables.batching import BatchSizer
from sprague.tables.kernels import bit_rows as plain
from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values

kernels = jit.compile_lazily(plain)

MOST_VECTORS = 60  # maximum number of move vectors, because each Grundy value needs a bit in a 64-bit word


class RowTraversal(PlannedTraversal):
    """A traversal by rows of a two-pile game whose moves add fixed vectors."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        rule = request.rule
        if not request.follows_from_grundy_values or request.limit is None or len(rule.names) != 2:
            return False
        if rule.remembered or rule.blocks or rule.floor or rule.is_restricted or rule.stop or rule.win:
            return False
        if len(rule.families) > MOST_VECTORS or any(family.where for family in rule.families):
            return False
        vectors = rule.vectors or ()
        return bool(vectors) and all(vector < (0, 0) for vector in vectors)

    @property
    def vectors(self) -> list[tuple[int, ...]]:
        """The vectors that moves add to a position; vectors that lead to earlier rows come first."""
        return sorted(set(self.request.rule.vectors or ()), key=lambda step: step[0] == 0)

    @property
    def depth(self) -> int:
        """The number of rows to which moves from a position can lead, including the row of the position."""
        return 1 - min(step[0] for step in self.vectors)

    @cached_property
    def kind(self) -> np.dtype[Any]:
        """The integer type with a bit for each possible value, from 0 to the number of moves."""
        kinds = (np.uint8, np.uint16, np.uint32, np.uint64)
        return np.dtype(next(kind for kind in kinds if len(self.vectors) < np.iinfo(kind).bits))

    @property
    def buffered(self) -> int:
        """The number of rows of positions in the buffer."""
        return self.depth * max(2, 8 // self.kind.itemsize)

    def memory(self) -> int:
        rows, columns = (high + 1 for high in self.region.highest)
        return rows**2 + self.kind.itemsize * self.buffered * columns

    def describe_order(self) -> Iterator[str]:
        yield "Order: row by row; every move leads to an earlier row, or to an earlier position in the same row."
        yield f"Work: {len(self.request.rule.families)} lookups per position, for whole rows at once."

    def describe_moves(self) -> Iterator[str]:
        return iter(())

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        limit = self.request.limit or 0
        steps = self.vectors
        inside = sum(step[0] < 0 for step in steps)
        widths = self._widths()
        rows, words = self._buffer(int(widths.max()))
        out = np.zeros((limit, limit), dtype=np.uint8)
        vectors = np.array(steps, dtype=np.int64)
        for first, last in BatchSizer(first=1).batches(0, limit):
            kernels.fill_rows(out, rows, words, vectors, inside, widths, self.depth, first, last)
            report(last / limit)
        values = out.reshape(-1)
        return (values > 0).astype(np.uint8) if self.request.what == "outcome" else values

    def _buffer(self, width: int) -> tuple[Values, npt.NDArray[np.uint64]]:
        """Return an empty buffer for the last rows, and its memory as an array of 64-bit words with one extra word."""
        lanes = 8 // self.kind.itemsize
        length = width + max(0, *(step[1] for step in self.vectors)) + 1
        length += -length % lanes
        words = np.zeros(self.buffered * length // lanes + 1, dtype=np.uint64)
        return words[:-1].view(self.kind).reshape(self.buffered, length), words

    def _widths(self) -> npt.NDArray[np.int64]:
        """Return the number of positions that are needed in each row."""
        region, names = self.region, self.request.rule.names
        rows = np.arange(region.highest[0] + 1, dtype=np.int64)
        widths = np.full(len(rows), region.highest[1] + 1, dtype=np.int64)
        for term, bound in region.half_spaces:
            by_row, along = (term.coefficient(name) for name in names)
            if along > 0:
                widths = np.minimum(widths, (bound - by_row * rows) // along + 1)
        return np.maximum(widths, 0)
