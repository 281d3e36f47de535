"""Pictures of automata, as PNG, PDF or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sprague.automata.automaton import Automaton
from sprague.automata.drawing import LINE, SIZE, Arrow, Circle, Drawing, Label, StateNumber, draw
from sprague.render.pictures.picture import Picture, Theme, new_figure, place_axes, theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS = 96.0  # of a drawing, to the inch
POINTS = 72.0  # of letters, to the inch


def automaton_picture(automaton: Automaton, names: Sequence[str] | None = None, *, dark: bool = False) -> Picture:
    """The automaton, its edges labelled with the columns of digits they read."""
    sheet = draw(automaton, names)
    colours = theme(dark)
    width, height = sheet.width / DOTS, sheet.height / DOTS
    figure = new_figure(width, height, colours)
    draw_sheet(place_axes(figure, 0, 0, width, height, colours), sheet, colours)
    return Picture(figure, f"automaton: {sheet.caption}")


def draw_sheet(axes: Axes, sheet: Drawing, colours: Theme, scale: float = 1.0) -> None:
    """Draw a sheet on axes that have its proportions; `scale` is how much smaller or larger than life it is."""
    from matplotlib.patches import Circle as Ring
    from matplotlib.patches import PathPatch, Polygon, Rectangle
    from matplotlib.path import Path

    axes.set_axis_off()
    axes.set_xlim(-sheet.offset, sheet.width - sheet.offset)
    axes.set_ylim(sheet.top + sheet.height, sheet.top)
    size = SIZE * POINTS / DOTS * scale
    thin = 0.75 * scale
    letters = {"family": "monospace", "fontsize": size, "color": colours.ink, "ha": "center", "va": "center_baseline"}
    for order, shape in enumerate(sheet.shapes, 1):
        match shape:
            case Circle(x, y, radius):
                ring = Ring(
                    (x, y), radius, facecolor=colours.paper, edgecolor=colours.ink, linewidth=thin, zorder=order
                )
                axes.add_patch(ring)
            case StateNumber(text, x, y):
                axes.text(x, y, text, fontweight="bold", zorder=order, **letters)  # type: ignore[arg-type]
            case Label(lines, x, _):
                left, top, width, height = shape.box
                axes.add_patch(
                    Rectangle((left, top), width, height, facecolor=colours.paper, linewidth=0, zorder=order)
                )
                for number, line in enumerate(lines):
                    axes.text(x, top + (number + 0.5) * LINE, line, zorder=order, **letters)  # type: ignore[arg-type]
            case Arrow(start, curves):
                points = [start, *(point for curve in curves for point in curve)]
                codes = [Path.MOVETO] + [Path.CURVE4] * (3 * len(curves))
                path = Path(points, codes)
                line_patch = PathPatch(path, facecolor="none", edgecolor=colours.ink, linewidth=thin, zorder=order)
                axes.add_patch(line_patch)
                axes.add_patch(Polygon(shape.head, closed=True, facecolor=colours.ink, linewidth=0, zorder=order))
    x, y = sheet.caption_position
    axes.text(x - sheet.offset, y - 4, sheet.caption, **{**letters, "color": colours.faint})  # type: ignore[arg-type]
