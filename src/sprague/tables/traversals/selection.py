"""Selection of the first traversal that applies and fits into memory."""

from __future__ import annotations

from sprague.limits import ENDLESS, NO_LIMITS, Limits
from sprague.tables.plan import NoPlan, make_plan
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedWalk, Walk
from sprague.tables.traversals.heap_by_heap import ByHeaps
from sprague.tables.traversals.in_order import ByChips, InOrder
from sprague.tables.traversals.levels import ByLevels, BySums
from sprague.tables.traversals.lines import ByLines
from sprague.tables.traversals.position_search import BySearch
from sprague.tables.traversals.rows import ByRows
from sprague.tables.traversals.unions import ByUnions

#: From the most special to the one that always applies.
WALKS: tuple[type[PlannedWalk], ...] = (BySums, ByRows, ByLines, InOrder, ByChips, ByUnions, ByLevels)


def find_walk(request: Request, limits: Limits = NO_LIMITS) -> Walk:
    """The walk for a request; what cannot be numbered within the memory is refused."""
    if ByHeaps.applies(request):
        return ByHeaps(request)
    memory = ENDLESS if limits.memory is None else limits.memory
    if request.rule.splits and not request.is_of_values:
        return BySearch(request, f"{request.asked} of a sum is not told by that of its parts")
    plan = make_plan(request.rule, request.limit, request.chips, memory=memory)
    if isinstance(plan, NoPlan):
        return BySearch(request, plan.reason)
    found = [walk(request, plan) for walk in WALKS if walk.applies(request, plan)]
    # What takes too much memory in one way may be possible in another that takes longer.
    return next((walk for walk in found if walk.memory() <= memory), found[0])
