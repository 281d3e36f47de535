"""Atoms followed while the digits of their numbers go by, column by column.

A linear fact needs to remember only its value so far, and that only while it can still turn out true or
false: so there are finitely many cases. The others need to remember a digit, or how many zeros came last.
Leading zeros change nothing: the first column that is all zeros leads a reader back to its start.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from operator import and_, or_, xor
from typing import Protocol

from sprague.checker.atoms import (
    Atom,
    Bitwise,
    ColumnSums,
    DigitAtom,
    Fact,
    IsNumber,
    IsPower,
    Joined,
    LowestPower,
    Programmed,
    Shifted,
    Zeros,
    ZerosResidue,
    is_true,
)
from sprague.checker.column_programs import ProgramReader
from sprague.checker.digits import Carry, Column, Digits
from sprague.errors import SpragueError

Reading = Hashable  # what is known so far; True and False are final
BITWISE = {"xor": xor, "bitand": and_, "bitor": or_}
NOTHING = ("nothing yet",)


class Reader(Protocol):
    """An atom as it is read; `column` has a digit for each name."""

    start: Reading

    def after(self, state: Reading, column: Column) -> Reading:
        """What is known after one more column."""
        ...

    def holds(self, state: Reading) -> bool:
        """Whether it is true if no more digits come."""
        ...


def reader_of(atom: Atom | DigitAtom, names: Sequence[str], digits: Digits) -> Reader:
    """What follows an atom, where these are the names whose digits are read."""
    place = {name: place for place, name in enumerate(names)}
    match atom:
        case Fact():
            return _FactReader(atom, place, digits)
        case IsPower(term, base):
            if base != digits.base:
                raise SpragueError(
                    f"expected digits in base {base} for powers of {base}, got {digits}; "
                    "only base b knows the powers of b"
                )
            return _PowerReader(place[term.names[0]])
        case IsNumber(name, number):
            return _NumberReader(place[name], tuple(digits.write(number)))
        case Bitwise(joined, result):
            return _BitwiseReader(joined, place[result], place)
        case ColumnSums(numbers, modulus):
            return _ColumnSumsReader([place[name] for name in numbers], modulus)
        case Programmed(numbers, program):
            return ProgramReader(program, [place[name] for name in numbers])
        case LowestPower(number, power):
            return _LowestPowerReader(place[number], place[power])
        case Shifted(number, shifted):
            return _ShiftedReader(place[number], place[shifted])
        case Zeros():
            return _ZerosReader(atom, place)
        case ZerosResidue(number, modulus, residue):
            return _ZerosResidueReader(place[number], modulus, residue)


class _FactReader:
    """A state is the value so far and the residues so far."""

    def __init__(self, fact: Fact, place: dict[str, int], digits: Digits) -> None:
        self.fact, self.digits = fact, digits
        self.known: dict[tuple[Reading, Column], Reading] = {}
        self.factors = [(place[name], factor) for name, factor in fact.linear.coefficients]
        self.parts = [
            (residue.modulus, [(place[name], factor) for name, factor in residue.term.coefficients])
            for _, residue in fact.residues
        ]
        self.up = sum(factor for _, factor in self.factors if factor > 0)
        self.down = -sum(factor for _, factor in self.factors if factor < 0)
        self.start = self.settled(digits.nothing, tuple(digits.nothing for _ in self.parts))

    def after(self, state: Reading, column: Column) -> Reading:
        if isinstance(state, bool):
            return state
        key = (state, column)
        if key not in self.known:
            self.known[key] = self.next(state, column)
        return self.known[key]

    def next(self, state: Reading, column: Column) -> Reading:
        assert isinstance(state, tuple)
        carry, rests = state
        carry = self.digits.after(carry, sum(factor * column[place] for place, factor in self.factors))
        left: list[Carry] = []
        for (modulus, factors), rest in zip(self.parts, rests, strict=True):
            reached = self.digits.after(rest, sum(factor * column[place] for place, factor in factors))
            left.append(tuple(value % modulus for value in reached))
        return self.settled(carry, tuple(left))

    def settled(self, carry: Carry, rests: tuple[Carry, ...]) -> Reading:
        """The state, or True or False if no further digit can change that."""
        high = self.digits.most(carry, self.up)
        low = self.digits.most(tuple(-value for value in carry), self.down)
        constant, relation = self.fact.linear.constant, self.fact.relation
        largest = None if high is None else high + constant
        least = None if low is None else constant - low
        for factor, residue in self.fact.residues:
            if factor > 0 and largest is not None:
                largest += factor * (residue.modulus - 1)
            if factor < 0 and least is not None:
                least += factor * (residue.modulus - 1)
        if largest is not None and largest < 0:
            return relation == "!="
        if least is not None and relation == ">=" and least >= 0:
            return True
        if least is not None and relation != ">=" and least > 0:
            return relation == "!="
        return carry, rests

    def holds(self, state: Reading) -> bool:
        if isinstance(state, bool):
            return state
        assert isinstance(state, tuple)
        carry, rests = state
        value = carry[0] + self.fact.linear.constant
        for (factor, residue), rest in zip(self.fact.residues, rests, strict=True):
            value += factor * ((rest[0] + residue.term.constant) % residue.modulus)
        return is_true(value, self.fact.relation)


class _PowerReader:
    """One digit 1 and no other but zeros."""

    start: Reading = NOTHING

    def __init__(self, place: int) -> None:
        self.place = place

    def after(self, state: Reading, column: Column) -> Reading:
        digit = column[self.place]
        if digit == 0:
            return state
        return ("one",) if digit == 1 and state == NOTHING else False

    def holds(self, state: Reading) -> bool:
        return state == ("one",)


class _NumberReader:
    """A state has the digits that must follow."""

    def __init__(self, place: int, word: tuple[int, ...]) -> None:
        self.place = place
        self.start: Reading = word

    def after(self, state: Reading, column: Column) -> Reading:
        assert isinstance(state, tuple)
        digit = column[self.place]
        if state == self.start and not digit:
            return state
        return state[1:] if state and state[0] == digit else False

    def holds(self, state: Reading) -> bool:
        return state == ()


class _BitwiseReader:
    """Each column for itself."""

    start: Reading = NOTHING

    def __init__(self, joined: Joined, result: int, place: dict[str, int]) -> None:
        self.joined, self.result, self.place = joined, result, place

    def after(self, state: Reading, column: Column) -> Reading:
        return state if column[self.result] == self.digit(self.joined, column) else False

    def digit(self, joined: Joined, column: Column) -> int:
        if isinstance(joined, str):
            return column[self.place[joined]]
        function, parts = joined
        return reduce(BITWISE[function], [self.digit(part, column) for part in parts])

    def holds(self, state: Reading) -> bool:
        return state is not False


class _ColumnSumsReader:
    """Each column for itself."""

    start: Reading = NOTHING

    def __init__(self, places: Sequence[int], modulus: int) -> None:
        self.places, self.modulus = places, modulus

    def after(self, state: Reading, column: Column) -> Reading:
        return state if sum(column[place] for place in self.places) % self.modulus == 0 else False

    def holds(self, state: Reading) -> bool:
        return state is not False


class _LowestPowerReader:
    """The one digit 1 of the power stands under the last digit of the number that is not 0."""

    start: Reading = NOTHING

    def __init__(self, number: int, power: int) -> None:
        self.number, self.power = number, power

    def after(self, state: Reading, column: Column) -> Reading:
        digit, one = column[self.number], column[self.power]
        if state == NOTHING and one == 0:
            return NOTHING
        if state == NOTHING and one == 1 and digit:
            return ("one",)
        return state if state == ("one",) and not one and not digit else False

    def holds(self, state: Reading) -> bool:
        return state == ("one",)


class _ShiftedReader:
    """A state is the digit of the shifted number that the number itself must have one column later."""

    start: Reading = (0,)

    def __init__(self, number: int, shifted: int) -> None:
        self.number, self.shifted = number, shifted

    def after(self, state: Reading, column: Column) -> Reading:
        return (column[self.shifted],) if state == (column[self.number],) else False

    def holds(self, state: Reading) -> bool:
        return state == (0,)


class _ZerosReader:
    """A state has the zeros that came last in each number, None before it has begun.

    Only their difference counts in the end, and that only as far as the constant reaches: so both are lowered
    together when both are large, and one that is far ahead of the other is just that.
    """

    def __init__(self, zeros: Zeros, place: dict[str, int]) -> None:
        self.zeros = zeros
        self.places = [None if name is None else place[name] for name in (zeros.more, zeros.less)]
        self.far = abs(zeros.constant) + 2
        # A number that is missing counts as one that has just ended in no zeros, however many columns follow.
        self.start: Reading = tuple(0 if place is None else None for place in self.places)

    def after(self, state: Reading, column: Column) -> Reading:
        assert isinstance(state, tuple)
        counts: list[int | None] = []
        for count, place in zip(state, self.places, strict=True):
            if place is None or column[place]:
                counts.append(0)
            else:
                counts.append(None if count is None else count + 1)
        known = [count for count in counts if count is not None]
        least = min(known, default=0)
        lowered = max(0, least - self.far)
        return tuple(None if count is None else min(count, least + self.far) - lowered for count in counts)

    def holds(self, state: Reading) -> bool:
        assert isinstance(state, tuple)
        more, less = state
        return more is not None and less is not None and is_true(more - less + self.zeros.constant, self.zeros.relation)


class _ZerosResidueReader:
    """A state has the residue of the zeros that came last."""

    start: Reading = NOTHING

    def __init__(self, place: int, modulus: int, residue: int) -> None:
        self.place, self.modulus, self.residue = place, modulus, residue

    def after(self, state: Reading, column: Column) -> Reading:
        if column[self.place]:
            return (0,)
        if state == NOTHING:
            return NOTHING
        assert isinstance(state, tuple)
        return ((state[0] + 1) % self.modulus,)

    def holds(self, state: Reading) -> bool:
        return state == (self.residue,)
