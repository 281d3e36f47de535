"""The outcome map of a table: P-positions against N-positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sprague.show.pictures.cells import Legend, draw_cells
from sprague.show.pictures.parts import part_to_draw, title_of
from sprague.show.pictures.picture import Picture, theme
from sprague.tables.slices import Fixed
from sprague.tables.table import Table


def outcome_map(
    table: Table,
    fixed: Fixed = None,
    *,
    dark: bool = False,
    marks: Sequence[Sequence[int]] = (),
    marked: Sequence[str] = (),
) -> Picture:
    """Who wins, for each position: P, the player who has just moved, or N, the next."""
    part = part_to_draw(table.outcomes(), fixed)
    classes = np.select([part.values == "P", part.values == "N"], [0, 1], -1)
    colours = theme(dark)
    legend = Legend("outcome", (colours.zero, colours.other), ("P", "N"))
    return draw_cells(part, classes, legend, title_of(part), colours, marks, marked)
