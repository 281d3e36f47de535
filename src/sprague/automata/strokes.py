"""What a drawing is made of: circles, arrows and labels on a sheet. Whoever draws them, draws the same picture.

Lengths are dots of a screen; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from xml.sax.saxutils import escape

LETTER, LINE = 7.3, 15.0  # width of a letter and height of a line of labels
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SIZE = 12.0  # of letters

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]  # of Bézier: two handles and where it ends


@dataclass(frozen=True, slots=True)
class Circle:
    """A state, or the inner circle of one that accepts."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line of curves with an arrow head at its end."""

    start: Point
    curves: tuple[Curve, ...]

    @property
    def head(self) -> tuple[Point, Point, Point]:
        """The corners of the arrow head, its tip first."""
        handles = [self.start, *(point for curve in self.curves for point in curve)]
        x, y = handles[-1]
        back_x, back_y = next(point for point in reversed(handles) if point != (x, y))
        length = hypot(x - back_x, y - back_y) or 1.0
        ux, uy = (x - back_x) / length, (y - back_y) / length
        left = (x - 8 * ux - 3.2 * uy, y - 8 * uy + 3.2 * ux)
        return (x, y), left, (x - 8 * ux + 3.2 * uy, y - 8 * uy - 3.2 * ux)


@dataclass(frozen=True, slots=True)
class Name:
    """The number of a state, in its circle."""

    text: str
    x: float
    y: float  # its middle


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text around a point, on the colour of the paper."""

    lines: tuple[str, ...]
    x: float
    y: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        width, height = width_of(self.lines), len(self.lines) * LINE
        return self.x - width / 2, self.y - height / 2, width, height


Stroke = Circle | Arrow | Name | Label


@dataclass(frozen=True)
class Sheet:
    """A drawing: strokes in the order in which they are drawn, and a caption below; `top` is where y begins."""

    width: float
    height: float
    top: float
    aside: float  # how far to the right the strokes are moved
    strokes: tuple[Stroke, ...]
    caption: str

    @property
    def caption_at(self) -> Point:
        return self.width / 2, self.top + self.height - LINE

    def svg(self, made_by: str = "") -> str:
        """The drawing as SVG, which needs no other program; it may carry what made it."""
        (x, y), width, height = self.caption_at, self.width, self.height
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
                f'viewBox="0 {self.top:.1f} {width:.1f} {height:.1f}" font-family="{FONT}" font-size="{SIZE:.0f}" '
                'text-anchor="middle">',
                f"<title>{escape(self.caption)}</title>",
                *([f"<desc>{escape(made_by)}</desc>"] if made_by else []),
                f'<rect x="0" y="{self.top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>',
                f'<g transform="translate({self.aside:.1f} 0)">',
                *(line for stroke in self.strokes for line in _svg_of(stroke)),
                "</g>",
                f'<text x="{x:.1f}" y="{y:.1f}" fill="#555">{escape(self.caption)}</text>',
                "</svg>",
            ]
        )


def width_of(lines: Sequence[str]) -> float:
    """How wide a label is."""
    return max(map(len, lines), default=0) * LETTER + 6


def _svg_of(stroke: Stroke) -> list[str]:
    match stroke:
        case Circle(x, y, radius):
            return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="white" stroke="black"/>']
        case Name(text, x, y):
            return [f'<text x="{x:.1f}" y="{y + 4.2:.1f}" font-weight="bold">{text}</text>']
        case Label(lines, x, _):
            left, top, width, height = stroke.box
            out = [f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>']
            for number, line in enumerate(lines, 1):
                out.append(f'<text x="{x:.1f}" y="{top + number * LINE - 3.8:.1f}">{line}</text>')
            return out
        case Arrow(start, curves):
            path = f"M{start[0]:.1f},{start[1]:.1f}"
            for curve in curves:
                path += " C" + " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
            head = " ".join(f"{x:.1f},{y:.1f}" for x, y in stroke.head)
            return [f'<path d="{path}" fill="none" stroke="#444"/>', f'<polygon points="{head}" fill="#444"/>']
