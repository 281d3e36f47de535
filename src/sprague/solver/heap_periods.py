"""`PeriodSearch`, `ByPeriod`: the search for a proved period of heaps, and its use as the reason of an answer.

A game that breaks heaps often has periodic Grundy values. A period is searched for when a heap is too large for a small
search, among a number of heaps that depends on what the heap itself would cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.integers import show_number
from sprague.limits import Limits, check
from sprague.rules import Position, Ruleset
from sprague.rules.breaking import find_breakings
from sprague.solver.computation import FEW_POSITIONS
from sprague.solver.reasons import Because, ByComputation, ByProof, Reason

if TYPE_CHECKING:
    from sprague.proofs.heap_proofs import HeapsProof

PERIOD_SECONDS = 10.0  # limit on the time of one search; the periods of small games take less
HEAPS_IN_TABLE = 1 << 12  # heaps examined for a period where a table is within reach
MANY_HEAPS = 1 << 17  # heaps examined where a table is not within reach
FEW_IN_THREE = 64  # chips of a heap that is searched first, though it may break into three
HEAPS_FOR_RISE = 1 << 8  # heaps examined where a heap may break into three; rising values mostly show by then


class PeriodSearch:
    """The solver's search for a proved period of a game that breaks heaps, longer for larger positions."""

    def __init__(self, rule: Ruleset, misere: bool, limits: Limits) -> None:
        self.rule, self.misere, self.limits = rule, misere, limits
        self.heaps_tried = 0

    def find_reasons(self, position: Position) -> list[Reason]:
        """Return the reasons that a new period gives, if `position` needs one and it is soon proved."""
        heaps = self._heaps_to_try(position)
        if heaps <= self.heaps_tried:
            return []
        self.heaps_tried = heaps
        from sprague.periods.period import NoPeriod
        from sprague.proofs.heap_proofs import prove_period

        try:
            with Limits(seconds=PERIOD_SECONDS).watch():
                found = prove_period(self.rule, heaps)
        except OutOfReach:
            check()  # stop if the seconds of the caller are over, too
            return []
        return [] if isinstance(found, NoPeriod) else period_reasons(found)

    def _heaps_to_try(self, position: Position) -> int:
        """Return the number of heaps to examine for a period, 0 if a small search decides the position."""
        moves = find_breakings(self.rule)
        if self.misere or len(position) > 1 or not moves:
            return 0
        heap, in_three = position[0], max(move.parts for move in moves) > 2
        if heap < (FEW_IN_THREE if in_three else FEW_POSITIONS):
            return 0
        heaps = HEAPS_IN_TABLE if heap < MANY_HEAPS else MANY_HEAPS
        if in_three:  # no more than a small multiple of what the heap itself would need
            heaps = min(max(2 * heap, HEAPS_FOR_RISE), HEAPS_IN_TABLE)
        return min(heaps, self.limits.positions or heaps)


class ByPeriod(ByProof):
    """The reason that a proved period of heaps gives: the value of a large heap repeats that of a smaller one."""

    proof: HeapsProof

    def decides(self, position: Position) -> bool:
        return position[0] >= self.proof.first

    def some_moves_to_value(self, position: Position, value: int) -> list[Position]:
        return self.proof.options_of_value(position[0], value)

    def explain(self, position: Position) -> str:
        (heap,), heaps = position, self.proof.heaps
        shown = f"A heap of {show_number(heap)} has the value {show_number(heaps.value(heap))}"
        like = heaps.preperiod + (heap - heaps.preperiod) % heaps.period
        if heaps.saltus:
            return (
                f"{shown}: from {heaps.preperiod} on, {heaps.period} chips more have a value larger by {heaps.saltus}, "
                f"and {like} have the value {heaps.value(like)}."
            )
        return f"{shown}, as one of {like} has: from {heaps.preperiod} on, values repeat with period {heaps.period}."


class ByFirstHeaps(ByComputation):
    """The reason for heaps before a proved period: the first values, from which the period was proved."""

    def __init__(self, proof: HeapsProof) -> None:
        super().__init__(proof.game, misere=False)
        self._proof = proof

    @property
    def because(self) -> Because:
        return Because("table", f"all heaps of fewer than {self._proof.first:,} chips")

    def decides(self, position: Position) -> bool:
        return max(position) < self._proof.first

    def value(self, position: Position) -> int:
        return self._proof.grundy(position)


def period_reasons(proof: HeapsProof) -> list[Reason]:
    """Return the reasons that a proved period of heaps gives, for heaps in the period and before it."""
    return [ByPeriod(proof), ByFirstHeaps(proof)]
