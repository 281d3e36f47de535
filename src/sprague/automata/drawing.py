"""Drawings of automata, as Graphviz DOT (`to_dot`) and as SVG (`to_svg`).

Circles are states, numbered consecutively from the start state 0. A double circle is an accepting state, and an arrow
without a source marks the start state. An edge is labelled with the columns of digits that it reads, with `*` for any
digit. The dead state, from which no word is accepted, is not drawn.

The module uses Sprague's own layout algorithm, because the available Python libraries draw automata badly. The library
grandalf supports neither loops nor labels, so opposite edges overlap. The library networkx 3.6 draws opposite edges and
labels on top of each other, and needs scipy for its better layout. Graphviz draws automata well, but users must install
it separately.

Lengths are in pixels, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin
from xml.sax.saxutils import escape

import numpy as np

from sprague.automata.digit_patterns import Pattern, find_patterns, label_lines
from sprague.automata.layout import Edge, Layout, Node, lay_out, spread
from sprague.automata.transition_table import TransitionTable
from sprague.errors import OutOfReach, SpragueError

MOST_DRAWN = 40  # maximum number of states in a readable picture
MOST_EDGES = 150  # maximum number of edges in a readable picture
MOST_DOT = 1_000  # maximum number of states that Graphviz lays out in reasonable time
MOST_COLUMNS = 1 << 10  # maximum number of columns of digits for which labels are computed
MOST_ENTRIES = 1 << 16  # limit on states × columns, so that computing the labels takes at most about ten seconds

RADIUS = 17.0
LOOP_HEIGHT = 26.0  # height of a loop above its state
COLUMN_GAP = 34.0  # horizontal distance between two columns of the drawing
MARGIN = 16.0


def to_dot(automaton: TransitionTable, names: Sequence[str] | None = None) -> str:
    """Return a drawing of an automaton as a Graphviz DOT graph.

    >>> from sprague.automata.atoms import linear
    >>> print(to_dot(linear((1, -1), 0, "="), ("a", "b")))
    digraph automaton {
      rankdir=LR;
      label="digits of (a, b) in base 2, most significant first";
      node [shape=circle];
      start [shape=none, label="", width=0, height=0];
      0 [shape=doublecircle];
      start -> 0;
      0 -> 0 [label="00 11"];
    }
    """
    caption = _caption(automaton, names)
    accepting, edges = _graph(automaton, MOST_DOT)
    lines = ["rankdir=LR;", f"label={_quoted(caption)};", "node [shape=circle];"]
    lines.append('start [shape=none, label="", width=0, height=0];')
    lines += [f"{state}{' [shape=doublecircle]' * accepts};" for state, accepts in enumerate(accepting)]
    lines.append("start -> 0;")
    for (source, target), found in edges.items():
        label = "\\n".join(label_lines(found, 24, 6))  # patterns contain no characters that need quoting
        lines.append(f'{source} -> {target} [label="{label}"];')
    return "\n".join(["digraph automaton {", *(f"  {line}" for line in lines), "}"])


def to_svg(automaton: TransitionTable, names: Sequence[str] | None = None) -> str:
    """Return a drawing of an automaton as SVG.

    >>> from sprague.automata.atoms import linear
    >>> to_svg(linear((1, -1), 0, "="), ("a", "b"))[:4]
    '<svg'
    """
    return draw(automaton, names).svg()


def svg_if_small(automaton: TransitionTable, names: Sequence[str] | None = None) -> str | None:
    """Return a drawing of an automaton as SVG, or None if the automaton is too large to draw."""
    try:
        return to_svg(automaton, names)
    except OutOfReach:
        return None


def draw(automaton: TransitionTable, names: Sequence[str] | None = None) -> Drawing:
    """Return the drawing of an automaton: its shapes and its caption."""
    caption = _caption(automaton, names)
    accepting, edges = _graph(automaton, MOST_DRAWN)
    if len(edges) > MOST_EDGES:
        raise _too_large(f"an automaton with {len(edges):,} edges", "export it as DOT for Graphviz, or")
    return _DrawingBuilder(accepting, edges, automaton.tracks).build(caption)


def drawn_states(automaton: TransitionTable) -> list[int]:
    """Return the states that a drawing of an automaton shows, in ascending order; the dead state is not shown."""
    return np.flatnonzero(automaton.useful).tolist() or [0]


def _caption(automaton: TransitionTable, names: Sequence[str] | None) -> str:
    if names is not None and len(names) != automaton.tracks:
        raise SpragueError(f"expected {automaton.tracks} names, one per track, got {len(names)}: {tuple(names)!r}")
    shown = names if names is not None else [f"x{track + 1}" for track in range(automaton.tracks)]
    tuple_text, digits = f"({', '.join(shown)})", automaton.numeration
    text = f"{digits} of {tuple_text}" if digits.is_restricted else f"digits of {tuple_text} in {digits}"
    return f"{text}, most significant first"


def _graph(automaton: TransitionTable, most: int) -> tuple[list[bool], dict[Edge, list[Pattern]]]:
    """Return the graph of an automaton as (accepting flag of each drawn state, digit patterns of each edge)."""
    live = drawn_states(automaton)
    if len(live) > most:
        raise _too_large(f"an automaton with {len(live):,} states")
    if automaton.symbols > MOST_COLUMNS:
        raise _too_large(f"an automaton with {automaton.symbols:,} columns of digits")
    if len(live) * automaton.symbols > MOST_ENTRIES:
        raise _too_large(f"an automaton with {len(live):,} states and {automaton.symbols:,} columns of digits")
    shape = [automaton.numeration.digits] * automaton.tracks
    number = {state: place for place, state in enumerate(live)}
    edges = {}
    for source in live:
        for target in np.unique(automaton.table[source]).tolist():
            if automaton.useful[target]:
                columns = (automaton.table[source] == target).reshape(shape)
                edges[number[source], number[target]] = find_patterns(columns)
    return [bool(automaton.accepting[state]) for state in live], edges


def _too_large(what: str, otherwise: str = "") -> OutOfReach:
    return OutOfReach(" ".join([f"{what} is too large to draw;", *otherwise.split(), "export it in the Walnut format"]))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


class _DrawingBuilder:
    """Builder of the drawing of an automaton: it computes the layout and then the shapes."""

    def __init__(self, accepting: list[bool], edges: dict[Edge, list[Pattern]], tracks: int) -> None:
        self.accepting = accepting
        states = range(len(accepting))
        two = 2 * tracks + 1  # width of a loop's label in characters: two patterns and a space
        self.labels = {
            (source, target): label_lines(found, max(two, 8 if source == target else 11), 4)
            for (source, target), found in edges.items()
        }
        self.loops = {source: self.labels[source, target] for source, target in edges if source == target}
        plain = {edge: lines for edge, lines in self.labels.items() if edge[0] != edge[1]}
        sizes = {}
        for state in states:
            lines = self.loops.get(state, [])
            above = RADIUS + (LOOP_HEIGHT + len(lines) * LINE if lines else 0.0)
            sizes[state] = (above, RADIUS, max(2 * RADIUS + 8, _label_width(lines)))
        boxes = {
            edge: (len(lines) * LINE / 2, len(lines) * LINE / 2, _label_width(lines)) for edge, lines in plain.items()
        }
        self.layout: Layout = lay_out(_depths(states, plain), sizes, boxes)
        self.left, self.right = self._columns()

    def _columns(self) -> tuple[list[float], list[float]]:
        """For each column of the drawing, return the x coordinates of its left and right edges."""
        left: list[float] = []
        right: list[float] = []
        x = MARGIN + 28
        for column in self.layout.columns:
            left.append(x)
            right.append(x + max(node.width for node in column))
            # The gap between two columns is wider if edges between them are steep.
            x = right[-1] + COLUMN_GAP + min(max(abs(n.y - o.y) for n in column for o in [*n.around, n]) / 8, 40)
        return left, right

    def _centre(self, node: Node) -> float:
        return (self.left[node.column] + self.right[node.column]) / 2

    def build(self, caption: str) -> Drawing:
        """Return the finished drawing with a caption."""
        nodes = [node for column in self.layout.columns for node in column]
        top = min(node.y - node.above for node in nodes) - MARGIN
        bottom = max(node.y + node.below for node in nodes) + MARGIN
        drawn = self.right[-1] + MARGIN
        width = max(drawn, len(caption) * LETTER + 2 * MARGIN)
        shapes = (*self._edge_shapes(), *self._state_shapes())
        return Drawing(width, bottom - top + 2 * LINE, top, (width - drawn) / 2, shapes, caption)

    # States

    def _state_shapes(self) -> Iterator[Shape]:
        for state, node in self.layout.states.items():
            x, y = self._centre(node), node.y
            radii = [RADIUS, RADIUS - 3.5] if self.accepting[state] else [RADIUS]
            yield from (Circle(x, y, radius) for radius in radii)
            yield StateNumber(str(state), x, y)
            if state == 0:
                tip = (x - RADIUS, y)
                yield Arrow((x - RADIUS - 28, y), (((x - RADIUS - 20, y), (x - RADIUS - 10, y), tip),))
            if lines := self.loops.get(state):
                yield self._loop(x, y)
                yield Label(tuple(lines), x, y - RADIUS - LOOP_HEIGHT - len(lines) * LINE / 2)

    def _loop(self, x: float, y: float) -> Arrow:
        offset, up = RADIUS * sin(pi / 7), RADIUS * cos(pi / 7)
        start, end = (x - offset, y - up), (x + offset, y - up)
        high = y - RADIUS - LOOP_HEIGHT * 1.2
        return Arrow(start, (((x - 2.6 * offset, high), (x + 2.6 * offset, high), end),))

    # Edges

    def _edge_shapes(self) -> Iterator[Shape]:
        ports = self._ports()
        for edge, route in self.layout.routes.items():
            label, lines = self.layout.labels[edge], tuple(self.labels[edge])
            (start, leave, leave_on), (end, arrive, arrive_on) = ports[edge, True], ports[edge, False]
            curves = [(start, leave, leave)]
            if self.layout.states[edge[0]].column == self.layout.states[edge[1]].column:
                # An edge between two states of one column curves to its label in the next column and back.
                x = self.left[label.column] - 4
                turn = min(0.45 * abs(arrive[1] - leave[1]), 30.0) * (1 if arrive[1] > leave[1] else -1)
                curves += [
                    (leave_on, (x, label.y - turn), (x, label.y)),
                    ((x, label.y + turn), arrive_on, arrive),
                    (arrive, arrive, end),
                ]
                yield Arrow(start, tuple(curves))
                yield Label(lines, self.left[label.column] + label.width / 2, label.y)
                continue
            # An edge between states of different columns is curved only in the gaps between columns. An edge crosses a
            # column in a straight line, because the layout reserves space for the edge in the column.
            (x, _), handle = leave, leave_on
            for number, node in enumerate(route):
                near, far = self.left[node.column], self.right[node.column]
                near, far = (near, far) if leave[0] < arrive[0] else (far, near)
                curves += [
                    (handle, ((x + near) / 2, node.y), (near, node.y)),
                    ((far, node.y), (far, node.y), (far, node.y)),
                ]
                after = route[number + 1].column if number + 1 < len(route) else None
                sides = self.left if leave[0] < arrive[0] else self.right
                x, handle = far, ((far + (arrive[0] if after is None else sides[after])) / 2, node.y)
            curves += [(handle, arrive_on, arrive), (arrive, arrive, end)]
            yield Arrow(start, tuple(curves))
            yield Label(lines, self._centre(label), label.y)

    def _ports(self) -> dict[tuple[Edge, bool], tuple[Point, Point, Point]]:
        """Return a dictionary of the ends of edges; the keys are (edge, True) for sources, (edge, False) for targets.

        Each end of an edge has three points: a point on the circle, a point at the side of the column, and a control
        point of the curve.

        All end points of edges at a state are placed below each other in the space reserved for the state. Therefore,
        no edge crosses the space reserved for another state.
        """
        sides: dict[tuple[int, bool], list[tuple[float, Edge, bool]]] = {}
        for edge, route in self.layout.routes.items():
            for state, towards, leaving in ((edge[0], route[0], True), (edge[1], route[-1], False)):
                node = self.layout.states[state]
                to_right = towards.column > node.column
                sides.setdefault((state, to_right), []).append((towards.y - node.y, edge, leaving))
        out = {}
        for (state, to_right), ends in sides.items():
            ends.sort()
            node = self.layout.states[state]
            x, side = self._centre(node), self.right[node.column] if to_right else self.left[node.column]
            gap = min(10.0, 2 * RADIUS / max(len(ends) - 1, 1))
            fan = spread([RADIUS * sin(atan2(rise, COLUMN_GAP)) for rise, _, _ in ends], [gap] * (len(ends) - 1))
            shift = max(-RADIUS - fan[0], 0.0) - max(fan[-1] - RADIUS, 0.0)
            for rise, (_, edge, leaving) in zip(fan, ends, strict=True):
                dy = min(max(rise + shift, -RADIUS), RADIUS)
                dx = side - x
                length = hypot(dx, dy)
                on_circle = (x + RADIUS * dx / length, node.y + RADIUS * dy / length)
                beyond = 1 + 0.5 * COLUMN_GAP / length
                out[edge, leaving] = (on_circle, (side, node.y + dy), (x + beyond * dx, node.y + beyond * dy))
        return out


def _depths(states: Iterable[int], edges: dict[Edge, list[str]]) -> dict[int, int]:
    depths, layer = {0: 0}, [0]
    while layer:
        reached = sorted({target for source, target in edges if source in layer} - set(depths))
        for state in reached:
            depths[state] = depths[layer[0]] + 1
        layer = reached
    return {state: depths[state] for state in states}


LETTER, LINE = 7.3, 15.0  # width of a letter and height of a line in labels, in pixels
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"
SIZE = 12.0  # font size

Point = tuple[float, float]
Curve = tuple[Point, Point, Point]  # a cubic Bézier curve: two control points and the end point


@dataclass(frozen=True, slots=True)
class Circle:
    """A shape in the drawing of an automaton: the circle of a state, or the inner circle of an accepting state."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """A shape in the drawing of an automaton: a path of Bézier curves with an arrow head at its end."""

    start: Point
    curves: tuple[Curve, ...]

    @property
    def head(self) -> tuple[Point, Point, Point]:
        """The corners of the arrow head, beginning with the tip."""
        handles = [self.start, *(point for curve in self.curves for point in curve)]
        x, y = handles[-1]
        back_x, back_y = next(point for point in reversed(handles) if point != (x, y))
        length = hypot(x - back_x, y - back_y) or 1.0
        ux, uy = (x - back_x) / length, (y - back_y) / length
        left = (x - 8 * ux - 3.2 * uy, y - 8 * uy + 3.2 * ux)
        return (x, y), left, (x - 8 * ux + 3.2 * uy, y - 8 * uy - 3.2 * ux)


@dataclass(frozen=True, slots=True)
class StateNumber:
    """A shape in the drawing of an automaton: the number of a state in its circle."""

    text: str
    x: float
    y: float  # the y coordinate of the centre of the text


@dataclass(frozen=True, slots=True)
class Label:
    """A shape in the drawing of an automaton: lines of text around a point, on a white background."""

    lines: tuple[str, ...]
    x: float
    y: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box of the label: x of its left side, y of its top side, its width and its height."""
        width, height = _label_width(self.lines), len(self.lines) * LINE
        return self.x - width / 2, self.y - height / 2, width, height


