"""Rows and value distributions of three-pile games in which only differences of piles matter, for large piles."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.language.positions import show_position
from sprague.limits import Limits, check, current, default_memory
from sprague.progress import ProgressCallback, check_progress, fractions
from sprague.rules import Position, Ruleset
from sprague.tables.layout import refuse_if_too_large
from sprague.tables.plan import Plan, make_plan
from sprague.tables.regions import has_sorted_positions, is_translation_invariant
from sprague.tables.request import Request
from sprague.tables.special import kernels as plain
from sprague.tables.traversals.base import Progress
from sprague.tables.traversals.differences import Columns, DifferenceTraversal


def _find_difference_traversal(request: Request, refusal: str) -> DifferenceTraversal:
    """Return the traversal by columns for a game of differences; raise `SpragueError` for any other game."""
    rule = request.rule
    if rule.is_linear and len(rule.piles) == 3 and has_sorted_positions(rule) and is_translation_invariant(rule):
        plan = make_plan(rule, request.limit, None)
        if isinstance(plan, Plan) and DifferenceTraversal.applies(request, plan):
            return DifferenceTraversal(request, plan)
    heaps = "; sprague period finds the period of its heaps" if rule.splits else ""
    raise SpragueError(f"{rule.label}: {refusal}{heaps}")


@accepts_former_arguments
def rows(
    game: Ruleset | str,
    rows: Iterable[int],
    limit: int,
    *,
    cap: int | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> npt.NDArray[Any]:
    """Return selected rows of Grundy values for large piles in a three-pile game of differences.

    In a game of differences, adding one chip to every pile changes no value, so only positions (0, a, n) are computed.
    The function stores no table, so n may be large.

    >>> rows("sharing-nim", rows=range(3), limit=8, cap=256).tolist()
    [[0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 1, 2, 3, 3, 4, 4], [1, 1, 1, 2, 2, 1, 2, 2]]

    Args:
        game: A rule set, or the name of a game.
        rows: The rows a to return.
        limit: Compute the values for all n below this limit.
        cap: Compute min(value, cap).
        budget: Limits on seconds and memory.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        An array whose entry [i, n] is min(G(0, a, n), cap) for a = rows[i].

    Raises:
        SpragueError: The game is not a three-pile game of differences.
        OutOfReach: The computation would exceed the limits.
    """
    rule = ruleset_of(game)
    try:
        chosen = [index(row) for row in rows]
    except TypeError:
        raise SpragueError(f"'rows' must be a list of integers such as range(4), got {rows!r}") from None
    report = fractions(check_progress(progress))
    with Limits.of(budget).watch():
        allowed = current().with_defaults(Limits(memory=default_memory()))
        traversal = _find_difference_traversal(
            Request(rule, limit, cap=cap),
            "rows are computed only for games with three piles, such as Sharing Nim, in which adding the same number "
            "of chips to every pile changes no value; for other games, use 'sprague table' or, in Python, tabulate",
        )
        outside = next((row for row in chosen if not 0 <= row < traversal.heights), None)
        if outside is not None:
            raise SpragueError(f"expected rows from 0 to {traversal.heights - 1}, got {outside}")
        memory = allowed.memory or 0
        needed = 2 * len(chosen) * traversal.heights
        refuse_if_too_large(rule.label, f"a table of {len(chosen):,} rows", needed, memory, "ask for fewer rows")
        return _streamed(Columns(traversal, memory), chosen, cap, report)


def _streamed(columns: Columns, chosen: list[int], cap: int | None, report: Progress) -> npt.NDArray[Any]:
    kind = np.uint8 if cap is not None and cap < 256 else np.uint16
    out = np.zeros((len(chosen), columns.heights), dtype=kind)
    corners = np.zeros((len(chosen), max(chosen, default=0) + 1), dtype=np.int32)
    for first, block in columns.blocks(np.array(chosen, dtype=np.int64), corners, report):
        out[:, first : first + block.shape[1]] = block
    for number, row in enumerate(chosen):
        out[number, :row] = corners[number, :row]
    return out


kernels = jit.compile_lazily(plain)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The occurrences of a Grundy value in a game of differences: their number, and the first, last and furthest one.

    The furthest occurrence is the position (0, a, b) with the largest a and, for this a, the smallest b.
    """

    value: int
    count: int
    first: Position
    last: Position
    furthest: Position

    def __str__(self) -> str:
        shown = [show_position(position) for position in (self.first, self.last, self.furthest)]
        return f"value {self.value}: {self.count} times, first {shown[0]}, last {shown[1]}, furthest {shown[2]}"


