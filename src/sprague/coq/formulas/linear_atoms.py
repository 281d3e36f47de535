"""Translation of linear conditions to Coq statements and to atoms (`AtomTable`, `TranslatedFormula`).

An *atom* is a condition with an index; equal conditions have the same index. An atom has the range r if it depends only
on the first r numbers. A *given* condition defines an extra number, such as the value of a function. A given condition
with the range r is evaluated as soon as the digits of the first r numbers are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sprague.coq.rule_terms import NotCovered


def not_covered(what: str) -> NotCovered:
    """Return the error for a formula that the atoms of the Coq library do not cover."""
    return NotCovered(f"the export to Coq does not cover {what}")


@dataclass(frozen=True)
class TranslatedFormula:
    """The Coq translation of a formula in two forms: as a statement, and as a propositional combination of atoms."""

    text: str
    formula: str
    is_junction: bool = False  # whether the statement needs brackets inside another statement

    @property
    def bracketed(self) -> str:
        """The Coq statement, in brackets if it needs brackets inside another statement."""
        return f"({self.text})" if self.is_junction else self.text


TRUE, FALSE = TranslatedFormula("True", "Top"), TranslatedFormula("False", "(Neg Top)")


def all_of(parts: Sequence[TranslatedFormula]) -> TranslatedFormula:
    """Return the conjunction of translated formulas."""
    return _join(parts, "/\\", "Conj", TRUE)


def some_of(parts: Sequence[TranslatedFormula]) -> TranslatedFormula:
    """Return the disjunction of translated formulas."""
    return _join(parts, "\\/", "Disj", FALSE)


def _join(parts: Sequence[TranslatedFormula], sign: str, word: str, empty: TranslatedFormula) -> TranslatedFormula:
    if not parts:
        return empty
    *others, formula = [part.formula for part in parts]
    for other in reversed(others):
        formula = f"({word} {other} {formula})"
    if len(parts) == 1:
        return parts[0]
    return TranslatedFormula(f" {sign} ".join(part.bracketed for part in parts), formula, True)


def negation(part: TranslatedFormula) -> TranslatedFormula:
    """Return the negation of a translated formula."""
    return TranslatedFormula(f"~ ({part.text})", f"(Neg {part.formula})")


@dataclass(frozen=True)
class LinearValue:
    """The value of a term: a linear combination of residues and of numbers in an `AtomTable`."""

    parts: tuple[tuple[int, str], ...] = ()
    constant: int = 0
    residues: tuple[tuple[int, Residue], ...] = ()

    def plus(self, other: LinearValue, factor: int = 1) -> LinearValue:
        """Return the sum of this value and `factor` times another value."""
        parts = {text: old for old, text in self.parts}
        for old, text in other.parts:
            parts[text] = parts.get(text, 0) + factor * old
        nonzero = tuple((number, text) for text, number in parts.items() if number)
        residues = self.residues + tuple((factor * old, residue) for old, residue in other.residues)
        return LinearValue(nonzero, self.constant + factor * other.constant, residues)

    @property
    def name(self) -> str | None:
        """The Coq text of the value if it is a single number of the table, otherwise None."""
        match self:
            case LinearValue(((1, text),), 0, ()):
                return text
        return None

    def sides(self) -> tuple[str, str]:
        """Return the Coq texts of two sums of natural numbers; the difference of the sums is the value."""
        terms = [*self.parts, *((factor, residue.text) for factor, residue in self.residues)]
        if self.constant:
            terms.append((1 if self.constant > 0 else -1, str(abs(self.constant))))
        return _sum([term for term in terms if term[0] > 0]), _sum([term for term in terms if term[0] < 0])

    @property
    def text(self) -> str:
        """The Coq text of the value, which must be nonnegative."""
        added, taken = self.sides()
        return added if taken == "0" else f"{added} - {f'({taken})' if _is_infix(taken) else taken}"


@dataclass(frozen=True)
class Residue:
    """The residue of a linear value modulo a positive integer, and its Coq text."""

    number: LinearValue
    modulus: int
    text: str


def bracketed(text: str) -> str:
    """Return the Coq text of a term as an argument of a function, in brackets if necessary."""
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    """Return a sum of multiples of natural numbers as Coq text; the signs of the factors are ignored."""
    alone = len(terms) == 1
    shown = []
    for factor, text in terms:
        size = "" if abs(factor) == 1 else f"{abs(factor)} * "
        shown.append(f"{size}({text})" if _is_infix(text) and (size or not alone) else f"{size}{text}")
    return " + ".join(shown) or "0"


def applied(word: str, texts: Sequence[str]) -> str:
    """Return the Coq text of a binary function of several terms, nested to the right: `f a (f b c)`."""
    *others, text = texts
    for other in reversed(others):
        text = f"{word} {bracketed(other)} {bracketed(text)}"
    return text


def _is_infix(text: str) -> bool:
    """Return whether the Coq text of a term has an operator outside brackets and so needs brackets in a product."""
    outside = text
    while (inner := re.sub(r"\([^()]*\)", "_", outside)) != outside:
        outside = inner
    return re.search(r" ([-+*/]|mod) ", outside) is not None


SIGNS: Mapping[str, str] = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}


@dataclass
class AtomTable:
    """A table that gives an index to each number and each atom of a formula; entries of the position come first."""

    names: tuple[str, ...]  # names that the entries have in Coq
    lowest: dict[str, int]  # maps the text of a number to its lower bound; the default is 0
    base: int
    places: dict[str, int] = field(init=False)
    atoms: dict[str, int] = field(default_factory=dict)
    # the range of each atom; an atom with the range r depends only on the first r variables
    atom_ranges: list[int] = field(default_factory=list)
    given: list[TranslatedFormula] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = {name: place for place, name in enumerate(self.names)}

    @property
    def extra_numbers(self) -> list[str]:
        """The texts of the numbers in the table that are not entries of the position."""
        return list(self.places)[len(self.names) :]

    def add_number(self, text: str) -> int:
        """Return the index of a number in the table; if the table does not contain the number, add it."""
        return self.places.setdefault(text, len(self.places))

    def bound_name(self, name: str) -> str:
        """Return a name for a bound variable that differs from the names of all entries of the position."""
        return name if name not in self.names else self.bound_name(f"{name}_")

    def require_base(self, base: int, what: str) -> None:
        """Raise `NotCovered` if a part of a formula needs another base than the automaton has."""
        if base != self.base:
            raise not_covered(f"{what} if the automaton reads base {self.base}")

    def lower_bound(self, text: str, least: int) -> TranslatedFormula:
        """Return the condition that a number is at least `least`, both as a Coq statement and as an atom."""
        return self.compare_to_zero(LinearValue(((-1, text),), least), "<=")

    def compare_to_zero(self, number: LinearValue, relation: str) -> TranslatedFormula:
        """Return the comparison of a linear value with 0, both as a Coq statement and as an atom."""
        if relation == "!=":
            return TranslatedFormula(
                self.comparison_text(number, "!="), f"(Neg {self.compare_to_zero(number, '=').formula})"
            )
        if relation == "=":
            return TranslatedFormula(self.comparison_text(number, "="), self.linear_atom(number, True))
        most = LinearValue((), -1 if relation == "<" else 0).plus(number, -1)
        return TranslatedFormula(self.comparison_text(number, relation), self.linear_atom(most, False))

    def comparison_text(self, number: LinearValue, relation: str) -> str:
        """Return the comparison of a linear value with 0 as a Coq statement about natural numbers."""
        added, taken = number.sides()
        return f"{added} {SIGNS[relation]} {taken}"

    def linear_atom(self, number: LinearValue, is_zero: bool) -> str:
        """Return the atom for the condition that a linear value is 0, or at least 0."""
        residues = [
            f"({factor}, Residue {self.form_text(residue.number)} ({residue.number.constant}) {residue.modulus})"
            for factor, residue in number.residues
        ]
        form = self.form_text(number)
        condition = f"(fact {form} ({number.constant}) [{'; '.join(residues)}] {'true' if is_zero else 'false'})"
        numbers = [number, *(residue.number for _, residue in number.residues)]
        return self.condition_atom(condition, [self.places[text] for one in numbers for _, text in one.parts])

    def form_text(self, number: LinearValue) -> str:
        """Return a linear value without its constant as a Coq list of pairs of a factor and an index."""
        return "[" + "; ".join(f"({factor}, {self.places[text]}%nat)" for factor, text in number.parts) + "]"

    def condition_atom(self, condition: str, places: Sequence[int]) -> str:
        """Return the atom for a digit condition on the numbers with the given indices."""
        return self.atom(f"read {self.base} eq_refl {condition}%Z eq_refl", places)

    def zeros_text(self, text: str) -> str:
        """Return the Coq term for the number of final zeros of a number."""
        return f"v {self.base} {bracketed(text)}"

    def zeros_atom(self, word: str, arguments: str) -> str:
        """Return an atom that compares the numbers of trailing zeros of terms."""
        return self.atom(f"v_{word} {self.base} eq_refl {arguments}")

    def validity_conditions(self) -> list[TranslatedFormula]:
        """Return the conditions that words of digits represent numbers; in a base, there are no such conditions."""
        return []

    def atom(self, text: str, places: Sequence[int] | None = None) -> str:
        """Return an atom that depends on the numbers at the given indices; the default is all numbers in the table."""
        if text not in self.atoms:
            self.atoms[text] = len(self.atoms)
            self.atom_ranges.append(len(self.places) if places is None else max(places, default=-1) + 1)
        return f"(Is {self.atoms[text]})"

    @property
    def weight(self) -> int:
        """An estimate of the size of the formula's automaton, computed from the atoms, extra numbers and moduli."""
        moduli = (int(modulus) for atom in self.atoms for modulus in re.findall(r"Residue \[.*?\] \(\S+\) (\d+)", atom))
        return len(self.atoms) + len(self.extra_numbers) + sum(modulus.bit_length() - 1 for modulus in moduli)

    @property
    def given_by_place(self) -> list[list[str]]:
        """The `given` conditions, grouped by the last number on which they depend."""
        found: list[list[str]] = [[] for _ in self.places]
        for one in self.given:
            found[max(self.atom_ranges[int(atom)] for atom in re.findall(r"Is (\d+)", one.formula)) - 1].append(
                one.formula
            )
        return found
