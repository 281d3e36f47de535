"""The distribution of values: a bar for each, as long as it is frequent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sprague.show.pictures.heat_map import class_bounds
from sprague.show.pictures.parts import value_name
from sprague.show.pictures.picture import Picture, need_matplotlib, new_figure, place_axes, theme, write_title
from sprague.tables.slices import Fixed, cut
from sprague.tables.table import Table

MOST_BARS = 64  # values with a bar of their own
WIDTH, HEIGHT = 7.0, 3.6  # inches


def distribution(table: Table, fixed: Fixed = None, *, dark: bool = False) -> Picture:
    """How many positions of a table have each value; piles that may change places are counted in one order."""
    if fixed:
        part = cut(table, fixed)
        values = part.values[part.is_position]
        held = "".join(f", {name} = {height}" for name, height in fixed.items())
    else:
        _, values = table.arrays()
        held = ""
    if table.what == "outcome" and not fixed:
        values = np.where(values > 0, "N", "P")
    found, counts = np.unique(values, return_counts=True)
    play = " in misère play" if table.misere else ""
    title = f"How often each {value_name(table)} occurs: {table.game.called}{play}{held}, {table.bound}"
    return draw_bars(dict(zip(found.tolist(), counts.tolist(), strict=True)), title, value_name(table), dark=dark)


def draw_bars(counts: Mapping[Any, int], title: str, value: str = "Grundy value", *, dark: bool = False) -> Picture:
    """A bar for each value, or for each class of values (8–11, …) where there are many; P and zero stand out."""
    need_matplotlib()
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    colours = theme(dark)
    labels, heights = _bars(counts)
    figure = new_figure(0.95 + WIDTH + 0.25, 0.85 + HEIGHT + 0.55, colours)
    axes = place_axes(figure, 0.95, 0.85, WIDTH, HEIGHT, colours)
    paints = [colours.zero if label in ("0", "P") else "#3b82c4" for label in labels]
    axes.bar(range(len(labels)), heights, color=paints, width=0.8)
    every = -(-len(labels) // 32)
    slanted = any(len(label) > 3 for label in labels) and len(labels) > 10
    axes.set_xticks(range(0, len(labels), every), labels[::every], rotation=60 if slanted else 0, fontsize=8)
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_xlabel(value, color=colours.ink)
    axes.set_ylabel("positions", color=colours.ink)
    axes.grid(True, axis="y", color=colours.faint, alpha=0.3, linewidth=0.6)
    axes.set_axisbelow(True)
    write_title(axes, title, colours, WIDTH)
    return Picture(figure, title)


def _bars(counts: Mapping[Any, int]) -> tuple[list[str], list[int]]:
    keys = [key for key in counts if isinstance(key, int)]
    if not keys:  # outcomes
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
