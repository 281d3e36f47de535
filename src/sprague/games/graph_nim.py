"""Graph Nim: Sharing Nim in which chips move only along the edges of a graph."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sprague import arguments
from sprague.errors import SpragueError
from sprague.games.support.bibliography import Source
from sprague.games.support.catalogue import catalogued
from sprague.games.support.parameters import pile_count, pile_names, whole
from sprague.games.support.theorems import Theorem
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position, Ruleset, parse

Edges = list[tuple[int, int]]

MOST_EDGES = 120  # maximum number of edges of a graph: 120 edges join all pairs of 16 piles


@catalogued("Graph Nim", sources=[Source("sharing-nim", "Discussion")])
def graph_nim(graph: str | Iterable[tuple[int, int]] = "path3", rule: str = "sharing") -> Ruleset:
    """Move chips along an edge of a graph, so that the two piles become more nearly equal.

    >>> graph_nim("path3").options((3, 0, 0))
    [(2, 1, 0)]
    >>> graph_nim([(1, 2), (2, 3)], rule="entropy").options((3, 0, 0))
    [(2, 1, 0), (1, 2, 0)]

    The graph is a name such as `path3`, `cycle4`, `complete3` or `star3`, or a list of edges. The number in the name is
    the number of piles; for `star3`, it is the number of piles around the first pile. An example of a list of edges is
    1-2/2-3. In a list of edges, piles are numbered from 1, or from 0 if the number 0 occurs in the list. With the rule
    `sharing`, the pile that receives chips must not become larger than the pile that loses them. With the rule
    `entropy`, a move only has to reduce the difference between the two piles. On complete graphs, where the order of
    piles does not matter, both rules give Sharing Nim; on other graphs, the rules `sharing` and `entropy` differ.
    """
    edges, count = _graph(graph)
    if len(edges) > MOST_EDGES:
        raise SpragueError(f"expected a graph of at most {MOST_EDGES} edges, got {len(edges)}")
    names = pile_names(count)
    conditions = {"sharing": "{1} + k <= {0} - k", "entropy": "k < {0} - {1}"}
    condition = conditions[arguments.check_choice("rule", rule, tuple(conditions))]
    moves = []
    for edge in edges:
        for giver, taker in (edge, edge[::-1]):
            after = list(names)
            after[giver] += " - k"
            after[taker] += " + k"
            moves.append(f"({', '.join(after)}) where k >= 1, {condition.format(names[giver], names[taker])}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)}")


def _graph(graph: str | Iterable[tuple[int, int]]) -> tuple[Edges, int]:
    """Return the edges of a graph, as pairs of piles numbered from 0, and the number of piles."""
    named = re.fullmatch(r"(path|cycle|star|complete)([0-9]{1,2})", graph) if isinstance(graph, str) else None
    if named is not None:
        kind, size = named[1], int(named[2])
        least = {"path": 2, "cycle": 3, "star": 1, "complete": 2}[kind]
        size = pile_count(f"the size of a {kind}{' graph' if kind == 'complete' else ''}", size, least)
        if kind == "star":
            pile_count("the number of piles", size + 1)
            return [(0, leaf) for leaf in range(1, size + 1)], size + 1
        if kind == "complete":
            return [(i, j) for i in range(size) for j in range(i + 1, size)], size
        return [(i, (i + 1) % size) for i in range(size - (kind == "path"))], size
    edges = _edges(graph)
    if not edges:
        raise SpragueError("expected a graph with at least one edge, got none")
    first = min(min(edge) for edge in edges)
    shift = 0 if first == 0 else 1
    unique = sorted({(min(i, j) - shift, max(i, j) - shift) for i, j in edges})
    if any(i == j for i, j in unique):
        raise SpragueError("expected edges between two different piles, got an edge from a pile to itself")
    return unique, pile_count("the number of piles", max(j for _, j in unique) + 1)


def _edges(graph: str | Iterable[tuple[int, int]]) -> Edges:
    if isinstance(graph, str):
        pairs = [
            re.fullmatch(r"\s*\(?\s*([0-9]{1,3})\s*[-,]\s*([0-9]{1,3})\s*\)?\s*", piece) for piece in graph.split("/")
        ]
        if None in pairs:
            raise SpragueError(f"expected a graph such as path3, cycle4, star3, complete3 or 1-2/2-3, got {graph!r}")
        return [(int(pair[1]), int(pair[2])) for pair in pairs if pair is not None]
    try:
        return [(whole("an end of an edge", i, 0), whole("an end of an edge", j, 0)) for i, j in graph]
    except (TypeError, ValueError) as error:
        if isinstance(error, SpragueError):
            raise
        raise SpragueError(f"expected a list of edges such as [(1, 2), (2, 3)], got {graph!r}") from None


@graph_nim.theory
def _known(graph: str | Iterable[tuple[int, int]] = "path3", rule: str = "sharing") -> list[Theorem]:
    edges, count = _graph(graph)
    around = _walk(edges, count)
    if count == 3 and len(edges) == 2:
        return [PathOfThree(around[0], around[1], around[2], rule)]
    if around and count % 2 == 0:
        is_cycle = len(edges) == count
        half = around[count // 2 :]
        mirrored = zip(around, half if is_cycle else half[::-1], strict=False)
        return [Mirror(tuple(mirrored), "cycle" if is_cycle else "path")]
    return []


def _walk(edges: Edges, count: int) -> list[int]:
    """Return the piles in the order of the path or cycle; return an empty list for any other graph.

    >>> _walk([(0, 1), (0, 2)], 3), _walk([(0, 1), (0, 2), (0, 3)], 4)
    ([1, 0, 2], [])
    """
    next_to: dict[int, list[int]] = {pile: [] for pile in range(count)}
    for i, j in edges:
        next_to[i].append(j)
        next_to[j].append(i)
    if any(len(others) > 2 for others in next_to.values()):
        return []
    walked = [next((pile for pile, others in next_to.items() if len(others) == 1), 0)]
    while onward := [pile for pile in next_to[walked[-1]] if pile not in walked]:
        walked.append(onward[0])
    return walked if len(walked) == count else []


@dataclass(frozen=True)
class PathOfThree(Theorem):
    """Graph Nim on a path of three piles x, y and z, solved by the differences u = x - y and v = z - y.

    If u = x - y and v = z - y, moving k chips from x to y changes (u, v) to (u - 2k, v - k), so it lowers u + v by 3k.
    Therefore no move leads from a position with |u + v| <= 1 to another position with |u + v| <= 1. The *balancing
    move* moves k chips, where k is the integer nearest to (u + v)/3; from a position with |u + v| > 1, only this number
    of chips leads to |u + v| <= 1. The *equalising move* moves u - v chips from x to y; only this number of chips makes
    the differences u and v equal. By symmetry, it is enough to consider positions with u + v >= 2 and u >= v. With the
    rule `sharing`, the balancing move of k chips from x to y is legal if 2k <= u; for u > v, it is illegal only if u <=
    2v. If v < u <= 2v, the equalising move is legal and makes both differences equal to 2v - u; if 2v - u is 2, the
    balancing move is also legal. With the rule `entropy`, the balancing move of k chips from x to y is legal if k < u;
    it is illegal only if u = v = 1. Positions with u = v = 1 are therefore P-positions. With the rule `sharing`,
    positions with u = v >= 3 are also P-positions, because the balancing move is illegal and the equalising move would
    move no chips.
    """

    first: int
    middle: int
    last: int
    rule: str

    title = "Path of three piles"
    source = Source("proved next to the rule of the game")

    @property
    def statement(self) -> str:
        equal = "u = v, and u is neither 2 nor -2" if self.rule == "sharing" else "u = v, and u is 1 or -1"
        return (
            f"On the path x - y - z with u = x - y and v = z - y, a position is a P-position if and only if u + v is "
            f"-1, 0 or 1, or {equal}."
        )

    @property
    def formula(self) -> str:
        names = pile_names(3)
        x, y, z = names[self.first], names[self.middle], names[self.last]
        equal = f"{x} != {y} + 2 and {y} != {x} + 2" if self.rule == "sharing" else f"({x} = {y} + 1 or {y} = {x} + 1)"
        return f"-1 <= {x} + {z} - 2{y} <= 1 or {x} = {z} and {equal}"

    def is_p(self, position: Position) -> bool:
        u, v = self._differences(position)
        return self._is_cold(u, v)

    def _differences(self, position: Position) -> tuple[int, int]:
        return position[self.first] - position[self.middle], position[self.last] - position[self.middle]

    def _is_cold(self, u: int, v: int) -> bool:
        return abs(u + v) <= 1 or (u == v and (abs(u) != 2 if self.rule == "sharing" else abs(u) == 1))

    def _is_move(self, difference: int, chips: int) -> bool:
        """Return whether `chips` chips may move from an end pile to the middle pile, or back if `chips` < 0."""
        if chips == 0 or (chips > 0) != (difference > 0):
            return False
        return abs(2 * chips) <= abs(difference) if self.rule == "sharing" else abs(chips) < abs(difference)

    def winning_moves(self, position: Position) -> list[Position]:
        u, v = self._differences(position)
        if self._is_cold(u, v):
            return []
        found = []
        balance = (u + v + 1) // 3
        for end, near, far in ((self.first, u, v), (self.last, v, u)):
            for chips in dict.fromkeys((balance, near - far)):
                if self._is_move(near, chips) and self._is_cold(near - 2 * chips, far - chips):
                    after = list(position)
                    after[end] -= chips
                    after[self.middle] += chips
                    found.append(tuple(after))
        return found

    def explain(self, position: Position) -> str:
        u, v = self._differences(position)
        shown = f"The ends of {show_position(position)} differ from the middle by {show_number(u)} and {show_number(v)}"
        if self._is_cold(u, v):
            why = "the sum of these numbers is -1, 0 or 1" if abs(u + v) <= 1 else "these numbers are equal"
            return f"{shown}. Because {why}, no move leads to a P-position, so your opponent can always answer."
        after = self.winning_moves(position)[0]
        u, v = self._differences(after)
        left = f"{show_number(u)} and {show_number(v)}"
        return f"{shown}. Move to {show_position(after)}, with the differences {left}: from there your opponent loses."


@dataclass(frozen=True)
class Mirror(Theorem):
    """Mirror positions of Graph Nim are P: palindromes on even paths, and equal opposite piles on even cycles.

    In a mirror position, each pile has a partner of the same size on the other side of the graph. The opponent copies
    each move on the other side of the graph. No move is possible between partners, because they are equal. Every edge
    that does not join partners has no pile in common with its mirror image, so the opponent can copy each move along
    this edge.
    """

    pairs: tuple[tuple[int, int], ...]
    kind: str

    title = "Mirror positions"
    source = Source("proved next to the rule of the game")

    @property
    def statement(self) -> str:
        what = "reads the same from both ends" if self.kind == "path" else "has equal piles opposite each other"
        return f"If a {self.kind} with an even number of piles {what}, the position is a P-position."

    def decides(self, position: Position) -> bool:
        return all(position[i] == position[j] for i, j in self.pairs)

    def is_p(self, position: Position) -> bool:
        return True

    def winning_moves(self, position: Position) -> list[Position]:
        return []

    def explain(self, position: Position) -> str:
        return f"{show_position(position)} is its own mirror image. Your opponent can copy each move on the other side."
