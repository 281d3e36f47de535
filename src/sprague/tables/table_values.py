"""`TableValues`: base class of `Table`, which looks values up by position, slice or value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from numbers import Integral
from operator import add, index, xor
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import SpragueError
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset
from sprague.tables.layout import position_indices
from sprague.tables.regions import Region, are_positions, has_sorted_positions, requested_region


class TableValues:
    """The base class of `Table`: the values of all positions up to a bound, with lookup and iteration."""

    def __init__(
        self,
        game: Ruleset,
        what: str,
        misere: bool,
        limit: int | None,
        chips: int | None,
        cap: int | None,
        region: Region,
        values: npt.NDArray[Any],
    ) -> None:
        self.game = game
        self.what = what
        self.misere = misere
        self.limit = limit
        self.chips = chips
        self.cap = cap
        self._region = region
        self._values = values

    # Reading

    def __getitem__(self, key: Any) -> Any:
        """The value of a position; with slices, an array as in `to_array`.

        >>> import sprague
        >>> sprague.tabulate("nim", limit=4)[3, :, 0].tolist()
        [3, 2, 1, 0]
        """
        entries = key if isinstance(key, tuple) else (key,) if isinstance(key, slice | Integral) else key
        if isinstance(entries, tuple) and any(isinstance(entry, slice) for entry in entries):
            return self._part(entries)
        checked = self.game.position(entries)
        if len(checked) > len(self.game.names):
            return self._of_sum(checked)
        if not self._holds(checked):
            raise SpragueError(f"{self.game.label}: {show_position(checked)} is beyond the table, {self.bound}")
        return self._shown(self._values[self._places(np.array([checked], dtype=np.int64))[0]])

    def _of_sum(self, position: Position) -> int:
        """The Grundy value of a sum, if the table holds its components; equal ones cancel each other."""
        if self.what != "grundy" or self.cap is not None:
            raise SpragueError(
                f"{self.game.label}: expected a single component, as this table holds no Grundy values without a cap, "
                f"got {show_position(position)}"
            )
        counted = Counter(self.game.components(position))
        return reduce(xor, (self[component] for component, count in counted.items() if count % 2), 0)

    def _part(self, entries: tuple[object, ...]) -> npt.NDArray[Any]:
        """The values for some ranges of the piles, one axis for each slice."""
        names = self.game.names
        if len(entries) != len(names):
            raise SpragueError(f"{self.game.label}: expected {len(names)} numbers or slices, got {len(entries)}")
        ranges = []
        for name, entry in zip(names, entries, strict=True):
            if isinstance(entry, slice):
                try:
                    ranges.append(range(*entry.indices(self.widest)))
                except (TypeError, ValueError):
                    raise SpragueError(f"expected a slice between whole numbers for {name}, got {entry!r}") from None
            elif isinstance(entry, Integral) and self.game.lowest(name) <= int(entry) < self.widest:
                ranges.append(range(int(entry), int(entry) + 1))
            else:
                raise SpragueError(
                    f"{self.game.label}: expected {name} to be within the table, {self.bound}, got {entry!r}"
                )
        single = tuple(axis for axis, entry in enumerate(entries) if not isinstance(entry, slice))
        return np.squeeze(self._box(ranges), axis=single)

    def __contains__(self, position: object) -> bool:
        """Whether this is a position of the table, its interchangeable piles in any order."""
        try:
            checked = self.game.position(position)  # type: ignore[arg-type]
            return len(checked) == len(self.game.names) and self._holds(checked)
        except SpragueError:
            return False

    def __iter__(self) -> Iterator[Position]:
        """All positions of the table, as `positions`."""
        return self.positions()

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """As `to_array`; an array is made in any case, so that a copy is never missing and never avoided."""
        if copy is False:
            raise SpragueError("expected copy to be None or True, got False; the array of a table is always a new one")
        return self.to_array().astype(dtype, copy=False) if dtype is not None else self.to_array()

    @property
    def widest(self) -> int:
        """The length of each axis of the table: one more than the largest entry."""
        return self.limit if self.limit is not None else (self.chips or 0) + 1

    def _holds(self, position: Position) -> bool:
        if self.chips is not None:
            return sum(position[: len(self.game.piles)]) <= self.chips and max(position) <= self.chips
        return max(position) < (self.limit or 0)

    def holds(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return which of these positions, one row each, are within the bound of the table."""
        if self.chips is None:
            return np.asarray((positions < (self.limit or 0)).all(axis=1))
        few = positions[:, : len(self.game.piles)].sum(axis=1) <= self.chips
        return np.asarray(few & (positions <= self.chips).all(axis=1))

    def _shown(self, value: Any) -> Any:
        if self.what == "outcome":
            return "N" if value else "P"
        return int(value)

    def _places(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return position_indices(positions, self._region.layout)

    @property
    def bound(self) -> str:
        """The bound of the table in words."""
        return f"chips <= {self.chips}" if self.chips is not None else f"piles < {self.limit}"

    @property
    def largest(self) -> int:
        """The largest value in the table; an outcome is 0 for P, 1 for N."""
        return int(self._values.max()) if len(self._values) else 0

    @property
    def is_of_differences(self) -> bool:
        """Whether one more chip on every pile changes nothing, so that only differences are stored."""
        return self._region.reduced

    def positions(self, value: object = None) -> Iterator[Position]:
        """Yield all positions of the table, or those of one value, in its order.

        Positions are ordered by the last pile, then the one before, and so on; in lexicographic order if the order of
        piles matters; and by number of chips if that is the bound.

        >>> import sprague
        >>> list(sprague.tabulate("nim:piles=2", limit=4).positions(3))
        [(1, 2), (0, 3)]
        """
        rows = self._array_of_positions()
        if value is not None:
            rows = rows[self.values_at(rows) == self._stored(value)]
        for row in rows:
            yield tuple(int(entry) for entry in row)

    def by_chips(self, value: object = None) -> list[Position]:
        """Return the positions of the table, or those of one value, sorted by chips, then lexicographically.

        Below `complete_below` chips, none is missing that has the value beyond the table.
        """
        return sorted(self.positions(value), key=self.chips_first)

    def chips_first(self, position: Position) -> tuple[int, Position]:
        """Return the key that sorts positions by their chips, then lexicographically."""
        return sum(position[: len(self.game.piles)]), position

    @property
    def complete_below(self) -> int:
        """The number of chips below which every position is in the table."""
        if self.game.remembered:
            return 0
        if self.chips is not None:
            return self.chips + 1
        return (self.limit or 0) + (len(self.game.piles) - 1) * self.game.floor

    def _stored(self, value: object) -> int:
        """A value as the table keeps it; the other way round is `_shown`."""
        if self.what == "outcome":
            if value not in ("P", "N"):
                raise SpragueError(f"expected an outcome, 'P' or 'N', got {value!r}")
            return int(value == "N")
        number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else -1
        if number < 0:
            raise SpragueError(f"expected a value, a whole number from 0 on, got {value!r}")
        if self.cap is not None and number >= self.cap:
            raise SpragueError(f"expected a value below the cap of the table, {self.cap}, got {value!r}")
        return number

    @cached_property
    def _full_region(self) -> Region:
        """The positions of the table, also where the table stores only differences."""
        if not self._region.reduced:
            return self._region
        return requested_region(self.game, self.limit, self.chips, reduced=False)

    def _array_of_positions(self) -> npt.NDArray[Any]:
        """Rows of positions in table order; games of differences are spelt out in full."""
        region = self._full_region
        positions = region.positions(self.game)
        if self.chips is not None and not region.half_spaces:
            positions = positions[np.argsort(position_indices(positions, region.layout))]
        return positions

    def keys(self) -> Iterator[Position]:
        """Yield all positions, as `positions` does, so that `dict(table)` works.

        >>> import sprague
        >>> dict(sprague.tabulate("nim:piles=2", limit=2))
        {(0, 0): 0, (0, 1): 1, (1, 1): 0}
        """
        return self.positions()

    def items(self, most: int | None = None) -> Iterator[tuple[Position, Any]]:
        """Yield all positions with their values, or the first `most`, in the table's order."""
        positions = self._array_of_positions()[: None if most is None else arguments.check_integer("most", most)]
        values = self._values[self._places(positions.astype(np.int64))]
        for row, value in zip(positions, values, strict=True):
            yield tuple(int(entry) for entry in row), self._shown(value)

    def arrays(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return all positions, one row each, in the table's order, and their values; 0 for P, 1 for N."""
        positions = self._array_of_positions()
        return positions, self._values[self._places(positions.astype(np.int64))]

    def values_at(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Return the values of positions of the table, one row each, with piles in any order."""
        return self._values[self._places(np.ascontiguousarray(positions, dtype=np.int64))]

    def P_positions(self) -> Iterator[Position]:  # noqa: N802
        """Yield the P-positions in the table's order."""
        return self.outcomes().positions("P")

    def outcomes(self) -> Self:
        """Return the table of outcomes that these values imply."""
        if self.what == "outcome":
            return self
        # A remoteness or suspense is even where the last mover will be the one who moved before.
        is_n = self._values > 0 if self.what == "grundy" else (self._values % 2 == 1) != self.misere
        return type(self)(
            self.game, "outcome", self.misere, self.limit, self.chips, None, self._region, is_n.astype(np.uint8)
        )

    def along(self, start: Sequence[int], step: Sequence[int]) -> list[Any]:
        """Return the values at start, start + step, start + 2 step, … as far as the table goes.

        Where `positions where` leaves no position, there is None.
        """
        count = len(self.game.names)
        try:
            position, by = tuple(map(index, start)), tuple(map(index, step))
        except TypeError:
            position = by = ()
        if len(position) != count or len(by) != count or not any(by):
            came = f"{arguments.format_argument(start)} and {arguments.format_argument(step)}"
            raise SpragueError(f"expected a start and a step, not all zero, of {count} whole numbers, got {came}")
        values = []
        while min(position) >= 0 and self._fits(position):
            values.append(self[position] if self.game.is_position(position) else None)
            position = tuple(map(add, position, by))
        return values

    def _fits(self, position: Position) -> bool:
        lowest = [self.game.lowest(name) for name in self.game.names]
        return all(e >= low for e, low in zip(position, lowest, strict=True)) and self._holds(position)

    def row(self, position: Sequence[int | None]) -> list[Any]:
        """Return the values along the one entry that is None, from its least value on.

        >>> import sprague
        >>> sprague.tabulate("nim", limit=4).row((1, 2, None))
        [3, 2, 1, 0]
        """
        names = self.game.names
        try:
            open_entries = [entry is None for entry in position]
        except TypeError:
            open_entries = []
        if sum(open_entries) != 1 or len(open_entries) != len(names):
            came = arguments.format_argument(position)
            raise SpragueError(f"expected one entry to be None, such as (1, 2, None), got {came}")
        start = [self.game.lowest(name) if e is None else e for name, e in zip(names, position, strict=True)]
        return self.along(start, list(map(int, open_entries)))

    def diagonal(self, position: Sequence[int]) -> list[Any]:
        """Return the values at a position, then with one more chip on every pile, and so on."""
        self.game.position(position)
        return self.along(position, [1] * len(self.game.piles) + [0] * len(self.game.remembered))

    def to_array(self) -> npt.NDArray[Any]:
        """Return all values as an array with one axis per pile, indexed by the piles.

        Where there is no position (a pile below the floor, too many chips, what `positions where` leaves out) it
        holds -1, or "" for outcomes.
        """
        return self._box([range(self.widest)] * len(self.game.names))

    def _box(self, ranges: Sequence[range]) -> npt.NDArray[Any]:
        """The values of all positions with these entries, an axis for each."""
        shape = tuple(map(len, ranges))
        grids = np.meshgrid(*(np.array(entries, dtype=np.int64) for entries in ranges), indexing="ij")
        cells = np.stack([grid.reshape(-1) for grid in grids], axis=1)
        valid = are_positions(self.game, cells)
        if self.chips is not None:
            valid &= cells[:, : len(self.game.piles)].sum(axis=1) <= self.chips
        found = self._values[self._places(np.ascontiguousarray(cells[valid]))]
        if self.what == "outcome":
            out: npt.NDArray[Any] = np.full(len(cells), "", dtype="<U1")
            out[valid] = np.where(found > 0, "N", "P")
        else:
            signed = np.result_type(found.dtype, np.int8)
            out = np.full(len(cells), -1, dtype=signed)
            out[valid] = found
        return out.reshape(shape)

    def __len__(self) -> int:
        """How many positions it holds."""
        region = self._full_region
        counted = has_sorted_positions(self.game) and not self.game.is_restricted
        return region.size if counted else len(region.positions(self.game))

    # Comparing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableValues):
            return NotImplemented
        return self._header() == other._header() and bool(np.array_equal(self._values, other._values))

    __hash__ = None  # type: ignore[assignment]

    def first_difference(self, other: TableValues) -> Position | None:
        """Return the first position, in this table's order, at which another table has another value."""
        if not isinstance(other, TableValues):
            raise SpragueError(f"expected another table, got {arguments.format_argument(other)}")
        return next((position for position, value in self.items() if other[position] != value), None)

    def __repr__(self) -> str:
        play = ", misère" if self.misere else ""
        return f"<Table of {self.game.display_name}: {self.what}{play}, {self.bound}>"

    def _header(self) -> dict[str, object]:
        return {
            "rule": str(self.game),
            "name": self.game.name,
            "what": self.what,
            "misere": self.misere,
            "limit": self.limit,
            "chips": self.chips,
            "cap": self.cap,
            "reduced": self._region.reduced,
            "size": len(self._values),
            "type": self._values.dtype.str,
        }
