"""Conversions of a `Table` to text, HTML, pandas data frames and xarray arrays."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sprague.errors import MissingExtraError
from sprague.rules import Ruleset
from sprague.tables.slices import FixedPiles, take_slice
from sprague.tables.table_values import TableValues

if TYPE_CHECKING:
    import pandas
    import xarray

ELLIPSIS = "…"


class Grid(NamedTuple):
    """A table converted to a grid of text: the text of the corner, the names of rows and columns, and the cells."""

    corner: str
    rows: list[str]
    columns: list[str]
    cells: list[list[str]]


def as_text(table: TableValues, most: int | None = None, width: int | None = None, fixed: FixedPiles = None) -> str:
    r"""Return a table as text, with at most `most` rows and columns and at most `width` characters per line.

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
    grid = make_grid(table, most, fixed)
    if grid is None:
        return _as_list(table, most, fixed)
    lines = [[grid.corner, *grid.columns], *([name, *row] for name, row in zip(grid.rows, grid.cells, strict=True))]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    shown = len(widths) if width is None else _fitting(widths, width)
    text = "".join(_line(line[:shown], widths[:shown]) for line in lines)
    left = len(widths) - shown
    return text if not left else f"{text}{ELLIPSIS} {left:,} of {len(widths) - 1:,} columns do not fit\n"


def _fitting(widths: Sequence[int], width: int) -> int:
    """Return how many columns of a grid fit into a line, with two spaces between columns; the result is at least 1."""
    ends = accumulate(column + 2 for column in widths)
    return max(2, sum(end - 2 <= width for end in ends))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip() + "\n"


def _as_list(table: TableValues, most: int | None, fixed: FixedPiles) -> str:
    part = take_slice(table, fixed) if fixed else None
    listed = [(",".join(map(str, position)), value) for position, value in (part.items if part else table.items)(most)]
    width = max((len(position) for position, _ in listed), default=0)
    text = "".join(f"{position:<{width}}  {value}\n" for position, value in listed)
    count = len(part or table)
    return text if count == len(listed) else f"{text}{ELLIPSIS} {count:,} positions in all\n"


def make_grid(table: TableValues, most: int | None = None, fixed: FixedPiles = None) -> Grid | None:
    """Return a table or a slice as a grid of text, or None if there are more than two axes."""
    if not has_grid(table.game, table.limit, fixed, table.is_of_differences):
        return None
    # Take one row and one column more than requested, to find out whether the table continues.
    part = take_slice(table, fixed, None if most is None else most + 1)
    shown = tuple(slice(most) for _ in part.axes)
    values = part.values[shown]
    names = [
        [str(height) for height in range(start, start + count)]
        for start, count in zip(part.starts, values.shape, strict=True)
    ]
    if len(part.axes) == 1:
        grid = Grid(part.heading, [table.what], names[0], [[_text_cell(value) for value in values.tolist()]])
    else:
        grid = Grid(part.heading, names[0], names[1], [[_text_cell(value) for value in row] for row in values.tolist()])
    return grid if values.shape == part.values.shape else _cut(grid)


def has_grid(rule: Ruleset, limit: int | None, fixed: FixedPiles, by_differences: bool) -> bool:
    """Return whether a table or slice has at most two axes, so that it can be converted to a grid of text."""
    if fixed:
        return len(rule.names) - len(fixed) <= 2
    if limit is None or rule.remembered:
        return False
    return len(rule.piles) <= (3 if by_differences else 2)


def _text_cell(value: int | str) -> str:
    """Return a value of a table as text, or the empty text if the cell is not a position."""
    return "" if value == -1 else str(value)


def _cut(grid: Grid) -> Grid:
    """Return a grid of text with an ellipsis at the end of each axis."""
    cells = [[*row, ELLIPSIS] for row in grid.cells]
    if len(grid.rows) == 1:
        return Grid(grid.corner, grid.rows, [*grid.columns, ELLIPSIS], cells)
    return Grid(
        grid.corner, [*grid.rows, ELLIPSIS], [*grid.columns, ELLIPSIS], [*cells, [""] * (len(grid.columns) + 1)]
    )


def as_html(table: TableValues, most: int) -> str:
    """Return the first rows and columns of a table as an HTML table."""
    title = escape(f"{table.what} of {table.game.display_name}{', misère play' if table.misere else ''}, {table.bound}")
    grid = make_grid(table, most)
    body = _rows(grid) if grid is not None else _listed(table, most)
    return f'<table style="text-align: right"><caption>{title}</caption>{body}</table>'


def _rows(grid: Grid) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in (grid.corner, *grid.columns))
    rows = (
        f"<tr><th>{escape(name)}</th>{''.join(map(_html_cell, cells))}</tr>"
        for name, cells in zip(grid.rows, grid.cells, strict=True)
    )
    return f"<tr>{head}</tr>{''.join(rows)}"


def _listed(table: TableValues, most: int) -> str:
    lines = as_text(table, most).splitlines()
    return "".join(f"<tr>{''.join(_html_cell(cell) for cell in line.split('  ') if cell)}</tr>" for line in lines)


def _html_cell(text: str) -> str:
    cell = escape(text.strip())
    return f"<td><strong>{cell}</strong></td>" if cell in ("0", "P") else f"<td>{cell}</td>"


def to_pandas(table: TableValues) -> pandas.DataFrame:
    """Return a table as a pandas data frame with one row per position: the piles, and the value.

    The values in the data frame are signed integers. The attribute `attrs` of the data frame contains the game, the
    kind of play and the bounds of the table.
    """
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("data frames need pandas: pip install 'sprague[data]'") from None
    positions, values = table.arrays()
    columns = {name: positions[:, place] for place, name in enumerate(table.game.names)}
    shown = np.where(values > 0, "N", "P") if table.what == "outcome" else _signed(values)
    frame = pandas.DataFrame(columns | {table.what: shown})
    frame.attrs = _attributes(table)
    return frame


def _signed(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the values of a table as signed integers, so that differences of values can be negative."""
    return values.astype(np.result_type(values.dtype, np.int8), copy=False)


def _attributes(table: TableValues) -> dict[str, str | int]:
    """Return the game, the kind of play and the bounds of a table, as attributes of a frame or labelled array."""
    attributes: dict[str, str | int] = {
        "game": table.game.name or str(table.game),
        "play": "misere" if table.misere else "normal",
    }
    for key in ("limit", "chips", "cap"):
        if (number := getattr(table, key)) is not None:
            attributes[key] = number
    return attributes


def to_xarray(table: TableValues) -> xarray.DataArray:
    """Return a table as an xarray array with one dimension per pile; -1 or "" marks cells without a position."""
    try:
        import xarray
    except ImportError:
        raise MissingExtraError("labelled arrays need xarray: pip install 'sprague[data]'") from None
    array = table.to_array()
    names = table.game.names
    heights = {name: np.arange(size) for name, size in zip(names, array.shape, strict=True)}
    return xarray.DataArray(array, coords=heights, dims=names, name=table.what, attrs=_attributes(table))
