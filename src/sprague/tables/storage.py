"""Storage of the values of a table: an array of all values (`ArrayStorage`), or one number per line (`LineStorage`).

A line is a set of positions that differ only in one entry, the line entry. `LineStorage` serves games in which each
line has at most one P-position (see `sprague.tables.lines.form`). For each line, a `LineStorage` contains only the line
entry of the P-position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.formulas.evaluation import satisfies
from sprague.limits import default_memory
from sprague.rules import Ruleset
from sprague.rules.families import Conjunction
from sprague.tables.layout import PositionBox, listing_bytes, position_indices, refuse_if_too_large
from sprague.tables.lines.arrays import LineLayout
from sprague.tables.regions import Region

Integers = npt.NDArray[np.int64]
Values = npt.NDArray[Any]

LISTS = "ask for single positions"


class Storage(Protocol):
    """Protocol of the stored values of a table: an array of all values, or one number per line."""

    @property
    def data(self) -> Values:
        """The stored numbers, in the order in which a table file contains them."""

    @property
    def header(self) -> dict[str, object]:
        """The part of a table file's header that describes the stored numbers."""

    @property
    def largest(self) -> int:
        """The largest value in the table."""

    def at(self, positions: Integers) -> Values:
        """Return the values of several positions, one position per row; interchangeable piles may be in any order."""


@dataclass(frozen=True, eq=False)
class ArrayStorage:
    """The values of all positions of a region, stored in the order of their table indices."""

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
    """The outcomes of a table, stored by lines: for each line, the line entry of its P-position, or else -1.

    The field `entry` is the index of the line entry, and `order` contains the indices of the other entries in the order
    of the lines. Positions that satisfy `lost`, a disjunction of conjunctions, are also P-positions, because play has
    ended with a loss for the player to move.
    """

    entry: int
    order: tuple[int, ...]
    layout: LineLayout
    data: Values
    lost: tuple[Conjunction, ...] = ()
    domain: tuple[Conjunction, ...] = ((),)

    @staticmethod
    def of(
        rule: Ruleset, misere: bool, entry: int, order: tuple[int, ...], layout: LineLayout, data: Values
    ) -> LineStorage:
        """Return the outcomes of a table, stored by lines.

        A position where play has ended is lost for the player to move, except where `stop when` ends misère play.
        """
        return LineStorage(entry, order, layout, data, rule.win if misere else rule.stop + rule.win, rule.domain)

    @property
    def header(self) -> dict[str, object]:
        *others, line = self.layout.names
        return {"line": line, "lines": others, "size": len(self.data), "type": self.data.dtype.str}

    @cached_property
    def largest(self) -> int:
        """The largest value in the table: 0 if all positions are P-positions, otherwise 1, for N."""
        if self.lost:
            return int(self._has_n_position())
        single = self.layout.lowest[-1] == self.layout.highest[-1]
        return int(not single or bool((self.data < 0).any()))

    def _has_n_position(self) -> bool:
        length = self.layout.highest[-1] - self.layout.lowest[-1] + 1
        cells, each = self.layout.size * length, 1 << 16
        for first in range(0, cells, each):
            numbers, line = np.divmod(np.arange(first, min(first + each, cells)), length)
            positions = self._positions(numbers, line + self.layout.lowest[-1])
            names = self._names
            if (self.at(positions).astype(bool) & satisfies(self.domain, names, positions)).any():
                return True
        return False

    @property
    def _names(self) -> list[str]:
        """The names of the entries, in the order of the entries of a position."""
        places = dict(zip((*self.order, self.entry), self.layout.names, strict=True))
        return [places[place] for place in range(len(places))]

    def at(self, positions: Integers) -> Values:
        numbers = np.zeros(len(positions), dtype=np.int64)
        for place, low, size in zip(self.order, self.layout.lowest, self.layout.shape, strict=False):
            numbers = numbers * size + (positions[:, place].astype(np.int64) - low)
        is_n = self.data[numbers] != positions[:, self.entry]
        if self.lost:
            is_n &= ~satisfies(self.lost, self._names, positions)
        return np.asarray(is_n, dtype=np.uint8)

    def p_positions(self) -> Integers:
        """Return the P-positions of the box, one per row; positions in which play has ended come last."""
        numbers = np.flatnonzero(self.data >= 0)
        found = self._positions(numbers, self.data[numbers])
        return np.concatenate((found, self._lost_positions())) if self.lost else found

    def _positions(self, numbers: Integers, line: Values) -> Integers:
        """Return the positions with the given line entries on the lines with the given indices."""
        found = np.empty((len(numbers), len(self.layout.names)), dtype=np.int64)
        found[:, self.entry] = line
        for place, low, entries in zip(
            self.order, self.layout.lowest, np.unravel_index(numbers, self.layout.shape), strict=False
        ):
            found[:, place] = entries + low
        return found

    def _lost_positions(self) -> Integers:
        """Return the positions of the box in which play has ended and the player to move has lost."""
        names = self._names
        places = [self.layout.names.index(name) for name in names]
        lowest, highest = ([ends[place] for place in places] for ends in (self.layout.lowest, self.layout.highest))
        parts = []
        for conjunction in self.lost:
            terms = [term for condition in conjunction for term in condition.bounds().all]
            factors = [[-term.coefficient(name) for name in names] for term in terms]
            box = PositionBox(lowest, highest, {}, factors, [term.constant for term in terms])
            needed, memory = box.count() * listing_bytes(len(names)), limits.current().memory or default_memory()
            refuse_if_too_large("this table", "a list of the positions in which play has ended", needed, memory, LISTS)
            positions = box.positions().astype(np.int64)
            kept = satisfies([conjunction], names, positions) & satisfies(self.domain, names, positions)
            parts.append(positions[kept])
        return np.unique(np.concatenate(parts), axis=0)

    def within(self, rule: Ruleset, highest: Sequence[int]) -> LineStorage:
        """Return the stored outcomes of the positions in a smaller box."""
        layout = LineLayout.of(rule, self.entry, self.order, highest)
        if layout == self.layout:
            return self
        part = self.data.reshape(self.layout.shape)[tuple(slice(size) for size in layout.shape)]
        data = np.where(part <= layout.highest[-1], part, -1).astype(part.dtype).reshape(-1)
        return replace(self, layout=layout, data=data)


def line_type(highest: int) -> np.dtype[Any]:
    """Return the smallest integer type that can store the line entries of P-positions up to a bound."""
    return np.dtype(np.int16 if highest < 1 << 15 else np.int32 if highest < 1 << 31 else np.int64)
