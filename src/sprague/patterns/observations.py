"""What a table shows, each with how far it was seen: symmetries, invariance, a conjecture compared.

None of this is a proof. An `Observation` says what was looked at, up to which bound, and, where it fails, the smallest
position at which it does: the fewest chips first, then the smaller piles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.rules import Position
from sprague.rules.positions import show_position
from sprague.tables.table import Table

Plane = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Observation:
    """A statement about all positions of a table: either it holds for them, or the smallest counterexample."""

    statement: str
    seen: str
    counterexample: Position | None = None
    note: str = ""

    @property
    def holds(self) -> bool:
        return self.counterexample is None

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        if self.counterexample is None:
            return f"{self.statement}: no counterexample up to {self.seen}"
        return f"{self.statement}: fails first at {show_position(self.counterexample)}{note}"


def plane(table: Table) -> Plane:
    """The values of two piles, or of three piles the least of which is as low as it can be: entry [a, b], -1 outside.

    >>> import sprague
    >>> plane(sprague.tabulate("sharing-nim", limit=4)).tolist()
    [[0, 0, 1, 0], [0, 0, 1, 2], [1, 1, 1, 2], [0, 2, 2, 0]]
    """
    piles = len(table.game.piles)
    if piles not in (2, 3) or table.game.remembered:
        raise SpragueError(f"{table.game.label}: expected a table of two or three piles, got {piles}")
    floor = table.game.floor
    if piles == 2:
        values = table.to_array()
    else:
        high = (table.limit if table.limit is not None else (table.chips or 0) - 2 * floor + 1) or 0
        values = np.full((high, high), -1, dtype=np.int64)
        for a in range(floor, high):
            row = table.along((floor, a, floor), (0, 0, 1))
            numbers = [int(value == "N") for value in row] if table.what == "outcome" else row
            values[a, floor : floor + len(row)] = numbers
    if values.dtype.kind == "U":
        values = np.where(values == "", -1, (values == "N").astype(np.int64))
    return np.ascontiguousarray(values[floor:, floor:])


def palindromic_columns(table: Table) -> Observation:
    """Whether every column is a palindrome: (a, b) and (b - a, b) have the same value, for a <= b.

    >>> import sprague
    >>> print(palindromic_columns(sprague.tabulate("sharing-nim", limit=40)))
    columns are palindromes: no counterexample up to piles < 40
    """
    return _mirrored(table, "columns are palindromes", lambda a, b: (b - a, b))


def rows_are_diagonals(table: Table) -> Observation:
    """Whether row a, from (a, 2a) on, is the diagonal from there: (a, 2a + i) and (a + i, 2a + i)."""

    def along(a: Plane, b: Plane) -> tuple[Plane, Plane]:
        # With i = b - 2a the diagonal has a + i in place of a.
        return a + np.maximum(b - 2 * a, 0), b

    return _mirrored(table, "rows are diagonals", along)


def _mirrored(table: Table, statement: str, image: Callable[[Plane, Plane], tuple[Plane, Plane]]) -> Observation:
    """Whether positions (a, b) with a <= b have the values of their images."""
    values = plane(table)
    a, b = np.array(np.indices(values.shape))
    inside = (a <= b) & (values >= 0)
    x, y = (np.clip(part, 0, len(values) - 1) for part in image(a, b))
    wrong = inside & (values[x, y] >= 0) & (values[x, y] != values)
    floor = table.game.floor
    found = _smallest((int(p) + floor, int(q) + floor) for p, q in np.argwhere(wrong))
    note = ""
    if found is not None:
        p, q = (entry - floor for entry in found)
        other = (int(x[p, q]) + floor, int(y[p, q]) + floor)
        lead = (floor,) if len(table.game.piles) == 3 else ()
        note = f"value {int(values[p, q])}, but {int(values[x[p, q], y[p, q]])} at {show_position((*lead, *other))}"
        found = (*lead, *found)
    return Observation(statement, table.bound, found, note)


def invariant_under_swap(table: Table, one: int, two: int) -> Observation:
    """Whether exchanging two piles, given by their places from 0 on, changes no value.

    >>> import sprague
    >>> print(invariant_under_swap(sprague.tabulate("cookies", limit=8), 0, 1))
    exchanging x and y changes nothing: fails first at (0, 1) (value 0, but 1 at (1, 0))
    """
    names = table.game.piles

    def swapped(position: Position) -> Position:
        entries = list(position)
        entries[one], entries[two] = entries[two], entries[one]
        return tuple(entries)

    if not 0 <= one < two < len(names):
        raise SpragueError(f"expected two places of piles, the first before the second, got {one} and {two}")
    return _invariant(table, f"exchanging {names[one]} and {names[two]} changes nothing", swapped)


def invariant_under_chips(table: Table, count: int = 1) -> Observation:
    """Whether as many chips more on every pile change no value.

    >>> import sprague
    >>> print(invariant_under_chips(sprague.tabulate("sharing-nim", limit=12)))
    a chip more on every pile changes nothing: no counterexample up to piles < 12
    """
    piles = len(table.game.piles)
    more = "a chip" if count == 1 else f"{count} chips"

    def raised(position: Position) -> Position:
        return tuple(entry + count * (place < piles) for place, entry in enumerate(position))

    return _invariant(table, f"{more} more on every pile changes nothing", raised)


def _invariant(table: Table, statement: str, image: Callable[[Position], Position]) -> Observation:
    values = dict(table.items())

    def value(position: Position) -> Any:
        return values.get(table.game.position(position))

    broken = (
        position for position, here in values.items() if (there := value(image(position))) is not None and there != here
    )
    found = _smallest(broken)
    note = ""
    if found is not None:
        note = f"value {values[found]}, but {value(image(found))} at {show_position(image(found))}"
    return Observation(statement, table.bound, found, note)


def compare(table: Table, conjecture: Callable[[Position], object], statement: str = "the conjecture") -> Observation:
    """A conjectured function or predicate against a table: the smallest counterexample, or none up to its bound.

    >>> import sprague
    >>> table = sprague.tabulate("nim:piles=2", limit=16)
    >>> print(compare(table, lambda x: x[0] ^ x[1], "the value is the nim-sum"))
    the value is the nim-sum: no counterexample up to piles < 16
    >>> print(compare(table, lambda x: x[0] == x[1], "P-positions are equal piles"))
    P-positions are equal piles: no counterexample up to piles < 16
    >>> print(compare(table, lambda x: x[1] - x[0], "the value is the difference"))
    the value is the difference: fails first at (1, 2) (value 3, conjectured 1)

    A function that answers True or False says which positions are P; one that answers numbers, or "P" and "N", says
    their values.
    """
    outcomes: dict[Position, Any] | None = None
    found: Position | None = None
    note = ""
    for position, value in table.items():
        said = conjecture(position)
        if isinstance(said, (bool, np.bool_)):
            if outcomes is None:
                outcomes = dict(table.outcomes().items())
            said, value = "P" if said else "N", outcomes[position]
        if said != value and (found is None or _order(position) < _order(found)):
            found, note = position, f"value {value}, conjectured {said}"
    return Observation(statement, table.bound, found, note)


def _order(position: Position) -> tuple[int, Position]:
    return sum(position), position


def _smallest(positions: Iterable[Position]) -> Position | None:
    return min(positions, key=_order, default=None)
