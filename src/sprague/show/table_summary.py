"""A table in a few lines: how many positions it has, its largest value, its first P-positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sprague.rules import Position

if TYPE_CHECKING:
    from sprague.tables.table import Table

SHOWN = 24  # P-positions
MOST_CELLS = 300_000  # of a box in which they are looked for


def first_p_positions(table: Table, most: int = SHOWN) -> list[Position]:
    """The P-positions with the fewest chips, of which none is left out; at most so many.

    >>> import sprague
    >>> first_p_positions(sprague.tabulate("nim", limit=8), 5)
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)]

    They are looked for in boxes at the beginning of the table, each twice as wide as the one before.
    """
    rule, outcomes = table.game, table.outcomes()
    widest = table.widest
    found: list[Position] = []
    width = min(4 + rule.floor, widest)
    while True:
        box = outcomes[(slice(0, width),) * len(rule.names)]
        cells = (tuple(cell) for cell in np.argwhere(box == "P").tolist())
        # Beyond so many chips there may be others outside of the box.
        complete = width + (len(rule.piles) - 1) * rule.floor if width < widest else None
        members = sorted((cell for cell in cells if rule.position(cell) == cell), key=table.chips_first)
        found = [p for p in members if complete is None or table.chips_first(p)[0] < complete][:most]
        if len(found) == most or width == widest or (2 * width) ** len(rule.names) > MOST_CELLS:
            return found
        width = min(2 * width, widest)


def summary_lines(table: Table) -> Iterator[str]:
    """What is to be said about a table.

    >>> import sprague
    >>> print(*summary_lines(sprague.tabulate("nim:piles=2", limit=8)))
    36 positions with piles < 8. The largest Grundy value is 7.
    """
    yield f"{len(table):,} positions with {table.bound}."
    if table.what != "outcome":
        what = {"grundy": "Grundy value"}.get(table.what, table.what)
        yield f"The largest {what} is {table.largest:,}{', the cap' if table.largest == table.cap else ''}."
