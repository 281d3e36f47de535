"""Formulas about digits with recurrent weights (`coq/Coded.v`).

Of such digits linear conditions are followed, a zero that is appended, and zeros at the end; nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from sprague.automata.numeration import Numeration as Digits
from sprague.coq.formulas.conditions import Number, Said, bracketed, uncovered
from sprague.coq.formulas.translation import ReadAs, Telling
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Exists
from sprague.language.expressions import FibShift, FibZeros

WRITTEN = "digit_words digit_words_ok"
WEIGHED = f"{WRITTEN} weight eq_refl"


@dataclass
class CodedTelling(Telling):
    """What formulas say of numbers in digits that have these weights."""

    digits: Digits | None = None

    def need(self, base: int, what: str) -> NoReturn:
        raise uncovered(f"{what} where the automaton reads {self.digits}")

    def need_weights(self, call: FibShift | FibZeros) -> None:
        assert self.digits is not None
        if self.digits.recurrence != (call.times, 1):
            raise uncovered(f"{call.word} where the automaton reads {self.digits}")

    def fact(self, number: Number, is_zero: bool) -> str:
        if number.residues:
            raise uncovered(f"residues where the automaton reads {self.digits}")
        said = f"linear {WRITTEN} {self.form(number)}%Z ({number.constant}) {'true' if is_zero else 'false'}"
        return self.atom(said, [self.places[text] for _, text in number.parts])

    def zeros_of(self, text: str) -> str:
        return f"zeros weight {bracketed(text)}"

    def zeros_atom(self, word: str, arguments: str) -> str:
        return self.atom(f"zeros_{word} {WEIGHED} {arguments}")

    @property
    def read_as(self) -> ReadAs:
        return ReadAs(
            "(WordCount.digits digit_words)",
            "coded digit_words",
            "accepts_by weight",
            f"told_coded {WEIGHED}",
            to_atoms="(coded_atom_at digit_words)",
        )

    @property
    def libraries(self) -> list[str]:
        return ["Coded"]

    def programmed(self, program: ColumnProgram) -> NoReturn:
        raise uncovered(f"a column program where the automaton reads {self.digits}")

    def quantified(self, formula: Exists) -> NoReturn:
        raise uncovered(f"'exists' where the automaton reads {self.digits}")

    def shifted(self, call: FibShift, conditions: list[Said]) -> Number:
        self.need_weights(call)
        of = self.placed(self.number(call.term, conditions), conditions)
        text = f"shift weight {bracketed(of)}"
        if text not in self.places:
            place = self.enter(text)
            self.given.append(
                Said(text, self.atom(f"appended {WEIGHED} {self.places[of]} {place}", [self.places[of], place]))
            )
        return Number(((1, text),))

    def are_numbers(self) -> list[Said]:
        """That the words read are those of numbers."""
        return [Said("True", self.atom(f"a_number {WRITTEN} {place}", [place])) for place in range(len(self.places))]


def telling_of(names: tuple[str, ...], lowest: dict[str, int], digits: Digits, suffix: str) -> Telling:
    """What says formulas of numbers in such digits."""
    if digits.base:
        return Telling(names, lowest, digits.base, suffix=suffix)
    return CodedTelling(names, lowest, digits.digits, suffix=suffix, digits=digits)
