"""Answers for sums of heaps within one rule, from the values of single heaps.

In normal play a sum is known by the Grundy values of its components, and two that are equal cancel each other, so that
a million equal heaps are no more work than one. In misère play there is nothing like it: sums are searched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.language.positions import say_position, show_count, show_number
from sprague.rules import Position, Ruleset
from sprague.rules.sums import component_word, counted, replaced
from sprague.solver.reasons import CANCELLED, Because, ByProof, Computed, Reason

if TYPE_CHECKING:
    from sprague.proofs.heap_proofs import HeapsProof

SHOWN = 10  # values in an explanation
STRONGEST_LAST = ("search", "table", "proof", "theorem")

#: The Grundy value of a component, and the reason.
Values = Callable[[Position], tuple[int, Reason]]
#: The options of a component that have this Grundy value, and whether these are all.
Moves = Callable[[Position, int], tuple[list[Position], bool]]


class BySum(Reason):
    """The nim-sum of the values of components, each known for a reason of its own; `position` is the sum asked for."""

    def __init__(self, rule: Ruleset, position: Position, values: Values, moves: Moves) -> None:
        self.rule, self.position, self._values, self._moves = rule, position, values, moves

    @property
    def because(self) -> Because:
        # Of several reasons the weakest kind counts.
        told = list(dict.fromkeys(reason.because for _, _, reason in self._odd(self.position)))
        if not told:
            return CANCELLED
        told.sort(key=lambda because: STRONGEST_LAST.index(because.kind))
        kind = told[0].kind
        some = [because.source if because.kind == kind else str(because) for because in told[:3]]
        more = f"; and {len(told) - 3:,} more" if len(told) > 3 else ""
        return Because(kind, f"{'; '.join(some)}{more}")

    def decides(self, position: Position) -> bool:
        return True

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        return reduce(xor, (value for _, value, _ in self._odd(position)), 0)

    def winning_moves(self, position: Position) -> list[Position]:
        return self.moves_to_value(position, 0)

    def moves_to_value(self, position: Position, value: int) -> list[Position]:
        return self.all_moves_to_value(position, value)[0]

    def all_moves_to_value(self, position: Position, value: int) -> tuple[list[Position], bool]:
        """The options of this Grundy value, as far as they can be found, and whether these are all."""
        change = self.grundy(position) ^ value
        found: dict[Position, None] = {}
        are_all, refused = True, None
        for component in counted(self.rule, position) if change else ():
            try:
                options, complete = self._moves(component, self._values(component)[0] ^ change)
            except OutOfReach as refusal:
                are_all, refused = False, refusal
                continue
            for option in options:
                found[replaced(self.rule, position, component, option)] = None
            are_all = are_all and complete
        if refused and not found:
            raise refused
        return list(found), are_all

    def explain(self, position: Position) -> str:
        odd = self._odd(position)
        pairs = (
            f"equal {component_word(self.rule)}s cancel each other two by two"
            if len(odd) < self._count(position)
            else ""
        )
        if not odd:
            return f"{pairs[0].upper()}{pairs[1:]}, and nothing is left."
        more = f" and {show_count(len(odd) - SHOWN)} more" if len(odd) > SHOWN else ""
        parts = ", ".join(say_position(one) for one, _, _ in odd[:SHOWN])
        values = ", ".join(show_number(value) for _, value, _ in odd[:SHOWN])
        total = show_number(self.grundy(position))
        if len(odd) == 1:
            told = f"the value of {parts} is {values}"
        else:
            told = f"the values of {parts}{more} are {values}{more}, and their nim-sum is {total}"
        text = f"{pairs}; {told}" if pairs else told
        return f"{text[0].upper()}{text[1:]}."

    def _count(self, position: Position) -> int:
        return len(position) // len(self.rule.names)

    def _odd(self, position: Position) -> list[tuple[Position, int, Reason]]:
        """The components that are left when equal ones have cancelled each other, each with its value and the reason.

        Large ones come first: to compute them is mostly to compute the others.
        """
        left = [one for one, count in counted(self.rule, position).items() if count % 2]
        left.sort(key=lambda component: (sum(component), component), reverse=True)
        found = [(component, *self._values(component)) for component in left]
        return found[::-1]


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
