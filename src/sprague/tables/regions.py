"""Regions of tables (`Region`): sets of positions that contain all options of their positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import floor as round_down
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.formulas.evaluation import satisfies
from sprague.language.conditions import condition_key
from sprague.limits import MAXIMUM
from sprague.linear.constraints import greatest, implies
from sprague.rules import Family, Linear, Ruleset
from sprague.rules.move_constraints import MoveConstraints
from sprague.rules.termination import falling_sum
from sprague.tables.kernels.indexing import DENSE, Layout
from sprague.tables.layout import (
    PositionBox,
    box_layout,
    chips_layout,
    difference_layout,
    sorted_layout,
    sorted_positions,
)

NONE = -1
WITHIN_LIMIT = "no move makes a pile larger than the largest pile, so every option is within the limit"


@dataclass(frozen=True, slots=True)
class Region:
    """A region of a table: a set of positions that no move leaves, with a layout that gives their indices.

    The field `highest` contains an upper bound for each entry of a position. A region of sorted positions contains
    every position with all piles below `limit`, and every position with at most `chips` chips. A region of unsorted
    positions is the intersection of a box with half-spaces, each given by a term and its upper bound.
    """

    layout: Layout
    size: int
    highest: tuple[int, ...]
    reason: str
    limit: int = 0
    chips: int = NONE
    half_spaces: tuple[tuple[Linear, int], ...] = ()

    @property
    def reduced(self) -> bool:
        return bool(self.layout.reduced)

    def positions(self, rule: Ruleset) -> npt.NDArray[np.int32]:
        """Return all positions of the region, one position per row."""
        numbered = self._numbered(rule)
        return np.ascontiguousarray(numbered[are_positions(rule, numbered)]) if rule.is_restricted else numbered

    def _numbered(self, rule: Ruleset) -> npt.NDArray[np.int32]:
        """Return all tuples of the region that have a table index, even if they are not positions of the rule."""
        if self.layout.kind == DENSE:
            return np.concatenate([box.positions() for box in self._boxes(rule)])
        return sorted_positions(len(rule.names), rule.floor, self.limit, self.chips, first_stands=self.reduced)

    def count(self, rule: Ruleset) -> int:
        """Return an estimate of the number of tuples that must be listed to find the positions of the region."""
        return sum(box.count() for box in self._boxes(rule)) if self.layout.kind == DENSE else self.size

    def _boxes(self, rule: Ruleset) -> list[PositionBox]:
        """Return disjoint boxes that contain the tuples of a region with the layout `DENSE`."""
        lowest = [rule.lowest(name) for name in rule.names]
        half_spaces = [*self.half_spaces, *((-margin, 0) for margin in rule.domain_bounds)]
        factors = [[term.coefficient(name) for name in rule.names] for term, _ in half_spaces]
        bounds = [bound - term.constant for term, bound in half_spaces]
        # Interchangeable piles are sorted: no pile is lower than the pile before it.
        before = {right: left for block in rule.blocks for left, right in pairwise(block)}
        if not self.reduced:
            return [PositionBox(lowest, self.highest, before, factors, bounds)]
        # Make one box for each pile. The box of a pile contains the positions in which this pile is the first one with
        # its least height.
        return [
            PositionBox(
                [low + (pile < first) for pile, low in enumerate(lowest)],
                [low if pile == first else high for pile, (low, high) in enumerate(ends)],
                before,
                factors,
                bounds,
            )
            for first in range(len(lowest))
            for ends in [list(zip(lowest, self.highest, strict=True))]
        ]


def are_positions(rule: Ruleset, tuples: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return a Boolean array that says which rows of `tuples`, listed for a region, are positions of the rule."""
    valid = np.asarray(np.all(tuples >= [rule.lowest(name) for name in rule.names], axis=1))
    return valid & satisfies(rule.domain, rule.names, tuples) if rule.is_restricted else valid


def requested_region(
    rule: Ruleset, limit: int | None, chips: int | None, reduced: bool, memory: int = MAXIMUM
) -> Region:
    """Return the region of all positions within the bound of a table request."""
    count = len(rule.names)
    if not has_sorted_positions(rule):
        high = limit - 1 if limit is not None else chips or 0
        highest = tuple(min(high, rule.highest.get(name, high)) for name in rule.names)
        if reduced:
            layout, size = difference_layout(rule, high + 1, memory)
            return Region(layout, size, highest, "")
        layout, size = box_layout(rule, highest, memory)
        total = () if chips is None else ((Linear.sum(rule.piles), chips),)
        return Region(layout, size, highest, "", half_spaces=total)
    if chips is not None:
        layout, size = chips_layout(rule, chips, memory)
        return Region(layout, size, (chips,) * count, "", 0, chips)
    layout, size = sorted_layout(rule, limit or 0, reduced, memory)
    return Region(layout, size, ((limit or 0) - 1,) * count, "", limit or 0)


