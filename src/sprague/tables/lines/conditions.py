"""Atomic conditions on the positions of a line (`Atom`), as arrays from which kernels compute 64 truth values at once.

A line is a set of positions that differ only in one entry, the line entry. An atomic condition states that a linear
term, plus multiples of residues, is at least 0, equal to 0, or unequal to 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sprague.language.conditions import Chain, Condition, Not
from sprague.language.expressions import Expression, Mod
from sprague.language.number_conditions import Divides, OfKind
from sprague.linear.terms import Linear
from sprague.tables.fibre_arrays import integer_array
from sprague.tables.kernels.line_masks import AT_LEAST, EQUAL, UNEQUAL, AtomArrays


class NotLinear(Exception):
    """Raised if a condition on the positions of a line is not a conjunction of atomic conditions."""


class Residue(NamedTuple):
    """The term `factor * (term mod modulus)` in an atomic condition."""

    factor: int
    term: Linear
    modulus: int


@dataclass(frozen=True, slots=True)
class Atom:
    """An atomic condition: `term` plus the sum of `residues` is >= 0, = 0 or != 0; `kind` selects the relation."""

    kind: int
    term: Linear
    residues: tuple[Residue, ...] = ()

    @property
    def names(self) -> set[str]:
        """The names of entries that occur in the atomic condition."""
        return set(self.term.names).union(*(residue.term.names for residue in self.residues))

    def substitute(self, values: Mapping[str, Linear]) -> Atom:
        """Return the atomic condition after replacing names by linear terms."""
        residues = (residue._replace(term=residue.term.substitute(values)) for residue in self.residues)
        return simplified(Atom(self.kind, self.term.substitute(values), tuple(residues)))

    @property
    def constant_truth(self) -> bool | None:
        """Whether the atomic condition is true; None if the condition contains names."""
        if self.residues or not self.term.is_constant:
            return None
        value = self.term.constant
        return value >= 0 if self.kind == AT_LEAST else (value == 0) == (self.kind == EQUAL)


def simplified(atom: Atom) -> Atom:
    """Return an equivalent atomic condition; replace each residue of a constant, such as `7 mod 3`, by its value."""
    constant = sum(factor * (term.constant % modulus) for factor, term, modulus in atom.residues if term.is_constant)
    residues = tuple(residue for residue in atom.residues if not residue.term.is_constant)
    return Atom(atom.kind, atom.term + constant, residues)


def atoms_of(condition: Condition, negated: bool = False) -> list[Atom]:
    """Return atomic conditions whose conjunction is the given condition; raise `NotLinear` if none exist.

    >>> from sprague.language.conditions import Chain
    >>> atoms_of(Chain.of(Linear.of(1), "<=", Linear.of("d"), "<", Linear.of("t")))
    [Atom(kind=0, term=Linear('d - 1'), residues=()), Atom(kind=0, term=Linear('t - d - 1'), residues=())]
    """
    if isinstance(condition, Not):
        return atoms_of(condition.atom, not negated)
    if isinstance(condition, Divides) and condition.divisor.is_constant:
        divisor = abs(condition.divisor.linear.constant)
        number = _parts(condition.number)
        kind = UNEQUAL if negated else EQUAL
        if not divisor:
            return [simplified(Atom(kind, *number))]
        if number[1]:
            raise NotLinear
        return [simplified(Atom(kind, Linear(), (Residue(1, number[0], divisor),)))]
    if isinstance(condition, OfKind) and condition.term.is_constant:
        holds = condition.includes(condition.term.linear.constant) != negated
        return [] if holds else [Atom(AT_LEAST, Linear.of(-1))]
    if not isinstance(condition, Chain) or negated:
        raise NotLinear
    atoms = []
    for link in condition.links():
        kind = {"=": EQUAL, "!=": UNEQUAL}.get(link.relation, AT_LEAST)
        term, residues = _parts(link.right - link.left)
        atoms.append(simplified(Atom(kind, term - (link.relation == "<"), residues)))
    return atoms


def _parts(expression: Expression) -> tuple[Linear, tuple[Residue, ...]]:
    """Return an expression as a linear term plus multiples of residues; raise `NotLinear` if impossible."""
    residues = []
    for call, factor in expression.calls:
        if not isinstance(call, Mod) or not call.term.is_linear:
            raise NotLinear
        residues.append(Residue(factor, call.term.linear, call.modulus))
    return expression.linear, tuple(residues)


def alternatives_of(disjunction: Iterable[Sequence[Condition]]) -> list[list[Atom]]:
    """Return a disjunction of conjunctions as lists of atomic conditions; drop conditions that are always true.

    Raise `NotLinear` if a condition cannot be expressed by atomic conditions.
    """
    found = []
    for conjunction in disjunction:
        atoms = [atom for condition in conjunction for atom in atoms_of(condition)]
        if not any(atom.constant_truth is False for atom in atoms):
            found.append([atom for atom in atoms if atom.constant_truth is None])
    return found


def build_atom_arrays(atoms: Sequence[Atom], names: Sequence[str]) -> AtomArrays:
    """Return atomic conditions as arrays of coefficients: one for each of `names`, then a constant."""
    width = len(names) + 1

    def vector(term: Linear) -> list[int]:
        return [*(term.coefficient(name) for name in names), term.constant]

    residues = [residue for atom in atoms for residue in atom.residues]
    starts = [0]
    for atom in atoms:
        starts.append(starts[-1] + len(atom.residues))
    line = names[-2]
    return AtomArrays(
        terms=integer_array([vector(atom.term) for atom in atoms], (len(atoms), width)),
        kinds=integer_array([atom.kind for atom in atoms], (len(atoms),)),
        bitwise=integer_array(
            [any(line in residue.term.names for residue in atom.residues) for atom in atoms], (len(atoms),)
        ),
        residue_start=integer_array(starts, (len(atoms) + 1,)),
        residue_terms=integer_array([vector(residue.term) for residue in residues], (len(residues), width)),
        residue_factors=integer_array([residue.factor for residue in residues], (len(residues),)),
        residue_moduli=integer_array([residue.modulus for residue in residues], (len(residues),)),
    )
