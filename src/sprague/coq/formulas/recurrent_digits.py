"""`make_translator` returns a translator of formulas to Coq, for digits in a base or with recurrent weights.

For digits with recurrent weights, the translator covers only linear conditions, appended zeros and numbers of final
zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from sprague.automata.numeration import Numeration as Digits
from sprague.coq.formulas.formula_translation import FormulaTranslator, NumerationNames
from sprague.coq.formulas.linear_atoms import LinearValue, TranslatedFormula, bracketed, not_covered
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Exists
from sprague.language.expressions import FibShift, FibZeros

WORDS_ARGUMENTS = "digit_words digit_words_ok"
WEIGHT_ARGUMENTS = f"{WORDS_ARGUMENTS} weight eq_refl"


@dataclass
class _RecurrentFormulaTranslator(FormulaTranslator):
    """A translator of formulas about numbers in digits whose weights satisfy a recurrence."""

    digits: Digits | None = None

    def require_base(self, base: int, what: str) -> NoReturn:
        raise not_covered(f"{what} if the automaton reads {self.digits}")

    def require_weights(self, call: FibShift | FibZeros) -> None:
        assert self.digits is not None
        if self.digits.recurrence != (call.times, 1):
            raise not_covered(f"{call.word} if the automaton reads {self.digits}")

    def linear_atom(self, number: LinearValue, is_zero: bool) -> str:
        if number.residues:
            raise not_covered(f"residues if the automaton reads {self.digits}")
        condition = (
            f"linear {WORDS_ARGUMENTS} {self.form_text(number)}%Z ({number.constant}) {'true' if is_zero else 'false'}"
        )
        return self.atom(condition, [self.places[text] for _, text in number.parts])

    def zeros_text(self, text: str) -> str:
        return f"zeros weight {bracketed(text)}"

    def zeros_atom(self, word: str, arguments: str) -> str:
        return self.atom(f"zeros_{word} {WEIGHT_ARGUMENTS} {arguments}")

    @property
    def numeration_names(self) -> NumerationNames:
        return NumerationNames(
            "(WordCount.digits digit_words)",
            "coded digit_words",
            "accepts_by weight",
            f"claim_coded {WEIGHT_ARGUMENTS}",
            to_atoms="(coded_atom_at digit_words)",
        )

    @property
    def libraries(self) -> list[str]:
        return ["WeightedFormulas"]

    def translate_program(self, program: ColumnProgram) -> NoReturn:
        raise not_covered(f"a column program if the automaton reads {self.digits}")

    def translate_exists(self, formula: Exists) -> NoReturn:
        raise not_covered(f"'exists' if the automaton reads {self.digits}")

    def translate_shift(self, call: FibShift, conditions: list[TranslatedFormula]) -> LinearValue:
        self.require_weights(call)
        of = self.place_number(self.translate_term(call.term, conditions), conditions)
        text = f"shift weight {bracketed(of)}"
        if text not in self.places:
            place = self.add_number(text)
            self.given.append(
                TranslatedFormula(
                    text, self.atom(f"appended {WEIGHT_ARGUMENTS} {self.places[of]} {place}", [self.places[of], place])
                )
            )
        return LinearValue(((1, text),))

    def validity_conditions(self) -> list[TranslatedFormula]:
        """Return the conditions that all words on the tracks represent numbers."""
        return [
            TranslatedFormula("True", self.atom(f"a_number {WORDS_ARGUMENTS} {place}", [place]))
            for place in range(len(self.places))
        ]


def make_translator(names: tuple[str, ...], lowest: dict[str, int], digits: Digits, suffix: str) -> FormulaTranslator:
    """Return a translator of formulas to Coq for a numeration, which is a base or has recurrent weights."""
    if digits.base:
        return FormulaTranslator(names, lowest, digits.base, suffix=suffix)
    return _RecurrentFormulaTranslator(names, lowest, digits.digits, suffix=suffix, digits=digits)
