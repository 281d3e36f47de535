"""Tables as pandas and xarray objects, and as HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

from sprague.errors import SpragueError
from sprague.tables.text import Grid, as_text, grid_of

if TYPE_CHECKING:
    import pandas
    import xarray

    from sprague.tables.table import Table


def to_pandas(table: Table) -> pandas.DataFrame:
    """A column for each entry of a position and one for its value, a row for each position, in the table's order."""
    try:
        import pandas
    except ImportError:
        raise SpragueError("a table as a data frame needs pandas: pip install 'sprague[data]'") from None
    positions, values = table.arrays()
    columns = {name: positions[:, place] for place, name in enumerate(table.game.names)}
    told = np.where(values > 0, "N", "P") if table.what == "outcome" else values
    return pandas.DataFrame(columns | {table.what: told})


def to_xarray(table: Table) -> xarray.DataArray:
    """The array of `to_array` with the piles as its dimensions; without a position there is -1, or "" for outcomes."""
    try:
        import xarray
    except ImportError:
        raise SpragueError("a table as a labelled array needs xarray: pip install 'sprague[data]'") from None
    array = table.to_array()
    names = table.game.names
    told: dict[str, str | int] = {
        "game": table.game.name or str(table.game),
        "play": "misere" if table.misere else "normal",
    }
    for key in ("limit", "chips", "cap"):
        if (number := getattr(table, key)) is not None:
            told[key] = number
    heights = {name: np.arange(size) for name, size in zip(names, array.shape, strict=True)}
    return xarray.DataArray(array, coords=heights, dims=names, name=table.what, attrs=told)


def as_html(table: Table, most: int) -> str:
    """The first rows and columns of a table, as many as are asked for."""
    title = escape(f"{table.what} of {table.game.called}{', misère play' if table.misere else ''}, {table.bound}")
    grid = grid_of(table, most)
    body = _rows(grid) if grid is not None else _listed(table, most)
    return f'<table style="text-align: right"><caption>{title}</caption>{body}</table>'


def _rows(grid: Grid) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in (grid.corner, *grid.columns))
    rows = (
        f"<tr><th>{escape(name)}</th>{''.join(map(_cell, cells))}</tr>"
        for name, cells in zip(grid.rows, grid.cells, strict=True)
    )
    return f"<tr>{head}</tr>{''.join(rows)}"


def _listed(table: Table, most: int) -> str:
    lines = as_text(table, most).splitlines()
    return "".join(f"<tr>{''.join(_cell(cell) for cell in line.split('  ') if cell)}</tr>" for line in lines)


def _cell(text: str) -> str:
    told = escape(text.strip())
    return f"<td><strong>{told}</strong></td>" if told in ("0", "P") else f"<td>{told}</td>"
