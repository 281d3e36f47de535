"""Plots of sequences of values as points, with one sequence below the other and with marks at record values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.periods.sequences import find_records
from sprague.render.pictures.picture import (
    Picture,
    Theme,
    cut_for_picture,
    find_theme,
    new_figure,
    place_axes,
    slice_title,
    value_name,
    write_title,
)
from sprague.tables.slices import FixedPiles
from sprague.tables.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ROWS = 16  # maximum number of sequences in a plot
MOST_VECTOR_POINTS = 5_000  # maximum number of vector points in an SVG or PDF file; more points are rasterised
MOST_LABELLED = 12  # maximum number of record values with a label; with more records, only the last record has a label
DIGIT_WIDTH = 0.065  # width of a digit of a label in inches
DASHES = (0, (4, 2))
WIDTH, HEIGHT, LEAST_HEIGHT = 7.0, 2.6, 0.9  # width, usual height and least height of the plot of a sequence, in inches


@dataclass(frozen=True)
class PlottedRow:
    """A labelled sequence of values for n = `start`, `start` + 1, …, which is plotted as points."""

    label: str
    values: npt.NDArray[Any]
    start: int = 0


def draw_rows(
    rows: Sequence[PlottedRow],
    title: str,
    *,
    across: str = "n",
    value: str = "Grundy value",
    dark: bool = False,
    marks: Sequence[int] = (),
    marked: str = "",
) -> Picture:
    """Return a plot of sequences of values, one below the other, with the first sequence on top.

    Rings mark records, that is, values that are larger than all earlier values. Zeros have the strongest colour. The
    plot has vertical lines at the indices in `marks`, such as the start and end of a period; `marked` is the label of
    these lines.
    """
    if not 1 <= len(rows) <= MOST_ROWS:
        raise SpragueError(f"a picture shows 1 to {MOST_ROWS} rows, got {len(rows)}; choose other rows with --rows")
    colours = find_theme(dark)
    height = max(HEIGHT / len(rows) ** 0.5, LEAST_HEIGHT)
    gap = 0.18
    total = 0.55 + len(rows) * (height + gap) + 0.45
    figure = new_figure(0.85 + WIDTH + 0.25, total, colours)
    for place, row in enumerate(rows):
        bottom = 0.55 + (len(rows) - 1 - place) * (height + gap)
        axes = place_axes(figure, 0.85, bottom, WIDTH, height, colours)
        _draw_row(axes, row, colours, marks)
        axes.set_ylabel(row.label, color=colours.foreground, fontsize=9)
        if place == 0:
            write_title(axes, title, colours, WIDTH)
            _add_legend(axes, value, colours, marked if marks else "")
        if place == len(rows) - 1:
            axes.set_xlabel(across, style="italic", color=colours.foreground)
        else:
            axes.tick_params(labelbottom=False)
    return Picture(figure, title)


def _draw_row(axes: Axes, row: PlottedRow, colours: Theme, marks: Sequence[int]) -> None:
    from matplotlib.ticker import MaxNLocator

    values = np.asarray(row.values)
    n = np.arange(row.start, row.start + len(values))
    zeros = values == 0
    size = min(max(500 / max(len(values), 1), 1.2), 5.0)
    style: dict[str, Any] = {
        "linestyle": "none",
        "markeredgewidth": 0,
        "marker": "o" if size > 2 else "s",
        "markersize": size,
        "rasterized": len(values) > MOST_VECTOR_POINTS,
    }
    axes.plot(n[~zeros], values[~zeros], color="#3b82c4", **style)
    axes.plot(n[zeros], values[zeros], color=colours.zero, **style)
    records = [(place, value) for place, value in find_records(values, row.start).records if value > 0]
    axes.plot(
        [place for place, _ in records],
        [value for _, value in records],
        linestyle="none",
        marker="o",
        markersize=size + 3.5,
        markerfacecolor="none",
        markeredgecolor=colours.mark,
        markeredgewidth=1.1,
    )
    for place, value in _labelled_records(records, len(values), axes):
        axes.annotate(
            str(value), (place, value), xytext=(0, 5), textcoords="offset points", ha="center", fontsize=7,
            color=colours.foreground,
        )  # fmt: skip
    for mark in marks:
        axes.axvline(mark - 0.5, color=colours.mark, linewidth=1.2, linestyle=DASHES)
    edge = max(0.01 * len(values), 0.6)
    axes.set_xlim(row.start - edge, row.start + len(values) - 1 + edge)
    top = max(int(values.max(initial=0)), 1)
    axes.set_ylim(-0.07 * top - 0.15, top * 1.18 + 0.2)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10]))
    axes.grid(True, color=colours.muted, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)


def _labelled_records(records: Sequence[tuple[int, int]], length: int, axes: Axes) -> list[tuple[int, int]]:
    """Return the record values that get a label: a few records whose labels do not overlap, or only the last record."""
    whole = axes.get_figure().get_size_inches()[1] * axes.get_position().height  # type: ignore[union-attr]
    tallest = max((value for _, value in records), default=1)
    found: list[tuple[int, int]] = []
    for place, value in reversed(records if len(records) <= MOST_LABELLED else records[-1:]):
        near = (
            (place, value)
            for other, height in found
            if abs(other - place) / length * WIDTH < DIGIT_WIDTH * (len(str(value)) + 1)
            and abs(height - value) / tallest * whole < 2.5 * DIGIT_WIDTH
        )
        if next(near, None) is None:
            found.append((place, value))
    return found


def _add_legend(axes: Axes, value: str, colours: Theme, marked: str) -> None:
    from matplotlib.lines import Line2D

    none: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 5}
    handles = [
        Line2D([], [], color="#3b82c4", markeredgewidth=0, label=value, **none),
        Line2D([], [], color=colours.zero, markeredgewidth=0, label="0", **none),
        Line2D([], [], markerfacecolor="none", markeredgecolor=colours.mark, label="record", **none),
    ]
    if marked:
        handles.append(Line2D([], [], color=colours.mark, linestyle=DASHES, linewidth=1.2, label=marked))
    axes.legend(
        handles=handles, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=4, frameon=False, fontsize=8,
        labelcolor=colours.foreground, borderaxespad=0.1, handletextpad=0.1, columnspacing=1.0,
    )  # fmt: skip


def draw_table_row(
    table: Table, fixed: FixedPiles = None, *, dark: bool = False, marks: Sequence[int] = (), marked: str = ""
) -> Picture:
    """Return a plot of the values of a table as a sequence; all piles of the table except one must be fixed."""
    part = cut_for_picture(table, fixed, most_axes=1)
    row, value = PlottedRow(value_name(table), part.values[part.is_position], part.starts[0]), value_name(table)
    return draw_rows([row], slice_title(part), across=part.axes[0], value=value, dark=dark, marks=marks, marked=marked)
