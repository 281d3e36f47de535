"""Traversal of a table by levels of equal rank (`LevelTraversal`), with accumulators and enumerated moves.

For each level, the traversal first computes all values and then adds them to the accumulators of fibres. The options of
move families without a fibre are enumerated.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.formulas.evaluation import satisfies
from sprague.rules import Ruleset
from sprague.rules.termination import Rank
from sprague.tables.batching import BatchSizer, call_in_threads
from sprague.tables.fibre_arrays import Accumulators
from sprague.tables.generation.rule_kernels import merging_kernels
from sprague.tables.kernels import levels as plain
from sprague.tables.kernels.states import STOPPED, WON
from sprague.tables.layout import listing_bytes, position_indices
from sprague.tables.plan import Plan
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values, empty_values

AT_ONCE = 1 << 14  # number of positions whose ranks are computed in one call
WORTH_THREADS = 20_000  # minimum size of a batch that is split between threads


class LevelTraversal(PlannedTraversal):
    """A traversal of a table by levels of equal rank; options are found with accumulators or by enumeration."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return bool(plan.fibres)

    def memory(self) -> int:
        listed = listing_memory(self.request.rule, self.region)
        return listed + self.accumulator_memory() + self.plan.number_row_bytes

    def describe_order(self) -> Iterator[str]:
        rank = self.request.rule.rank
        yield f"Order: by rank, {rank}; every move lowers the rank, so positions of equal rank are independent."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        # List the positions in a thread, because the numpy calls can take seconds and cannot be interrupted.
        levels = limits.run_in_thread(lambda: RankLevels(self.request, self.plan))
        levels.run(Accumulators(self.request, self.plan.fibre_arrays[1], memory), report)
        return self.shown(asked, levels.values)


class RankLevels:
    """The levels of equal rank in a region, as arrays; level n is the range from `starts[n]` to `starts[n + 1] - 1`."""

    def __init__(self, request: Request, plan: Plan) -> None:
        rule, region = request.rule, plan.region
        self.positions, self.starts = list_by_rank(rule, region)
        self.places = position_indices(self.positions, region.layout)
        self.endings = find_endings(rule, self.positions)
        self.values = empty_values(region)
        self.fibres = plan.fibre_arrays[0]
        self.asked = request.mode, request.misere, request.ceiling
        families = [one.family for one in plan.enumerated]
        self.kernels, loops = merging_kernels(
            plain, rule, families, region.layout, max(region.highest), request.mode, request.misere
        )
        self.after = (self.fibres, bool(families), loops, region.layout, *self.asked)
        # Each kernel has its own batch sizer, because one kernel may be compiled while another still runs as plain
        # Python.
        self.level_sizer, self.fill_sizer, self.add_sizer = BatchSizer(), BatchSizer(), BatchSizer()

    def __len__(self) -> int:
        return len(self.starts) - 1

    def run(self, shared: Accumulators, report: Progress) -> None:
        """Compute all levels of equal rank: several small levels in one kernel call, large levels in batches."""
        level = 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
            while level < len(self):
                first, last = int(self.starts[level]), int(self.starts[level + 1])
                if last - first > self.level_sizer.size:
                    end = level + 1
                    reached = level + self.fill(shared.totals, level, threads)
                    if reached == end:
                        self.add(shared.totals, level)
                else:
                    with self.level_sizer.batch() as size:
                        end = int(np.searchsorted(self.starts, first + size, side="right")) - 1
                        reached = self.kernels.fill_levels(
                            self.values, self.places, self.positions, self.endings, self.starts, level, end,
                            shared.totals, *self.after,
                        )  # fmt: skip
                if reached < end:
                    shared.grow()
                level = reached
                report(float(self.starts[level]) / max(1, len(self.positions)))

    def fill(self, totals: Values, level: int, threads: ThreadPoolExecutor) -> bool:
        """Compute the values of one level of equal rank; return False if a value did not fit into its bit set."""
        done, last = int(self.starts[level]), int(self.starts[level + 1])
        before = (self.values, self.places, self.positions, self.endings)
        after = (totals, *self.after)
        while done < last:
            with self.fill_sizer.batch() as size:
                many = (os.cpu_count() or 1) if size >= WORTH_THREADS else 1
                starts = range(done, min(done + many * size, last), size)
                parts = [(start, min(start + size, last)) for start in starts]
                counts = call_in_threads(
                    threads, self.kernels.fill_values, [(*before, *part, *after) for part in parts]
                )
            if counts != [end - start for start, end in parts]:
                return False
            _, done = parts[-1]
        return True

    def add(self, totals: Values, level: int) -> None:
        """Add the values of one level of equal rank to the accumulators."""
        for first, last in self.add_sizer.batches(int(self.starts[level]), int(self.starts[level + 1])):
            self.kernels.add_values(
                totals, self.values, self.places, self.positions, first, last, self.fibres, *self.asked
            )


