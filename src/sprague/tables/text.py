r"""A table as people read it: a grid for one or two piles, or for the two differences of three; otherwise a list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sprague.tables.table import Table

MORE = "…"


class Grid(NamedTuple):
    """The text in the corner, the names of the rows and of the columns, and the cells."""

    corner: str
    rows: list[str]
    columns: list[str]
    cells: list[list[str]]


def as_text(table: Table, most: int | None = None, width: int | None = None) -> str:
    r"""The whole table, or no more than `most` rows and columns of it, and no more columns than `width` letters hold.

    >>> import sprague
    >>> print(as_text(sprague.tabulate("nim:piles=2", limit=3)), end="")
    a\b  0  1  2
      0  0  1  2
      1  1  0  3
      2  2  3  0
    >>> print(as_text(sprague.tabulate("nim", limit=8), most=2), end="")
    0,0,0  0
    0,0,1  1
    … 120 positions in all
    """
    grid = grid_of(table, most)
    if grid is None:
        return _as_list(table, most)
    lines = [[grid.corner, *grid.columns], *([name, *row] for name, row in zip(grid.rows, grid.cells, strict=True))]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    shown = len(widths) if width is None else _fitting(widths, width)
    text = "".join(_line(line[:shown], widths[:shown]) for line in lines)
    left = len(widths) - shown
    return text if not left else f"{text}{MORE} {left:,} of {len(widths) - 1:,} columns do not fit the line\n"


def _fitting(widths: Sequence[int], width: int) -> int:
    """How many columns fit, two letters apart; at least the names of the rows and one column."""
    ends = accumulate(column + 2 for column in widths)
    return max(2, sum(end - 2 <= width for end in ends))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip() + "\n"


def _as_list(table: Table, most: int | None) -> str:
    listed = [(",".join(map(str, position)), value) for position, value in table.items(most)]
    width = max((len(position) for position, _ in listed), default=0)
    text = "".join(f"{position:<{width}}  {value}\n" for position, value in listed)
    return text if most is None or len(table) <= most else f"{text}{MORE} {len(table):,} positions in all\n"


def grid_of(table: Table, most: int | None = None) -> Grid | None:
    """The table as rows and columns, the first of each; None if it has no two axes."""
    game = table.game
    if table.limit is None or game.remembered or len(game.piles) > 3:
        return None
    if len(game.piles) == 3 and not table.is_of_differences:
        return None
    floor = game.floor
    end = table.limit if most is None else min(table.limit, floor + most)
    names = [str(height) for height in range(floor, end)]
    shown = slice(floor, end)
    if len(game.piles) == 1:
        grid = Grid(game.piles[0], [table.what], names, [[_cell(value) for value in table[shown].tolist()]])
    elif len(game.piles) == 2:
        cells = [[_cell(value) for value in row] for row in table[shown, shown].tolist()]
        grid = Grid(f"{game.piles[0]}\\{game.piles[1]}", names, names, cells)
    else:
        rows = enumerate(table[floor, shown, shown].tolist())
        cells = [[str(value) if j >= i else "" for j, value in enumerate(row)] for i, row in rows]
        grid = Grid(f"({floor}, a\\b)", names, names, cells)
    return grid if end == table.limit else _cut(grid)


def _cell(value: int | str) -> str:
    """A value; nothing where there is no position."""
    return "" if value == -1 else str(value)


def _cut(grid: Grid) -> Grid:
    """The grid with a sign that it goes on."""
    cells = [[*row, MORE] for row in grid.cells]
    if len(grid.rows) == 1:
        return Grid(grid.corner, grid.rows, [*grid.columns, MORE], cells)
    return Grid(grid.corner, [*grid.rows, MORE], [*grid.columns, MORE], [*cells, [""] * (len(grid.columns) + 1)])
