"""Coloured maps of tables: `heat_map` for Grundy values, `outcome_map` for outcomes, `period_map` for periods."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import cast

import numpy as np

from sprague.errors import SpragueError
from sprague.periods.period import Period
from sprague.render.pictures.cell_grid import Legend, draw_cells
from sprague.render.pictures.picture import (
    Picture,
    Theme,
    cut_for_picture,
    find_theme,
    require_matplotlib,
    slice_title,
    value_name,
)
from sprague.render.pictures.row_plot import draw_table_row
from sprague.results.base import Measure
from sprague.tables.slices import FixedPiles
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

MOST_ALONE = 16  # maximum number of values for which each value has its own colour
LEAST_HEIGHTS = 12  # minimum number of pile sizes in a map of periods
# maximum number of colours; each range from 2^n to 2^(n+1) - 1 has two colours, or one colour if two are too many
MOST_HALVES = 25


def heat_map(
    table: Table,
    fixed: FixedPiles = None,
    *,
    dark: bool = False,
    marks: Sequence[Sequence[int]] = (),
    marked: Sequence[str] = (),
) -> Picture:
    """Return a coloured map of Grundy values, remoteness or suspense, with the numbers in the cells if these are large.

    For each axis, `marks` contains the coordinates at which dashed lines are drawn; `marked` contains the labels of
    these lines in the legend.
    """
    part = cut_for_picture(table, fixed)
    largest = int(part.values.max(initial=0))
    bounds = class_bounds(largest)
    classes = np.where(part.values < 0, -1, np.searchsorted(bounds, part.values, side="right") - 1)
    colours = find_theme(dark)
    above = table.cap if table.cap is not None and largest >= table.cap else None
    labels = tuple(_label(low, end - 1, above) for low, end in zip(bounds, [*bounds[1:], largest + 1], strict=True))
    legend = Legend(value_name(table), _scale(len(bounds), colours), labels)
    return draw_cells(part, classes, legend, slice_title(part), colours, marks, marked)


def class_bounds(largest: int) -> list[int]:
    """Return the least value of each colour class of a heat map, where all values of a class have the same colour.

    Each small value is a colour class of its own. If a heat map has many values, each of the other colour classes is a
    range of values.

    >>> class_bounds(3)
    [0, 1, 2, 3]
    >>> class_bounds(60)
    [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48]
    """
    if largest < MOST_ALONE:
        return list(range(largest + 1))
    halves = chain([0, 1], chain.from_iterable((2 << n, 3 << n) for n in count()))
    bounds = _up_to(largest, halves)
    return bounds if len(bounds) <= MOST_HALVES else _up_to(largest, chain([0], (1 << n for n in count())))


def _up_to(largest: int, numbers: chain[int]) -> list[int]:
    found = []
    for number in numbers:
        if number > largest:
            break
        found.append(number)
    return found


def _label(low: int, high: int, cap: int | None) -> str:
    if cap is not None and high == cap:
        return f"{low} and more"
    return str(low) if low == high else f"{low}–{high}"


def _scale(classes: int, colours: Theme) -> tuple[str, ...]:
    """Return the colours of a heat map: the colour of the value 0, then colours from the colour map viridis."""
    require_matplotlib()
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    start, end = colours.scale
    steps = np.linspace(start, end, max(classes - 1, 1))
    return (colours.zero, *(to_hex(colormaps["viridis"](step)) for step in steps))[:classes]


def outcome_map(
    table: Table,
    fixed: FixedPiles = None,
    *,
    dark: bool = False,
    marks: Sequence[Sequence[int]] = (),
    marked: Sequence[str] = (),
) -> Picture:
    """Return a map of outcomes: P (the previous player wins) and N (the next player wins) have different colours."""
    part = cut_for_picture(table.outcomes(), fixed)
    classes = np.select([part.values == "P", part.values == "N"], [0, 1], -1)
    colours = find_theme(dark)
    legend = Legend("outcome", (colours.zero, colours.n_position), ("P", "N"))
    return draw_cells(part, classes, legend, slice_title(part), colours, marks, marked)


def draw_table(table: Table, fixed: FixedPiles = None, *, dark: bool = False) -> Picture:
    """Return the default picture of a table: a map of outcomes, a row of points for one pile, or a heat map."""
    if table.what == "outcome":
        return outcome_map(table, fixed, dark=dark)
    along_one = len(table.game.names) - len(fixed or {}) == 1
    return (draw_table_row if along_one else heat_map)(table, fixed, dark=dark)


def period_map(found: Period, *, dark: bool = False) -> Picture:
    """Return a map of the values of one or two piles with lines at the start and end of their periods."""
    rule, evidence = found.game, found.evidence
    if len(rule.piles) > 2:
        raise SpragueError(
            f"{rule.label}: a picture of periods is drawn only for games with one or two piles, got {len(rule.piles)} "
            "piles"
        )
    pairs = list(zip(found.preperiods, found.periods, strict=True))
    marks = [[] if m is None or p is None else [m, m + p] for m, p in pairs]
    marked = [
        f"{name}: period {last - first}{f' from {first}' if first else ''}"
        for name, (first, last) in ((name, ends) for name, ends in zip(rule.piles, marks, strict=True) if ends)
    ]
    ends = [m + 2 * p for m, p in pairs if m is not None and p is not None]
    table = tabulate(rule, max(LEAST_HEIGHTS, *ends), what=cast("Measure", evidence.what), misere=evidence.misere)
    if evidence.what == "outcome":
        return outcome_map(table, dark=dark, marks=marks, marked=marked)
    if len(rule.piles) == 1:
        return draw_table_row(table, dark=dark, marks=marks[0], marked=marked[0] if marked else "")
    return heat_map(table, dark=dark, marks=marks, marked=marked)
