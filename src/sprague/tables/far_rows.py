"""Rows of a game of differences on three piles, far out: the walk by lines, without keeping the table."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import SpragueError
from sprague.games import ruleset_of
from sprague.limits import Limits, current, default_memory
from sprague.rules import Ruleset
from sprague.tables.layout import refuse_if_too_large
from sprague.tables.plan import Plan, make_plan
from sprague.tables.regions import adding_changes_nothing
from sprague.tables.request import Request
from sprague.tables.traversals.base import Progress
from sprague.tables.traversals.lines import ByLines, Columns


def find_lines(request: Request, refusal: str) -> ByLines:
    """The walk by lines for a request, or the refusal, before anything costly is tried."""
    rule = request.rule
    if rule.is_linear and len(rule.piles) == 3 and adding_changes_nothing(rule):
        plan = make_plan(rule, request.limit, None)
        if isinstance(plan, Plan) and ByLines.applies(request, plan):
            return ByLines(request, plan)
    heaps = "; sprague period finds that of its heaps" if rule.splits else ""
    raise SpragueError(f"{rule.label}: {refusal} (sprague table){heaps}")


def rows(
    game: Ruleset | str,
    rows: Iterable[int],
    limit: int,
    *,
    cap: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[Any]:
    """Chosen rows of the Grundy values of a game of differences on three piles, far out.

    In such a game a chip more on every pile changes nothing, so that all values are among those of (0, a, n).

    >>> rows("sharing-nim", rows=range(3), limit=8, cap=256).tolist()
    [[0, 0, 1, 0, 0, 0, 1, 0], [0, 0, 1, 2, 3, 3, 4, 4], [1, 1, 1, 2, 2, 1, 2, 2]]

    Entry [i, n] is min(G(0, a, n), cap) for a = rows[i]. No table is kept, so that n may be large.
    """
    rule = ruleset_of(game)
    try:
        chosen = [index(row) for row in rows]
    except TypeError:
        raise SpragueError(f"expected rows as whole numbers, such as range(4), got {rows!r}") from None
    report = arguments.listener("progress", progress)
    with Limits.of(limits).watch():
        allowed = current().otherwise(Limits(memory=default_memory()))
        walk = find_lines(
            Request(rule, limit, cap=cap), "rows are for games of differences on three piles; use tabulate"
        )
        outside = next((row for row in chosen if not 0 <= row < walk.heights), None)
        if outside is not None:
            raise SpragueError(f"expected rows from 0 to {walk.heights - 1}, got {outside}")
        memory = allowed.memory or 0
        needed = 2 * len(chosen) * walk.heights
        refuse_if_too_large(rule.label, f"{len(chosen)} rows", needed, memory, "ask for fewer rows")
        return _streamed(Columns(walk, memory), chosen, cap, report)


def _streamed(columns: Columns, chosen: list[int], cap: int | None, report: Progress) -> npt.NDArray[Any]:
    kind = np.uint8 if cap is not None and cap < 256 else np.uint16
    out = np.zeros((len(chosen), columns.heights), dtype=kind)
    corners = np.zeros((len(chosen), max(chosen, default=0) + 1), dtype=np.int32)
    for first, block in columns.blocks(np.array(chosen, dtype=np.int64), corners, report):
        out[:, first : first + block.shape[1]] = block
    for number, row in enumerate(chosen):
        out[number, :row] = corners[number, :row]
    return out
