"""Linear conditions of formulas, as statements and as atoms that Coq checks.

Every condition that is read is an *atom* with a number of its own; what is the same has the same number. It speaks of
the first so many of the numbers: what is *given* is looked at in a column of digits as soon as those have theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sprague.coq.rule_terms import NotCovered


def not_covered(what: str) -> NotCovered:
    return NotCovered(f"expected a formula that the Coq library covers, got {what}")


@dataclass(frozen=True)
class TranslatedFormula:
    """A condition twice: as it is read in Coq, and as a formula of atoms with the same structure."""

    text: str
    formula: str
    is_junction: bool = False  # which needs brackets in another one

    @property
    def bracketed(self) -> str:
        return f"({self.text})" if self.is_junction else self.text


TRUE, FALSE = TranslatedFormula("True", "Top"), TranslatedFormula("False", "(Neg Top)")


def all_of(parts: Sequence[TranslatedFormula]) -> TranslatedFormula:
    return _joined(parts, "/\\", "Conj", TRUE)


def some_of(parts: Sequence[TranslatedFormula]) -> TranslatedFormula:
    return _joined(parts, "\\/", "Disj", FALSE)


def _joined(parts: Sequence[TranslatedFormula], sign: str, word: str, of_none: TranslatedFormula) -> TranslatedFormula:
    if not parts:
        return of_none
    *others, formula = [part.formula for part in parts]
    for other in reversed(others):
        formula = f"({word} {other} {formula})"
    if len(parts) == 1:
        return parts[0]
    return TranslatedFormula(f" {sign} ".join(part.bracketed for part in parts), formula, True)


def negation(part: TranslatedFormula) -> TranslatedFormula:
    return TranslatedFormula(f"~ ({part.text})", f"(Neg {part.formula})")


@dataclass(frozen=True)
class LinearValue:
    """A constant, multiples of numbers that have a place, and multiples of residues of such."""

    parts: tuple[tuple[int, str], ...] = ()
    constant: int = 0
    residues: tuple[tuple[int, Residue], ...] = ()

    def plus(self, other: LinearValue, factor: int = 1) -> LinearValue:
        parts = {text: old for old, text in self.parts}
        for old, text in other.parts:
            parts[text] = parts.get(text, 0) + factor * old
        kept = tuple((number, text) for text, number in parts.items() if number)
        residues = self.residues + tuple((factor * old, residue) for old, residue in other.residues)
        return LinearValue(kept, self.constant + factor * other.constant, residues)

    @property
    def name(self) -> str | None:
        """The number with a place that this is, if it is one."""
        match self:
            case LinearValue(((1, text),), 0, ()):
                return text
        return None

    def sides(self) -> tuple[str, str]:
        """What is added and what is taken away, both as sums of natural numbers."""
        terms = [*self.parts, *((factor, residue.text) for factor, residue in self.residues)]
        if self.constant:
            terms.append((1 if self.constant > 0 else -1, str(abs(self.constant))))
        return _sum([term for term in terms if term[0] > 0]), _sum([term for term in terms if term[0] < 0])

    @property
    def text(self) -> str:
        """The number as it is written; what is taken away is at most as much as there is."""
        added, taken = self.sides()
        return added if taken == "0" else f"{added} - {f'({taken})' if _is_infix(taken) else taken}"


@dataclass(frozen=True)
class Residue:
    """What a number leaves when it is divided."""

    number: LinearValue
    modulus: int
    text: str


def bracketed(text: str) -> str:
    """As the argument of a function."""
    return text if re.fullmatch(r"\w+", text) else f"({text})"


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    """Multiples of natural numbers, all signs left out."""
    alone = len(terms) == 1
    shown = []
    for factor, text in terms:
        size = "" if abs(factor) == 1 else f"{abs(factor)} * "
        shown.append(f"{size}({text})" if _is_infix(text) and (size or not alone) else f"{size}{text}")
    return " + ".join(shown) or "0"


def applied(word: str, texts: Sequence[str]) -> str:
    """A function of two numbers applied to several, from the last one on."""
    *others, text = texts
    for other in reversed(others):
        text = f"{word} {bracketed(other)} {bracketed(text)}"
    return text


def _is_infix(text: str) -> bool:
    """Whether this needs brackets in a sum or product: it has a sign that stands in no brackets."""
    outside = text
    while (inner := re.sub(r"\([^()]*\)", "_", outside)) != outside:
        outside = inner
    return re.search(r" ([-+*/]|mod) ", outside) is not None


SIGNS: Mapping[str, str] = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}


@dataclass
class AtomTable:
    """TermTranslator and atoms in one list each; the position's own numbers come first."""

    names: tuple[str, ...]  # as they are called in Coq
    lowest: dict[str, int]  # bounds of numbers, where they are more than 0
    base: int
    places: dict[str, int] = field(init=False)
    atoms: dict[str, int] = field(default_factory=dict)
    atom_ranges: list[int] = field(default_factory=list)  # of how many numbers each atom speaks, from the first on
    given: list[TranslatedFormula] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = {name: place for place, name in enumerate(self.names)}

    @property
    def extra_numbers(self) -> list[str]:
        """The numbers beside those of the position."""
        return list(self.places)[len(self.names) :]

    def add_number(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))

    def bound_name(self, name: str) -> str:
        """A name for a number that is bound, which is none of the position's."""
        return name if name not in self.names else self.bound_name(f"{name}_")

    def require_base(self, base: int, what: str) -> None:
        if base != self.base:
            raise not_covered(f"{what} where the automaton reads base {self.base}")

    def lower_bound(self, text: str, least: int) -> TranslatedFormula:
        return self.compare_to_zero(LinearValue(((-1, text),), least), "<=")

    def compare_to_zero(self, number: LinearValue, relation: str) -> TranslatedFormula:
        """A linear condition."""
        if relation == "!=":
            return TranslatedFormula(
                self.comparison_text(number, "!="), f"(Neg {self.compare_to_zero(number, '=').formula})"
            )
        if relation == "=":
            return TranslatedFormula(self.comparison_text(number, "="), self.linear_atom(number, True))
        most = LinearValue((), -1 if relation == "<" else 0).plus(number, -1)
        return TranslatedFormula(self.comparison_text(number, relation), self.linear_atom(most, False))

    def comparison_text(self, number: LinearValue, relation: str) -> str:
        added, taken = number.sides()
        return f"{added} {SIGNS[relation]} {taken}"

    def linear_atom(self, number: LinearValue, is_zero: bool) -> str:
        residues = [
            f"({factor}, Residue {self.form_text(residue.number)} ({residue.number.constant}) {residue.modulus})"
            for factor, residue in number.residues
        ]
        form = self.form_text(number)
        said = f"(fact {form} ({number.constant}) [{'; '.join(residues)}] {'true' if is_zero else 'false'})"
        spoken_of = [number, *(residue.number for _, residue in number.residues)]
        return self.condition_atom(said, [self.places[text] for one in spoken_of for _, text in one.parts])

    def form_text(self, number: LinearValue) -> str:
        return "[" + "; ".join(f"({factor}, {self.places[text]}%nat)" for factor, text in number.parts) + "]"

    def condition_atom(self, condition: str, places: Sequence[int]) -> str:
        return self.atom(f"read {self.base} eq_refl {condition}%Z eq_refl", places)

    def zeros_text(self, text: str) -> str:
        """How many zeros a number ends in."""
        return f"v {self.base} {bracketed(text)}"

    def zeros_atom(self, word: str, arguments: str) -> str:
        """What is said of such counts."""
        return self.atom(f"v_{word} {self.base} eq_refl {arguments}")

    def validity_conditions(self) -> list[TranslatedFormula]:
        """What has to be asked of digits so that they are those of numbers; of digits in a base nothing."""
        return []

    def atom(self, text: str, places: Sequence[int] | None = None) -> str:
        """An atom that speaks of the numbers at these places, or of all that there are so far."""
        if text not in self.atoms:
            self.atoms[text] = len(self.atoms)
            self.atom_ranges.append(len(self.places) if places is None else max(places, default=-1) + 1)
        return f"(Is {self.atoms[text]})"

    @property
    def weight(self) -> int:
        """How much is read together: atoms and numbers beside the position; of residues there are as many as bits."""
        moduli = (int(modulus) for atom in self.atoms for modulus in re.findall(r"Residue \[.*?\] \(\S+\) (\d+)", atom))
        return len(self.atoms) + len(self.extra_numbers) + sum(modulus.bit_length() - 1 for modulus in moduli)

    @property
    def given_by_place(self) -> list[list[str]]:
        """For each number, what is given of it and of those before."""
        found: list[list[str]] = [[] for _ in self.places]
        for said in self.given:
            found[max(self.atom_ranges[int(atom)] for atom in re.findall(r"Is (\d+)", said.formula)) - 1].append(
                said.formula
            )
        return found
