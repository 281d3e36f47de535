"""Traversals of tables that enumerate all moves in generated loops: `EnumeratedTraversal`, `SumTraversal`.

If every option has a lower table index than its position, positions are visited by index and need not be listed. If
some option has a higher table index than its position, positions are listed and sorted by rank.

The value of a sum is the nim-sum of the values of its components (Sprague and Grundy). Each component of an option has
a lower rank than the position, so the value of the component is already known. Nim-sums need full Grundy values, so a
cap on the values of a table is applied only at the end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property

import numpy as np

from sprague import limits
from sprague.tables.batching import BatchSizer, call_in_threads
from sprague.tables.fibres import options_precede_positions
from sprague.tables.generation.rule_kernels import BY_INDEX, BY_LIST, WORD_SIZE, rule_kernel
from sprague.tables.kernels.indexing import DENSE, SORTED
from sprague.tables.kernels.states import GRUNDY, OUTCOME
from sprague.tables.layout import position_indices
from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values
from sprague.tables.traversals.levels import (
    WORTH_THREADS,
    LevelTraversal,
    find_endings,
    list_by_rank,
    listing_memory,
)
from sprague.tables.traversals.unions import options_have_lower_indices

FIRST_SIZE = 1 << 10  # initial size of the array that marks Grundy values, a power of 2
SMALL = 1 << 16  # number of Grundy values that fit into 16 bits
FAST_SIZE = 1 << 13  # length of an array of 32-bit numbers that fits into the fastest processor cache


class EnumeratedTraversal(PlannedTraversal):
    """A traversal that enumerates the options of each position, in loops generated for the rule."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return not plan.fibres

    @cached_property
    def is_by_index(self) -> bool:
        """Whether positions are visited in the order of their table indices."""
        rule, region = self.request.rule, self.region
        if rule.stop or rule.win or rule.is_restricted or rule.splits or region.reduced:
            return False
        if region.layout.kind == SORTED:
            return options_precede_positions(rule)
        return region.layout.kind == DENSE and options_have_lower_indices(self.plan)

    def memory(self) -> int:
        listed = 4 * self.region.size if self.is_by_index else listing_memory(self.request.rule, self.region)
        return listed + self.plan.number_row_bytes

    def describe_order(self) -> Iterator[str]:
        if self.is_by_index:
            yield "Order: by index in the table; every option comes before its position."
        else:
            rank = self.request.rule.rank
            yield f"Order: by rank, {rank}; every move lowers the rank, so positions of equal rank are independent."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        filling = _Filling(self.request, self.plan, self.is_by_index)
        if self.is_by_index:
            filling.run_by_index(report)
        else:
            filling.run_by_list(report)
        return self.shown(asked, filling.values)


