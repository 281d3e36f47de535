"""Claims beyond the paper on Sharing Nim: two piles, remoteness and suspense, and Graph Nim."""

from __future__ import annotations

from itertools import product
from typing import cast

import numpy as np

from sprague.games import game
from sprague.limits import Limits
from sprague.papers.claims import CONSISTENT, GUESS, REFUTED, Section, Verdict, consistent, first_failure, verdict
from sprague.papers.closed_forms import against_search, against_theorems
from sprague.papers.general_proofs import GeneralProof
from sprague.papers.sharing_nim.lists import REMOTENESS_COUNTS, REMOTENESS_OF_ROW
from sprague.papers.sharing_nim.values import Truths, Values, cells
from sprague.results.base import Measure
from sprague.rules import Position
from sprague.tables.search import search
from sprague.tables.tabulate import tabulate

section = Section("sharing-nim", ("sharing-nim",))
MOST_SEARCHED = 20_000  # maximum number of positions for a search; for more positions, a table is faster


@section.claim(
    "new-two-piles",
    "Two piles that differ by d have the value floor(d/2) (not in the paper).",
    proof=GeneralProof(["sharing-nim:piles=2"], grundy=True),
)
def two_piles(far: bool) -> Verdict:
    limit = 400 if far else 120
    table = tabulate(game("sharing-nim", piles=2), limit)
    failure = first_failure(table.items(), _is_half_the_difference)
    return verdict(f"piles below {limit}", failure, against_theorems(table))


def _is_half_the_difference(item: tuple[Position, int]) -> bool:
    (a, b), value = item
    return value == abs(a - b) // 2


@section.claim("new-suspense", "Suspense numbers are at most 3 (not in the paper).", CONSISTENT)
def suspense(far: bool) -> Verdict:
    limit = 201 if far else 61
    table = tabulate("sharing-nim", limit, what="suspense")
    counts: dict[int, int] = {}
    for position in cells(limit):
        counts[table[position]] = counts.get(table[position], 0) + 1
    failure = first_failure(cells(limit), lambda position: bool(table[position] <= 3))
    shown = ", ".join(f"{number} for {counts[number]:,}" for number in sorted(counts))
    return consistent(f"(0, a, b) with b < {limit}", failure, note=f"suspense {shown}")


@section.claim(
    "new-remoteness",
    "The list of how often each remoteness occurs for b <= 60, and the remoteness of (0, 0, n) for n <= 32.",
)
def remoteness(far: bool) -> Verdict:
    table = tabulate("sharing-nim", 61, what="remoteness")
    counts = np.bincount([table[position] for position in cells(61)]).tolist()
    row = [table[0, 0, n] for n in range(33)]
    return verdict(
        "(0, a, b) with b <= 60", None if (counts, row) == (REMOTENESS_COUNTS, REMOTENESS_OF_ROW) else counts
    )


# Graph Nim


def path_is_p(u: Values, v: Values, rule: str) -> Truths:
    """Return an array that is true where (x, y, z) is a P-position on a path, given u = x - y and v = z - y."""
    level = (u * v <= 0) & (abs(u + v) <= 1)
    losing: Truths = level | ((u == v) & (abs(u) != 2 if rule == "sharing" else abs(u) <= 1))
    return losing


def graph_values(graph: str, rule: str, limit: int, what: str = "outcome") -> Values:
    """Return an array of the Grundy values of Graph Nim, or of its outcomes (0 means P); the indices are the piles."""
    ruleset = game("graph-nim", graph=graph, rule=rule)
    piles = len(ruleset.piles)
    if limit**piles > MOST_SEARCHED:
        found: Values = tabulate(ruleset, limit, what=cast("Measure", what)).to_array()
        return (found != "P").astype(int) if what == "outcome" else found
    values = search(ruleset, product(range(limit), repeat=piles), what, default=Limits(positions=MOST_SEARCHED + 1))
    return np.array([values[place] for place in np.ndindex(*[limit] * piles)]).reshape((limit,) * piles)


def first_place(wrong: Truths) -> Position | None:
    """Return the first position at which an array is true; order positions by their number of chips."""
    places = np.argwhere(wrong)
    if not len(places):
        return None
    return min((tuple(int(pile) for pile in place) for place in places), key=lambda place: (sum(place), place))


def path_of_three(rule: str, far: bool) -> Verdict:
    limit = 151 if far else 18
    x, y, z = np.indices((limit, limit, limit))
    wrong = (graph_values("path3", rule, limit) == 0) != path_is_p(x - y, z - y, rule)
    return verdict(f"piles below {limit}", first_place(wrong), on_graph("path3", rule))


