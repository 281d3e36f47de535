"""The walk that fills a table: the first that applies and fits into the memory."""

from __future__ import annotations

from sprague.limits import ENDLESS, NO_LIMITS, Limits
from sprague.tables.plan import NoPlan, make_plan
from sprague.tables.request import Request
from sprague.tables.walks.by_chips import ByChips
from sprague.tables.walks.heaps import ByHeaps
from sprague.tables.walks.in_order import InOrder
from sprague.tables.walks.levels import ByLevels
from sprague.tables.walks.lines import ByLines
from sprague.tables.walks.rows import ByRows
from sprague.tables.walks.search import BySearch
from sprague.tables.walks.sums import BySums
from sprague.tables.walks.unions import ByUnions
from sprague.tables.walks.walk import PlannedWalk, Walk

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