Shape = Circle | Arrow | StateNumber | Label


@dataclass(frozen=True)
class Drawing:
    """The drawing of an automaton: shapes in drawing order and a caption; `top` is the least y coordinate."""

    width: float
    height: float
    top: float
    offset: float  # horizontal offset that centres the drawing
    shapes: tuple[Shape, ...]
    caption: str

    @property
    def caption_position(self) -> Point:
        """The point at which the caption is centred."""
        return self.width / 2, self.top + self.height - LINE

    def svg(self, made_by: str = "") -> str:
        """Return the drawing as SVG, with `made_by` as its description."""
        (x, y), width, height = self.caption_position, self.width, self.height
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
                f'viewBox="0 {self.top:.1f} {width:.1f} {height:.1f}" font-family="{FONT}" font-size="{SIZE:.0f}" '
                'text-anchor="middle">',
                f"<title>{escape(self.caption)}</title>",
                *([f"<desc>{escape(made_by)}</desc>"] if made_by else []),
                f'<rect x="0" y="{self.top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>',
                f'<g transform="translate({self.offset:.1f} 0)">',
                *(line for shape in self.shapes for line in _svg_of(shape)),
                "</g>",
                f'<text x="{x:.1f}" y="{y:.1f}" fill="#555">{escape(self.caption)}</text>',
                "</svg>",
            ]
        )


def _label_width(lines: Sequence[str]) -> float:
    """Return the width of the label of an edge, in pixels."""
    return max(map(len, lines), default=0) * LETTER + 6


def _svg_of(shape: Shape) -> list[str]:
    match shape:
        case Circle(x, y, radius):
            return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="white" stroke="black"/>']
        case StateNumber(text, x, y):
            return [f'<text x="{x:.1f}" y="{y + 4.2:.1f}" font-weight="bold">{text}</text>']
        case Label(lines, x, _):
            left, top, width, height = shape.box
            out = [f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>']
            for number, line in enumerate(lines, 1):
                out.append(f'<text x="{x:.1f}" y="{top + number * LINE - 3.8:.1f}">{line}</text>')
            return out
        case Arrow(start, curves):
            path = f"M{start[0]:.1f},{start[1]:.1f}"
            for curve in curves:
                path += " C" + " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
            head = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.head)
            return [f'<path d="{path}" fill="none" stroke="#444"/>', f'<polygon points="{head}" fill="#444"/>']