def closed_region(rule: Ruleset, requested: Region, limit: int | None, chips: int | None, memory: int) -> Region | None:
    """Return the smallest known region that contains the requested region and that no move leaves.

    The region is a box or a set of sorted positions. The result is None if no bound on the reachable positions could be
    proved.
    """
    if not has_sorted_positions(rule):
        return _closed_box(rule, requested, limit, memory)
    if limit is not None and keeps_group_maximum(rule, rule.piles):
        return replace(requested, reason=WITHIN_LIMIT)
    if not _never_raises(rule, Linear.sum(rule.piles)):
        return None
    if chips is not None:
        return replace(requested, reason="no move adds chips, so every option is within the bound on chips")
    # Add positions beyond the limit only if a move from a position within the limit leads to them.
    assert limit is not None
    within = [limit - 1 - Linear.of(name) for name in rule.piles]
    reached = max((_reaches(facts, Linear.sum(rule.piles), within) for facts in rule.step_constraints), default=0)
    everything = max(len(rule.piles) * (limit - 1), reached)
    layout, size = chips_layout(rule, everything, memory)
    reason = f"piles can exceed the limit; moves from positions within the limit lead to at most {reached:,} chips"
    return Region(layout, size, (everything,) * len(rule.piles), reason, limit, reached)


def has_sorted_positions(rule: Ruleset) -> bool:
    """Return whether tables of a rule store sorted positions, because all entries are interchangeable piles."""
    return not rule.remembered and any(len(block) == len(rule.piles) for block in rule.blocks)


@lru_cache(maxsize=256)
def keeps_group_maximum(rule: Ruleset, group: tuple[str, ...]) -> bool:
    """Return whether no move raises the maximum of the entries in a group."""
    top = Linear.of("→")
    within = [top - Linear.of(name) for name in group]
    return all(
        name in facts.kept or (name in facts.reached and implies([*facts.all, *within], [top - facts.reached[name]]))
        for facts in rule.step_constraints
        for name in group
    )


@lru_cache(maxsize=256)
def is_bounded_by_chips(rule: Ruleset) -> bool:
    """Return whether moves may raise piles but never add chips, so that only the number of chips bounds a region."""
    return (
        not rule.remembered
        and not keeps_group_maximum(rule, rule.piles)
        and _never_raises(rule, Linear.sum(rule.piles))
    )


@lru_cache(maxsize=256)
def is_translation_invariant(rule: Ruleset) -> bool:
    """Return whether adding one chip to every pile never changes the value of a position.

    Suppose that one chip is added to every pile of a position. The function checks that no condition of a move changes,
    and that every pile of the option also gets one chip more. The conditions of a move must also imply that no pile
    falls below its least height. For a rule with `positions where`, the result is False.
    """
    if rule.remembered or rule.is_restricted or len(rule.piles) < 2:
        return False
    if rule.blocks and not has_sorted_positions(rule):
        return False
    more = {name: Linear.of(name) + 1 for name in rule.piles}

    def same(term: Linear) -> bool:
        return term.substitute(more) == term

    for facts in rule.constraints:
        entries = facts.reached.values()
        if len(entries) < len(rule.piles) or not all(entry.substitute(more) == entry + 1 for entry in entries):
            return False
        if not facts.is_linear or not all(same(term) for term in facts.conditions):
            return False
        if not implies([*facts.left_domain, *facts.conditions], facts.reached_domain):
            return False
    return not rule.stop and not rule.win


def is_reflection_invariant(rule: Ruleset) -> bool:
    """Return whether replacing each pile x by n - x never changes a value, in a game in which only differences matter.

    The function checks that each move family stays the same when all piles change sign, possibly after swapping two
    piles.
    """
    if not is_translation_invariant(rule) or not has_sorted_positions(rule):
        return False

    def turned(family: Family, swapped: Mapping[str, str]) -> object:
        values = {name: -Linear.of(swapped.get(name, name)) for name in rule.piles}
        target = [-entry.substitute(values) for entry in family.target if isinstance(entry, Linear)]
        return sorted(map(str, target)), {key for c in family.where for key in condition_key(c.substitute(values))}

    def itself(family: Family) -> object:
        return sorted(map(str, family.target)), {key for c in family.where for key in condition_key(c)}

    swaps = [{a: b, b: a} for a, b in combinations(rule.piles, 2)]
    return all(any(turned(family, swap) == itself(family) for swap in ({}, *swaps)) for family in rule.families)