@dataclass(frozen=True, slots=True)
class Distribution:
    """The distribution of Grundy values in a game of differences: how often and where each value occurs."""

    occurrences: tuple[Occurrence, ...]
    seen: str

    def __getitem__(self, value: int) -> Occurrence:
        for occurrence in self.occurrences:
            if occurrence.value == value:
                return occurrence
        raise SpragueError(f"the Grundy value {value} does not occur at any position with {self.seen}")

    def __str__(self) -> str:
        return "\n".join([*map(str, self.occurrences), f"computed for {self.seen}"])


@accepts_former_arguments
def find_distribution(
    game: Ruleset | str, limit: int, cap: int, *, budget: Limits | None = None, progress: ProgressCallback | None = None
) -> Distribution:
    """Return how often and where each Grundy value occurs in a three-pile difference game, without storing a table.

    >>> print(find_distribution("sharing-nim", 200, 3))
    value 0: 134 times, first (0, 0, 0), last (0, 0, 199), furthest (0, 0, 0)
    value 1: 100 times, first (0, 0, 2), last (0, 0, 198), furthest (0, 2, 5)
    value 2: 83 times, first (0, 1, 3), last (0, 1, 197), furthest (0, 3, 23)
    computed for b < 200, a <= b / 2

    The game must be a three-pile game of differences in which replacing each pile x by n - x changes no value. Up to
    the symmetry x -> n - x, every position has the form (0, a, b) with a <= b / 2.
    """
    rule = ruleset_of(game)
    if limit < 1 or cap < 1:
        raise SpragueError(f"expected a limit and a cap of at least 1, got {limit} and {cap}")
    refusal = (
        "distributions of values are computed only for games with three piles, such as Sharing Nim, in which adding "
        "the same number of chips to every pile changes no value, and neither does replacing every pile x by n - x; "
        "for other games, use 'sprague positions GAME --value V' or 'sprague table' or, in Python, tabulate"
    )
    allowed = Limits.of(budget).with_defaults(Limits(memory=default_memory()))
    with allowed.watch():
        traversal = _find_difference_traversal(Request(rule, limit + rule.floor, cap=cap), refusal)
        if not traversal.mirrored:
            raise SpragueError(f"{rule.label}: {refusal}")
        low, high = traversal.span
        needed = (high - low + 1) * cap // 8 + 56 * cap
        if needed > (allowed.memory or 0):
            raise OutOfReach(
                f"{rule.label}: the distribution of values below {cap:,} needs {needed / 1e9:,.1f} GB, more than "
                "allowed; lower the cap or the limit"
            )
        return _walked(traversal, cap, allowed.memory or 0, fractions(check_progress(progress)))


def _walked(traversal: DifferenceTraversal, cap: int, memory: int, report: Progress) -> Distribution:
    """Return the distribution of the Grundy values in a game of differences, computed column by column."""
    rule, limit = traversal.request.rule, traversal.heights
    columns = Columns(traversal, memory)
    furthest, first, last = (np.full((cap, 2), -1, dtype=np.int64) for _ in range(3))
    counts = np.zeros(cap, dtype=np.int64)
    none, nowhere = np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.int32)
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for b in range(limit):
            while columns.b == b:
                check()
                columns.advance(threads, nowhere, nowhere, none, b + 1)
            kernels.note_column(furthest, first, last, counts, columns.marks, b, b // 2 + 1, cap)
            if b % 64 == 0:
                report((b / limit) ** 2)

    def spelt(places: npt.NDArray[np.int64], value: int) -> Position:
        return (rule.floor, *(int(height) + rule.floor for height in places[value]))

    occurrences = [
        Occurrence(g, int(counts[g]), spelt(first, g), spelt(last, g), spelt(furthest, g))
        for g in map(int, np.flatnonzero(counts))
    ]
    return Distribution(tuple(occurrences), f"b < {limit}, a <= b / 2")
