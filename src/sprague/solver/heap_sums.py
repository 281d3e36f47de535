"""`BySum`: a reason that decides a position of several heaps by the Grundy values of the single heaps.

In normal play, the Grundy values of the components decide a sum. Two equal components cancel each other, so a million
equal heaps take no more work than one heap. In misère play, Grundy values do not decide a sum, so the solver searches
its options.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.integers import show_count, show_number
from sprague.language.positions import position_in_sentence
from sprague.rules import Position, Ruleset
from sprague.rules.sums import component_noun, count_components, replace_component
from sprague.solver.reasons import EQUAL_GAMES_CANCEL, Because, Reason

if TYPE_CHECKING:
    pass

SHOWN = 10  # maximum number of values that an explanation shows
STRONGEST_LAST = ("search", "table", "proof", "theorem")

# A function that returns the Grundy value of a component and the reason.
Values = Callable[[Position], tuple[int, Reason]]
# A function that returns a list of options of a component and a Boolean. All options in the list have the given Grundy
# value. The Boolean says whether the list contains all options with the given value.
Moves = Callable[[Position, int], tuple[list[Position], bool]]


class BySum(Reason):
    """A reason that decides a sum of heaps by the nim-sum of the heaps' values, with a reason for each value."""

    def __init__(self, rule: Ruleset, position: Position, values: Values, moves: Moves) -> None:
        self.rule, self.position, self._values, self._moves = rule, position, values, moves

    @property
    def because(self) -> Because:
        # The reason for a sum has the weakest kind among the reasons for its components.
        reasons = list(dict.fromkeys(reason.because for _, _, reason in self._odd(self.position)))
        if not reasons:
            return EQUAL_GAMES_CANCEL
        reasons.sort(key=lambda because: STRONGEST_LAST.index(because.kind))
        kind = reasons[0].kind
        some = [because.source if because.kind == kind else str(because) for because in reasons[:3]]
        more = f"; and {len(reasons) - 3:,} more" if len(reasons) > 3 else ""
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
        """Return options with a given Grundy value, as many as the limits allow, and whether the list is complete."""
        change = self.grundy(position) ^ value
        found: dict[Position, None] = {}
        are_all, refused = True, None
        for component in count_components(self.rule, position) if change else ():
            try:
                options, complete = self._moves(component, self._values(component)[0] ^ change)
            except OutOfReach as refusal:
                are_all, refused = False, refusal
                continue
            for option in options:
                found[replace_component(self.rule, position, component, option)] = None
            are_all = are_all and complete
        if refused and not found:
            raise refused
        return list(found), are_all

    def explain(self, position: Position) -> str:
        odd = self._odd(position)
        pairs = (
            f"equal {component_noun(self.rule)}s cancel each other two by two"
            if len(odd) < self._count(position)
            else ""
        )
        if not odd:
            return f"{pairs[0].upper()}{pairs[1:]}, and nothing is left."
        more = f" and {show_count(len(odd) - SHOWN)} more" if len(odd) > SHOWN else ""
        parts = ", ".join(position_in_sentence(one) for one, _, _ in odd[:SHOWN])
        values = ", ".join(show_number(value) for _, value, _ in odd[:SHOWN])
        total = show_number(self.grundy(position))
        if len(odd) == 1:
            text = f"the value of {parts} is {values}"
        else:
            text = f"the values of {parts}{more} are {values}{more}, and their nim-sum is {total}"
        text = f"{pairs}; {text}" if pairs else text
        return f"{text[0].upper()}{text[1:]}."

    def _count(self, position: Position) -> int:
        return len(position) // len(self.rule.names)

    def _odd(self, position: Position) -> list[tuple[Position, int, Reason]]:
        """Return the components that remain after equal components cancel, each with its value and the reason for it.

        Large components are computed first, because this usually computes the values of smaller components as well.
        """
        left = [one for one, count in count_components(self.rule, position).items() if count % 2]
        left.sort(key=lambda component: (sum(component), component), reverse=True)
        found = [(component, *self._values(component)) for component in left]
        return found[::-1]
