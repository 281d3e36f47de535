"""Predecessor sets within tables (`find_predecessors`): the positions with a move into a given set.

Positions are visited in the order of their ranks, and options are found with the accumulators of a table of outcomes.
The kernels treat the positions of the set as if they were the P-positions, so they compute whether some option belongs
to the set.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.limits import Limits, default_memory
from sprague.progress import Progress, ProgressCallback
from sprague.rules import Ruleset
from sprague.tables.fibre_arrays import Accumulators
from sprague.tables.layout import refuse_if_too_large
from sprague.tables.plan import NoPlan, make_plan
from sprague.tables.regions import requested_region
from sprague.tables.request import Request
from sprague.tables.search import search
from sprague.tables.traversals.levels import LevelTraversal, RankLevels
from sprague.tables.traversals.unplanned import DEFAULT_LIMITS

Flags = npt.NDArray[np.bool_]
Mask = Callable[[Sequence[npt.NDArray[np.int64]]], Flags]

MOST_AT_ONCE = 1 << 18  # maximum number of positions that are passed to the set's mask in one call


@dataclass(frozen=True)
class Predecessors:
    """All positions up to a bound, each with two flags: whether the position is in a set, or has a move into the set.

    In misère play, a terminal position counts as a predecessor, unless `win when` makes it a win. In a game with
    `block`, a predecessor has more options in the set than the opponent may forbid.
    """

    positions: npt.NDArray[Any]
    inside: Flags
    has_move_into: Flags


def find_predecessors(
    rule: Ruleset,
    mask: Mask,
    limit: int | None = None,
    *,
    chips: int | None = None,
    misere: bool = False,
    progress: ProgressCallback | None = None,
) -> Predecessors:
    """Return the predecessor set of a set of positions, up to a bound: the positions with a move into the set.

    >>> from sprague.games import game
    >>> found = find_predecessors(game("nim:piles=1"), lambda entries: entries[0] % 3 == 0, 6)
    >>> found.has_move_into.tolist()
    [False, True, True, True, True, True]
    """
    memory = limits.current().with_defaults(Limits(memory=default_memory())).memory or 0
    # Positions that differ by one chip on every pile stay distinct, because the set can contain one without the other.
    plan = make_plan(rule, limit, chips, memory=memory, differences=False)
    if isinstance(plan, NoPlan):
        return _by_search(rule, mask, limit, chips, misere)
    request = Request(rule, limit, chips, "outcome", misere)
    need = LevelTraversal(request, plan).memory()
    refuse_if_too_large(rule.label, "the search for moves into the set", need, memory, "lower the bound")
    totals = Accumulators(request, plan.fibre_arrays[1], memory).totals
    levels = limits.run_in_thread(lambda: RankLevels(request, plan))
    inside = _inside(mask, levels.positions)
    has_move_into = np.zeros(len(inside), dtype=np.bool_)
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for level in range(len(levels)):
            levels.fill(totals, level, threads)
            here = slice(*levels.starts[level : level + 2])
            has_move_into[here] = levels.values[levels.places[here]] != 0
            levels.values[levels.places[here]] = ~inside[here]
            levels.add(totals, level)
            if progress is not None:
                progress(Progress(here.stop / len(inside)))
    return Predecessors(levels.positions, inside, has_move_into)


def _by_search(rule: Ruleset, mask: Mask, limit: int | None, chips: int | None, misere: bool) -> Predecessors:
    """Return the predecessor set by exhaustive search, for rules without a plan for a table."""
    asked = requested_region(rule, limit, chips, False).positions(rule)
    starts = (tuple(int(entry) for entry in row) for row in asked)
    found = list(search(rule, starts, "outcome", misere, DEFAULT_LIMITS))
    inside = _inside(mask, np.array(found, dtype=np.int64))
    belongs = dict(zip(found, inside.tolist(), strict=True))
    has_move_into = []
    for position in found:
        options = rule.options(position)
        into = sum(belongs[option] for option in options) > rule.blocking
        has_move_into.append(into if options else misere and not rule.is_won(position))
    return Predecessors(np.array(found, dtype=np.int64), inside, np.array(has_move_into, dtype=np.bool_))


def _inside(mask: Mask, positions: npt.NDArray[Any]) -> Flags:
    parts = [
        mask([column.astype(np.int64) for column in positions[first : first + MOST_AT_ONCE].T])
        for first in range(0, len(positions), MOST_AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)
