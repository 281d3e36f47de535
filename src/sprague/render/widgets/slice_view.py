"""`SliceView`: a notebook widget for a table of two or more piles, with a slider for each pile after the second."""

from __future__ import annotations

from pathlib import Path

import traitlets

from sprague.errors import OutOfReach, SpragueError
from sprague.render.widgets import anywidget
from sprague.tables.slices import take_slice
from sprague.tables.table import Table

MOST = 200_000  # maximum number of values of a table in a widget


class SliceView(anywidget.AnyWidget):
    """A notebook widget for a table with two piles as rows and columns, and a slider for each other pile.

    >>> import sprague
    >>> view = SliceView(sprague.tabulate("nim", limit=4))
    >>> view.names, view.shape, view.values[:5]
    (['a', 'b', 'c'], [4, 4, 4], ['0', '1', '2', '3', '1'])
    """

    _esm = Path(__file__).with_name("slices.js")
    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    shape = traitlets.List(traitlets.Int()).tag(sync=True)
    starts = traitlets.List(traitlets.Int()).tag(sync=True)
    values = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, table: Table) -> None:
        part = take_slice(table)
        if len(part.axes) < 2:
            raise SpragueError(f"{table.game.label}: a widget can show only a table of at least two piles")
        if part.values.size > MOST:
            raise OutOfReach(
                f"a widget shows at most {MOST:,} values, got {part.values.size:,}; choose a smaller limit"
            )
        texts = ["" if value in (-1, "") else str(value) for value in part.values.reshape(-1).tolist()]
        super().__init__(names=list(part.axes), shape=list(part.values.shape), starts=list(part.starts), values=texts)
