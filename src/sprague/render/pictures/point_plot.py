"""Plots of P-positions as points in the plane or in space, drawn with matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.errors import OutOfReach
from sprague.render.pictures.picture import (
    DARK,
    Picture,
    Theme,
    cut_for_picture,
    find_theme,
    new_figure,
    place_axes,
    slice_title,
    write_title,
)
from sprague.tables.slices import FixedPiles, Slice
from sprague.tables.table import Table

MOST_IN_SPACE = 100_000  # maximum number of points of a three-dimensional plot
MOST_VECTOR_POINTS = 5_000  # maximum number of vector points in an SVG or PDF file; more points are rasterised
SIDE = 6.0  # side length of a plot in inches
LEAST_POINT, MOST_POINT = 1.3, 8.0  # least and largest diameter of a point, in units of 1/72 inch


def draw_points(table: Table, value: int | None = None, fixed: FixedPiles = None, *, dark: bool = False) -> Picture:
    """Return a plot with a point for each P-position of a table, or for each position that has the given value.

    If piles are interchangeable, each position is drawn once for every order of the interchangeable piles.
    """
    part = cut_for_picture(table.outcomes() if value is None else table, fixed, most_axes=3)
    found = _point_array(part, value)
    what = "P-positions" if value is None else f"Positions of Grundy value {value}"
    title = f"{slice_title(part, what)}: {len(found):,}"
    colours = find_theme(dark)
    if len(part.axes) == 3:
        return _draw_in_space(part, found, title, colours)
    return _draw_in_plane(part, found, title, colours)


def _point_array(part: Slice, value: int | None) -> npt.NDArray[np.int64]:
    """Return the coordinates of the points of a plot, one row for each point."""
    found: npt.NDArray[np.int64] = np.argwhere(part.values == ("P" if value is None else value))
    found += np.array(part.starts)
    return found


def _draw_in_plane(part: Slice, found: npt.NDArray[np.int64], title: str, colours: Theme) -> Picture:
    across, up = part.values.shape if len(part.axes) == 2 else (part.values.shape[0], 1)
    height = SIDE if up > 1 else 0.5
    figure = new_figure(0.75 + SIDE + 0.3, 0.6 + height + 0.6, colours)
    axes = place_axes(figure, 0.75, 0.6, SIDE, height, colours)
    size = min(max(0.8 * SIDE * 72 / max(across, up), LEAST_POINT), MOST_POINT)
    x = found[:, 0]
    y = found[:, 1] if up > 1 else np.zeros_like(x)
    style: dict[str, Any] = {"color": colours.zero, "linestyle": "none", "markeredgewidth": 0, "clip_on": False}
    axes.plot(
        x, y, marker="o" if size > 2 else "s", markersize=size, rasterized=len(found) > MOST_VECTOR_POINTS, **style
    )
    _set_axes(axes, part, colours)
    axes.grid(True, color=colours.muted, alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    write_title(axes, title, colours, SIDE)
    return Picture(figure, title)


def _set_axes(axes: Any, part: Slice, colours: Theme) -> None:
    from matplotlib.ticker import MaxNLocator

    for direction, name, start, count in zip("xyz", part.axes, part.starts, part.values.shape, strict=False):
        edge = max(0.02 * count, 0.5)
        getattr(axes, f"set_{direction}lim")(start - edge, start + count - 1 + edge)
        getattr(axes, f"set_{direction}label")(name, style="italic", color=colours.foreground)
        getattr(axes, f"{direction}axis").set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10]))
    if len(part.axes) == 1:
        axes.set_yticks([])


def _draw_in_space(part: Slice, found: npt.NDArray[np.int64], title: str, colours: Theme) -> Picture:
    """Draw positions with three piles as points in space; the colour of a point shows the size of the third pile."""
    if len(found) > MOST_IN_SPACE:
        raise OutOfReach(
            f"a picture of three piles shows at most {MOST_IN_SPACE:,} points, got {len(found):,}; choose a smaller "
            "limit, or fix a pile"
        )
    figure = new_figure(SIDE + 1.2, SIDE + 0.6, colours)
    from matplotlib import colormaps

    axes: Any = figure.add_axes((0.0, 0.02, 0.84, 0.88), projection="3d")
    axes.set_facecolor(colours.background)
    heights = found[:, 2] - part.starts[2]
    low, high = (0.25, 1.0) if colours is DARK else (0.0, 0.85)
    shade = colormaps["viridis"](low + (high - low) * heights / max(part.values.shape[2] - 1, 1))
    size = min(max(0.4 * SIDE * 72 / max(part.values.shape), LEAST_POINT), MOST_POINT) ** 2
    many = len(found) > MOST_VECTOR_POINTS
    axes.scatter(*found.T, c=shade, s=size, depthshade=False, linewidths=0, rasterized=many)
    _add_colour_bar(figure, part, low, high, colours)
    _set_axes(axes, part, colours)
    axes.tick_params(colors=colours.foreground, labelsize=8)
    for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
        axis.set_pane_color((0, 0, 0, 0))
        axis._axinfo["grid"].update(color=(0.5, 0.5, 0.5, 0.3), linewidth=0.5)
        axis.line.set_color(colours.muted)
    axes.view_init(elev=24, azim=-58)
    axes.set_box_aspect((4, 4, 3), zoom=1.04)
    write_title(axes, title, colours, SIDE)
    return Picture(figure, title)


def _add_colour_bar(figure: Any, part: Slice, low: float, high: float, colours: Theme) -> None:
    """Add a colour bar to a plot of three piles; each colour stands for a size of the third pile."""
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import ListedColormap, Normalize
    from matplotlib.ticker import MaxNLocator

    start, count = part.starts[2], part.values.shape[2]
    shades = ListedColormap(colormaps["viridis"](np.linspace(low, high, 256)))
    place = figure.add_axes((0.92, 0.25, 0.02, 0.4))
    scale = Normalize(start, start + max(count - 1, 1))
    bar = figure.colorbar(ScalarMappable(scale, shades), cax=place)
    bar.ax.yaxis.set_major_locator(MaxNLocator(8, integer=True))
    bar.ax.tick_params(colors=colours.foreground, labelsize=8)
    bar.ax.set_title(part.axes[2], style="italic", fontsize=10, color=colours.foreground)
    bar.outline.set_visible(False)
