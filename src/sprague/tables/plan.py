"""Plans of tables (`make_plan`): the region of positions to compute, and how to find the options of each position.

The plan of a table depends only on the rule and the bound. Each traversal in `sprague.tables.traversals` decides
whether it can fill a table according to the plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sprague.limits import MAXIMUM
from sprague.rules import Ruleset
from sprague.tables.fibre_arrays import build_fibre_arrays
from sprague.tables.fibres import EnumeratedFamily, Fibre, find_fibre
from sprague.tables.kernels.levels import FibreArrays
from sprague.tables.loop_arrays import TermBounds, row_bytes
from sprague.tables.regions import Region, closed_region, is_translation_invariant, requested_region


@dataclass(frozen=True)
class Plan:
    """The plan of a table: its regions, the move families with accumulators, and the families to enumerate.

    The field `requested` is the region of the requested positions. The field `region` contains all positions that play
    can reach from the requested positions.
    """

    rule: Ruleset
    requested: Region
    region: Region
    fibres: tuple[Fibre, ...]
    enumerated: tuple[EnumeratedFamily, ...]

    @cached_property
    def fibre_arrays(self) -> tuple[FibreArrays, int]:
        """The fibres of all move families as arrays, and the number of accumulators."""
        return build_fibre_arrays(self.rule, self.region, self.fibres)

    @property
    def number_row_bytes(self) -> int:
        """Return an estimate of the bytes for the lists of powers, squares, primes and divisors that loops read."""
        top = max(self.region.highest)
        sizes = [one for family in self.enumerated for one in TermBounds.of_family(self.rule, family.family, top)]
        visits = {(loop.visit, one.visited(loop)) for one in sizes for loop in one.loops.loops}
        return sum(row_bytes(visit, most) for visit, most in visits if visit is not None)

    @property
    def allows_any_order(self) -> bool:
        """Whether the table may be filled in any order in which options come before positions."""
        everywhere = not self.rule.stop and not self.rule.win and not self.rule.is_restricted
        return everywhere and not self.enumerated and all(fibre.any_order for fibre in self.fibres)

    def describe_moves(self) -> Iterator[str]:
        """Yield, for each move family, an English sentence about how its options are found in the table, and why."""
        shared = {fibre.family: fibre for fibre in self.fibres}
        enumerated = {one.family: one for one in self.enumerated}
        for number, family in enumerate(self.rule.families):
            name = f"Move {self.rule.ast.option_text(family.parts)}"
            if number in enumerated:
                yield f"{name}: enumerated, because {enumerated[number].reason}."
            elif number in shared:
                yield f"{name}: {shared[number].describe(self.rule)}; proved for all positions."
            else:
                yield f"{name}: uses the accumulators above."


@dataclass(frozen=True)
class NoPlan:
    """The result of `make_plan` if only an exhaustive search can compute a table of the rule, and the reason for it."""

    reason: str


def make_plan(
    rule: Ruleset, limit: int | None, chips: int | None, *, memory: int = MAXIMUM, differences: bool = True
) -> Plan | NoPlan:
    """Return the plan of a table with a bound on each pile or on all chips; `NoPlan` if only a search is possible.

    The function raises `OutOfReach` if the region does not fit into memory. If `differences` is false, positions that
    differ by one chip on every pile stay distinct, even if they have the same value.
    """
    if rule.functions:
        return NoPlan("the rule contains a Python function")
    if rule.rank is None:
        return NoPlan("no rank was found that proves that play ends")
    found = [find_fibre(rule, number) for number in range(len(rule.families))]
    enumerated = tuple(one for one in found if isinstance(one, EnumeratedFamily))
    shared: dict[object, Fibre] = {}
    for one in found:
        if isinstance(one, Fibre):
            shared.setdefault((one.kept, one.rows), one)
    fibres = tuple(shared.values())
    # Piles are measured from an unchanged pile, so each move must leave some pile unchanged.
    levelling = rule.rank.among_differences(rule.constraints) is not None
    kept = all(fibre.kept for fibre in fibres)
    # With `block`, the number of distinct options matters, so options that differ by one chip on every pile stay
    # distinct.
    differences = differences and not rule.blocking
    reduced = differences and limit is not None and levelling and kept and is_translation_invariant(rule)
    requested = requested_region(rule, limit, chips, reduced, memory)
    region = closed_region(rule, requested, limit, chips, memory)
    if region is None:
        return NoPlan("no bound was found on the positions that moves can reach")
    top = max(region.highest)
    if not all(sizes.fit for one in enumerated for sizes in TermBounds.of_family(rule, one.family, top)):
        return NoPlan("intermediate numbers may exceed 64 bits")
    return Plan(rule, requested, region, fibres, enumerated)
