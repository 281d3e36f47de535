"""Traversals of sorted positions of a table, by index (`SortedTraversal`) or by number of chips (`ChipsTraversal`).

Both traversals visit options before their positions, and require that accumulators are correct in every order that
visits options first. Both traversals store only the values and the accumulators.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sprague import clock, jit
from sprague.tables.batching import BatchSizer
from sprague.tables.fibre_arrays import Accumulators
from sprague.tables.fibres import options_precede_positions
from sprague.tables.generation.sorted_runs import run_kernel
from sprague.tables.kernels import sorted_order as plain
from sprague.tables.kernels.indexing import CHIPS, SORTED
from sprague.tables.kernels.states import OUTCOME
from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values, empty_values

kernels = jit.compile_lazily(plain)


class SortedTraversal(PlannedTraversal):
    """A traversal of sorted positions by table index; each value is added to the accumulators immediately."""

    by_chips = False

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        in_order = plan.region.layout.kind == SORTED and not plan.region.reduced
        return in_order and plan.allows_any_order and options_precede_positions(request.rule)

    def memory(self) -> int:
        return (1 if self.request.mode == OUTCOME else 4) * self.region.size + self.accumulator_memory()

    def describe_order(self) -> Iterator[str]:
        yield "Order: by the largest pile, then the next largest, and so on; every option comes before its position."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        request, size, fibres = self.request, self.region.size, self.plan.fibre_arrays[0]
        shared = Accumulators(request, self.plan.fibre_arrays[1], memory)
        # Start with the outcome N at all positions, because the generated kernel writes only P.
        values = np.ones(size, np.uint8) if request.mode == OUTCOME else empty_values(self.region)
        position = np.full(len(request.rule.piles), request.rule.floor, dtype=np.int64)
        own = None if self.by_chips else run_kernel(fibres, len(position), request.mode, request.misere)
        sizer = BatchSizer()
        began = clock.now()
        number = 0
        while number < size:
            if own is not None and not own.is_preferred and number:
                own.compile_if_worthwhile((clock.now() - began) * (size - number) / number)
            with sizer.batch() as batch:
                until = min(number + batch, size)
                before = (values, position, number, until, shared.totals, fibres, self.region.highest[0])
                if own is not None and own.is_preferred:
                    number = own(*before, request.ceiling)
                else:
                    number = kernels.fill_sorted(*before, self.by_chips, request.mode, request.misere, request.ceiling)
            if number < until:
                shared.grow()
            report(number / size)
        return values


class ChipsTraversal(SortedTraversal):
    """A traversal of sorted positions by number of chips; each value is added to the accumulators once it is known."""

    by_chips = True

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        rule = request.rule
        by_chips = plan.region.layout.kind == CHIPS and not plan.region.limit
        falls = rule.rank is not None and rule.rank.is_chips
        kept = any(fibre.kept for fibre in plan.fibres)
        return by_chips and falls and plan.allows_any_order and len(rule.piles) > 1 and not kept

    def describe_order(self) -> Iterator[str]:
        yield "Order: by the number of chips, which every move lowers."
