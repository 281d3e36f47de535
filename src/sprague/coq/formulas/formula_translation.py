"""`FormulaTranslator` translates a formula into a Coq statement and into a propositional combination of atoms.

The statements use functions of Coq's library (`N.lxor`, `N.max`, `mod`) and of `coq/Functions.v`. Two conventions about
formulas become explicit conditions in the Coq statements. The first convention is that v2(0) and low2(0) are larger
than any number. The second convention is that a condition on a function of a negative number is false. The condition
that the argument of a function is nonzero or nonnegative is omitted if it is always true.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from sprague.coq.formulas.column_printer import program_text
from sprague.coq.formulas.function_values import HOLDS, TermTranslator, compare_zeros, counts_zeros
from sprague.coq.formulas.linear_atoms import (
    LinearValue,
    TranslatedFormula,
    all_of,
    bracketed,
    negation,
    not_covered,
    some_of,
)
from sprague.coq.formulas.subformulas import (
    LEAST_WEIGHT,
    MOST_STATES,
    MOST_WEIGHT,
    QuantifiedFormula,
    Subformula,
    automaton_of,
)
from sprague.coq.rule_terms import NotCovered
from sprague.coq.syntax import identifiers, list_text
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power
from sprague.language.conditions import all_of as joined
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear


@dataclass(frozen=True)
class NumerationNames:
    """Names in the Coq library that depend on the numeration of a formula, such as the name of the theorem to apply.

    `more` is the text of additional arguments of the theorem. `to_atoms` is the name of the Coq function that converts
    a digit condition to an atom, or an empty text if no conversion is needed.
    """

    base: str
    atom: str
    accepts: str
    theorem: str
    more: str = ""
    to_atoms: str = ""

    def atoms(self, name: str) -> str:
        """Return the Coq term for the list of atoms named `name`."""
        return f"(map {self.to_atoms} {name})" if self.to_atoms else name


@dataclass
class FormulaTranslator(TermTranslator):
    """A translator of formulas into Coq; it collects the column programs and the definitions that the formulas need."""

    suffix: str = ""  # a suffix that distinguishes the names of several formulas in one file
    programs: dict[str, str] = field(default_factory=dict)
    definitions: dict[object, QuantifiedFormula | Subformula] = field(default_factory=dict)
    by_subformulas: bool = False  # whether subformulas are translated with separate automata

    @property
    def numeration_names(self) -> NumerationNames:
        """The names in the Coq library for the numeration of this translator."""
        return NumerationNames(
            str(self.base), f"atom {self.base}", f"accepts {self.base}", f"claim_right {self.base}", "eq_refl "
        )

    @property
    def libraries(self) -> list[str]:
        """The files of the Coq library that this translator requires in addition to the common files."""
        return ["ColumnPrograms"] * bool(self.programs) + ["Quantifiers"] * bool(self.definitions)

    def translate(self, formula: Formula) -> TranslatedFormula:
        """Return the Coq translation of a formula."""
        if self.by_subformulas and (alone := self._translate_subformula(formula)) is not None:
            return alone
        match formula:
            case Junction("and", parts):
                return all_of([self.translate(part) for part in parts])
            case Junction(_, parts):
                return some_of([self.translate(part) for part in parts])
            case Not(part):
                return negation(self.translate(part))
            case Chain():
                return all_of([self.translate_comparison(link) for link in formula.links()])
            case Compare():
                return self.translate_comparison(formula)
            case Member():
                return self.translate(formula.meaning)
            case Power(term, base):
                self.require_base(base, f"a power of {base}")
                text = self.place_number(self.translate_term(term, []), [])
                atom = self.condition_atom(f"(IsPower {self.places[text]})", [self.places[text]])
                bound = self.bound_name("e")
                return TranslatedFormula(f"exists {bound}, {text} = {base} ^ {bound}", atom, True)
            case Columns(terms, base, modulus):
                self.require_base(base, f"a column sum in base {base}")
                texts, places, conditions = self._digit_terms(terms)
                atom = self.atom(f"column_sums {self.base} eq_refl {places} {modulus}")
                bound = self.bound_name("i")
                listed = f"column_sum {base} {bound} [{'; '.join(texts)}]"
                return all_of(
                    [*conditions, TranslatedFormula(f"forall {bound}, {listed} mod {modulus} = 0", atom, True)]
                )
            case ColumnProgram():
                return self.translate_program(formula)
            case Exists():
                return self.translate_exists(formula)
        raise not_covered(f"'{formula}'")

    def _digit_terms(self, terms: Sequence[Expression]) -> tuple[list[str], str, list[TranslatedFormula]]:
        """Return the Coq texts of terms, their indices as a Coq list, and conditions that the values are natural."""
        conditions: list[TranslatedFormula] = []
        texts = [self.place_number(self.translate_term(term, conditions), conditions) for term in terms]
        return texts, f"[{'; '.join(str(self.places[text]) for text in texts)}]%nat", conditions

    def translate_program(self, program: ColumnProgram) -> TranslatedFormula:
        """Return the Coq translation of a column program."""
        digits = f"base {program.base}" if program.base else "Fibonacci digits"
        self.require_base(program.base, f"a column program in {digits}")
        texts, places, conditions = self._digit_terms(program.terms)
        text = program_text(program)
        name = self.programs.setdefault(text, f"columns_{len(self.programs) + 1}{self.suffix}")
        atom = self.atom(f"columns_true {self.base} {name} eq_refl {places}")
        return all_of([*conditions, TranslatedFormula(f"in_columns {self.base} {name} [{'; '.join(texts)}]", atom)])

    def translate_exists(self, formula: Exists) -> TranslatedFormula:
        """Return the Coq translation of an existential formula; it becomes an atom with a separate automaton."""
        free = [name for name in self.renamed if name in formula.names]
        (bound,) = identifiers([formula.name], [*self.names, *self.renamed.values()])
        called = tuple(self.renamed[name] for name in free)
        inner = FormulaTranslator((*called, bound), {}, self.base, suffix=self.suffix)
        inner.programs, inner.definitions = self.programs, self.definitions
        inner.renamed = {**{name: self.renamed[name] for name in free}, formula.name: bound}
        limit = [] if formula.bound is None else [Chain((Expression.of(formula.name), formula.bound), ("<=",))]
        body = inner.translate(joined([*limit, formula.body]))
        text = f"exists {bound}, {body.text}"
        found = QuantifiedFormula(
            self.base,
            called,
            bound,
            tuple(inner.extra_numbers),
            tuple(inner.atoms),
            all_of(inner.given).formula,
            body.formula,
            text,
            automaton_of(formula, free, self.base),
        )
        self.definitions.setdefault(found.key, found)
        name = self.definition_name(list(self.definitions).index(found.key))
        places = [self.places[number] for number in called]
        return TranslatedFormula(text, self.condition_atom(f"(Member set{name} {list_text(places)}%nat)", places), True)

    def _translate_subformula(self, formula: Formula) -> TranslatedFormula | None:
        """Return an atom with a separate automaton for a formula, or None if the formula is too large or too small."""
        plain = deepcopy(self)
        plain.by_subformulas = False
        whole = plain.translate(formula)
        free = [name for name in self.renamed if name in formula.names]
        called = tuple(f"x{place}_" for place in range(1, len(free) + 1))
        least = [self.lowest.get(self.renamed[name], 0) for name in free]
        # The numbers in a subformula are entries, or entries minus their least values.
        for shifts in ([0] * len(free), least):
            numbers = [Expression.of(Linear.of(name) - shift) for name, shift in zip(free, shifts, strict=True)]
            texts = [bracketed(plain.place_number(plain.translate_term(number, []), [])) for number in numbers]
            instead = {n: Linear.of(c) + shift for n, c, shift in zip(free, called, shifts, strict=True)}
            part, inner = self._make_subformula(formula.substitute(instead), called)
            if part is None or part.text_for(texts) != whole.text:
                continue
            self.programs |= inner.programs
            self.definitions |= inner.definitions
            self.definitions.setdefault(part.key, part)
            name = self.definition_name(list(self.definitions).index(part.key))
            places = [self.places[self.place_number(self.translate_term(number, []), [])] for number in numbers]
            return TranslatedFormula(
                whole.text,
                self.condition_atom(f"(Member set{name} {list_text(places)}%nat)", places),
                whole.is_junction,
            )
        return None

    def _make_subformula(
        self, formula: Formula, called: tuple[str, ...]
    ) -> tuple[Subformula | None, FormulaTranslator]:
        """Return the `Subformula` of a formula (None if it is too large or too small), and its translator."""
        inner = FormulaTranslator(called, {}, self.base, suffix=self.suffix)
        inner.programs, inner.definitions = dict(self.programs), dict(self.definitions)
        inner.renamed = {name: name for name in called}
        try:
            translated = inner.translate(formula)
        except NotCovered:  # the subformula needs a lower bound on its numbers, and no bound is known
            return None, inner
        if not LEAST_WEIGHT <= inner.weight <= MOST_WEIGHT:
            return None, inner
        automaton = automaton_of(formula, called, self.base)
        if len(automaton.transitions) > MOST_STATES:
            return None, inner
        atoms, given = tuple(zip(inner.atoms, inner.atom_ranges, strict=True)), tuple(inner.given_by_place)
        more = tuple(inner.extra_numbers)
        return Subformula(self.base, called, more, atoms, given, translated.formula, translated.text, automaton), inner

    def definition_name(self, place: int) -> str:
        """Return the suffix of the Coq names that belong to definition number `place`."""
        return f"_{place + 1}_{self.suffix}"

    def translate_comparison(self, link: Compare) -> TranslatedFormula:
        """Return the Coq translation of a comparison, including conditions under which its functions are defined."""
        difference = link.left - link.right
        counted = [(call, factor) for call, factor in difference.calls if counts_zeros(call)]
        if counted:
            return compare_zeros(self, difference, counted, link.relation)
        conditions: list[TranslatedFormula] = []
        # for each call of low2 whose argument may be 0: the text of the argument, and the factor of the call
        endless: list[tuple[str, int]] = []
        number = self.translate_term(difference, conditions, endless)
        found = self.compare_to_zero(number, link.relation)
        for text, factor in endless:
            zero = self.compare_to_zero(LinearValue(((1, text),)), "=")
            larger = HOLDS[link.relation](factor)
            found = some_of([zero, found]) if larger else all_of([negation(zero), found])
        return all_of([*conditions, found])
