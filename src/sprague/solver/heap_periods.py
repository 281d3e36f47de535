"""`PeriodSearch` finds and proves a period of a game of heaps; `ByPeriod` is a reason based on that period.

The Grundy values of a taking-and-breaking game are often periodic. If a heap is too large for a small search, the
solver searches for a period. If the heap is very large, the search examines more heaps.
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

PERIOD_SECONDS = 10.0  # time limit of one search for a period
# number of heaps that are examined for a period if the given heap is smaller than `MANY_HEAPS`
HEAPS_IN_TABLE = 1 << 12
MANY_HEAPS = 1 << 17  # number of heaps that are examined for a period if the given heap has at least `MANY_HEAPS` chips
# if a move may break a heap into three, a small search decides all heaps with fewer chips than this number
FEW_IN_THREE = 64
# minimum number of heaps that are examined for a period if a move may break a heap into three heaps
HEAPS_FOR_RISE = 1 << 8


class PeriodSearch:
    """A search for a proved period of a taking-and-breaking game, which examines more heaps for larger positions."""

    def __init__(self, rule: Ruleset, misere: bool, limits: Limits) -> None:
        self.rule, self.misere, self.limits = rule, misere, limits
        self.heaps_tried = 0

    def find_reasons(self, position: Position) -> list[Reason]:
        """Search for a period if `position` is large; return reasons from a proved period, or an empty list."""
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
            check()  # `check()` raises `OutOfTime` if the caller's time limit is over
            return []
        return [] if isinstance(found, NoPeriod) else period_reasons(found)

    def _heaps_to_try(self, position: Position) -> int:
        """Return the number of heaps to examine for a period, or 0 if a small search decides the position."""
        moves = find_breakings(self.rule)
        if self.misere or len(position) > 1 or not moves:
            return 0
        heap, in_three = position[0], max(move.parts for move in moves) > 2
        if heap < (FEW_IN_THREE if in_three else FEW_POSITIONS):
            return 0
        heaps = HEAPS_IN_TABLE if heap < MANY_HEAPS else MANY_HEAPS
        # the number of examined heaps is at most a small multiple of the heaps that a direct computation needs
        if in_three:
            heaps = min(max(2 * heap, HEAPS_FOR_RISE), HEAPS_IN_TABLE)
        return min(heaps, self.limits.positions or heaps)


class ByPeriod(ByProof):
    """A reason from a proved period of heaps: a large heap's value follows from the value of a smaller heap."""

    proof: HeapsProof

    def decides(self, position: Position) -> bool:
        return position[0] >= self.proof.first

    def some_moves_to_value(self, position: Position, value: int) -> list[Position]:
        return self.proof.options_of_value(position[0], value)

    def explain(self, position: Position) -> str:
        (heap,), heaps = position, self.proof.heaps
        shown = f"A heap of {show_number(heap)} has Grundy value {show_number(heaps.value(heap))}"
        like = heaps.preperiod + (heap - heaps.preperiod) % heaps.period
        if heaps.saltus:
            return (
                f"{shown}: from {heaps.preperiod} on, {heaps.period} more chips raise the value by {heaps.saltus}, "
                f"and a heap of {like} has the value {heaps.value(like)}."
            )
        return f"{shown}, like a heap of {like}: values repeat with period {heaps.period} from {heaps.preperiod} on."


class ByFirstHeaps(ByComputation):
    """A reason for heaps before the start of a proved period: the values from which the period was proved."""

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
    """Return two reasons based on a proved period: one for heaps in the period, one for the smaller heaps."""
    return [ByPeriod(proof), ByFirstHeaps(proof)]
