"""Pictures of tables as grids of coloured cells, one cell for each position, with a `Legend`.

The first axis of a grid runs downwards, and the second axis runs to the right. The side of every cell has the same
whole number of dots, so that every cell is visible in the picture. If the cells of class 0 are few and tiny, they are
drawn larger, and the legend says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sprague.render.pictures.picture import DEFAULT_DENSITY, MARGIN, Picture, Theme, new_figure, place_axes, write_title
from sprague.tables.slices import Slice

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

MOST_MAP_WIDTH = 7.0  # largest width of a grid of cells in inches
MOST_CELL_WIDTH, LEAST_MAP_WIDTH = 0.42, 1.6  # largest width of a cell and least width of a grid, in inches
ROW_HEIGHT = 0.42  # height of a grid with only one row, in inches
VISIBLE_SIZE = 1.6 / 72  # smallest size, in inches, at which a cell is easy to see
MOST_ENLARGED_SHARE = 0.2  # largest fraction of the grid that enlarged cells may cover
MOST_LABELLED = 24  # each cell of an axis has its own tick label only if the axis has at most this many cells
LEGEND_LINE_HEIGHT = 0.19  # height of a line of the legend in inches
DASHES = (0, (4, 1.5))

Classes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Legend:
    """The legend of a grid of coloured cells: a colour and a label for each class of cells."""

    title: str
    colours: tuple[str, ...]
    labels: tuple[str, ...]


def draw_cells(
    part: Slice,
    classes: Classes,
    legend: Legend,
    title: str,
    colours: Theme,
    marks: Sequence[Sequence[int]] = (),
    marked: Sequence[str] = (),
) -> Picture:
    """Return a picture of a grid of coloured cells, one for each entry of `classes`.

    An entry of the array `classes` is the index of a class in the legend, or -1 if the cell is not a position. For each
    axis, `marks` contains the coordinates at which dashed lines are drawn; `marked` contains the labels of these lines
    in the legend.
    """
    shown = len(part.axes)
    cells = np.atleast_2d(classes)
    rows, columns = cells.shape
    side = _side(rows, columns)
    width, height = columns * side, rows * side if shown == 2 else ROW_HEIGHT
    density = ceil(DEFAULT_DENSITY * side) / side
    spots, enlarged = _enlarged(cells, side) if shown == 2 else (cells, False)
    labels = (legend.labels[0] + " (enlarged)" * enlarged, *legend.labels[1:])
    beside = 0.5 + 0.085 * max(map(len, (legend.title, *labels, *marked)))
    below = max((len(labels) + len(marked) + 1.5) * LEGEND_LINE_HEIGHT - height, 0.0) + MARGIN
    left, above = _whole(0.75, density), 0.5 + 0.2 * ceil(len(title) / 30 / max(width + beside, 1) * 3)
    figure = new_figure(left + width + beside, _whole(below, density) + height + above, colours)
    axes = place_axes(figure, left, _whole(below, density), width, height, colours)
    _paint(axes, spots, legend, part, colours)
    _label(axes, part, shown, colours)
    if side >= 0.2:
        _write_numbers(axes, part, cells, legend, side)
    _draw_marks(axes, part, marks, colours)
    write_title(axes, title, colours, width + beside)
    _add_legend(axes, legend, labels, marked, colours)
    return Picture(figure, title, density)


def _side(rows: int, columns: int) -> float:
    """Return the side length, in inches, of a cell of a grid."""
    longest = max(rows, columns)
    return max(min(MOST_CELL_WIDTH, MOST_MAP_WIDTH / longest), LEAST_MAP_WIDTH / longest)


def _whole(inches: float, density: float) -> float:
    """Round a length in a picture to a whole number of dots."""
    return round(inches * density) / density


def _enlarged(cells: Classes, side: float) -> tuple[Classes, bool]:
    """Enlarge the cells of class 0 if there is enough space; return the grid, and whether cells were enlarged."""
    few = cells == 0
    share = few.mean()
    reach = ceil((VISIBLE_SIZE / side - 1) / 2)
    while reach > 0 and share * (2 * reach + 1) ** 2 > MOST_ENLARGED_SHARE:
        reach -= 1
    if reach <= 0 or not share:
        return cells, False
    for axis in (0, 1):
        wide = few.copy()
        for step in range(1, reach + 1):
            wide |= _shifted(few, step, axis) | _shifted(few, -step, axis)
        few = wide
    return np.where(few, 0, cells), True


def _shifted(flags: npt.NDArray[np.bool_], step: int, axis: int) -> npt.NDArray[np.bool_]:
    moved = np.roll(flags, step, axis)
    beyond: list[slice] = [slice(None), slice(None)]
    beyond[axis] = slice(0, step) if step > 0 else slice(step, None)
    moved[tuple(beyond)] = False
    return moved


def _paint(axes: Axes, cells: Classes, legend: Legend, part: Slice, colours: Theme) -> None:
    from matplotlib.colors import to_rgba

    paints = np.array([to_rgba(colour) for colour in (*legend.colours, colours.background)])
    top, left = (0, part.starts[0]) if len(part.axes) == 1 else part.starts
    rows, columns = cells.shape
    axes.imshow(
        paints[cells],  # cells of class -1, which are not positions, have the colour of the background
        interpolation="nearest",
        aspect="auto",
        extent=(left - 0.5, left + columns - 0.5, top + rows - 0.5, top - 0.5),
        resample=False,
        zorder=3,  # draw cells above the frame, because the frame could cover a tiny cell
    )


def _label(axes: Axes, part: Slice, shown: int, colours: Theme) -> None:
    from matplotlib.ticker import FixedLocator, MaxNLocator

    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.set_xlabel(part.axes[-1], style="italic", color=colours.foreground)
    sides: list[tuple[Axis, int, int]] = [(axes.xaxis, part.starts[-1], part.values.shape[-1])]
    if shown == 1:
        axes.set_yticks([])
    else:
        axes.set_ylabel(part.axes[0], style="italic", color=colours.foreground, rotation=0, labelpad=12, va="center")
        sides.append((axes.yaxis, part.starts[0], part.values.shape[0]))
    for axis, start, count in sides:
        each = FixedLocator(list(range(start, start + count)))
        axis.set_major_locator(each if count <= MOST_LABELLED else MaxNLocator(10, integer=True))
    axes.tick_params(length=0 if max(part.values.shape) <= MOST_LABELLED else 3)


def _write_numbers(axes: Axes, part: Slice, cells: Classes, legend: Legend, side: float) -> None:
    """Write the value of each position into its cell, in a colour that contrasts with the cell."""
    values = np.atleast_2d(part.values)
    longest = max(len(str(value)) for value in values[cells >= 0].tolist()) if (cells >= 0).any() else 1
    size = min(10.0, 0.8 * side * 72 / (0.64 * longest))
    if size < 5:
        return
    top, left = (0, part.starts[0]) if len(part.axes) == 1 else part.starts
    for row, column in np.argwhere(cells >= 0).tolist():
        kind = int(cells[row, column])
        axes.text(
            left + column,
            top + row,
            str(values[row, column]),
            ha="center",
            va="center_baseline",
            zorder=6,
            fontsize=size,
            fontweight="bold" if kind == 0 else "normal",
            color=contrasting_colour(legend.colours[kind]),
        )


def contrasting_colour(colour: str) -> str:
    """Return the colour of text in a cell: black or white, whichever contrasts more with the cell."""
    from matplotlib.colors import to_rgb

    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


def _draw_marks(axes: Axes, part: Slice, marks: Sequence[Sequence[int]], colours: Theme) -> None:
    edge: dict[str, Any] = {
        "color": colours.background,
        "linewidth": 3.6,
        "zorder": 4,
    }  # a wider line in the colour of the background makes a mark visible on cells of any colour
    line: dict[str, Any] = {"color": colours.mark, "linewidth": 1.8, "linestyle": DASHES, "zorder": 5}
    for axis, heights in zip(part.axes, marks, strict=False):
        draw = axes.axvline if axis == part.axes[-1] else axes.axhline
        for height in heights:
            draw(height - 0.5, **edge)
            draw(height - 0.5, **line)


def _add_legend(axes: Axes, legend: Legend, labels: tuple[str, ...], marked: Sequence[str], colours: Theme) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Patch | Line2D] = [
        Patch(facecolor=colour, edgecolor=colours.muted, linewidth=0.5, label=label)
        for colour, label in zip(legend.colours, labels, strict=True)
    ]
    handles += [Line2D([], [], color=colours.mark, linewidth=1.8, linestyle=DASHES, label=label) for label in marked]
    made = axes.legend(
        handles=handles,
        title=legend.title,
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
        borderaxespad=0.6,
        frameon=False,
        fontsize=9,
        title_fontsize=9,
        labelcolor=colours.foreground,
        handlelength=1.1,
        handleheight=1.1,
        labelspacing=0.35,
    )
    made.get_title().set_color(colours.foreground)
    made._legend_box.align = "left"  # type: ignore[attr-defined]
