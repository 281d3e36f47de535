"""By the number of chips: sorted positions, if every move lowers it and no pile is kept."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.tables.place_kernels import CHIPS
from sprague.tables.plan import Plan
from sprague.tables.request import Request
from sprague.tables.walks.in_order import InOrder
from sprague.tables.walks.walk import Values, kernels


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
