"""Bar charts that show how many positions have each value, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sprague.render.pictures.picture import (
    Picture,
    find_theme,
    new_figure,
    place_axes,
    require_matplotlib,
    value_name,
    write_title,
)
from sprague.render.pictures.value_maps import class_bounds
from sprague.tables.slices import FixedPiles, take_slice
from sprague.tables.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BARS = 64  # maximum number of bars for single values; more values are grouped into ranges
MOST_LINEAR_RATIO = 300  # largest ratio of the highest to the lowest bar for which the scale is linear
WIDTH, HEIGHT = 7.0, 3.6  # size of a bar chart in inches
SLANTED_LETTER_HEIGHT = 0.065  # height in inches of each character of a slanted label


def draw_distribution(table: Table, fixed: FixedPiles = None, *, dark: bool = False) -> Picture:
    """Return a bar chart that shows how many positions of a table have each value.

    Positions that differ only in the order of interchangeable piles are counted once.
    """
    if fixed:
        part = take_slice(table, fixed)
        values = part.values[part.is_position]
        held = "".join(f", {name} = {height}" for name, height in fixed.items())
    else:
        _, values = table.arrays()
        held = ""
    if table.what == "outcome" and not fixed:
        values = np.where(values > 0, "N", "P")
    found, counts = np.unique(values, return_counts=True)
    play = " in misère play" if table.misere else ""
    title = f"How often each {value_name(table)} occurs in {table.game.display_name}{play}{held}, {table.bound}"
    counted = "positions, without regard to order" if table.game.blocks and not fixed else "positions"
    found_counts = dict(zip(found.tolist(), counts.tolist(), strict=True))
    return draw_bars(found_counts, title, value_name(table), counted, dark=dark)


def draw_bars(
    counts: Mapping[Any, int],
    title: str,
    value: str = "Grundy value",
    counted: str = "positions",
    *,
    dark: bool = False,
) -> Picture:
    """Return a bar chart of counts with a bar for each value or, if there are many values, for each range of values.

    The bar for P-positions or for the value 0 has a separate colour. The scale is logarithmic if some values are
    hundreds of times as frequent as others.
    """
    require_matplotlib()
    colours = find_theme(dark)
    labels, heights = _bars(counts)
    slanted = any(len(label) > 3 for label in labels) and len(labels) > 10
    below = 0.6 + (SLANTED_LETTER_HEIGHT * max(map(len, labels)) if slanted else 0.1)
    figure = new_figure(0.95 + WIDTH + 0.25, below + HEIGHT + 0.55, colours)
    axes = place_axes(figure, 0.95, below, WIDTH, HEIGHT, colours)
    paints = [colours.zero if label in ("0", "P") else "#3b82c4" for label in labels]
    axes.bar(range(len(labels)), heights, color=paints, width=0.8)
    every = -(-len(labels) // 32)
    axes.set_xticks(range(0, len(labels), every), labels[::every], rotation=60 if slanted else 0, fontsize=8)
    scale = _set_scale(axes, heights)
    axes.set_xlabel(value, color=colours.foreground)
    axes.set_ylabel(f"{counted}{scale}", color=colours.foreground)
    axes.grid(True, axis="y", color=colours.muted, alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    write_title(axes, title, colours, WIDTH)
    return Picture(figure, title)


def _set_scale(axes: Axes, heights: Sequence[int]) -> str:
    """Set a linear or logarithmic scale, and return a note about the scale for the label of the axis."""
    from matplotlib.ticker import MaxNLocator, NullLocator, StrMethodFormatter

    least = min(height for height in heights if height)
    is_steep = max(heights) > MOST_LINEAR_RATIO * least
    if is_steep:
        axes.set_yscale("log")
        axes.set_ylim(bottom=0.5 * 10 ** (len(str(least)) - 1))
        axes.yaxis.set_minor_locator(NullLocator())
    else:
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    return " (logarithmic)" if is_steep else ""


def _bars(counts: Mapping[Any, int]) -> tuple[list[str], list[int]]:
    keys = [key for key in counts if isinstance(key, int)]
    if not keys:  # the values are outcomes if they are not integers
        return [key for key in ("P", "N") if key in counts], [counts[key] for key in ("P", "N") if key in counts]
    largest = max(keys)
    if largest < MOST_BARS:
        return [str(value) for value in range(largest + 1)], [counts.get(value, 0) for value in range(largest + 1)]
    bounds = class_bounds(largest)
    ends = [*(bound - 1 for bound in bounds[1:]), largest]
    labels = [str(low) if low == high else f"{low}–{high}" for low, high in zip(bounds, ends, strict=True)]
    heights = np.zeros(len(bounds), dtype=np.int64)
    np.add.at(heights, np.searchsorted(bounds, keys, side="right") - 1, [counts[key] for key in keys])
    return labels, heights.tolist()
