"""`lay_out`: layered graph layout (Sugiyama) for drawings of automata.

States are arranged in columns by their distance from the start. Between any two neighbouring columns of states, there
is a column of labels. The label of an edge is a node on the edge. An edge that passes through a column has a thin node
in this column, which reserves space for the edge. Therefore labels do not overlap, and no edge crosses a label. The
layout algorithm orders each column so that few edges cross, and chooses y coordinates that keep edges straight. The
algorithm was published by K. Sugiyama, S. Tagawa and M. Toda (IEEE Transactions on Systems, Man, and Cybernetics 11,
1981).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

Edge = tuple[int, int]

ROUNDS = 24
GAP = 12.0  # vertical distance between two nodes of a column


@dataclass
class Node:
    """A node of the graph layout: a box in a column, with its y coordinate, extents above and below, and width."""

    column: int
    above: float
    below: float
    width: float
    y: float = 0.0
    # nodes of the neighbouring columns that are connected with the node by an edge
    around: list[Node] = field(default_factory=list, repr=False)

    @property
    def is_bend(self) -> bool:
        """Whether the node only reserves space for an edge that passes through its column."""
        return self.width == 0


@dataclass
class Layout:
    """A graph layout: a node for each state, and for each edge the nodes on the edge, including its label."""

    states: dict[int, Node]
    routes: dict[Edge, list[Node]]
    labels: dict[Edge, Node]
    columns: list[list[Node]]


Size = tuple[float, float, float]  # size of a node: extent above its centre, extent below its centre, width


def lay_out(depths: Mapping[int, int], sizes: Mapping[int, Size], labels: Mapping[Edge, Size]) -> Layout:
    """Return a layout of a graph, given the distance of each state from the start state, and the labelled edges.

    `sizes` maps each state to its size. `labels` maps each edge, except loops, to the size of its label.

    >>> size = (10.0, 10.0, 20.0)
    >>> layout = lay_out({0: 0, 1: 1, 2: 1}, {0: size, 1: size, 2: size}, {(0, 1): size, (0, 2): size, (1, 2): size})
    >>> [len(column) for column in layout.columns]
    [1, 2, 2, 1]
    >>> layout.states[0].y, layout.states[1].y == -layout.states[2].y
    (0.0, True)
    """
    states = {state: Node(2 * depths[state], *sizes[state]) for state in depths}
    routes: dict[Edge, list[Node]] = {}
    label_nodes: dict[Edge, Node] = {}
    for (source, target), size in labels.items():
        first, last = states[source].column, states[target].column
        if first == last:
            # The label of an edge within one column is drawn in the next column to the right.
            route = [Node(first + 1, *size)]
            label = route[0]
        else:
            step = 1 if first < last else -1
            between = list(range(first + step, last, step))
            # Every second column contains labels; choose the column of labels nearest to the middle of the edge.
            middle = between[len(between) // 4 * 2]
            route = [Node(column, *(size if column == middle else (2.0, 2.0, 0.0))) for column in between]
            label = route[between.index(middle)]
        routes[source, target], label_nodes[source, target] = route, label
        chain = [states[source], *route, states[target]]
        for one, other in pairwise(chain):
            one.around.append(other)
            other.around.append(one)
    nodes = [*states.values(), *(node for route in routes.values() for node in route)]
    columns: list[list[Node]] = [[] for _ in range(max(node.column for node in nodes) + 1)]
    for node in nodes:
        columns[node.column].append(node)
    _order(columns)
    _level(columns)
    return Layout(states, routes, label_nodes, columns)


# Order


def _order(columns: list[list[Node]]) -> None:
    """Sort the nodes of each column by the mean index of their neighbours; keep the order with the fewest crossings."""
    best, fewest = [list(column) for column in columns], _crossings(columns)
    for turn in range(ROUNDS):
        forwards = turn % 2 == 0
        numbers = range(1, len(columns)) if forwards else range(len(columns) - 2, -1, -1)
        for number in numbers:
            fixed = columns[number - 1 if forwards else number + 1]
            place = {id(node): float(i) for i, node in enumerate(fixed)}
            means = [_mean(node, place, float(i)) for i, node in enumerate(columns[number])]
            order = sorted(range(len(means)), key=means.__getitem__)
            columns[number] = [columns[number][i] for i in order]
        _swap_neighbours(columns)
        if (crossings := _crossings(columns)) < fewest:
            best, fewest = [list(column) for column in columns], crossings
        if not fewest:
            break
    columns[:] = best


def _mean(node: Node, place: Mapping[int, float], otherwise: float) -> float:
    places = [place[id(other)] for other in node.around if id(other) in place]
    return sum(places) / len(places) if places else otherwise


def _swap_neighbours(columns: list[list[Node]]) -> None:
    place = {id(node): i for column in columns for i, node in enumerate(column)}
    for column in columns:
        for i in range(len(column) - 1):
            upper, lower = column[i], column[i + 1]
            straight = crossed = 0
            for one in upper.around:
                for other in lower.around:
                    if one.column == other.column:
                        straight += place[id(one)] > place[id(other)]
                        crossed += place[id(one)] < place[id(other)]
            if crossed < straight:
                column[i], column[i + 1] = lower, upper
                place[id(upper)], place[id(lower)] = i + 1, i


def _crossings(columns: Sequence[Sequence[Node]]) -> int:
    place = {id(node): i for column in columns for i, node in enumerate(column)}
    total = 0
    for number, column in enumerate(columns):
        pairs = sorted(
            (i, place[id(other)])
            for i, node in enumerate(column)
            for other in node.around
            if other.column == number + 1
        )
        ends = [end for _, end in pairs]
        total += sum(later < end for i, end in enumerate(ends) for later in ends[i + 1 :])
    return total


# Heights


def _level(columns: list[list[Node]]) -> None:
    """Move each node towards the mean height of its neighbours, as far as the other nodes in its column permit."""
    for column in columns:
        _place(column, [0.0] * len(column))
    for turn in range(2 * ROUNDS):
        for column in columns if turn % 2 == 0 else reversed(columns):
            _place(column, [_level_of(node) for node in column])
    start = columns[0][0].y
    for column in columns:
        for node in column:
            node.y -= start


def _level_of(node: Node) -> float:
    # The inner nodes of a long edge attract each other more strongly than the end points, so that long edges are
    # straight.
    weights = [4.0 if other.is_bend and node.is_bend else 1.0 for other in node.around]
    if not weights:
        return node.y
    return sum(w * other.y for w, other in zip(weights, node.around, strict=True)) / sum(weights)


def _place(column: list[Node], levels: Sequence[float]) -> None:
    gaps = [upper.below + GAP + lower.above for upper, lower in pairwise(column)]
    for node, y in zip(column, spread(levels, gaps), strict=True):
        node.y = y


class _Merged(NamedTuple):
    """Several coordinates of a layout that were merged into one: their mean and their number."""

    mean: float
    members: int


def spread(wanted: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Return y coordinates that keep at least the given gaps between nodes and are as close to `wanted` as possible.

    The result minimises the sum of the squared distances from the wanted coordinates. `gaps` holds the least distance
    from each coordinate to the next.

    >>> spread([0, 0, 10], [4, 4])
    [-2.0, 2.0, 10.0]

    After the gaps are subtracted from the coordinates, the task is to find the ascending sequence nearest to a given
    sequence. The algorithm replaces neighbouring coordinates in the wrong order by their mean until the sequence is
    ascending.
    """
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    blocks: list[_Merged] = []
    for value, offset in zip(wanted, offsets, strict=False):
        mean, count = value - offset, 1
        while blocks and blocks[-1].mean >= mean:
            before, members = blocks.pop()
            mean, count = (before * members + mean * count) / (members + count), members + count
        blocks.append(_Merged(mean, count))
    flat = [mean for mean, count in blocks for _ in range(count)]
    return [mean + offset for mean, offset in zip(flat, offsets, strict=False)]
