"""Heaps whose values were proved to repeat: those that repeat others by the proof, the first ones by their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sprague.answers.reasons import Because, ByProof, Computed, Reason
from sprague.rules import Position
from sprague.rules.positions import show_number

if TYPE_CHECKING:
    from sprague.proofs.heaps import HeapsProof


class ByPeriod(ByProof):
    """The period of a game that breaks heaps, for heaps that repeat smaller ones."""

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


class ByFirstHeaps(Computed):
    """The values from which a period was proved, for the heaps that repeat no other."""

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


def reasons_of(proof: HeapsProof) -> list[Reason]:
    """What a proved period tells, of all heaps."""
    return [ByPeriod(proof), ByFirstHeaps(proof)]
