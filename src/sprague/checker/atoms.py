"""What the checker asks of numbers: linear facts, powers, and what can be seen of their digits alone.

An atom speaks of numbers by name and is true or false of them. How it is followed while digits are read is in
`readers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.rules.column_programs import ColumnProgram
from sprague.rules.conditions import Chain, Condition, Power
from sprague.rules.linear import Linear


@dataclass(frozen=True)
class Residue:
    """`term` mod `modulus`, a number from 0 to modulus - 1."""

    term: Linear
    modulus: int

    @property
    def names(self) -> tuple[str, ...]:
        return self.term.names

    def substitute(self, values: Mapping[str, Linear]) -> Residue:
        return Residue(self.term.substitute(values), self.modulus)

    def value(self, values: Mapping[str, int]) -> int:
        return self.term.value(values) % self.modulus

    def __str__(self) -> str:
        return f"({self.term}) mod {self.modulus}"


@dataclass(frozen=True)
class Fact:
    """`linear` + multiples of residues is >= 0, = 0 or != 0."""

    linear: Linear
    relation: str
    residues: tuple[tuple[int, Residue], ...] = ()

    @property
    def names(self) -> set[str]:
        return {*self.linear.names, *(name for _, residue in self.residues for name in residue.names)}

    def substitute(self, values: Mapping[str, Linear]) -> Fact:
        residues = tuple((factor, residue.substitute(values)) for factor, residue in self.residues)
        return Fact(self.linear.substitute(values), self.relation, residues)


@dataclass(frozen=True)
class IsPower:
    """`term` is 1, base, base², …."""

    term: Linear
    base: int

    @property
    def names(self) -> set[str]:
        return set(self.term.names)

    def substitute(self, values: Mapping[str, Linear]) -> IsPower:
        return IsPower(self.term.substitute(values), self.base)


Atom = Fact | IsPower


#: A name, or xor, bitand or bitor of such.
Joined = str | tuple[str, tuple["Joined", ...]]


@dataclass(frozen=True)
class Bitwise:
    """The binary digits of `result` are those of other numbers, joined by xor, bitand and bitor."""

    joined: Joined
    result: str

    @property
    def names(self) -> set[str]:
        return {*_names(self.joined), self.result}


def _names(joined: Joined) -> Iterator[str]:
    if isinstance(joined, str):
        yield joined
    else:
        for part in joined[1]:
            yield from _names(part)


@dataclass(frozen=True)
class ColumnSums:
    """In every column the digits of these numbers have a sum divisible by the modulus."""

    numbers: tuple[str, ...]
    modulus: int

    @property
    def names(self) -> set[str]:
        return set(self.numbers)


@dataclass(frozen=True)
class Programmed:
    """The columns of digits of these numbers are as a program says."""

    numbers: tuple[str, ...]
    program: ColumnProgram

    @property
    def names(self) -> set[str]:
        return set(self.numbers)


@dataclass(frozen=True)
class LowestPower:
    """`power` is the greatest power of the base that divides the number, which is not 0."""

    number: str
    power: str

    @property
    def names(self) -> set[str]:
        return {self.number, self.power}


@dataclass(frozen=True)
class Shifted:
    """`shifted` has the digits of the number and one more, 0, at the end."""

    number: str
    shifted: str

    @property
    def names(self) -> set[str]:
        return {self.number, self.shifted}


@dataclass(frozen=True)
class Zeros:
    """The zeros that end `more`, less those that end `less`, plus a constant: <, <=, = or != 0.

    One of the two may be missing; neither number is 0.
    """

    more: str | None
    less: str | None
    constant: int
    relation: str

    @property
    def names(self) -> set[str]:
        return {name for name in (self.more, self.less) if name is not None}


@dataclass(frozen=True)
class ZerosResidue:
    """The number of zeros that end a number, which is not 0, leaves this residue."""

    number: str
    modulus: int
    residue: int

    @property
    def names(self) -> set[str]:
        return {self.number}


@dataclass(frozen=True)
class IsNumber:
    """The number of this name is this one."""

    name: str
    number: int

    @property
    def names(self) -> set[str]:
        return {self.name}


DigitAtom = IsNumber | Bitwise | ColumnSums | Programmed | LowestPower | Shifted | Zeros | ZerosResidue


def holds(atom: Atom, values: Mapping[str, int]) -> bool:
    """Whether an atom is true of these numbers.

    >>> k = Linear.of("k")
    >>> [number for number in range(-3, 9) if holds(IsPower(k + 1, 2), {"k": number})]
    [0, 1, 3, 7]
    """
    if isinstance(atom, IsPower):
        number = atom.term.value(values)
        while number > 1 and number % atom.base == 0:
            number //= atom.base
        return number == 1
    number = atom.linear.value(values) + sum(factor * residue.value(values) for factor, residue in atom.residues)
    return is_true(number, atom.relation)


def is_true(number: int, relation: str) -> bool:
    """Whether the number stands in the relation to 0."""
    return {">=": number >= 0, "<": number < 0, "<=": number <= 0, "=": number == 0, "!=": number != 0}[relation]


def at_least(term: Linear, least: int = 0) -> Fact:
    return Fact(term - least, ">=")


def equals(term: Linear, other: Linear | int = 0) -> Fact:
    return Fact(term - other, "=")


def atoms_of(condition: Condition) -> list[Atom]:
    """A condition of a rule as atoms."""
    if isinstance(condition, Power):
        return [IsPower(condition.term.linear, condition.base)]
    if not isinstance(condition, Chain):
        raise SpragueError(f"expected a comparison or a power, got {condition!r}; the checker knows no other condition")
    found: list[Atom] = []
    for link in condition.links():
        linear = Linear((), -1 if link.relation == "<" else 0)
        residues: list[tuple[int, Residue]] = []
        for side, sign in ((link.right, 1), (link.left, -1)):
            if (residue := side.residue) is not None:
                residues.append((sign, Residue(residue.term.linear, residue.modulus)))
            elif side.is_linear:
                linear = linear + sign * side.linear
            else:
                raise SpragueError(f"expected linear terms and residues of them, got {str(side)!r}")
        found.append(Fact(linear, link.relation if link.relation in ("=", "!=") else ">=", tuple(residues)))
    return found


def with_named_powers(atoms: Iterable[Atom]) -> list[Atom]:
    """The same atoms, with a name for each term that is to be a power: digits show the powers among names only."""
    found: list[Atom] = []
    for atom in atoms:
        if isinstance(atom, IsPower) and not atom.term.is_name:
            name = Linear.of(f"#power {atom.term}")
            found += [IsPower(name, atom.base), equals(name, atom.term)]
        else:
            found.append(atom)
    return found
