"""Traversal by exhaustive search from each position, for rules without a plan."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sprague import limits
from sprague.limits import Limits
from sprague.rules import Position
from sprague.tables.layout import places_of
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.search import search
from sprague.tables.traversals.base import Progress, Values, Walk

DEFAULT = Limits(positions=5_000_000)


class BySearch(Walk):
    """A search that keeps the positions, and the memory, of the limits around it."""

    region = None

    def __init__(self, request: Request, reason: str) -> None:
        self.request, self.reason = request, reason

    def memory(self) -> int:
        return 0

    def describe(self) -> str:
        return f"Plan: search, position by position, because {self.reason}."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        rule = self.request.rule
        positions = limits.apart(lambda: asked.positions(rule))
        starts = [tuple(row) for row in positions.tolist()]

        def reported() -> Iterator[Position]:
            for number, start in enumerate(starts):
                report(number / len(starts))
                yield start

        # Where moves split, outcomes are values cut down: those of sums are told by values of components alone.
        of_values = rule.splits and self.request.is_of_values
        found = search(rule, reported(), "grundy" if of_values else self.request.what, self.request.misere, DEFAULT)
        out = np.zeros(asked.size, dtype=np.int64)
        out[places_of(positions, asked.layout)] = [found[start] for start in starts]
        return np.minimum(out, 1) if of_values and self.request.what == "outcome" else out
