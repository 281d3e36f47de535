"""The class `TableValues`, base class of `Table`: lookup by position, slice or value, and iteration."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice, pairwise
from math import prod
from numbers import Integral
from operator import add, index, xor
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import ArgumentTypeError, MissingEntryError, SpragueError
from sprague.language.positions import show_position
from sprague.limits import Limits, current, default_memory
from sprague.results.base import Measure
from sprague.rules import Position, Ruleset
from sprague.tables.layout import listing_bytes, position_indices, refuse_if_too_large, sorted_size
from sprague.tables.regions import Region, are_positions, has_sorted_positions, requested_region
from sprague.tables.storage import ArrayStorage, LineStorage, Storage

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    # The type of a table's values: int, or str for the outcomes "P" and "N".
    V = TypeVar("V", covariant=True, default=Any)
else:
    from typing import TypeVar

    V = TypeVar("V", covariant=True)

# maximum size of a table whose positions are all listed at once, even if only the first positions are needed
PositionArray = npt.NDArray[np.int32 | np.int64]  # one position per row
ValueArray = npt.NDArray[np.uint8 | np.uint16 | np.uint32 | np.int64]  # the values of positions in a small type
FEW_POSITIONS = 1 << 16


def _checked_number(most: int | None) -> int | None:
    """Return a maximum number of positions; raise an error if it is negative or not an integer."""
    if most is not None and arguments.check_integer("most", most) < 0:
        raise SpragueError(f"'most' must be at least 0, got {most}")
    return most


class TableItems(ItemsView[Position, V]):
    """A view of the positions of a table, or of the first `most` positions, with their values, like `dict.items`."""

    def __init__(self, table: TableValues[V], most: int | None = None) -> None:
        super().__init__(table)
        self._table, self._most = table, most

    def __len__(self) -> int:
        return len(self._table) if self._most is None else min(self._most, len(self._table))

    def __iter__(self) -> Iterator[tuple[Position, V]]:
        return self._table.iterate_items(self._most)


class TableEntries(ValuesView[V]):
    """A view of the values of a table, like `dict.values`, in the order of its positions."""

    def __init__(self, table: TableValues[V]) -> None:
        super().__init__(table)
        self._table = table

    def __iter__(self) -> Iterator[V]:
        return (value for _, value in self._table.iterate_items())


@dataclass(frozen=True, eq=False, repr=False)
class TableValues(Mapping[Position, V]):
    """The base class of `Table`: lookup and iteration for the values of all positions up to a bound."""

    game: Ruleset
    what: Measure
    misere: bool
    limit: int | None
    chips: int | None
    cap: int | None
    _region: Region
    _storage: Storage

    # Reading

    @overload
    def __getitem__(self, key: SupportsIndex | Sequence[SupportsIndex]) -> V: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(
        self, key: slice | EllipsisType | tuple[SupportsIndex | slice | EllipsisType, ...]
    ) -> npt.NDArray[Any]: ...
    def __getitem__(self, key: Any) -> object:
        """Return the value of a position; if the key contains slices, return an array like that of `to_array`.

        >>> import sprague
        >>> sprague.tabulate("nim", limit=4)[3, :, 0].tolist()
        [3, 2, 1, 0]
        """
        entries = key if isinstance(key, tuple) else (key,) if isinstance(key, slice | Integral | EllipsisType) else key
        if isinstance(entries, tuple) and any(entry is Ellipsis for entry in entries):
            entries = self._without_ellipsis(entries)
        if isinstance(entries, tuple) and any(isinstance(entry, slice) for entry in entries):
            return self._part(entries)
        checked = self.game.position(entries)
        if len(checked) > len(self.game.names):
            return self._of_sum(checked)
        if not self._holds(checked):
            raise MissingEntryError(f"{self.game.label}: {show_position(checked)} is outside the table ({self.bound})")
        return self._shown(self.values_at(np.array([checked], dtype=np.int64))[0])

    def _without_ellipsis(self, entries: tuple[object, ...]) -> tuple[object, ...]:
        """Return a key in which `...` is replaced by full slices for all entries that the key does not mention."""
        place = next(index for index, entry in enumerate(entries) if entry is Ellipsis)
        before, after = entries[:place], entries[place + 1 :]
        missing = len(self.game.names) - len(before) - len(after)
        if missing < 0 or any(entry is Ellipsis for entry in after):
            raise SpragueError(
                f"{self.game.label}: expected {len(self.game.names)} numbers or slices, or fewer with a single "
                f"..., got {len(entries)} entries"
            )
        return (*before, *(slice(None),) * missing, *after)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array that `to_array` returns: the bound of each pile.

        >>> import sprague
        >>> sprague.tabulate("nim", limit=8).shape
        (8, 8, 8)
        """
        return (self.widest,) * len(self.game.names)

    def _of_sum(self, position: Position) -> int:
        """Return the Grundy value of a sum of positions of the table, the nim-sum of their values."""
        if self.what != "grundy" or self.cap is not None:
            raise SpragueError(
                f"{self.game.label}: the table has no values of sums, got the sum {show_position(position)}; for "
                "values of sums, compute a table of Grundy values without a cap"
            )
        counted = Counter(self.game.components(position))
        return reduce(xor, (self[component] for component, count in counted.items() if count % 2), 0)

    def _part(self, entries: tuple[object, ...]) -> npt.NDArray[Any]:
        """Return a part of the table as an array; each slice in the key gives one axis of the array."""
        names = self.game.names
        if len(entries) != len(names):
            raise SpragueError(f"{self.game.label}: expected {len(names)} numbers or slices, got {len(entries)}")
        ranges = []
        for name, entry in zip(names, entries, strict=True):
            if isinstance(entry, slice):
                try:
                    ranges.append(range(*entry.indices(self.widest)))
                except (TypeError, ValueError):
                    raise SpragueError(f"expected a slice with integer bounds for {name}, got {entry!r}") from None
            elif isinstance(entry, Integral) and self.game.lowest(name) <= int(entry) < self.widest:
                ranges.append(range(int(entry), int(entry) + 1))
            else:
                raise SpragueError(
                    f"{self.game.label}: expected {name} to be within the table ({self.bound}), got {entry!r}"
                )
        single = tuple(axis for axis, entry in enumerate(entries) if not isinstance(entry, slice))
        return np.squeeze(self._box(ranges), axis=single)

    def __contains__(self, position: object) -> bool:
        """Return whether an object is a position of the table; interchangeable piles may be in any order."""
        try:
            checked = self.game.position(position)  # type: ignore[arg-type]
            return len(checked) == len(self.game.names) and self._holds(checked)
        except SpragueError:
            return False

    def __iter__(self) -> Iterator[Position]:
        """Yield all positions of the table, as `positions` does."""
        return self.positions()

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Return the values as an array, as `to_array` does, converted to `dtype`; the array is always a new copy."""
        if copy is False:
            raise SpragueError("'copy' must be None or True, got False; the array from a table is always a copy")
        return self.to_array().astype(dtype, copy=False) if dtype is not None else self.to_array()

    @property
    def widest(self) -> int:
        """The length of each axis of the table's array: the largest entry plus 1."""
        return self.limit if self.limit is not None else (self.chips or 0) + 1

    def _holds(self, position: Position) -> bool:
        if self.chips is not None:
            return sum(position[: len(self.game.piles)]) <= self.chips and max(position) <= self.chips
        return max(position) < (self.limit or 0)

    def holds(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return a Boolean array that says which positions, one per row, are within the bound of the table.

        >>> import sprague
        >>> import numpy as np
        >>> sprague.tabulate("nim:piles=2", limit=4).holds(np.array([[0, 1], [0, 9]])).tolist()
        [True, False]

        Args:
            positions: An array with one position per row.
        """
        if self.chips is None:
            return np.asarray((positions < (self.limit or 0)).all(axis=1))
        few = positions[:, : len(self.game.piles)].sum(axis=1) <= self.chips
        return np.asarray(few & (positions <= self.chips).all(axis=1))

    def _shown(self, value: Any) -> Any:
        if self.what == "outcome":
            return "N" if value else "P"
        return int(value)

    @property
    def bound(self) -> str:
        """The bound of the table as text, such as "piles < 8" or "chips <= 20"."""
        return f"chips <= {self.chips}" if self.chips is not None else f"piles < {self.limit}"

    @property
    def largest(self) -> int:
        """The largest value in the table; the outcomes P and N count as 0 and 1."""
        return self._storage.largest

    @property
    def is_of_differences(self) -> bool:
        """Whether the table stores only differences of sorted piles, because every value depends only on them."""
        return self._region.reduced and has_sorted_positions(self.game)

    @property
    def is_by_lines(self) -> bool:
        """Whether the table stores one P-position for each line instead of the values of all positions."""
        return isinstance(self._storage, LineStorage)

    def positions(self, value: object = None) -> Iterator[Position]:
        """Yield all positions of the table, or only those with a given value, in the order of the table.

        By default, positions are ordered by the last pile, then by the pile before it, and so on. If the order of piles
        matters, positions are ordered lexicographically. If the table has a bound on chips, positions are first ordered
        by the number of chips.

        >>> import sprague
        >>> list(sprague.tabulate("nim:piles=2", limit=4).positions(3))
        [(1, 2), (0, 3)]

        Args:
            value: The value of the positions to yield; None for all positions.

        Raises:
            SpragueError: No table of the requested kind can contain the value.
        """
        rows = self._array_of_positions() if value is None else self.positions_array(value)
        for row in rows:
            yield tuple(int(entry) for entry in row)

    def positions_array(self, value: object) -> npt.NDArray[np.int64]:
        """Return the positions of the table with a given value as an array, one position per row.

        >>> import sprague
        >>> sprague.tabulate("wythoff", limit=10**5, what="outcome").positions_array("P")[-1].tolist()
        [61802, 99998]

        Args:
            value: The value of the positions to return.

        Raises:
            SpragueError: No table of the requested kind can contain the value.
        """
        stored = self._stored(value)
        if isinstance(self._storage, LineStorage) and stored == 0:
            return self._in_order(self._storage.p_positions())
        rows = self._array_of_positions()
        return np.asarray(rows[self.values_at(rows) == stored], dtype=np.int64)

    def _in_order(self, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return those of the given positions that are in the table and have sorted piles, in the table's order."""
        kept = self.holds(positions)
        for block in self.game.blocks:
            for left, right in pairwise(block):
                kept &= positions[:, left] <= positions[:, right]
        found = positions[kept]
        return found[np.lexsort(found.T if has_sorted_positions(self.game) else found.T[::-1])]

    def by_chips(self, value: object = None) -> list[Position]:
        """Return the positions of the table, or those with a given value, sorted by chips, then lexicographically.

        The table may lack some positions with `complete_below` or more chips.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=4).by_chips(1)
        [(0, 1), (2, 3)]

        Args:
            value: The value of the positions to return; None for all positions.

        Raises:
            SpragueError: No table of the requested kind can contain the value.
        """
        return sorted(self.positions(value), key=self.chips_first)

    def chips_first(self, position: Position) -> tuple[int, Position]:
        """Return the key by which positions are sorted: the number of chips, then the position itself.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=4).chips_first((1, 2))
        (3, (1, 2))

        Args:
            position: A position of the table.
        """
        return sum(position[: len(self.game.piles)]), position

    @property
    def complete_below(self) -> int:
        """The number of chips below which the table contains every position."""
        if self.game.remembered:
            return 0
        if self.chips is not None:
            return self.chips + 1
        return (self.limit or 0) + (len(self.game.piles) - 1) * self.game.floor

    def _stored(self, value: object) -> int:
        """Return the number that the table stores for a value, such as 0 for the outcome "P"."""
        if self.what == "outcome":
            if value not in ("P", "N"):
                raise SpragueError(f"expected an outcome, 'P' or 'N', got {value!r}")
            return int(value == "N")
        number = int(value) if isinstance(value, Integral) and not isinstance(value, bool) else -1
        if number < 0:
            raise SpragueError(f"expected a value to be a nonnegative integer, got {value!r}")
        if self.cap is not None and number >= self.cap:
            raise SpragueError(f"expected a value below {self.cap}, the cap of the table, got {value!r}")
        return number

    @cached_property
    def _full_region(self) -> Region:
        """The region of all positions of the table, even if the table stores only differences of piles."""
        if not self._region.reduced:
            return self._region
        return requested_region(self.game, self.limit, self.chips, reduced=False)

    def _array_of_positions(self) -> PositionArray:
        """Return all positions in the order of the table, one per row, even if the table stores only differences."""
        region = self._full_region
        self._refuse_if_many(region.size, len(self.game.names))
        positions = region.positions(self.game)
        if self.chips is not None and not region.half_spaces:
            positions = positions[np.argsort(position_indices(positions, region.layout))]
        return positions

    def items(self, most: int | None = None) -> TableItems[V]:
        """Return a view of the positions of the table with their values, in the order of the table.

        >>> import sprague
        >>> list(sprague.tabulate("nim:piles=2", limit=100, what="outcome").items(most=2))
        [((0, 0), 'P'), ((0, 1), 'N')]

        Args:
            most: The number of positions to return; None for all positions.

        Raises:
            SpragueError: `most` is negative.
            ArgumentTypeError: `most` is not an integer.
        """
        return TableItems(self, _checked_number(most))

    def values(self) -> TableEntries[V]:
        """Return a view of the values of the table, in the order of its positions.

        >>> import sprague
        >>> list(sprague.tabulate("nim:piles=2", limit=3).values())
        [0, 1, 0, 2, 3, 0]
        """
        return TableEntries(self)

    def iterate_items(self, most: int | None = None) -> Iterator[tuple[Position, V]]:
        """Yield the positions of the table with their values, or the first `most` of them, in the table's order.

        >>> import sprague
        >>> list(sprague.tabulate("nim:piles=2", limit=4).iterate_items(2))
        [((0, 0), 0), ((0, 1), 1)]

        Args:
            most: The number of positions to return; None for all positions.

        Raises:
            SpragueError: `most` is negative.
            ArgumentTypeError: `most` is not an integer.
        """
        most = _checked_number(most)
        positions = self._array_of_positions() if most is None else self._first(most)
        values = self.values_at(positions.astype(np.int64))
        for row, value in zip(positions, values, strict=True):
            yield tuple(int(entry) for entry in row), self._shown(value)

    def arrays(self) -> tuple[PositionArray, ValueArray]:
        """Return all positions of the table, one per row, and an array of their values; 0 stands for P and 1 for N.

        >>> import sprague
        >>> positions, values = sprague.tabulate("nim:piles=2", limit=2).arrays()
        >>> positions.tolist(), values.tolist()
        ([[0, 0], [0, 1], [1, 1]], [0, 1, 0])
        """
        positions = self._array_of_positions()
        return positions, self.values_at(positions.astype(np.int64))

    def values_at(self, positions: PositionArray) -> ValueArray:
        """Return the values of the given positions, one position per row; interchangeable piles may be in any order.

        >>> import sprague
        >>> import numpy as np
        >>> sprague.tabulate("nim:piles=2", limit=4).values_at(np.array([[0, 1], [2, 3]])).tolist()
        [1, 1]

        Args:
            positions: An array with one position per row.
        """
        return self._storage.at(positions.astype(np.int64, copy=False))

    def _first(self, most: int) -> PositionArray:
        """Return at most `most` positions, the first in the order of the table, without listing all positions."""
        region = self._full_region
        if region.size <= FEW_POSITIONS or region.half_spaces or self.chips is not None or self.game.is_restricted:
            return self._array_of_positions()[:most]
        first = first_positions(self.game, region.highest, has_sorted_positions(self.game))
        rows = list(islice(first, max(0, most)))
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.game.names))

    def _refuse_if_many(self, positions: int, entries: int) -> None:
        """Raise `OutOfReach` if an array of the given number of positions does not fit into memory."""
        allowed = current().with_defaults(Limits(memory=default_memory())).memory or 0
        refuse_if_too_large(
            self.game.label,
            f"a list of {positions:,} positions",
            positions * listing_bytes(entries, self._region.reduced),
            allowed,
            "ask for the P-positions, for a slice, or for single positions",
        )

    def P_positions(self) -> Iterator[Position]:  # noqa: N802
        """Yield the P-positions of the table, in the order of the table.

        >>> import sprague
        >>> list(sprague.tabulate("wythoff", limit=6).P_positions())
        [(0, 0), (1, 2), (3, 5)]
        """
        return self.outcomes().positions("P")

    def outcomes(self) -> Self:
        """Return the table of the outcomes that follow from the values of the table.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=4).outcomes()[1, 2]
        'N'
        """
        if self.what == "outcome":
            return self
        # The player to move wins if the remoteness or suspense is odd in normal play, or even in misère play.
        values = self._storage.data
        is_n = values > 0 if self.what == "grundy" else (values % 2 == 1) != self.misere
        stored = ArrayStorage(self._region, is_n.astype(np.uint8))
        return type(self)(self.game, "outcome", self.misere, self.limit, self.chips, None, self._region, stored)

    def along(self, start: Sequence[int], step: Sequence[int]) -> list[V | None]:
        """Return the values of the table at `start`, start + step, start + 2 * step, … up to the bound of the table.

        The value is None at a tuple that `positions where` excludes.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=4).along((0, 1), (1, 0))
        [1, 0, 3, 2]

        Args:
            start: The first position.
            step: The vector added to each position; not all its entries are 0.

        Raises:
            SpragueError: The start or the step has a different number of entries than a position, or the step is 0.
        """
        count = len(self.game.names)
        try:
            position, by = tuple(map(index, start)), tuple(map(index, step))
        except TypeError:
            position = by = ()
        if len(position) != count or len(by) != count or not any(by):
            came = f"{arguments.format_argument(start)} and {arguments.format_argument(step)}"
            raise SpragueError(
                f"expected 'start' and 'step' with {count} integers each, where 'step' is not zero, got {came}"
            )
        values: list[V | None] = []
        while min(position) >= 0 and self._fits(position):
            values.append(self[position] if self.game.is_position(position) else None)
            position = tuple(map(add, position, by))
        return values

    def _fits(self, position: Position) -> bool:
        lowest = [self.game.lowest(name) for name in self.game.names]
        return all(e >= low for e, low in zip(position, lowest, strict=True)) and self._holds(position)

    def row(self, position: Sequence[int | None]) -> list[V | None]:
        """Return the values of the table along one entry, which is None in `position`; the other entries are fixed.

        >>> import sprague
        >>> sprague.tabulate("nim", limit=4).row((1, 2, None))
        [3, 2, 1, 0]

        Args:
            position: A position in which one entry is None.

        Raises:
            SpragueError: Not exactly one entry is None.
        """
        names = self.game.names
        try:
            open_entries = [entry is None for entry in position]
        except TypeError:
            open_entries = []
        if sum(open_entries) != 1 or len(open_entries) != len(names):
            came = arguments.format_argument(position)
            raise SpragueError(
                f"expected a position in which exactly one entry is None, such as (1, 2, None), got {came}"
            )
        start = [self.game.lowest(name) if e is None else e for name, e in zip(names, position, strict=True)]
        return self.along(start, list(map(int, open_entries)))

    def diagonal(self, position: Sequence[int]) -> list[V | None]:
        """Return the values of the table at a position, and after adding 1, 2, 3, … chips to every pile.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=4).diagonal((0, 1))
        [1, 3, 1]

        Args:
            position: The position to start from.

        Raises:
            SpragueError: The entries are not a position of the game.
        """
        self.game.position(position)
        return self.along(position, [1] * len(self.game.piles) + [0] * len(self.game.remembered))

    def to_array(self) -> npt.NDArray[Any]:
        """Return all values of the table as an array with one axis per pile.

        Cells without a position contain -1, or "" in a table of outcomes.

        >>> import sprague
        >>> sprague.tabulate("nim:piles=2", limit=2).to_array().tolist()
        [[0, 1], [1, 0]]
        """
        return self._box([range(self.widest)] * len(self.game.names))

    def _box(self, ranges: Sequence[range]) -> npt.NDArray[Any]:
        """Return the values of all positions with entries in the given ranges, as an array with one axis per entry."""
        shape = tuple(map(len, ranges))
        self._refuse_if_many(prod(shape), 2 * len(ranges))
        grids = np.meshgrid(*(np.array(entries, dtype=np.int64) for entries in ranges), indexing="ij")
        cells = np.stack([grid.reshape(-1) for grid in grids], axis=1)
        valid = are_positions(self.game, cells)
        if self.chips is not None:
            valid &= cells[:, : len(self.game.piles)].sum(axis=1) <= self.chips
        found = self.values_at(np.ascontiguousarray(cells[valid]))
        if self.what == "outcome":
            out: npt.NDArray[Any] = np.full(len(cells), "", dtype="<U1")
            out[valid] = np.where(found > 0, "N", "P")
        else:
            signed = np.result_type(found.dtype, np.int8)
            out = np.full(len(cells), -1, dtype=signed)
            out[valid] = found
        return out.reshape(shape)

    def __len__(self) -> int:
        """Return the number of positions in the table."""
        region = self._full_region
        if self.game.is_restricted or region.half_spaces:
            return len(self._array_of_positions())
        if has_sorted_positions(self.game):
            return region.size
        heights = dict(zip(self.game.names, region.highest, strict=True))
        groups = ((heights[group[0]] - self.game.lowest(group[0]) + 1, len(group)) for group in self.game.pile_groups)
        return prod(sorted_size(height, members) for height, members in groups)

    # Comparing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableValues):
            return NotImplemented
        if self._request() != other._request():
            return False
        if self._storage.header == other._storage.header:
            return bool(np.array_equal(self._storage.data, other._storage.data))
        positions = self._array_of_positions().astype(np.int64)
        return bool(np.array_equal(self.values_at(positions), other.values_at(positions)))

    def __hash__(self) -> int:
        return hash(tuple(self._request().values()))

    def first_difference(self, other: TableValues) -> Position | None:
        """Return the first position, in the order of this table, at which another table has a different value.

        Returns None if the tables agree.

        >>> import sprague
        >>> nim, wythoff = (sprague.tabulate(name, limit=4) for name in ("nim:piles=2", "wythoff"))
        >>> nim.first_difference(wythoff)
        (1, 1)

        Args:
            other: A table of a game with the same piles.

        Raises:
            ArgumentTypeError: `other` is not a table.
            SpragueError: The other table has other piles, or does not contain all positions of this table.
        """
        if not isinstance(other, TableValues):
            raise ArgumentTypeError(
                f"expected another table for the comparison, got {arguments.format_argument(other)}"
            )
        return next((position for position, value in self.items() if other[position] != value), None)

    def __repr__(self) -> str:
        play = ", misère" if self.misere else ""
        return f"<Table of {self.game.display_name}: {self.what}{play}, {self.bound}>"

    def _request(self) -> dict[str, object]:
        """Return the part of a table file's header that describes which table was requested."""
        return {
            "rule": str(self.game),
            "name": self.game.name,
            "what": self.what,
            "misere": self.misere,
            "limit": self.limit,
            "chips": self.chips,
            "cap": self.cap,
            "reduced": self._region.reduced,
        }

    def _header(self) -> dict[str, object]:
        return self._request() | self._storage.header


def first_positions(game: Ruleset, highest: Sequence[int], is_sorted: bool) -> Iterator[Position]:
    """Yield the positions of a box in the order in which a table iterates over them, with interchangeable piles sorted.

    If all piles are interchangeable (`is_sorted`), the last entry changes slowest; otherwise, the first entry changes
    slowest.
    """
    before = {right: left for block in game.blocks for left, right in pairwise(block)}
    entries = [game.lowest(name) for name in game.names]
    count = len(entries)

    def upwards(place: int) -> Iterator[Position]:
        if place == count:
            yield tuple(entries)
            return
        low = game.lowest(game.names[place])
        for entry in range(max(low, entries[before[place]]) if place in before else low, highest[place] + 1):
            entries[place] = entry
            yield from upwards(place + 1)

    def downwards(place: int, most: int) -> Iterator[Position]:
        if place < 0:
            yield tuple(entries)
            return
        for entry in range(game.floor, most + 1):
            entries[place] = entry
            yield from downwards(place - 1, entry)

    return downwards(count - 1, highest[-1]) if is_sorted else upwards(0)
