"""Storages of the values of a table: an array with all values (`ArrayStorage`) or a function (`LineStorage`).

A `LineStorage` holds the outcomes of a game in which each line along one entry has at most one P-position (see
`sprague.tables.line_form`). It stores the line entry of this P-position for each line, and no position of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sprague.rules import Ruleset
from sprague.tables.layout import position_indices
from sprague.tables.line_arrays import LineLayout
from sprague.tables.regions import Region

Integers = npt.NDArray[np.int64]
Values = npt.NDArray[Any]


class Storage(Protocol):
    """Protocol of the values of a table."""

    @property
    def data(self) -> Values:
        """The stored numbers, in the order in which a file contains them."""

    @property
    def header(self) -> dict[str, object]:
        """The entries of the header of a table file that describe the stored numbers."""

    @property
    def largest(self) -> int:
        """The largest value in the table."""

    def at(self, positions: Integers) -> Values:
        """Return the values of positions, one per row, with interchangeable piles in any order."""


@dataclass(frozen=True, eq=False)
class ArrayStorage:
    """The values of all positions of a region, in the order of their indices."""

    region: Region
    data: Values

    @property
    def header(self) -> dict[str, object]:
        return {"size": len(self.data), "type": self.data.dtype.str}

    @property
    def largest(self) -> int:
        return int(self.data.max()) if len(self.data) else 0

    def at(self, positions: Integers) -> Values:
        return np.asarray(
            self.data[position_indices(np.ascontiguousarray(positions, dtype=np.int64), self.region.layout)]
        )


@dataclass(frozen=True, eq=False)
class LineStorage:
    """The outcomes of all positions of a box: `data` has the line entry of the P-position of each line, -1 for none.

    `entry` is the index of the line entry, and `order` has the indices of the other entries in the order of the lines.
    """

    entry: int
    order: tuple[int, ...]
    layout: LineLayout
    data: Values

    @property
    def header(self) -> dict[str, object]:
        *others, line = self.layout.names
        return {"line": line, "lines": others, "size": len(self.data), "type": self.data.dtype.str}

    @property
    def largest(self) -> int:
        """The largest value: 1, for N, unless all positions are P-positions; then every line has a single position."""
        single = self.layout.lowest[-1] == self.layout.highest[-1]
        return int(not single or bool((self.data < 0).any()))

    def at(self, positions: Integers) -> Values:
        numbers = np.zeros(len(positions), dtype=np.int64)
        for place, low, size in zip(self.order, self.layout.lowest, self.layout.shape, strict=False):
            numbers = numbers * size + (positions[:, place].astype(np.int64) - low)
        return np.asarray(self.data[numbers] != positions[:, self.entry], dtype=np.uint8)

    def p_positions(self) -> Integers:
        """Return the P-positions of the box, one per row, line by line."""
        numbers = np.flatnonzero(self.data >= 0)
        found = np.empty((len(numbers), len(self.layout.names)), dtype=np.int64)
        found[:, self.entry] = self.data[numbers]
        for place, low, entries in zip(
            self.order, self.layout.lowest, np.unravel_index(numbers, self.layout.shape), strict=False
        ):
            found[:, place] = entries + low
        return found

    def within(self, rule: Ruleset, highest: Sequence[int]) -> LineStorage:
        """Return the part of the function in a smaller box."""
        layout = LineLayout.of(rule, self.entry, self.order, highest)
        if layout == self.layout:
            return self
        part = self.data.reshape(self.layout.shape)[tuple(slice(size) for size in layout.shape)]
        data = np.where(part <= layout.highest[-1], part, -1).astype(part.dtype).reshape(-1)
        return LineStorage(self.entry, self.order, layout, data)


def line_type(highest: int) -> np.dtype[Any]:
    """Return the integer type of the line entries of P-positions up to a bound."""
    return np.dtype(np.int16 if highest < 1 << 15 else np.int32 if highest < 1 << 31 else np.int64)