def on_graph(graph: str, rule: str = "sharing") -> str | None:
    """Return a small position at which the closed form for Graph Nim is wrong, or None if there is no such position."""
    ruleset = game("graph-nim", graph=graph, rule=rule)
    piles = len(ruleset.piles)
    return against_search(ruleset, search(ruleset, product(range(14 - 2 * piles), repeat=piles), "outcome"))


@section.claim(
    "new-path3-sharing",
    "On the path x - y - z, with u = x - y and v = z - y, a position is P if and only if uv <= 0 and |u + v| <= 1, or "
    "u = v and |u| is not 2 (not in the paper).",
    proof=GeneralProof(["graph-nim:graph=path3,rule=sharing"]),
)
def path3_sharing(far: bool) -> Verdict:
    return path_of_three("sharing", far)


@section.claim(
    "new-path3-entropy",
    "If on this path the difference only has to become smaller, a position is P if and only if uv <= 0 and |u + v| <= "
    "1, or u = v and |u| <= 1 (not in the paper).",
    proof=GeneralProof(["graph-nim:graph=path3,rule=entropy"]),
)
def path3_entropy(far: bool) -> Verdict:
    return path_of_three("entropy", far)


def complete_graph(rule: str, limit: int) -> Verdict:
    wrong = graph_values("complete3", rule, limit, "grundy") != tabulate("sharing-nim", limit).to_array()
    return verdict(f"piles below {limit}", first_place(wrong))


@section.claim(
    "graph-complete",
    "Graph Nim on the complete graph of three vertices has the values of Sharing Nim.",
    games=("graph-nim:graph=complete3",),
)
def complete_sharing(far: bool) -> Verdict:
    return complete_graph("sharing", 25 if far else 15)


@section.claim(
    "graph-complete-entropy",
    "Graph Nim on the complete graph of three vertices has the values of Sharing Nim, too, if the difference only has "
    "to become smaller.",
    games=("graph-nim:graph=complete3,rule=entropy",),
)
def complete_entropy(far: bool) -> Verdict:
    return complete_graph("entropy", 25 if far else 15)


def mirrored(half: Position, graph: str) -> Position:
    """Return half a position followed by its mirror image: the reversed half on a path, the same half on a cycle."""
    return (*half, *(half[::-1] if graph == "path" else half))


def mirrors(graph: str, far: bool) -> Verdict:
    sizes = {4: 21, 6: 5} if far else {4: 9, 6: 3}
    for piles, limit in sizes.items():
        values = graph_values(f"{graph}{piles}", "sharing", limit)
        positions = (mirrored(half, graph) for half in product(range(limit), repeat=piles // 2))
        failure = first_failure(positions, lambda position, values=values: bool(values[position] == 0))  # type: ignore[misc]
        if failure is not None:
            return verdict(f"{piles} piles", failure)
    return verdict(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()), on_graph(f"{graph}4"))


@section.claim(
    "new-path4-mirror",
    "Positions (a, b, b, a) on a path, and (a, b, c, c, b, a), are P (not in the paper).",
    games=("graph-nim:graph=path4",),
)
def path_mirror(far: bool) -> Verdict:
    return mirrors("path", far)


@section.claim(
    "new-cycle4-mirror",
    "Positions (a, b, a, b) on a cycle, and (a, b, c, a, b, c), are P (not in the paper).",
    games=("graph-nim:graph=cycle4",),
)
def cycle_mirror(far: bool) -> Verdict:
    return mirrors("cycle", far)


@section.claim(
    "graph-rules-differ",
    "On every graph the two rules have the same outcomes: the receiving pile must not become the larger one, or the "
    "difference only has to become smaller (not in the paper).",
    REFUTED,
    erratum=GUESS,
    games=("graph-nim:graph=path3", "graph-nim:graph=path3,rule=entropy"),
)
def rules_differ(far: bool) -> Verdict:
    limit = 24 if far else 8
    sharing, entropy = (graph_values("path3", rule, limit) for rule in ("sharing", "entropy"))
    found = first_place(sharing != entropy)
    if found is None:
        return verdict(f"the path of three, piles below {limit}")
    shown = f"{found}: {'PN'[sharing[found]]} and {'PN'[entropy[found]]}"
    return verdict(f"the path of three, piles below {limit}", shown)
