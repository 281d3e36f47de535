"""The value of an expression of a formula, by cases: a linear term, with what it took to come to it.

Numbers that are not linear in the others get a name of their own (it begins with #), and an atom says what it is. So a
comparison becomes: in one of the cases all atoms hold, for some numbers of the new names. Two kinds of values are no
numbers. How often a base divides a number is known by the zeros at its end only. And Ω, which v2(0) and low2(0) are,
is larger than any number; a case knows how often it has been added.

Where a function is not defined there is no case, so that the comparison is false.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from math import prod

from sprague.checker.atoms import (
    Atom,
    Bitwise,
    DigitAtom,
    Fact,
    LowestPower,
    Residue,
    Shifted,
    Zeros,
    ZerosResidue,
)
from sprague.checker.digits import Digits
from sprague.errors import OutOfReach
from sprague.rules import expressions
from sprague.rules.expressions import Abs, Call, Div, Expression, FibShift, FibZeros, Lowest, Max, Min, Mod, Valuation
from sprague.rules.linear import Linear

MOST_CASES = 4096  # of one comparison: the reader would not wait for more


class OtherDigits(OutOfReach):
    """What can be seen only if numbers are written in other digits."""

    def __init__(self, message: str, digits: Digits) -> None:
        super().__init__(message)
        self.digits = digits


Atoms = tuple[Atom | DigitAtom, ...]
ZERO = Linear()


@dataclass(frozen=True)
class Case:
    """Where the atoms hold, the value is linear + multiples of residues, of counts of zeros and of Ω."""

    linear: Linear = ZERO
    residues: tuple[tuple[int, Residue], ...] = ()
    zeros: tuple[tuple[int, str], ...] = ()
    endless: int = 0
    where: Atoms = ()

    def plus(self, other: Case, factor: int) -> Case:
        return Case(
            self.linear + other.linear * factor,
            self.residues + tuple((factor * old, residue) for old, residue in other.residues),
            self.zeros + tuple((factor * old, name) for old, name in other.zeros),
            self.endless + factor * other.endless,
            self.where + other.where,
        )

    def given(self, *atoms: Atom | DigitAtom) -> Case:
        return replace(self, where=self.where + atoms)

    def at_zero(self, relation: str) -> Atoms | None:
        """When the value stands in this relation to 0; None for never."""
        if self.endless:
            larger = self.endless > 0  # than any number
            return () if {"<": not larger, "<=": not larger, "=": False, "!=": True}[relation] else None
        if self.zeros:
            return (self._zeros_at_zero(relation),)
        negative = tuple((-factor, residue) for factor, residue in self.residues)
        if relation == "<":
            return (Fact(-self.linear - 1, ">=", negative),)
        if relation == "<=":
            return (Fact(-self.linear, ">=", negative),)
        return (Fact(self.linear, relation, self.residues),)

    def _zeros_at_zero(self, relation: str) -> Zeros:
        counted = {factor: name for factor, name in self.zeros if abs(factor) == 1}
        if len(counted) < len(self.zeros) or self.residues or not self.linear.is_constant:
            raise OutOfReach("a valuation is compared with more than a number or one other valuation")
        return Zeros(counted.get(1), counted.get(-1), self.linear.constant, relation)


class Values:
    """The cases of expressions, with names that are used once."""

    def __init__(self, digits: Digits) -> None:
        self.digits = digits
        self.fresh = (f"#{number}" for number in count())

    def of(self, expression: Expression) -> list[Case]:
        """The cases in which an expression has a value."""
        found = [Case(expression.linear)]
        for call, factor in expression.calls:
            found = [one.plus(two, factor) for one, two in self.combined([found, self.of_call(call)])]
        return found

    def combined(self, parts: Sequence[Sequence[Case]]) -> Iterator[tuple[Case, ...]]:
        """A case of each."""
        if (number := prod(map(len, parts))) > MOST_CASES:
            raise OutOfReach(f"a comparison has {number:,} cases, and the checker goes through {MOST_CASES:,} at most")
        return product(*parts)

    def of_call(self, call: Call) -> list[Case]:
        arguments = [self.of(argument) for argument in call.arguments]
        match call:
            case Max() | Min():
                cases = self.combined(arguments)
                return [chosen for given in cases for chosen in _extremes(given, isinstance(call, Max))]
            case Abs():
                return [found for case in arguments[0] for found in _extremes((case, Case().plus(case, -1)), True)]
            case Div():
                divisor = call.divisor
                return [found for case in arguments[0] if not case.endless for found in self.quotient(case, divisor)]
            case Mod():
                modulus = call.modulus
                return [self.residue(one, modulus) for case in arguments[0] for one in _split(case, modulus)]
            case Valuation():
                self.need(str(call.base), f"v{call.base}")
                return [found for case in arguments[0] for found in self.valuation(case)]
            case Lowest():
                self.need(str(call.base), f"low{call.base}")
                return [found for case in arguments[0] for found in self.lowest_power(case)]
            case FibZeros():
                self.need(f"{call.times},1", call.word)
                return [found for case in self.naturals(arguments[0]) for found in self.valuation(case)]
            case FibShift():
                self.need(f"{call.times},1", call.word)
                return [self.shifted(case) for case in self.naturals(arguments[0])]
            case expressions.Bitwise():
                self.need("2", call.word)
                cases = self.combined([self.naturals(argument) for argument in arguments])
                return [self.bitwise(given, call.word) for given in cases]
        raise OutOfReach(f"the checker does not know '{call}'")

    def need(self, name: str, what: str) -> None:
        if self.digits != (needed := Digits.of(name)):
            raise OtherDigits(f"{what} is seen in {needed}, and the set is written in {self.digits}", needed)

    def named(self, case: Case, sign: int = 1) -> tuple[str, Case]:
        """A name for a value (or its negative) that is a natural number, and when it has it."""
        if sign == 1 and case.linear.is_name and not case.residues:
            return case.linear.names[0], case
        text = f"{case.linear} + {case.residues}" if case.residues else f"{case.linear}"
        name = f"#{'' if sign == 1 else '-'}({text})"
        (same,) = Case(Linear.of(name) * -sign).plus(case, 1).at_zero("=") or ()
        return name, case.given(same)

    def naturals(self, cases: Sequence[Case]) -> list[Case]:
        """The cases with a number as value, where that is natural."""
        return [case.given(*_at_least(case, 0)) for case in cases if not case.endless]

    # Functions

    def residue(self, case: Case, modulus: int) -> Case:
        """Ω is divisible by every number, so that it adds nothing."""
        linear, where = case.linear, case.where
        for factor, residue in case.residues:
            # A residue inside another: it is a natural number with a name.
            name = Linear.of(next(self.fresh))
            linear, where = linear + name * factor, (*where, Fact(-name, "=", ((1, residue),)))
        return Case(residues=((1, Residue(linear, modulus)),), where=where)

    def quotient(self, case: Case, divisor: int) -> Iterator[Case]:
        """A number, or the negative of one, that many times the divisor leaves less than the divisor."""
        for sign in (1,) if _is_natural(case) else (1, -1):
            quotient = Case(Linear.of(next(self.fresh)) * sign)
            left = replace(case, where=()).plus(quotient, -divisor)
            most = Case(Linear.of(divisor - 1)).plus(left, -1)
            yield replace(quotient, where=(*case.where, *_at_least(left, 0), *_at_least(most, 0)))

    def valuation(self, case: Case) -> Iterator[Case]:
        """The zeros that end the absolute value; Ω if it is 0."""
        number = replace(case, endless=0)
        yield Case(endless=1, where=case.where + _at_zero(number, "="))
        for sign in (1, -1):
            if sign == 1 or not _is_natural(number):
                there = number.given(*_at_least(number, 1) if sign == 1 else _at_zero(number, "<"))
                name, there = self.named(there, sign)
                yield Case(zeros=((1, name),), where=there.where)

    def lowest_power(self, case: Case) -> Iterator[Case]:
        """The greatest power that divides a natural number; Ω if that is 0. A multiple of Ω counts as natural."""
        if case.endless < 0:
            return
        number = replace(case, endless=0)
        yield Case(endless=1, where=case.where + _at_zero(number, "="))
        for sign in (1, -1) if case.endless else (1,):
            there = number.given(*_at_least(number, 1) if sign == 1 else _at_zero(number, "<"))
            name, there = self.named(there, sign)
            power = next(self.fresh)
            yield Case(Linear.of(power), where=(*there.where, LowestPower(name, power)))

    def shifted(self, case: Case) -> Case:
        name, case = self.named(case)
        shifted = next(self.fresh)
        return Case(Linear.of(shifted), where=(*case.where, Shifted(name, shifted)))

    def bitwise(self, cases: Sequence[Case], function: str) -> Case:
        named = [self.named(case) for case in cases]
        result = next(self.fresh)
        where = [atom for _, case in named for atom in case.where]
        # What is joined inside is joined at once: fewer digits are read side by side.
        inside = {atom.result: atom.joined for atom in where if isinstance(atom, Bitwise)}
        joined = tuple(inside.get(name, name) for name, _ in named)
        return Case(Linear.of(result), where=(*where, Bitwise((function, joined), result)))


def _extremes(given: Sequence[Case], largest: bool) -> Iterator[Case]:
    """Each of these values, where it is the largest or the least."""
    everything = tuple(atom for case in given for atom in case.where)
    for place, chosen in enumerate(given):
        order: list[Atom | DigitAtom] = []
        for other in (*given[:place], *given[place + 1 :]):
            below = other.plus(chosen, -1) if largest else chosen.plus(other, -1)
            if (atoms := replace(below, where=()).at_zero("<=")) is None:
                break
            order += atoms
        else:
            yield replace(chosen, where=(*everything, *order))


def _split(case: Case, modulus: int) -> Iterator[Case]:
    """Counts of zeros replaced by their residues, one case for each."""
    if len(case.zeros) * modulus > MOST_CASES or modulus ** len(case.zeros) > MOST_CASES:
        raise OutOfReach(f"the residues modulo {modulus} of valuations have too many cases")
    for residues in product(range(modulus), repeat=len(case.zeros)):
        linear, where = case.linear, case.where
        for (factor, name), residue in zip(case.zeros, residues, strict=True):
            linear, where = linear + factor * residue, (*where, ZerosResidue(name, modulus, residue))
        yield Case(linear, case.residues, (), case.endless, where)


def _at_least(case: Case, least: int) -> Atoms:
    return _at_zero(Case(Linear.of(least)).plus(replace(case, where=()), -1), "<=")


def _at_zero(case: Case, relation: str) -> Atoms:
    if case.zeros:
        raise OutOfReach("a function is applied to a valuation")
    atoms = case.at_zero(relation)
    assert atoms is not None
    return atoms


def _is_natural(case: Case) -> bool:
    """Whether it is seen at once that the value is no negative number."""
    factors = [factor for _, factor in case.linear.coefficients] + [factor for factor, _ in case.residues]
    return case.linear.constant >= 0 and min(factors, default=1) > 0
