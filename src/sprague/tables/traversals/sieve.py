"""Traversal of a table of outcomes by a sieve (`SieveTraversal`), for games in which P-positions are rare.

Positions are visited in an order in which every option comes before its position: by table index if possible, otherwise
by rank. A position that no earlier P-position has marked is a P-position; the traversal marks all its predecessors as
N-positions. The work is therefore proportional to the number of moves into P-positions. Marked positions are skipped
eight at a time. If there are too many moves into P-positions, another traversal, which visits the options of each
position, fills the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from sprague import jit, limits
from sprague.tables.batching import BatchSizer
from sprague.tables.fibres import options_precede_positions
from sprague.tables.generation.predecessor_loops import can_be_sieved, region_bounds, sieve_kernel
from sprague.tables.kernels import indexing as plain
from sprague.tables.kernels.enumeration import ENDED, EXCLUDED, MARKED
from sprague.tables.kernels.indexing import CHIPS, SORTED
from sprague.tables.kernels.states import STOPPED, WON
from sprague.tables.layout import listing_bytes, position_indices
from sprague.tables.plan import Plan
from sprague.tables.regions import Region, are_positions
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values
from sprague.tables.traversals.enumerated import EnumeratedTraversal
from sprague.tables.traversals.levels import LevelTraversal, find_endings, list_by_rank, listing_memory
from sprague.tables.traversals.unions import never_raises_an_entry

kernels = jit.compile_lazily(plain)

MOST_MARKS = 64  # the sieve gives up if the average number of marks per position exceeds this number
AT_ONCE = 1 << 16  # terminal positions are searched in lists of at most this many positions
MARKS_AT_ONCE = 16  # a batch ends early when its number of marks reaches this multiple of its number of positions
# at the start, the limit on marks is computed as if 1/FIRST_PART of all positions had been visited
FIRST_PART = 16


class SieveTraversal(PlannedTraversal):
    """A traversal that marks the predecessors of each P-position as N-positions."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        rule = request.rule
        if request.what != "outcome" or rule.blocking or rule.splits or plan.region.reduced:
            return False
        if len(rule.names) == 1:  # in games with one pile, P-positions are usually not rare
            return False
        # If positions must be listed, a traversal with accumulators is as fast as a sieve.
        return (_is_by_index(plan) or bool(plan.enumerated)) and can_be_sieved(rule, plan.region)

    @cached_property
    def is_by_index(self) -> bool:
        """Whether positions are visited in the order of their table indices."""
        return _is_by_index(self.plan)

    @cached_property
    def otherwise(self) -> PlannedTraversal:
        """The traversal that fills the table if there are too many moves into P-positions."""
        kind = LevelTraversal if self.plan.fibres else EnumeratedTraversal
        return kind(self.request, self.plan)

    @property
    def _lists_shown(self) -> bool:
        """Whether the sieve also visits tuples that were not requested; if so, requested positions are listed later."""
        asked, region = self.plan.requested, self.region
        return asked.layout is not region.layout or bool(region.half_spaces or asked.half_spaces)

    def memory(self) -> int:
        rule, region = self.request.rule, self.region
        listed = 0 if self.is_by_index else listing_memory(rule, region)
        shown = listing_bytes(len(rule.names)) * self.plan.requested.size if self._lists_shown else 0
        return region.size + 8 + max(listed, shown) + self.plan.number_row_bytes

    def describe_order(self) -> Iterator[str]:
        if self.is_by_index:
            yield "Order: by index in the table; every option comes before its position."
        else:
            yield f"Order: by rank, {self.request.rule.rank}; every move lowers the rank."
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
            return self.shown(asked, values, self._lists_shown)
        found = self.otherwise.fill(asked, memory, report)
        assert isinstance(found, np.ndarray)
        return found

    def _sieve(self, report: Progress, may_give_up: bool) -> Values | None:
        """Return the outcomes of all positions; None if there are too many moves into P-positions."""
        rule, region, misere = self.request.rule, self.region, self.request.misere
        found = sieve_kernel(rule, region, misere, not self.is_by_index)
        arrays = (found.predecessors, found.options, region.layout)
        words = np.zeros(-(-region.size // 8), dtype=np.uint64)
        values = words.view(np.uint8)[: region.size]
        bounds = np.array(region_bounds(rule, region), dtype=np.int64)
        marked = np.zeros(1, dtype=np.int64)
        places = np.zeros(0, dtype=np.int64) if self.is_by_index else self._listed(values)
        size = region.size if self.is_by_index else len(places)
        sizer, listing_sizer = BatchSizer(), BatchSizer()
        at, prepared = 0, 0 if self.is_by_index and self._has_clauses else size
        while at < size:
            if prepared == at:
                with listing_sizer.batch() as batch:
                    prepared = min(at + min(batch, AT_ONCE), size)
                    self._prepare(values, at, prepared)
            with sizer.batch() as batch:
                until, most = min(at + batch, prepared), MARKS_AT_ONCE * batch
                at = found.kernels.fill_sieve(values, words, places, at, until, most, bounds, marked, *arrays)
            if may_give_up and marked[0] > MOST_MARKS * max(at, size // FIRST_PART):
                return None
            report(at / size)
        if not self._has_clauses:
            return values
        outcomes: Values = np.zeros(region.size, dtype=np.uint8)
        # Write outcomes only for positions, because other tuples may also be marked.
        shown = slice(None) if self.is_by_index else places
        outcomes[shown] = values[shown] == MARKED
        return outcomes

    @property
    def _has_clauses(self) -> bool:
        """Whether the rule restricts its positions, or ends play in some positions."""
        rule = self.request.rule
        return bool(rule.stop or rule.win or rule.is_restricted)

    def _prepare(self, values: Values, first: int, last: int) -> None:
        """Store in `values` in which positions play has ended, and which tuples are not positions."""
        rule = self.request.rule
        positions = np.zeros((last - first, len(rule.names)), dtype=np.int64)
        kernels.fill_positions(positions, first, self.region.layout)
        values[first:last] |= self._ending_bits(positions)
        if rule.is_restricted:
            values[first:last][~are_positions(rule, positions)] = EXCLUDED

    def _listed(self, values: Values) -> Values:
        """Return the table indices of positions by rank; mark in `values` the positions where play has ended."""
        rule, region = self.request.rule, self.region
        # List the positions in a thread, because the numpy calls can take seconds and cannot be interrupted.
        positions, _ = limits.run_in_thread(lambda: list_by_rank(rule, region))
        places = position_indices(positions, region.layout)
        if self._has_clauses:
            values[places] |= self._ending_bits(positions)
        return places

    def _ending_bits(self, positions: Values) -> Values:
        """Return, for each position, the bits of its value that say how play has ended, or 0 if play goes on."""
        endings = find_endings(self.request.rule, positions)
        bits = np.zeros(len(positions), dtype=np.uint8)
        bits[endings == WON] = ENDED
        bits[endings == STOPPED] = MARKED if self.request.misere else ENDED
        return bits


def _is_by_index(plan: Plan) -> bool:
    """Return whether every option has a lower table index than its position, and every index belongs to a tuple."""
    rule, layout = plan.rule, plan.region.layout
    if layout.kind == SORTED:
        return options_precede_positions(rule)
    if layout.kind == CHIPS:
        return rule.rank is not None and rule.rank.is_chips
    return not rule.blocks and not rule.floor and never_raises_an_entry(rule)