@lru_cache(maxsize=256)
def _never_raises(rule: Ruleset, total: Linear) -> bool:
    falls = [(facts, facts.fall(total)) for facts in rule.step_constraints]
    return all(fall is not None and implies(facts.all, [fall]) for facts, fall in falls)


def _reaches(facts: MoveConstraints, term: Linear, within: Sequence[Linear]) -> int:
    """Return the maximum of a term after a move from a position that satisfies `within`, or 0 if there is no move."""
    most = greatest(term.substitute(facts.reached), [*facts.all, *within])
    return 0 if most is None else round_down(most)


def _closed_box(rule: Ruleset, requested: Region, limit: int | None, memory: int) -> Region | None:
    """Return a region that contains the requested region and that no move leaves; None if no such region is found.

    The region is a box, restricted further by upper bounds on weighted sums that no move increases.
    """
    if limit is not None and not rule.remembered and keeps_group_maximum(rule, rule.piles):
        return replace(requested, reason=WITHIN_LIMIT)
    bounds = _group_bounds(rule, requested)
    half_spaces = _falling_half_spaces(rule, requested)
    known = [most - term for term, most in half_spaces.values()]
    known += [high - Linear.of(name) for name, high in bounds.items()]
    unbounded = [name for name in rule.names if name not in half_spaces and name not in bounds]
    made = _made_bounds(rule, requested, unbounded, known)
    if made is None:
        return None
    known += [Linear.of(name) - rule.lowest(name) for name in rule.names]
    highest = tuple(made[name] if name in made else _greatest(Linear.of(name), known) for name in rule.names)
    layout, size = box_layout(rule, highest, memory)
    unique = tuple(dict.fromkeys(half_spaces.values()))
    if highest == requested.highest:
        reason = "no move leaves the bound"
    else:
        sums = ", ".join(f"{term} <= {bound:,}" for term, bound in unique)
        reason = f"moves can leave the bound; the positions that they reach satisfy {sums}"
    return Region(layout, size, highest, reason, half_spaces=unique)


def _group_bounds(rule: Ruleset, requested: Region) -> dict[str, int]:
    """Return upper bounds on entries: bounds in the rule, and maxima of groups of entries that no move raises."""
    asked = dict(zip(rule.names, requested.highest, strict=True))
    bounds = dict(rule.highest)
    for group in rule.pile_groups:
        if keeps_group_maximum(rule, group):
            most = max(asked[name] for name in group)
            bounds |= {name: min(most, bounds.get(name, most)) for name in group}
    return bounds


def _falling_half_spaces(rule: Ruleset, requested: Region) -> dict[str, tuple[Linear, int]]:
    """Return weighted sums of entries that no move raises, each with its maximum on the requested region."""
    inside = [high - Linear.of(name) for name, high in zip(rule.names, requested.highest, strict=True)]
    inside += [most - term for term, most in requested.half_spaces]
    found = {}
    for name in rule.names:
        term = falling_sum(rule, name)
        most = None if term is None else greatest(term, inside)
        if term is not None and most is not None:
            found[name] = (term, round_down(most))
    return found


def _made_bounds(
    rule: Ruleset, requested: Region, unbounded: Sequence[str], known: Sequence[Linear]
) -> dict[str, int] | None:
    """Return bounds on the entries `unbounded` of positions, computed from the values that moves give to these entries.

    The inequalities in `known` are already proved; they concern entries that are not in `unbounded`. The result is None
    if an entry has no bound.
    """
    asked = dict(zip(rule.names, requested.highest, strict=True))
    made = {}
    for name in unbounded:
        # A move that changes one of several interchangeable piles can change each of them in the same way.
        alike = next(group for group in rule.pile_groups if name in group)
        most = [
            greatest(Linear.of(other).substitute(facts.reached), [*facts.all, *known])
            for facts in rule.step_constraints
            for other in alike
        ]
        if None in most or not all(len(facts.reached) == len(rule.names) for facts in rule.step_constraints):
            return None
        made[name] = max([asked[name], *(round_down(one) for one in most if one is not None)])
    return made


def _greatest(term: Linear, facts: Sequence[Linear]) -> int:
    """Return the maximum of a linear term under inequalities; the maximum must exist."""
    most = greatest(term, facts)
    assert most is not None
    return round_down(most)
