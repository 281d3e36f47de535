"""From which positions a move leads into a given set: Pre of a set, on all positions of a table.

The walk is that of tables, level by level of rank, with shared accumulators. Only what is added differs: not
the outcome of a position but whether it belongs to the set. An outcome is "some option is P", so what the
kernels compute is then "some option belongs to the set".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import compiling
from sprague.rules import Ruleset
from sprague.tables import kernels as plain
from sprague.tables.arrays import loop_arrays
from sprague.tables.layout import places_of, refuse_if_too_large
from sprague.tables.pace import Pace
from sprague.tables.plan import LEVELS, SEARCH, make_plan
from sprague.tables.regions import asked_region, closed_region
from sprague.tables.search import search
from sprague.tables.tabulate import MOST_SEARCHED, NO_CAP, Progress, _levels, default_memory, endings_of

kernels = compiling.ready(plain)

Flags = npt.NDArray[np.bool_]
Mask = Callable[[Sequence[npt.NDArray[np.int64]]], Flags]

MOST_AT_ONCE = 1 << 18  # positions whose membership is asked for together


@dataclass(frozen=True)
class MovesInto:
    """Positions, one row each, closed under moves; which belong to the set, and which have a move into it.

    In misère play a position in which play has ended counts as having such a move, unless it is won.
    """

    positions: npt.NDArray[Any]
    inside: Flags
    leads_in: Flags


def moves_into(
    rule: Ruleset,
    mask: Mask,
    limit: int | None = None,
    *,
    chips: int | None = None,
    misere: bool = False,
    progress: Progress | None = None,
) -> MovesInto:
    """Which positions up to a bound, and beyond it as far as moves lead, have a move into the set.

    >>> from sprague.games import game
    >>> found = moves_into(game("nim:piles=1"), lambda entries: entries[0] % 3 == 0, 6)
    >>> found.leads_in.tolist()
    [False, True, True, True, True, True]
    """
    memory = default_memory()
    plan = make_plan(rule, limit, chips, memory=memory)
    # The set, unlike the game, may tell a position from one with a chip more on every pile.
    region = None if plan.way == SEARCH else closed_region(rule, limit, chips, False, memory)
    if region is None:
        return _by_search(rule, mask, limit, chips, misere)
    plan = replace(plan, way=LEVELS, region=region)
    need = plan.memory("outcome")
    refuse_if_too_large(rule.label, "looking for moves into the set", need, memory, "lower the bound")
    fibres, accumulators = plan.fibre_arrays
    positions = region.positions(rule)
    order, starts = _levels(rule, positions, False)
    positions = np.ascontiguousarray(positions[order])
    places = places_of(positions, region.layout)
    inside = _inside(mask, positions)
    endings = endings_of(rule, positions)
    totals = np.zeros((max(1, accumulators), 1), dtype=np.uint8)
    values = np.zeros(region.size, dtype=np.int32)
    loops = loop_arrays(plan)
    leads_in = np.zeros(len(positions), dtype=np.bool_)
    asked = kernels.OUTCOME, misere, NO_CAP
    pace = Pace()
    for level, end in pairwise(starts.tolist()):
        for first, last in pace.pieces(level, end):
            kernels.fill_values(
                values, places, positions, endings, first, last, totals, fibres, loops, region.layout, *asked
            )
        here = places[level:end]
        leads_in[level:end] = values[here] != 0
        values[here] = ~inside[level:end]
        for first, last in pace.pieces(level, end):
            kernels.add_values(totals, values, places, positions, first, last, fibres, *asked)
        if progress is not None:
            progress(end / len(positions))
    return MovesInto(positions, inside, leads_in)


def _by_search(rule: Ruleset, mask: Mask, limit: int | None, chips: int | None, misere: bool) -> MovesInto:
    """Position by position, for rules that no table can be planned for."""
    asked = asked_region(rule, limit, chips, False).positions(rule)
    starts = (tuple(int(entry) for entry in row) for row in asked)
    found = list(search(rule, starts, "outcome", misere, MOST_SEARCHED))
    inside = _inside(mask, np.array(found, dtype=np.int64))
    belongs = dict(zip(found, inside.tolist(), strict=True))
    leads_in = []
    for position in found:
        options = rule.options(position)
        leads_in.append(any(belongs[option] for option in options) if options else misere and not rule.is_won(position))
    return MovesInto(np.array(found, dtype=np.int64), inside, np.array(leads_in, dtype=np.bool_))


def _inside(mask: Mask, positions: npt.NDArray[Any]) -> Flags:
    parts = [
        mask([column.astype(np.int64) for column in positions[first : first + MOST_AT_ONCE].T])
        for first in range(0, len(positions), MOST_AT_ONCE)
    ]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)
