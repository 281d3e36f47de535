"""Slices of a table (`Slice`, `take_slice`): the values of the table along some piles, with all other piles fixed.

A slice with two axes can be printed as a grid, drawn as a map, or typeset in LaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import SpragueError
from sprague.rules import Position, Ruleset
from sprague.tables.table_values import TableValues

FixedPiles = Mapping[str, int] | None  # fixed piles and their heights; None or an empty mapping selects the whole table


@dataclass(frozen=True, eq=False)
class Slice:
    """A slice of a table: its values along the piles `axes`; the field `fixed` contains the other entries.

    In the array `values`, -1 marks cells without a position; in a slice of outcomes, "" marks such cells.
    """

    table: TableValues
    axes: tuple[str, ...]
    fixed: Mapping[str, int]
    starts: tuple[int, ...]
    values: npt.NDArray[Any]
    is_of_differences: bool = False

    @property
    def is_position(self) -> npt.NDArray[np.bool_]:
        """A Boolean array that says which cells of the slice are positions."""
        found: npt.NDArray[np.bool_] = self.values != ("" if self.table.what == "outcome" else -1)
        return found

    @property
    def heading(self) -> str:
        r"""The axes and fixed entries of the slice as text, such as `a\b, c=0`."""
        axes = "\\".join(self.axes)
        if self.is_of_differences:
            return f"({self.table.game.floor}, {axes})"
        return ", ".join([axes, *(f"{name}={height}" for name, height in self.fixed.items())])

    def __len__(self) -> int:
        """Return the number of positions in the slice."""
        return int(self.is_position.sum())

    def items(self, most: int | None = None) -> Iterator[tuple[Position, Any]]:
        """Yield the positions of the slice, or the first `most` of them, with their values."""
        names = self.table.game.names
        # For three-pile games in which only differences of piles matter, the axes have the names that the papers use.
        places = (1, 2) if self.is_of_differences else [names.index(axis) for axis in self.axes]
        entries = [self.fixed.get(name, 0) for name in names]
        for cell in np.argwhere(self.is_position)[:most].tolist():
            for place, start, step in zip(places, self.starts, cell, strict=True):
                entries[place] = start + step
            yield tuple(entries), self.values[tuple(cell)].item()


def take_slice(table: TableValues, fixed: FixedPiles = None, most: int | None = None) -> Slice:
    r"""Return the slice of a table with the given entries fixed; each axis has at most `most` heights.

    >>> import sprague
    >>> part = take_slice(sprague.tabulate("nim", limit=4), {"b": 1})
    >>> part.axes, part.heading
    (('a', 'c'), 'a\\c, b=1')
    >>> part.values.tolist()
    [[1, 0, 3, 2], [0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]]
    """
    game = table.game
    held = check_fixed(game, fixed)
    axes = tuple(name for name in game.names if name not in held)
    by_differences = not held and table.is_of_differences and len(game.names) == 3
    if by_differences:
        held, axes = {game.names[0]: game.floor}, game.names[1:]
    starts = tuple(game.lowest(name) for name in axes)
    key = tuple(
        held[name] if name in held else slice(start, None if most is None else start + most)
        for name, start in ((name, game.lowest(name)) for name in game.names)
    )
    values = table[key]
    if by_differences:
        # The lowest pile comes first, and the order of the two other piles does not matter.
        values = np.where(np.tri(len(values), k=-1, dtype=np.bool_), "" if table.what == "outcome" else -1, values)
        return Slice(table, ("a", "b"), held, starts, values, True)
    return Slice(table, axes, held, starts, values)


def check_fixed(game: Ruleset, fixed: FixedPiles) -> dict[str, int]:
    """Return the fixed entries of a slice in the order of the rule; raise `SpragueError` if they are invalid.

    Fixed entries must occur in the rule, and at least one entry must remain free.
    """
    names = ", ".join(game.names)
    asked = dict(fixed or {})
    for name in asked:
        if name not in game.names:
            raise SpragueError(f"{game.label}: cannot fix the entry {name!r}; expected one of {names}")
    if len(asked) == len(game.names):
        raise SpragueError(f"{game.label}: all entries ({names}) are fixed; leave at least one entry free")
    return {name: arguments.check_integer(name, asked[name]) for name in game.names if name in asked}


def parse_fixed(text: str | None) -> dict[str, int]:
    """Return the fixed entries of a slice from a text such as `c=0,d=5`.

    >>> parse_fixed("c=0, d=5")
    {'c': 0, 'd': 5}
    """
    found: dict[str, int] = {}
    for piece in text.split(",") if text is not None else ():
        match = re.fullmatch(r"\s*(\w+)\s*=\s*([0-9]{1,18})\s*", piece)
        if match is None or match[1] in found:
            raise SpragueError(f"expected the fixed sizes of different piles, such as 'c=0,d=5', got {text!r}")
        found[match[1]] = int(match[2])
    return found