def listing_memory(rule: Ruleset, region: Region) -> int:
    """Return the bytes that a traversal by levels needs to list positions, sort them by rank, and store their values.

    The steps run one after another, so the result is the memory of the step that needs most.
    """
    entries = len(rule.names)
    ranked = 4 * entries + 8 * _rank_numbers(rule) + 8 + 8 + 8 + 2
    kept = 8 * entries + 8 + 8 + 1
    listed = listing_bytes(entries, region.reduced)
    count, values = region.count(rule), 4 * region.size
    return max(max(listed, ranked) * count, kept * count + values)


def _rank_numbers(rule: Ruleset) -> int:
    """Return the number of components of a rank, which is a tuple of numbers."""
    return len(rule.rank.value([rule.lowest(name) for name in rule.names])) if rule.rank else 0


def list_by_rank(rule: Ruleset, region: Region) -> tuple[Values, npt.NDArray[np.int64]]:
    """Return the positions of a region sorted by rank, and the start of each level."""
    positions = region.positions(rule)
    order, starts = _order_by_rank(rule, positions, region.reduced)
    return positions[order], starts


def _order_by_rank(rule: Ruleset, positions: Values, reduced: bool) -> tuple[Values, npt.NDArray[np.int64]]:
    """Return the permutation that sorts positions by rank, the start of each level, and the end of the last level."""
    rank = rule.rank
    if rank is not None and reduced:
        rank = rank.among_differences(rule.constraints)
    assert rank is not None
    keys = _keys(rank, positions)
    order = np.lexsort(keys[::-1]) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    changes = np.zeros(max(0, len(order) - 1), dtype=bool)
    for key in keys:
        limits.check()
        changes |= np.diff(key[order]) != 0
    last = np.flatnonzero(changes)
    starts = np.zeros(len(last) + 2, dtype=np.int64)
    np.add(last, 1, out=starts[1:-1])
    starts[-1] = len(order)
    return order, starts


def _keys(rank: Rank, positions: Values) -> list[npt.NDArray[np.int64]]:
    """Return the components of the ranks of all positions, computed block by block."""
    found = [np.empty(len(positions), dtype=np.int64) for _ in rank.keys(positions[:1])]
    for first in range(0, len(positions), AT_ONCE):
        limits.check()
        for row, part in zip(found, rank.keys(positions[first : first + AT_ONCE]), strict=True):
            row[first : first + AT_ONCE] = part
    return found


def find_endings(rule: Ruleset, positions: Values) -> npt.NDArray[np.uint8]:
    """Return an array that says for each position whether `stop when` or `win when` ends play in it."""
    endings = np.zeros(len(positions), dtype=np.uint8)
    for code, alternatives in ((STOPPED, rule.stop), (WON, rule.win)):
        if alternatives:
            endings[satisfies(alternatives, rule.names, positions)] = code
    return endings
