"""Traversal of tables with running unions (`UnionTraversal`), for moves that lower several piles by any numbers.

The traversal visits each position after its options. If no entry ever grows, positions are visited by table index and
need not be listed. If some entry grows, positions are sorted and visited by rank. If unions of positions of equal rank
depend on each other, positions are visited level by level. Moves whose steps form no cone are enumerated. If `positions
where` excludes tuples, the traversal also computes running unions at the excluded tuples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import compress, pairwise

import numpy as np

from sprague import jit, limits
from sprague.linear.constraints import implies
from sprague.rules import Linear, Ruleset
from sprague.tables.batching import BatchSizer
from sprague.tables.cones import Cone, find_cone
from sprague.tables.fibre_arrays import Accumulators, accumulator_bytes
from sprague.tables.fibres import EnumeratedFamily
from sprague.tables.generation.rule_kernels import merging_kernels
from sprague.tables.kernels import unions as plain
from sprague.tables.kernels.indexing import DENSE, SORTED
from sprague.tables.kernels.unions import NO_POSITION, UnionArrays
from sprague.tables.layout import position_indices
from sprague.tables.plan import Plan
from sprague.tables.regions import Region, are_positions
from sprague.tables.request import Request
from sprague.tables.traversals.base import PlannedTraversal, Progress, Values, empty_values
from sprague.tables.traversals.levels import find_endings, list_by_rank, listing_memory
from sprague.tables.union_arrays import build_union_arrays, is_manageable

kernels = jit.compile_lazily(plain)


class UnionTraversal(PlannedTraversal):
    """A traversal that stores running unions: for each position, the merged values of the positions below it."""

    @staticmethod
    def applies(request: Request, plan: Plan) -> bool:
        return not plan.region.reduced and bool(_select_cones(plan))

    @cached_property
    def cones(self) -> tuple[Cone, ...]:
        return _select_cones(self.plan)

    @cached_property
    def enumerated(self) -> tuple[EnumeratedFamily, ...]:
        """The move families whose steps form no cone; the options of these families are enumerated."""
        found = {cone.family for cone in self.cones}
        return tuple(one for one in self.plan.enumerated if one.family not in found)

    @cached_property
    def unions(self) -> UnionArrays:
        return build_union_arrays(self.request.rule, self.region, self.cones)

    @cached_property
    def visits_all_indices(self) -> bool:
        """Whether the traversal visits all table indices in ascending order."""
        return options_have_lower_indices(self.plan)

    @property
    def accumulators(self) -> int:
        return 1 + self.unions.each * self.region.size

    def memory(self) -> int:
        rule, region = self.request.rule, self.region
        walked = 4 * region.size if self.visits_all_indices else listing_memory(rule, region)
        return walked + accumulator_bytes(self.request) * self.accumulators + self.plan.number_row_bytes

    def describe_order(self) -> Iterator[str]:
        if self.visits_all_indices:
            yield "Order: by index in the table; no pile ever grows, so every option comes before its position."
        else:
            yield f"Order: by rank, {self.request.rule.rank}; every move lowers the rank."
        if self.needs_levels:
            yield "Order within a rank: first all values, then the unions, each after the unions one step below."

    def describe_moves(self) -> Iterator[str]:
        rule = self.request.rule
        cones, enumerated = {cone.family: cone for cone in self.cones}, {one.family: one for one in self.enumerated}
        for number, family in enumerate(rule.families):
            name = f"Move {rule.ast.option_text(family.parts)}"
            if number in cones:
                yield f"{name}: {cones[number].describe(rule)}; proved for all positions."
            else:
                yield f"{name}: enumerated, because {enumerated[number].reason}."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        request, region = self.request, self.region
        shared = Accumulators(request, self.accumulators, memory)
        families = [one.family for one in self.enumerated]
        top = max(region.highest)
        linked, loops = merging_kernels(plain, request.rule, families, region.layout, top, request.mode, request.misere)
        values = empty_values(region)
        size = 0
        for positions, places, passes in self._batches():
            endings = find_endings(request.rule, positions)
            if request.rule.is_restricted:
                endings[~are_positions(request.rule, positions)] = NO_POSITION
            done = 0
            while done < len(positions):
                done = linked.fill_unions(
                    values, places, positions, endings, done, passes, shared.totals, self.unions, bool(families), loops,
                    region.layout, request.mode, request.misere, request.ceiling,
                )  # fmt: skip
                if done < len(positions):
                    shared.grow()
            size += len(positions)
            report(min(1.0, size / region.size))
        return self.shown(asked, values)

    def _batches(self) -> Iterator[tuple[Values, Values, Values]]:
        """Yield batches of positions, options first, with their table indices and the passes that the kernel makes."""
        rule, region = self.request.rule, self.region
        if self.visits_all_indices:
            position = self.unions.lowest.copy()
            for first, last in BatchSizer().batches(0, region.size):
                positions = np.zeros((last - first, len(position)), dtype=np.int32)
                kernels.fill_positions(
                    positions, position, self.unions.lowest, self.unions.highest, region.layout.kind == SORTED
                )
                yield positions, np.arange(first, last), self._one_pass(last - first)
            return
        # List the positions in a thread, because the numpy calls can take seconds and cannot be interrupted.
        listed, starts = limits.run_in_thread(lambda: list_by_rank(rule, region))
        numbers = position_indices(listed, region.layout)
        if self.needs_levels:
            for first, last in pairwise(starts.tolist()):
                limits.check()
                rows, passes = self._passes(listed[first:last])
                yield listed[first:last][rows], numbers[first:last][rows], passes
            return
        for first, last in BatchSizer().batches(0, len(listed)):
            yield listed[first:last], numbers[first:last], self._one_pass(last - first)

    @property
    def needs_levels(self) -> bool:
        """Whether all values of a rank must be known before the unions of this rank are computed."""
        return not self.visits_all_indices and any(cone.may_keep_rank for cone in self.cones)

    def _one_pass(self, count: int) -> Values:
        """Return a single pass in which the kernel `fill_unions` makes all visits from each of `count` positions."""
        return np.array([[0, count, 0, len(self.unions.steps)]])

    def _passes(self, level: Values) -> tuple[Values, Values]:
        """Return the passes of the kernel `fill_unions` for one level of equal rank: first all values, then the unions.

        The first result lists the positions that the kernel visits, as indices in `level`. The second result describes
        each pass by a range of listed positions and a range of visits.
        """
        unions, count = self.unions, len(level)
        led_on = unions.visited[unions.start[unions.reads] :]
        visits = unions.reads + np.searchsorted(led_on, np.arange(unions.each + 1))
        # Entries that steps lower have the weight 1, and entries that steps raise have the weight -1, so steps lower
        # the weighted sum.
        directions = np.array([np.sign(unions.steps[a:b].sum(axis=0)) for a, b in pairwise(visits)])
        # for each position and each union, the weighted sum of the entries of the position
        heights = (level.astype(np.int64) @ directions.T).ravel()
        which = np.tile(np.arange(unions.each), count)
        order = np.lexsort((which, heights))
        changes = np.flatnonzero(np.diff(heights[order]) | np.diff(which[order])) + 1
        bounds = np.concatenate(([0], changes, [len(order)]))
        union = which[order[bounds[:-1]]]
        passes = np.stack((bounds[:-1] + count, bounds[1:] + count, visits[union], visits[union + 1]), axis=1)
        rows = np.concatenate((np.arange(count), order // unions.each))
        return rows, np.concatenate(([[0, count, 0, unions.reads]], passes))


def _select_cones(plan: Plan) -> tuple[Cone, ...]:
    """Return the cones whose options are read from running unions, or no cones if running unions save no work.

    The moves of all other families are enumerated, because a traversal with unions has no accumulators of fibres.
    """
    rule = plan.rule
    found = [find_cone(rule, number) for number in range(len(rule.families))]
    cones = tuple(cone for cone in found if cone is not None and is_manageable(rule, cone))
    if rule.is_restricted:
        # drop cones without repeatable steps, because their first steps may lead to excluded tuples
        cones = tuple(cone for cone in cones if cone.steps)
        if not _leads_through_positions(plan, cones):
            return ()
    enumerated = {one.family for one in plan.enumerated}
    others = set(range(len(rule.families))) - {cone.family for cone in cones}
    if not others <= enumerated:
        return ()
    # Use running unions only if they replace the enumeration of options, or if they cover all move families.
    saves_enumeration = any(cone.steps for cone in cones if cone.family in enumerated)
    covers_everything = not plan.fibres and not others
    return cones if saves_enumeration or covers_everything else ()


def _leads_through_positions(plan: Plan, cones: Sequence[Cone]) -> bool:
    """Return whether running unions can be propagated through tuples that are not positions of the rule.

    Propagation is possible if all tuples are visited, or if the conditions on positions mention no entry that a step
    changes.
    """
    rule = plan.rule
    changed = {name for cone in cones for step in cone.steps for name in compress(rule.names, step)}
    named = {name for part in rule.domain for condition in part for name in condition.names}
    return not changed & named or options_have_lower_indices(plan)


def options_have_lower_indices(plan: Plan) -> bool:
    """Return whether every option has a lower table index than its position, because no move raises an entry."""
    rule, region = plan.rule, plan.region
    box = region.layout.kind == DENSE and not (rule.blocks or rule.floor or region.half_spaces)
    if not (box or region.layout.kind == SORTED):
        return False
    return never_raises_an_entry(rule)


@lru_cache(maxsize=256)
def never_raises_an_entry(rule: Ruleset) -> bool:
    """Return whether no move raises an entry of a position."""
    falls = [[Linear.of(name) - entry for name, entry in facts.reached.items()] for facts in rule.constraints]
    return all(implies(facts.all, fall) for facts, fall in zip(rule.constraints, falls, strict=True))
