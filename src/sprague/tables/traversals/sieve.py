"""Traversal of a table of outcomes by a sieve (`SieveTraversal`), for games in which P-positions are rare.

Positions are visited in the order of their table indices, and every option comes before its position. A position that
no earlier P-position has marked is a P-position; the traversal marks all its predecessors as N-positions. So the work
is proportional to the number of moves into P-positions, and marked positions are skipped eight at a time. If there are
too many moves into P-positions, another traversal, which visits the options of each position, fills the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from sprague import jit
from sprague.tables.batching import BatchSizer
from sprague.tables.fibres import options_precede_positions
from sprague.tables.generation.predecessor_loops import can_be_sieved, region_bounds, sieve_kernel
from sprague.tables.kernels import indexing as plain
from sprague.tables.kernels.enumeration import ENDED, EXCLUDED, MARKED
from sprague.tables.kernels.indexing import CHIPS, SORTED
from sprague.tables.kernels.states import ONGOING, STOPPED, WON
from sprague.tables.layout import listing_bytes
from sprague.tables.plan import Plan
from sprague.tables.regions import Region, are_positions
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.levels import LevelTraversal, find_endings
from sprague.tables.traversals.unions import never_raises_an_entry

kernels = jit.compile_lazily(plain)

MOST_MARKS = 64  # maximum number of marks per visited position
AT_ONCE = 1 << 16  # maximum number of positions that are listed at a time to find those in which play has ended
FIRST_PART = 8  # the number of marks is checked as if at least one of so many parts of the table were visited


class SieveTraversal(PlannedTraversal):
    """A traversal by table index that marks the predecessors of each P-position as N-positions."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        rule, layout = request.rule, plan.region.layout
        if request.what != "outcome" or rule.blocking or rule.splits or plan.region.reduced:
            return False
        if layout.kind == SORTED:
            in_order = options_precede_positions(rule)
        elif layout.kind == CHIPS:
            in_order = rule.rank is not None and rule.rank.is_chips
        else:
            # In a box, every cell must stand for a different tuple of natural numbers.
            in_order = not rule.blocks and not rule.floor and never_raises_an_entry(rule)
        return in_order and can_be_sieved(rule, plan.region)

    @cached_property
    def otherwise(self) -> PlannedTraversal:
        """The traversal that fills the table if there are too many moves into P-positions."""
        kind = LevelTraversal if self.plan.fibres else EnumeratedTraversal
        return kind(self.request, self.plan)

    def memory(self) -> int:
        asked = self.plan.requested
        # If other positions are asked for than the sieve visits, they are listed at the end.
        listed = 0 if asked.layout is self.region.layout else listing_bytes(len(self.request.rule.names)) * asked.size
        return self.region.size + 8 + listed + self.plan.number_row_bytes

    def describe_order(self) -> Iterator[str]:
        yield "Order: by index in the table; every option comes before its position."
        yield "Work: a position is visited only if it is a P-position; its predecessors are marked as N-positions."
        yield (
            f"Otherwise: if there are more than {MOST_MARKS} marks per position, the options of each position are "
            "visited instead."
        )

    def describe_moves(self) -> Iterator[str]:
        for family in self.request.rule.families:
            yield f"Move {self.request.rule.ast.option_text(family.parts)}: the predecessors are enumerated."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        values = self._sieve(report, self.otherwise.memory() <= memory)
        if values is not None:
            return self.shown(asked, values)
        found = self.otherwise.fill(asked, memory, report)
        assert isinstance(found, np.ndarray)
        return found

    def _sieve(self, report: Progress, may_give_up: bool) -> Values | None:
        """Return the outcomes of all positions; None if there are too many moves into P-positions."""
        rule, region, size = self.request.rule, self.region, self.region.size
        found = sieve_kernel(rule, region, self.request.misere)
        arrays = (found.predecessors, found.options, region.layout)
        words = np.zeros(-(-size // 8), dtype=np.uint64)
        values = words.view(np.uint8)[:size]
        bounds = np.array(region_bounds(rule, region), dtype=np.int64)
        marked = np.zeros(1, dtype=np.int64)
        sizer, listing_sizer = BatchSizer(), BatchSizer()
        at, prepared = 0, 0 if self._has_clauses else size
        while at < size:
            if prepared == at:
                with listing_sizer.batch() as batch:
                    prepared = min(at + min(batch, AT_ONCE), size)
                    self._prepare(values, at, prepared)
            with sizer.batch() as batch:
                until = min(at + batch, prepared)
                at = found.kernels.fill_sieve(values, words, at, until, bounds, marked, *arrays)
            if may_give_up and marked[0] > MOST_MARKS * max(at, size // FIRST_PART):
                return None
            report(at / size)
        return (values == 1).astype(np.uint8) if self._has_clauses else values

    @property
    def _has_clauses(self) -> bool:
        """Whether the rule restricts its positions, or ends play in some positions."""
        rule = self.request.rule
        return bool(rule.stop or rule.win or rule.is_restricted)

    def _prepare(self, values: Values, first: int, last: int) -> None:
        """Set bits of the values of positions in which play has ended, and of tuples that are not positions."""
        rule = self.request.rule
        positions = np.zeros((last - first, len(rule.names)), dtype=np.int64)
        kernels.fill_positions(positions, first, self.region.layout)
        endings = find_endings(rule, positions)
        if self.request.misere:
            values[first:last][endings == STOPPED] = MARKED
        values[first:last][endings == WON if self.request.misere else endings != ONGOING] |= ENDED
        if rule.is_restricted:
            values[first:last][~are_positions(rule, positions)] = EXCLUDED
