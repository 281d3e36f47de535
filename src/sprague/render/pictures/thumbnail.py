"""Thumbnails of games for the gallery: small square SVG pictures of the values of a game."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from sprague.render.pictures.picture import find_theme
from sprague.rules import Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sprague.tables.table import Table

MAP_CELLS = 32  # number of cells along a side of a map of values
ROW_BARS = 64  # number of bars in the thumbnail of a game with one pile
MOST_REMEMBERED = 6  # largest remembered number in a thumbnail; if the number is 0, often no move is possible
SIDE = 128  # side of a thumbnail in pixels
LIGHT_STEPS = ("#fde725", "#b2dd2d", "#67cc5c", "#2fb47c", "#1f988b", "#287c8e", "#355f8d")
DARK_STEPS = ("#481d6f", "#414487", "#32648e", "#26828e", "#1f9f88", "#3bbb75", "#7ad151")


def thumbnail(rule: Ruleset, dark: bool = False) -> str:
    """Return the thumbnail of a game: a square SVG picture of the values for all sizes of the last two piles.

    In the thumbnail, all piles except the last two have their least size.

    >>> from sprague.games import game
    >>> thumbnail(game("nim"))[:4]
    '<svg'
    """
    return _svg(_values(thumbnail_table(rule)), dark)


def thumbnail_pair(table: Table) -> tuple[str, str]:
    """Return two thumbnails of a table, for light and for dark backgrounds."""
    values = _values(table)
    return _svg(values, dark=False), _svg(values, dark=True)


def _svg(values: NDArray[np.int64], dark: bool) -> str:
    drawn = _bars_svg(values, dark) if values.ndim == 1 else _map_svg(values, dark)
    paper = find_theme(dark).background
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" height="{SIDE}" '
        f'shape-rendering="crispEdges"><rect width="{SIDE}" height="{SIDE}" fill="{paper}"/>{drawn}</svg>\n'
    )


def thumbnail_table(rule: Ruleset) -> Table:
    """Return the table for a thumbnail: Grundy values, or outcomes if the rule lets players forbid options."""
    from sprague.tables.tabulate import tabulate

    return tabulate(rule, thumbnail_limit(rule), what="outcome" if rule.blocking else "grundy")


def _values(table: Table) -> NDArray[np.int64]:
    """Return the array of values that a thumbnail shows, with -1 for entries that are not positions."""
    rule = table.game
    axes = rule.names[-1:] if len(rule.names) == 1 else rule.piles[-2:]
    fixed = fixed_entries(table)
    values = table[tuple(slice(rule.floor, None) if name in axes else fixed[name] for name in rule.names)]
    if table.what == "outcome":
        values = np.select([values == "P", values == "N"], [0, 1], -1)
    return np.asarray(values, np.int64)


def thumbnail_limit(rule: Ruleset) -> int:
    """Return the limit of the table for a thumbnail: every pile in the table is smaller than the limit."""
    entries = len(rule.names)
    if entries > 3:
        return rule.floor + max(8, int(60_000 ** (1 / entries)))
    return rule.floor + (ROW_BARS if entries == 1 else MAP_CELLS)


def fixed_entries(table: Table) -> dict[str, int]:
    """Return the fixed piles and remembered numbers of a thumbnail.

    Fixed piles have their least size, and remembered numbers are as large as possible up to `MOST_REMEMBERED`.

    >>> import sprague
    >>> rule = "(a, b | p) -> (a - k, b | p) where k >= 1 any order positions where p <= 1"
    >>> fixed_entries(sprague.tabulate(rule, limit=8))
    {'a': 0, 'b': 0, 'p': 1}
    """
    rule = table.game
    fixed = {name: rule.lowest(name) for name in rule.names}
    if rule.remembered:
        entries = np.array(list(table.positions()))
        for name in rule.remembered:
            there = entries[:, rule.names.index(name)]
            fixed[name] = int(there[there <= MOST_REMEMBERED].max())
    return fixed


def _map_svg(values: NDArray[np.int64], dark: bool) -> str:
    """Return the SVG paths of a map with a square for each position; each path contains all squares of one colour."""
    size = SIDE / len(values)
    shapes: dict[str, list[str]] = defaultdict(list)
    for row, line in enumerate(_colours(values, dark)):
        column = 0
        for colour, run in groupby(line):
            width = len(list(run))
            if colour:
                across, down, right = (round(size * n, 2) for n in (column, row, width))
                shapes[colour].append(f"M{across:g} {down:g}h{right:g}v{size:g}h{-right:g}z")
            column += width
    return "".join(f'<path fill="{colour}" d="{"".join(parts)}"/>' for colour, parts in shapes.items())


def _bars_svg(values: NDArray[np.int64], dark: bool) -> str:
    """Return the SVG rectangles of a bar chart with a bar for each size of a pile; the value 0 has a low bar."""
    width, most = SIDE / len(values), max(1, int(values.max()))
    (colours,) = _colours(values[None], dark)
    drawn = []
    for place, (value, colour) in enumerate(zip(values.tolist(), colours, strict=True)):
        if colour:
            height = max(3.0, value / most * (SIDE - 16))
            shape = f'x="{place * width:g}" y="{SIDE - height:g}" width="{width:g}" height="{height:g}"'
            drawn.append(f'<rect {shape} fill="{colour}"/>')
    return "".join(drawn)


def _colours(values: NDArray[np.int64], dark: bool) -> list[list[str]]:
    steps = DARK_STEPS if dark else LIGHT_STEPS
    most = max(1, int(values.max()))
    named = [
        "",
        find_theme(dark).zero,
        *steps,
    ]  # the first colour is used for cells without a position, the second for P-positions
    places = np.where(values < 0, 0, np.where(values == 0, 1, 2 + (values - 1) * len(steps) // most))
    return [[named[place] for place in row] for row in np.minimum(places, len(named) - 1).tolist()]
