"""A table as HTML, for notebooks: the grid that `str` prints, with zeros and P in bold, or a list."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sprague.tables.text import Grid, as_text, grid_of

if TYPE_CHECKING:
    from sprague.tables.table import Table


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
