"""By rank, where moves split: the table is one of single components, and options are sums of them.

The value of a sum is the nim-sum of those of its parts (Sprague and Grundy). Each part has a lower rank than the
component it comes from, so its value is known by then. Outcomes alone would not do, nor values up to a cap: nim-sums
need whole values, which are cut down at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.walks.levels import ByLevels
from sprague.tables.walks.walk import Progress, Values


class BySums(ByLevels):
    """Components by rank, with loops over the ways to split them."""

    def __init__(self, request: Request, plan: Plan) -> None:
        super().__init__(replace(request, what="grundy", cap=None), plan)
        self.is_of_outcomes = request.what == "outcome"

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return request.rule.splits and request.is_of_values

    def describe_order(self) -> Iterator[str]:
        rank = self.request.rule.rank
        yield f"Order: by rank, {rank}, of single components; every part of an option has a lower one."
        if self.is_of_outcomes:
            yield "Values: Grundy values, as outcomes of parts do not tell that of their sum."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        values = super().fill(asked, memory, report)
        return np.minimum(values, 1) if self.is_of_outcomes else values
