"""Traversals of sorted positions by index or by number of chips.

Right where every option comes before its position in this order and accumulators may be read in any such
order. Nothing but the values and the accumulators is kept. `ByChips` is the same by the number of chips.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sprague.tables.batching import Pace
from sprague.tables.fibre_arrays import Accumulators
from sprague.tables.fibres import options_sort_first
from sprague.tables.kernels.indexing import CHIPS, SORTED
from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedWalk, Progress, Values, kernels, no_values


class InOrder(PlannedWalk):
    """Sorted positions in the order of their numbers, each added as soon as it is known."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        in_order = plan.region.layout.kind == SORTED and not plan.region.reduced
        return in_order and plan.is_free_of_order and options_sort_first(request.rule)

    def memory(self) -> int:
        return 4 * self.region.size + self.shared_memory()

    def describe_order(self) -> Iterator[str]:
        yield "Order: by the largest pile, then the next, and so on; every option comes before its position."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        rule, size = self.request.rule, self.region.size
        shared = Accumulators(self.request, self.plan.fibre_arrays[1], memory)
        values = no_values(self.region)
        position = np.full(len(rule.piles), rule.floor, dtype=np.int64)
        pace = Pace()
        number = 0
        while number < size:
            with pace.piece() as piece:
                until = min(number + piece, size)
                number = self._advance(values, position, number, until, shared.totals)
            if number < until:
                shared.grow()
            report(number / size)
        return values

    def _advance(self, values: Values, position: Values, number: int, until: int, totals: Values) -> int:
        """The values from this number, that of the position, on; the number reached, to which the position is moved."""
        asked = self.request.mode, self.request.misere, self.request.ceiling
        fibres, top = self.plan.fibre_arrays[0], self.region.highest[0]
        reached: int = kernels.fill_in_order(values, position, number, until, totals, fibres, top, *asked)
        return reached


class ByChips(InOrder):
    """As `InOrder`, the positions being numbered by their chips."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        rule = request.rule
        by_chips = plan.region.layout.kind == CHIPS and not plan.region.limit
        falls = rule.rank is not None and rule.rank.is_chips
        kept = any(fibre.kept for fibre in plan.fibres)
        return by_chips and falls and plan.is_free_of_order and len(rule.piles) > 1 and not kept

    def describe_order(self) -> Iterator[str]:
        yield "Order: by the number of chips, which every move lowers."

    def _advance(self, values: Values, position: Values, number: int, until: int, totals: Values) -> int:
        asked = self.request.mode, self.request.misere, self.request.ceiling
        fibres = self.plan.fibre_arrays[0]
        reached: int = kernels.fill_by_chips(values, position, number, until, totals, fibres, *asked)
        return reached
