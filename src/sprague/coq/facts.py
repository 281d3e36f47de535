"""The numbers that formulas of one game speak of, each with its place, and the linear conditions on them.

Every condition that is read is an *atom* with a number of its own; what is the same has the same number. It speaks of
the first so many of the numbers: what is *given* is looked at in a column of digits as soon as those have theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sprague.coq.said import Said, uncovered
from sprague.coq.sums import Number, bracketed

SIGNS: Mapping[str, str] = {"<": "<", "<=": "<=", "=": "=", "!=": "<>"}


@dataclass
class Facts:
    """Numbers and atoms in one list each; the position's own numbers come first."""

    names: tuple[str, ...]  # as they are called in Coq
    lowest: dict[str, int]  # bounds of numbers, where they are more than 0
    base: int
    places: dict[str, int] = field(init=False)
    atoms: dict[str, int] = field(default_factory=dict)
    reach: list[int] = field(default_factory=list)  # of how many numbers each atom speaks, from the first on
    given: list[Said] = field(default_factory=list)

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
        said = f"(fact {form} ({number.constant}) [{'; '.join(residues)}] {'true' if is_zero else 'false'})"
        spoken_of = [number, *(residue.number for _, residue in number.residues)]
        return self.read(said, [self.places[text] for one in spoken_of for _, text in one.parts])

    def form(self, number: Number) -> str:
        return "[" + "; ".join(f"({factor}, {self.places[text]}%nat)" for factor, text in number.parts) + "]"

    def read(self, condition: str, places: Sequence[int]) -> str:
        return self.atom(f"read {self.base} eq_refl {condition}%Z eq_refl", places)

    def zeros_of(self, text: str) -> str:
        """How many zeros a number ends in."""
        return f"v {self.base} {bracketed(text)}"

    def zeros_atom(self, word: str, arguments: str) -> str:
        """What is said of such counts."""
        return self.atom(f"v_{word} {self.base} eq_refl {arguments}")

    def are_numbers(self) -> list[Said]:
        """What has to be asked of digits so that they are those of numbers; of digits in a base nothing."""
        return []

    def atom(self, text: str, places: Sequence[int] | None = None) -> str:
        """An atom that speaks of the numbers at these places, or of all that there are so far."""
        if text not in self.atoms:
            self.atoms[text] = len(self.atoms)
            self.reach.append(len(self.places) if places is None else max(places, default=-1) + 1)
        return f"(Is {self.atoms[text]})"

    @property
    def weight(self) -> int:
        """How much is read together: atoms and numbers beside the position; of residues there are as many as bits."""
        moduli = (int(modulus) for atom in self.atoms for modulus in re.findall(r"Residue \[.*?\] \(\S+\) (\d+)", atom))
        return len(self.atoms) + len(self.more) + sum(modulus.bit_length() - 1 for modulus in moduli)

    @property
    def given_by_place(self) -> list[list[str]]:
        """For each number, what is given of it and of those before."""
        found: list[list[str]] = [[] for _ in self.places]
        for said in self.given:
            found[max(self.reach[int(atom)] for atom in re.findall(r"Is (\d+)", said.formula)) - 1].append(said.formula)
        return found
