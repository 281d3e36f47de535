"""Translation of a formula into a Coq statement, and the proof that an automaton recognises it.

What is said is written with the functions of Coq's library (`N.lxor`, `N.max`, `mod`) and the few in `coq/Functions.v`.
Two conventions of formulas are spelt out, where positions leave room for them: v2(0) and low2(0) are larger than any
number, and what is said of a function of something that is no natural number is false.
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
    """How a file has the base in which digits are read, an atom, acceptance, and the theorem about formulas.

    `more` is what that theorem is given beside, and `to_atoms` what makes a list of such things one of atoms.
    """

    base: str
    atom: str
    accepts: str
    theorem: str
    more: str = ""
    to_atoms: str = ""

    def atoms(self, name: str) -> str:
        return f"(map {self.to_atoms} {name})" if self.to_atoms else name


@dataclass
class FormulaTranslator(TermTranslator):
    """What formulas of one game say; `programs` are the column programs that they name."""

    suffix: str = ""  # tells the names of several formulas in one file apart
    programs: dict[str, str] = field(default_factory=dict)
    definitions: dict[object, QuantifiedFormula | Subformula] = field(default_factory=dict)
    by_subformulas: bool = False  # whether parts of formulas have automata of their own

    @property
    def numeration_names(self) -> NumerationNames:
        """How the file has what is read."""
        return NumerationNames(
            str(self.base), f"atom {self.base}", f"accepts {self.base}", f"told_right {self.base}", "eq_refl "
        )

    @property
    def libraries(self) -> list[str]:
        """What a file needs of the library beside what it always does."""
        return ["Columns"] * bool(self.programs) + ["Quantified"] * bool(self.definitions)

    def translate(self, formula: Formula) -> TranslatedFormula:
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
                self.require_base(base, f"columns in base {base}")
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
        """Terms whose digits are read side by side: as they are written, where they stand, when they are numbers."""
        conditions: list[TranslatedFormula] = []
        texts = [self.place_number(self.translate_term(term, conditions), conditions) for term in terms]
        return texts, f"[{'; '.join(str(self.places[text]) for text in texts)}]%nat", conditions

    def translate_program(self, program: ColumnProgram) -> TranslatedFormula:
        self.require_base(program.base, f"columns in {f'base {program.base}' if program.base else 'Fibonacci digits'}")
        texts, places, conditions = self._digit_terms(program.terms)
        text = program_text(program)
        name = self.programs.setdefault(text, f"columns_{len(self.programs) + 1}{self.suffix}")
        atom = self.atom(f"columns_say {self.base} {name} eq_refl {places}")
        return all_of([*conditions, TranslatedFormula(f"in_columns {self.base} {name} [{'; '.join(texts)}]", atom)])

    def translate_exists(self, formula: Exists) -> TranslatedFormula:
        """The number that there is, and whatever else is said of it, are read by an atom of its own."""
        free = [name for name in self.renamed if name in formula.names]
        (bound,) = identifiers([formula.name], [*self.names, *self.renamed.values()])
        called = tuple(self.renamed[name] for name in free)
        inner = FormulaTranslator((*called, bound), {}, self.base, suffix=self.suffix)
        inner.programs, inner.definitions = self.programs, self.definitions
        inner.renamed = {**{name: self.renamed[name] for name in free}, formula.name: bound}
        limit = [] if formula.bound is None else [Chain((Expression.of(formula.name), formula.bound), ("<=",))]
        said = inner.translate(joined([*limit, formula.body]))
        text = f"exists {bound}, {said.text}"
        more, given, told = (
            tuple(inner.extra_numbers),
            all_of(inner.given).formula,
            automaton_of(formula, free, self.base),
        )
        found = QuantifiedFormula(self.base, called, bound, more, tuple(inner.atoms), given, said.formula, text, told)
        self.definitions.setdefault(found.key, found)
        name = self.definition_name(list(self.definitions).index(found.key))
        places = [self.places[number] for number in called]
        return TranslatedFormula(text, self.condition_atom(f"(Member set{name} {list_text(places)}%nat)", places), True)

    def _translate_subformula(self, formula: Formula) -> TranslatedFormula | None:
        """What the formula says by an automaton of its own, if it is neither too much nor too little for one."""
        plainly = deepcopy(self)
        plainly.by_subformulas = False
        meant = plainly.translate(formula)
        free = [name for name in self.renamed if name in formula.names]
        called = tuple(f"x{place}_" for place in range(1, len(free) + 1))
        least = [self.lowest.get(self.renamed[name], 0) for name in free]
        # The numbers are the entries, or by how much these are more than the least.
        for shifts in ([0] * len(free), least):
            numbers = [Expression.of(Linear.of(name) - shift) for name, shift in zip(free, shifts, strict=True)]
            texts = [bracketed(plainly.place_number(plainly.translate_term(number, []), [])) for number in numbers]
            instead = {n: Linear.of(c) + shift for n, c, shift in zip(free, called, shifts, strict=True)}
            part, inner = self._make_subformula(formula.substitute(instead), called)
            if part is None or part.text_for(texts) != meant.text:
                continue
            self.programs |= inner.programs
            self.definitions |= inner.definitions
            self.definitions.setdefault(part.key, part)
            name = self.definition_name(list(self.definitions).index(part.key))
            places = [self.places[self.place_number(self.translate_term(number, []), [])] for number in numbers]
            return TranslatedFormula(
                meant.text,
                self.condition_atom(f"(Member set{name} {list_text(places)}%nat)", places),
                meant.is_junction,
            )
        return None

    def _make_subformula(
        self, formula: Formula, called: tuple[str, ...]
    ) -> tuple[Subformula | None, FormulaTranslator]:
        """The formula, which speaks of these numbers alone, as a part of its own; and what else it is told by."""
        inner = FormulaTranslator(called, {}, self.base, suffix=self.suffix)
        inner.programs, inner.definitions = dict(self.programs), dict(self.definitions)
        inner.renamed = {name: name for name in called}
        try:
            said = inner.translate(formula)
        except NotCovered:  # of numbers of which less is known
            return None, inner
        if not LEAST_WEIGHT <= inner.weight <= MOST_WEIGHT:
            return None, inner
        automaton = automaton_of(formula, called, self.base)
        if len(automaton.transitions) > MOST_STATES:
            return None, inner
        atoms, given = tuple(zip(inner.atoms, inner.atom_ranges, strict=True)), tuple(inner.given_by_place)
        more = tuple(inner.extra_numbers)
        return Subformula(self.base, called, more, atoms, given, said.formula, said.text, automaton), inner

    def definition_name(self, place: int) -> str:
        return f"_{place + 1}_{self.suffix}"

    def translate_comparison(self, link: Compare) -> TranslatedFormula:
        """The left side less the right one stands in its relation to 0, where the functions in it are defined."""
        difference = link.left - link.right
        counted = [(call, factor) for call, factor in difference.calls if counts_zeros(call)]
        if counted:
            return compare_zeros(self, difference, counted, link.relation)
        conditions: list[TranslatedFormula] = []
        endless: list[tuple[str, int]] = []  # where low2(0) would be larger than any number, with which sign
        number = self.translate_term(difference, conditions, endless)
        said = self.compare_to_zero(number, link.relation)
        for text, factor in endless:
            zero = self.compare_to_zero(LinearValue(((1, text),)), "=")
            larger = HOLDS[link.relation](factor)
            said = some_of([zero, said]) if larger else all_of([negation(zero), said])
        return all_of([*conditions, said])
