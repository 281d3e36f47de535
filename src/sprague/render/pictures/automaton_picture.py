"""Pictures of automata, drawn with matplotlib from the layout of their states and transitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprague.automata.automaton import Automaton
from sprague.automata.drawing import LINE, SIZE, Arrow, Circle, Drawing, Label, StateNumber, draw
from sprague.render.pictures.picture import Picture, Theme, find_theme, new_figure, place_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS = 96.0  # number of length units of an automaton drawing in one inch of the picture
POINTS = 72.0  # number of typographic points in an inch; font sizes are given in points


def draw_automaton(automaton: Automaton, names: Sequence[str] | None = None, *, dark: bool = False) -> Picture:
    """Return a picture of an automaton, in which the label of an edge lists the symbols of the transition."""
    sheet = draw(automaton, names)
    colours = find_theme(dark)
    width, height = sheet.width / DOTS, sheet.height / DOTS
    figure = new_figure(width, height, colours)
    draw_sheet(place_axes(figure, 0, 0, width, height, colours), sheet, colours)
    return Picture(figure, f"automaton: {sheet.caption}")


def draw_sheet(axes: Axes, sheet: Drawing, colours: Theme, scale: float = 1.0) -> None:
    """Draw the layout of an automaton, enlarged by `scale`, on matplotlib axes with the same proportions."""
    from matplotlib.patches import Circle as Ring
    from matplotlib.patches import PathPatch, Polygon, Rectangle
    from matplotlib.path import Path

    axes.set_axis_off()
    axes.set_xlim(-sheet.offset, sheet.width - sheet.offset)
    axes.set_ylim(sheet.top + sheet.height, sheet.top)
    size = SIZE * POINTS / DOTS * scale
    thin = 0.75 * scale
    letters = {
        "family": "monospace",
        "fontsize": size,
        "color": colours.foreground,
        "ha": "center",
        "va": "center_baseline",
    }
    for order, shape in enumerate(sheet.shapes, 1):
        match shape:
            case Circle(x, y, radius):
                ring = Ring(
                    (x, y),
                    radius,
                    facecolor=colours.background,
                    edgecolor=colours.foreground,
                    linewidth=thin,
                    zorder=order,
                )
                axes.add_patch(ring)
            case StateNumber(text, x, y):
                axes.text(x, y, text, fontweight="bold", zorder=order, **letters)  # type: ignore[arg-type]
            case Label(lines, x, _):
                left, top, width, height = shape.box
                axes.add_patch(
                    Rectangle((left, top), width, height, facecolor=colours.background, linewidth=0, zorder=order)
                )
                for number, line in enumerate(lines):
                    axes.text(x, top + (number + 0.5) * LINE, line, zorder=order, **letters)  # type: ignore[arg-type]
            case Arrow(start, curves):
                points = [start, *(point for curve in curves for point in curve)]
                codes = [Path.MOVETO] + [Path.CURVE4] * (3 * len(curves))
                path = Path(points, codes)
                line_patch = PathPatch(
                    path, facecolor="none", edgecolor=colours.foreground, linewidth=thin, zorder=order
                )
                axes.add_patch(line_patch)
                axes.add_patch(
                    Polygon(shape.head, closed=True, facecolor=colours.foreground, linewidth=0, zorder=order)
                )
    x, y = sheet.caption_position
    axes.text(x - sheet.offset, y - 4, sheet.caption, **{**letters, "color": colours.muted})  # type: ignore[arg-type]
