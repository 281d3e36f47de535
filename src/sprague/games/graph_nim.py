"""Graph Nim: Sharing Nim between neighbours."""

import re
from collections.abc import Iterable

from sprague.errors import SpragueError
from sprague.games._catalogue import Source, catalogued
from sprague.games._parameters import pile_count, pile_names, whole
from sprague.rules import Ruleset, parse

Edges = list[tuple[int, int]]

MOST_EDGES = 120


@catalogued("Graph Nim", sources=[Source("sharing-nim", "Discussion")])
def graph_nim(graph: str | Iterable[tuple[int, int]] = "path3", rule: str = "sharing") -> Ruleset:
    """Move chips along an edge of a graph, so that the two piles become more nearly equal.

    >>> graph_nim("path3").options((3, 0, 0))
    [(2, 1, 0)]
    >>> graph_nim([(1, 2), (2, 3)], rule="entropy").options((3, 0, 0))
    [(2, 1, 0), (1, 2, 0)]

    A graph is `path3`, `cycle4`, `complete3` (that many piles), `star3` (three leaves around the
    first pile), or a list of edges, as text 1-2/2-3; piles count from 1, or from 0 if an edge says 0.
    With the rule `sharing` the receiving pile must not become the larger; with `entropy` the
    difference must shrink, so that the two may also exchange roles. On complete graphs, where piles
    may be renumbered, both are Sharing Nim; on others they differ.
    """
    edges, count = _graph(graph)
    if len(edges) > MOST_EDGES:
        raise SpragueError(f"expected a graph of at most {MOST_EDGES} edges, got {len(edges)}")
    names = pile_names(count)
    conditions = {"sharing": "{1} + k <= {0} - k", "entropy": "k < {0} - {1}"}
    if rule not in conditions:
        raise SpragueError(f"expected rule to be 'sharing' or 'entropy', got {rule!r}")
    moves = []
    for edge in edges:
        for giver, taker in (edge, edge[::-1]):
            after = list(names)
            after[giver] += " - k"
            after[taker] += " + k"
            moves.append(f"({', '.join(after)}) where k >= 1, {conditions[rule].format(names[giver], names[taker])}")
    return parse(f"({', '.join(names)}) -> {' ; '.join(moves)}")


def _graph(graph: str | Iterable[tuple[int, int]]) -> tuple[Edges, int]:
    """The edges, counted from 0, and the number of piles."""
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
        raise SpragueError("expected edges between two different piles, got a loop")
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
