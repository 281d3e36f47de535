"""Translation of a formula into a Coq statement, and the proof that an automaton recognises it.

What is said is written with the functions of Coq's library (`N.lxor`, `N.max`, `mod`) and the few in `coq/Functions.v`.
Two conventions of formulas are spelt out, where positions leave room for them: v2(0) and low2(0) are larger than any
number, and what is said of a function of something that is no natural number is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from sprague.coq.formulas.column_programs import program_text
from sprague.coq.formulas.conditions import Number, Said, all_of, bracketed, negation, some_of, uncovered
from sprague.coq.formulas.function_values import HOLDS, Numbers, of_zeros, zeros_compared
from sprague.coq.formulas.parts import HEAVY, LIGHT, MOST_STATES, Part, Quantified, automaton_of
from sprague.coq.names import identifiers
from sprague.coq.terms import NotCovered
from sprague.coq.text import listed
from sprague.language.column_programs import ColumnProgram
from sprague.language.conditions import Chain, Columns, Compare, Exists, Formula, Junction, Member, Not, Power
from sprague.language.conditions import all_of as joined
from sprague.language.expressions import Expression
from sprague.linear.terms import Linear


@dataclass(frozen=True)
class ReadAs:
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
class Telling(Numbers):
    """What formulas of one game say; `programs` are the column programs that they name."""

    suffix: str = ""  # tells the names of several formulas in one file apart
    programs: dict[str, str] = field(default_factory=dict)
    quantifieds: dict[object, Quantified | Part] = field(default_factory=dict)
    by_parts: bool = False  # whether parts of formulas have automata of their own

    @property
    def read_as(self) -> ReadAs:
        """How the file has what is read."""
        return ReadAs(
            str(self.base), f"atom {self.base}", f"accepts {self.base}", f"told_right {self.base}", "eq_refl "
        )

    @property
    def libraries(self) -> list[str]:
        """What a file needs of the library beside what it always does."""
        return ["Columns"] * bool(self.programs) + ["Quantified"] * bool(self.quantifieds)

    def said(self, formula: Formula) -> Said:
        if self.by_parts and (alone := self.part(formula)) is not None:
            return alone
        match formula:
            case Junction("and", parts):
                return all_of([self.said(part) for part in parts])
            case Junction(_, parts):
                return some_of([self.said(part) for part in parts])
            case Not(part):
                return negation(self.said(part))
            case Chain():
                return all_of([self.compared(link) for link in formula.links()])
            case Compare():
                return self.compared(formula)
            case Member():
                return self.said(formula.meaning)
            case Power(term, base):
                self.need(base, f"a power of {base}")
                text = self.placed(self.number(term, []), [])
                atom = self.read(f"(IsPower {self.places[text]})", [self.places[text]])
                bound = self.bound("e")
                return Said(f"exists {bound}, {text} = {base} ^ {bound}", atom, True)
            case Columns(terms, base, modulus):
                self.need(base, f"columns in base {base}")
                texts, places, conditions = self.listed(terms)
                atom = self.atom(f"column_sums {self.base} eq_refl {places} {modulus}")
                bound = self.bound("i")
                listed = f"column_sum {base} {bound} [{'; '.join(texts)}]"
                return all_of([*conditions, Said(f"forall {bound}, {listed} mod {modulus} = 0", atom, True)])
            case ColumnProgram():
                return self.programmed(formula)
            case Exists():
                return self.quantified(formula)
        raise uncovered(f"'{formula}'")

    def listed(self, terms: Sequence[Expression]) -> tuple[list[str], str, list[Said]]:
        """Terms whose digits are read side by side: as they are written, where they stand, when they are numbers."""
        conditions: list[Said] = []
        texts = [self.placed(self.number(term, conditions), conditions) for term in terms]
        return texts, f"[{'; '.join(str(self.places[text]) for text in texts)}]%nat", conditions

    def programmed(self, program: ColumnProgram) -> Said:
        self.need(program.base, f"columns in {f'base {program.base}' if program.base else 'Fibonacci digits'}")
        texts, places, conditions = self.listed(program.terms)
        text = program_text(program)
        name = self.programs.setdefault(text, f"columns_{len(self.programs) + 1}{self.suffix}")
        atom = self.atom(f"columns_say {self.base} {name} eq_refl {places}")
        return all_of([*conditions, Said(f"in_columns {self.base} {name} [{'; '.join(texts)}]", atom)])

    def quantified(self, formula: Exists) -> Said:
        """The number that there is, and whatever else is said of it, are read by an atom of its own."""
        free = [name for name in self.renamed if name in formula.names]
        (bound,) = identifiers([formula.name], [*self.names, *self.renamed.values()])
        called = tuple(self.renamed[name] for name in free)
        inner = Telling((*called, bound), {}, self.base, suffix=self.suffix)
        inner.programs, inner.quantifieds = self.programs, self.quantifieds
        inner.renamed = {**{name: self.renamed[name] for name in free}, formula.name: bound}
        limit = [] if formula.bound is None else [Chain((Expression.of(formula.name), formula.bound), ("<=",))]
        said = inner.said(joined([*limit, formula.body]))
        text = f"exists {bound}, {said.text}"
        more, given, told = tuple(inner.more), all_of(inner.given).formula, automaton_of(formula, free, self.base)
        found = Quantified(self.base, called, bound, more, tuple(inner.atoms), given, said.formula, text, told)
        self.quantifieds.setdefault(found.key, found)
        name = self.quantified_name(list(self.quantifieds).index(found.key))
        places = [self.places[number] for number in called]
        return Said(text, self.read(f"(Member set{name} {listed(places)}%nat)", places), True)

    def part(self, formula: Formula) -> Said | None:
        """What the formula says by an automaton of its own, if it is neither too much nor too little for one."""
        plainly = deepcopy(self)
        plainly.by_parts = False
        meant = plainly.said(formula)
        free = [name for name in self.renamed if name in formula.names]
        called = tuple(f"x{place}_" for place in range(1, len(free) + 1))
        least = [self.lowest.get(self.renamed[name], 0) for name in free]
        # The numbers are the entries, or by how much these are more than the least.
        for shifts in ([0] * len(free), least):
            numbers = [Expression.of(Linear.of(name) - shift) for name, shift in zip(free, shifts, strict=True)]
            texts = [bracketed(plainly.placed(plainly.number(number, []), [])) for number in numbers]
            instead = {n: Linear.of(c) + shift for n, c, shift in zip(free, called, shifts, strict=True)}
            part, inner = self._part(formula.substitute(instead), called)
            if part is None or part.said_of(texts) != meant.text:
                continue
            self.programs |= inner.programs
            self.quantifieds |= inner.quantifieds
            self.quantifieds.setdefault(part.key, part)
            name = self.quantified_name(list(self.quantifieds).index(part.key))
            places = [self.places[self.placed(self.number(number, []), [])] for number in numbers]
            return Said(meant.text, self.read(f"(Member set{name} {listed(places)}%nat)", places), meant.is_junction)
        return None

    def _part(self, formula: Formula, called: tuple[str, ...]) -> tuple[Part | None, Telling]:
        """The formula, which speaks of these numbers alone, as a part of its own; and what else it is told by."""
        inner = Telling(called, {}, self.base, suffix=self.suffix)
        inner.programs, inner.quantifieds = dict(self.programs), dict(self.quantifieds)
        inner.renamed = {name: name for name in called}
        try:
            said = inner.said(formula)
        except NotCovered:  # of numbers of which less is known
            return None, inner
        if not LIGHT <= inner.weight <= HEAVY:
            return None, inner
        automaton = automaton_of(formula, called, self.base)
        if len(automaton.transitions) > MOST_STATES:
            return None, inner
        atoms, given = tuple(zip(inner.atoms, inner.reach, strict=True)), tuple(inner.given_by_place)
        more = tuple(inner.more)
        return Part(self.base, called, more, atoms, given, said.formula, said.text, automaton), inner

    def quantified_name(self, place: int) -> str:
        return f"_{place + 1}_{self.suffix}"

    def compared(self, link: Compare) -> Said:
        """The left side less the right one stands in its relation to 0, where the functions in it are defined."""
        difference = link.left - link.right
        counted = [(call, factor) for call, factor in difference.calls if of_zeros(call)]
        if counted:
            return zeros_compared(self, difference, counted, link.relation)
        conditions: list[Said] = []
        endless: list[tuple[str, int]] = []  # where low2(0) would be larger than any number, with which sign
        number = self.number(difference, conditions, endless)
        said = self.at_zero(number, link.relation)
        for text, factor in endless:
            zero = self.at_zero(Number(((1, text),)), "=")
            larger = HOLDS[link.relation](factor)
            said = some_of([zero, said]) if larger else all_of([negation(zero), said])
        return all_of([*conditions, said])