class _Filling:
    """A table that is being filled: its values, and the number of Grundy values that kernels can mark."""

    def __init__(self, request: Request, plan: Plan, is_by_index: bool) -> None:
        self.request, self.region, self.plan = request, plan.region, plan
        self.form = BY_INDEX if is_by_index else BY_LIST
        # The nim-sum of two values below 63 may be 63, which does not fit into the bits of a word.
        self.in_word = request.mode == GRUNDY and not request.rule.splits
        self.size = WORD_SIZE if self.in_word else FIRST_SIZE
        dtype = np.uint8 if self.in_word else {GRUNDY: np.uint16, OUTCOME: np.uint8}.get(request.mode, np.int32)
        self.values: Values = np.zeros(plan.region.size, dtype=dtype)
        self._link()

    def _link(self) -> None:
        """Select the generated kernel for the current bound on Grundy values in the table."""
        request, region = self.request, self.region
        families = [one.family for one in self.plan.enumerated]
        found = rule_kernel(
            request.rule, families, region.layout, max(region.highest), request.mode, request.misere, self.form,
            self.in_word,
        )  # fmt: skip
        self.kernel = found.kernels.fill_enumerated
        self.after = (found.arrays, region.layout, request.ceiling)

    def marks(self) -> tuple[Values, int]:
        """Return the array in which a call of the kernel marks Grundy values, and the largest mark it can hold."""
        if self.request.mode != GRUNDY or self.in_word:
            return np.zeros(1, np.uint32), 0
        dtype = np.uint32 if self.size <= FAST_SIZE else np.uint16
        return np.zeros(self.size + 1, dtype), int(np.iinfo(dtype).max)

    def grow(self) -> None:
        """Raise the bound on Grundy values in the table, because a value was too large to be marked."""
        if self.in_word:
            self.in_word, self.size = False, FIRST_SIZE
            self.values = self.values.astype(np.uint16)
            self._link()
            return
        self.size *= 2
        if self.size > SMALL and self.values.dtype == np.uint16:
            self.values = self.values.astype(np.int32)

    def run_by_index(self, report: Progress) -> None:
        """Compute the values of all positions in the order of their indices."""
        rule, size = self.request.rule, self.region.size
        position = np.array([rule.lowest(name) for name in rule.names], dtype=np.int64)
        highest = np.array(self.region.highest, dtype=np.int64)
        sizer = BatchSizer()
        at = 0
        while at < size:
            with sizer.batch() as batch:
                until = min(at + batch, size)
                at = self.kernel(self.values, position, at, until, highest, *self.marks(), *self.after)
            if at < until:
                self.grow()
            report(at / size)

    def run_by_list(self, report: Progress) -> None:
        """List all positions by rank, and compute their values level by level."""
        rule = self.request.rule
        # List the positions in a thread, because the numpy calls can take seconds and cannot be interrupted.
        positions, starts = limits.run_in_thread(lambda: list_by_rank(rule, self.region))
        places = position_indices(positions, self.region.layout)
        endings = find_endings(rule, positions)
        sizer = BatchSizer()
        done, level = 0, 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            while done < len(positions):
                with sizer.batch() as batch:
                    # Positions of equal rank are independent, so threads can share a large level.
                    many = (os.cpu_count() or 1) if batch >= WORTH_THREADS else 1
                    end = int(starts[level + 1])
                    if many == 1 or end - done < WORTH_THREADS:
                        parts = [(done, min(done + batch, len(positions)))]
                    else:
                        cuts = range(done, min(done + many * batch, end), batch)
                        parts = [(cut, min(cut + batch, end)) for cut in cuts]
                    calls = [
                        (self.values, places, positions, endings, *part, *self.marks(), *self.after) for part in parts
                    ]
                    reached = call_in_threads(threads, self.kernel, calls)
                failed = next((at for at, (_, last) in zip(reached, parts, strict=True) if at < last), None)
                done = parts[-1][1] if failed is None else failed
                if failed is not None:
                    self.grow()
                level = int(np.searchsorted(starts, done, side="right")) - 1
                report(done / max(1, len(positions)))


class SumTraversal(PlannedTraversal):
    """A traversal that enumerates all moves, for rules whose moves split a position into several components."""

    def __init__(self, request: Request, plan: Plan) -> None:
        super().__init__(replace(request, what="grundy", cap=None), plan)
        self.is_of_outcomes = request.what == "outcome"
        kind = LevelTraversal if plan.fibres else EnumeratedTraversal
        self.of_components: PlannedTraversal = kind(self.request, plan)

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return request.rule.splits and request.follows_from_grundy_values

    def memory(self) -> int:
        return self.of_components.memory()

    def describe_order(self) -> Iterator[str]:
        rank = self.request.rule.rank
        yield f"Order: by rank, {rank}, of single components; every component of an option has a lower rank."
        if self.is_of_outcomes:
            yield "Values: Grundy values, because outcomes of components do not determine the outcome of their sum."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        values = self.of_components.fill(asked, memory, report)
        assert isinstance(values, np.ndarray)
        return np.minimum(values, 1) if self.is_of_outcomes else values
