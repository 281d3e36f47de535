"""The numbers that formulas of one game speak of, each with its place, and the linear conditions on them.

Every condition that is read is an *atom* with a number of its own; what is the same has the same number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sprague.coq.said import Said, uncovered
from sprague.coq.sums import Number

SIGNS: Mapping[str, str] = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}


@dataclass
class Facts:
    """Numbers and atoms in one list each; the position's own numbers come first."""

    names: tuple[str, ...]  # as they are called in Coq
    lowest: dict[str, int]  # bounds of numbers, where they are more than 0
    base: int
    places: dict[str, int] = field(init=False)
    atoms: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.places = {name: place for place, name in enumerate(self.names)}

    @property
    def more(self) -> list[str]:
        """The numbers beside those of the position."""
        return list(self.places)[len(self.names) :]

    def enter(self, text: str) -> int:
        return self.places.setdefault(text, len(self.places))

    def bound(self, name: str) -> str:
        """A name for a number that is bound, which is none of the position's."""
        return name if name not in self.names else self.bound(f"{name}_")

    def need(self, base: int, what: str) -> None:
        if base != self.base:
            raise uncovered(f"{what} where the automaton reads base {self.base}")

    def at_least(self, text: str, least: int) -> Said:
        return self.at_zero(Number(((-1, text),), least), "<=")

    def at_zero(self, number: Number, relation: str) -> Said:
        """A linear condition."""
        if relation == "!=":
            return Said(self.shown(number, "!="), f"(Neg {self.at_zero(number, '=').formula})")
        if relation == "=":
            return Said(self.shown(number, "="), self.fact(number, True))
        most = Number((), -1 if relation == "<" else 0).plus(number, -1)
        return Said(self.shown(number, relation), self.fact(most, False))

    def shown(self, number: Number, relation: str) -> str:
        added, taken = number.sides()
        return f"{added} {SIGNS[relation]} {taken}"

    def fact(self, number: Number, is_zero: bool) -> str:
        residues = [
            f"({factor}, Residue {self.form(residue.number)} ({residue.number.constant}) {residue.modulus})"
            for factor, residue in number.residues
        ]
        form = self.form(number)
        return self.read(f"(fact {form} ({number.constant}) [{'; '.join(residues)}] {'true' if is_zero else 'false'})")

    def form(self, number: Number) -> str:
        return "[" + "; ".join(f"({factor}, {self.places[text]}%nat)" for factor, text in number.parts) + "]"

    def read(self, condition: str) -> str:
        return self.atom(f"read {self.base} eq_refl {condition}%Z eq_refl")

    def atom(self, text: str) -> str:
        return f"(Is {self.atoms.setdefault(text, len(self.atoms))})"
