"""Atomic relations of the checker, such as linear comparisons and properties of digits, and their automata.

The method `relation` of an atomic relation builds the automaton of the relation from a digit reader. A digit reader has
a start state, a transition for every column of digits, and a function that decides whether the relation is true if no
more digits follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import lcm
from operator import and_, eq, ge, gt, le, lt, ne, or_, xor
from typing import Protocol

from .automata import Relation, Relations, Variable
from .numeration import Carry
from .trees import Guard, Program

Column = tuple[int, ...]
BITWISE = {"xor": xor, "bitand": and_, "bitor": or_}
RELATIONS: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}
LARGE = 32  # largest constant that is not replaced by a variable with fixed digits
_NO, _YES = "no", "yes"  # final results of a digit reader, which further digits cannot change


class Atom(Protocol):
    """An atomic relation of the checker: an automaton decides it from the digits of its variables."""

    def relation(self, relations: Relations) -> Relation:
        """Return the automaton of this atomic relation."""


# Linear combinations


@dataclass(frozen=True)
class Linear:
    """A linear combination of variables and remainders in an atomic relation, divided by a positive integer.

    The value of the combination is always an integer.

    >>> x = Variable("x")
    >>> half = Linear.of(x).quotient(2)
    >>> [half.value({x: n}) for n in range(5)]
    [0, 0, 1, 1, 2]
    """

    factors: tuple[tuple[Variable, int], ...] = ()
    constant: int = 0
    remainders: tuple[tuple[int, Remainder], ...] = ()
    divisor: int = 1

    @staticmethod
    def of(value: int | Variable) -> Linear:
        """Return the linear combination that consists of one constant or one variable."""
        return Linear(constant=value) if isinstance(value, int) else Linear(((value, 1),))

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """Return this linear combination plus `factor` times another one."""
        divisor = lcm(self.divisor, other.divisor)
        mine, theirs = divisor // self.divisor, factor * divisor // other.divisor
        factors: dict[Variable, int] = {}
        remainders: dict[Remainder, int] = {}
        for one, times in ((self, mine), (other, theirs)):
            for variable, number in one.factors:
                factors[variable] = factors.get(variable, 0) + number * times
            for number, remainder in one.remainders:
                remainders[remainder] = remainders.get(remainder, 0) + number * times
        return Linear(
            tuple((variable, number) for variable, number in factors.items() if number),
            self.constant * mine + other.constant * theirs,
            tuple((number, remainder) for remainder, number in remainders.items() if number),
            divisor,
        )

    def times(self, factor: int) -> Linear:
        """Return `factor` times this linear combination."""
        return Linear().plus(self, factor)

    def remainder(self, modulus: int) -> Linear:
        """Return the remainder of this combination modulo a positive integer."""
        return Linear(remainders=((1, Remainder(self, modulus)),))

    def quotient(self, divisor: int) -> Linear:
        """Return the quotient of this combination by a positive integer, rounded down."""
        exact = self.plus(self.remainder(divisor), -1)
        return Linear(exact.factors, exact.constant, exact.remainders, exact.divisor * divisor)

    @property
    def is_constant(self) -> bool:
        """Whether the combination contains no variable."""
        return not self.factors and not self.remainders

    @property
    def variable(self) -> Variable | None:
        """The single variable that this combination equals, or None."""
        match self:
            case Linear(((variable, 1),), 0, (), 1):
                return variable
        return None

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables of the combination, in order of appearance."""
        inside = (one for _, remainder in self.remainders for one in remainder.argument.variables)
        return tuple(dict.fromkeys([*(one for one, _ in self.factors), *inside]))

    @property
    def is_natural(self) -> bool:
        """Whether all factors and the constant are nonnegative, so that the value is always a natural number."""
        return self.constant >= 0 and all(number >= 0 for _, number in self.factors) and not self.remainders

    def value(self, values: Mapping[Variable, int]) -> int:
        """Return the value of the combination for the given values of its variables."""
        total = self.constant + sum(number * values[variable] for variable, number in self.factors)
        total += sum(number * remainder.value(values) for number, remainder in self.remainders)
        assert total % self.divisor == 0
        return total // self.divisor


@dataclass(frozen=True)
class Remainder:
    """The remainder of a linear combination modulo a positive integer, as a part of an atomic relation."""

    argument: Linear
    modulus: int

    def value(self, values: Mapping[Variable, int]) -> int:
        """Return the remainder for the given values of the variables."""
        return self.argument.value(values) % self.modulus


@dataclass(frozen=True)
class Comparison:
    """The atomic relation that compares a linear combination with 0."""

    linear: Linear
    relation_to_zero: str

    def relation(self, relations: Relations) -> Relation:
        """Return the automaton of the comparison; a large constant becomes a quantified variable with fixed digits."""
        constant = self.linear.constant
        if abs(constant) <= LARGE or self.linear.is_constant:
            return self._read(relations)
        digits = Variable("constant")
        rest = self.linear
        sign = 1 if constant > 0 else -1
        open_linear = Linear((*rest.factors, (digits, sign)), 0, rest.remainders, rest.divisor)
        parts = [
            Comparison(open_linear, self.relation_to_zero)._read(relations),
            Equal(digits, abs(constant)).relation(relations),
        ]
        return relations.exists([parts], rest.variables)

    def _read(self, relations: Relations) -> Relation:
        reader = _ComparisonReader(self, relations)
        return relations.from_reader(reader.variables, reader.start, reader.step, reader.accepts, reader.cost)


class _ComparisonReader:
    """The digit reader of a comparison of a linear combination with 0.

    A state of the reader contains the value of the linear combination for the digits read so far. If the linear
    combination contains the remainder of a term t modulo m, the state also contains t modulo m for the digits read so
    far. If the digits read so far already decide the comparison, the state is only the result of the comparison.
    """

    def __init__(self, atom: Comparison, relations: Relations) -> None:
        self.numeration = relations.numeration
        self.linear, self.holds = atom.linear, RELATIONS[atom.relation_to_zero]
        self.variables = atom.linear.variables
        self.remainders: list[Remainder] = []
        self._collect(atom.linear)
        place = {variable: number for number, variable in enumerate(self.variables)}
        self.factors = [(place[variable], number) for variable, number in self.linear.factors]
        self.parts = [
            (
                remainder.modulus * remainder.argument.divisor,
                [(place[variable], number) for variable, number in remainder.argument.factors],
            )
            for remainder in self.remainders
        ]
        self.up = sum(number for _, number in self.factors if number > 0)
        self.down = -sum(number for _, number in self.factors if number < 0)
        # Cost of reading one column, in steps of the budget; arithmetic on large numbers costs more.
        longest = max([abs(self.linear.constant), self.up, self.down, *(modulus for modulus, _ in self.parts)])
        self.cost = (2 + len(self.parts)) * (1 + longest.bit_length() // 64)
        zero = self.numeration.zero
        self.start = self._settle(zero, tuple(zero for _ in self.parts))

    def _collect(self, linear: Linear) -> None:
        for _, remainder in linear.remainders:
            self._collect(remainder.argument)
            if remainder not in self.remainders:
                self.remainders.append(remainder)

    def step(self, state: object, column: Column) -> object:
        if isinstance(state, str):
            return state
        assert isinstance(state, tuple)
        carry, others = state
        append = self.numeration.append
        carry = append(carry, sum(number * column[place] for place, number in self.factors))
        reduced = []
        for (modulus, factors), other in zip(self.parts, others, strict=True):
            longer = append(other, sum(number * column[place] for place, number in factors))
            reduced.append(tuple(value % modulus for value in longer))
        return self._settle(carry, tuple(reduced))

    def _settle(self, carry: Carry, others: tuple[Carry, ...]) -> object:
        """Return the state of the reader, or the result of the comparison if bounds on the value decide it."""
        high = self.numeration.greatest(carry, self.up)
        low = self.numeration.greatest(tuple(-value for value in carry), self.down)
        most = sum(number * (one.modulus - 1) for number, one in self.linear.remainders if number > 0)
        least = sum(number * (one.modulus - 1) for number, one in self.linear.remainders if number < 0)
        constant = self.linear.constant
        if high is not None and high + most + constant < 0:
            return _YES if self.holds(-1, 0) else _NO
        if low is not None and constant + least - low > 0:
            return _YES if self.holds(1, 0) else _NO
        return carry, others

    def accepts(self, state: object) -> bool:
        if isinstance(state, str):
            return state == _YES
        assert isinstance(state, tuple)
        carry, others = state
        values: dict[Remainder, int] = {}
        for remainder, (modulus, _), other in zip(self.remainders, self.parts, others, strict=True):
            argument = remainder.argument
            total = other[0] + argument.constant + sum(number * values[one] for number, one in argument.remainders)
            values[remainder] = total % modulus // argument.divisor
        total = carry[0] + self.linear.constant + sum(number * values[one] for number, one in self.linear.remainders)
        return self.holds(total, 0)


# Properties of digits


@dataclass(frozen=True)
class Equal:
    """The atomic relation that a variable equals a constant natural number."""

    variable: Variable
    number: int

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state is the number of digits that match the constant, or -1 after a mismatch."""
        word = relations.numeration.write(self.number)

        def step(state: int, column: Column) -> int:
            if state == 0 and column[0] == 0:
                return 0
            return state + 1 if 0 <= state < len(word) and word[state] == column[0] else -1

        return relations.from_reader([self.variable], 0, step, lambda state: state == len(word))


@dataclass(frozen=True)
class Power:
    """The atomic relation that a variable is a power of the base: one digit is 1 and all others are 0."""

    variable: Variable

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state is the number of ones read, or 2 if the number is not a power."""

        def step(state: int, column: Column) -> int:
            return state if column[0] == 0 else 1 if column[0] == 1 and state == 0 else 2

        return relations.from_reader([self.variable], 0, step, lambda state: state == 1)


@dataclass(frozen=True)
class Bitwise:
    """The atomic relation that one variable is the bitwise `xor`, `and` or `or` of other variables."""

    operator: str
    arguments: tuple[Variable, ...]
    result: Variable

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state tells whether the columns of digits so far satisfy the bitwise relation."""
        variables = list(dict.fromkeys((self.result, *self.arguments)))
        places = [variables.index(one) for one in self.arguments]

        def step(right: bool, column: Column) -> bool:
            return right and column[0] == reduce(BITWISE[self.operator], [column[place] for place in places])

        return relations.from_reader(variables, True, step, bool)


@dataclass(frozen=True)
class ColumnSums:
    """The atomic relation that the sum of the digits in every column is divisible by a modulus."""

    arguments: tuple[Variable, ...]
    modulus: int

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state tells whether the modulus divides the digit sum of every column so far."""
        variables = list(dict.fromkeys(self.arguments))
        places = [variables.index(one) for one in self.arguments]

        def step(right: bool, column: Column) -> bool:
            return right and sum(column[place] for place in places) % self.modulus == 0

        return relations.from_reader(variables, True, step, bool)


@dataclass(frozen=True)
class Lowest:
    """The atomic relation that one variable is the weight of the last nonzero digit of another variable.

    In an integer base, the weight of the last nonzero digit of a number is the greatest power of the base that divides
    the number. The relation `Lowest` is false if the number is 0.
    """

    argument: Variable
    result: Variable

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state is 0 before the digit 1 of `result`, 1 after it, and 2 after a mismatch."""

        def step(state: int, column: Column) -> int:
            digit, one = column
            if state == 0:
                return 0 if one == 0 else 1 if one == 1 and digit else 2
            return 1 if state == 1 and not one and not digit else 2

        return relations.from_reader([self.argument, self.result], 0, step, lambda state: state == 1)


@dataclass(frozen=True)
class Shifted:
    """The atomic relation that the digits of a variable are the digits of another variable followed by a 0."""

    argument: Variable
    result: Variable

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state is the next digit that the argument must have, or -1 after a mismatch."""

        def step(state: int, column: Column) -> int:
            return column[1] if state == column[0] else -1

        return relations.from_reader([self.argument, self.result], 0, step, lambda state: state == 0)


@dataclass(frozen=True)
class Zeros:
    """The atomic relation that compares z(`more`) - z(`less`) + constant with 0, where z counts final zeros.

    If one of the variables `more` and `less` is None, 0 replaces its number of final zeros. A relation `Zeros` is false
    if the value of `more` or of `less` is 0.
    """

    more: Variable | None
    less: Variable | None
    constant: int
    relation_to_zero: str

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state holds the number of final zeros of each variable in the digits so far.

        Before the first nonzero digit of a variable, the state contains None instead of a number. The comparison
        depends only on the difference of the two numbers of final zeros; if the difference is large, only its sign
        matters. To keep the automaton finite, the same amount is subtracted from both counts of final zeros, and the
        difference of the counts is limited. For a variable that is None, the number of final zeros is replaced by 0.
        """
        variables = list(dict.fromkeys(one for one in (self.more, self.less) if one is not None))
        places = [None if one is None else variables.index(one) for one in (self.more, self.less)]
        far = abs(self.constant) + 2
        holds = RELATIONS[self.relation_to_zero]

        def step(state: tuple[int | None, ...], column: Column) -> tuple[int | None, ...]:
            counts = [
                0 if place is None or column[place] else None if count is None else count + 1
                for count, place in zip(state, places, strict=True)
            ]
            least = min((count for count in counts if count is not None), default=0)
            lowered = max(0, least - far)
            return tuple(None if count is None else min(count, least + far) - lowered for count in counts)

        def accepts(state: tuple[int | None, ...]) -> bool:
            more, less = state
            return more is not None and less is not None and holds(more - less + self.constant, 0)

        start = tuple(0 if place is None else None for place in places)
        return relations.from_reader(variables, start, step, accepts)


@dataclass(frozen=True)
class ZerosRemainder:
    """The atomic relation that a variable is positive and its number of final zeros has a given remainder."""

    variable: Variable
    modulus: int
    remainder: int

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton whose state is the number of final zeros modulo `modulus`, or -1 if all digits are 0."""

        def step(state: int, column: Column) -> int:
            return 0 if column[0] else state if state < 0 else (state + 1) % self.modulus

        return relations.from_reader([self.variable], -1, step, lambda state: state == self.remainder)


@dataclass(frozen=True)
class Programmed:
    """The atomic relation that a column program accepts its arguments when it reads their columns of digits."""

    program: Program
    arguments: tuple[Variable, ...]

    def relation(self, relations: Relations) -> Relation:
        """Return an automaton that runs the column program and skips leading columns of zeros.

        A state of the automaton contains the stage of the program, the group of each term, and whether the program
        accepts if no column follows. Before the first nonzero column, the state contains an empty string instead of a
        stage.
        """
        program = self.program
        stages = {name: (ends, lines) for name, ends, lines in program.stages}
        variables = list(dict.fromkeys(self.arguments))
        places = [variables.index(one) for one in self.arguments]
        begin: ProgramState = ("", program.groups, stages[program.first][0])

        def step(state: ProgramState, column: Column) -> ProgramState:
            digits = tuple(column[place] for place in places)
            stage, groups, _ = state
            if stage == "yes":
                return "yes", (), True
            if not stage:
                if not any(digits):
                    return state
                stage = program.first
            for line in stages[stage][1] if stage in stages else ():
                if all(_fits(guard, digits, groups) for guard in line.guards):
                    if line.to == "no":
                        break
                    if line.to in ("yes", "last"):
                        return line.to, (), line.may_be_last
                    return line.to, _regroup(line.regroup, digits, groups), line.may_be_last and stages[line.to][0]
            return "no", (), False

        return relations.from_reader(variables, begin, step, lambda state: state[2])


# State of a column program: the stage, the group of each term, and whether the program accepts if no column follows.
ProgramState = tuple[str, tuple[str, ...], bool]


def _fits(guard: Guard, digits: Column, groups: Sequence[str]) -> bool:
    """Return whether a column of digits satisfies a guard of a column program."""
    if guard.patterns or not guard.group:
        return any(
            all(wanted in (-1, digit) for wanted, digit in zip(pattern, digits, strict=True))
            for pattern in guard.patterns
        )
    inside = [digit for digit, group in zip(digits, groups, strict=True) if group == guard.group]
    count = sum(inside) if guard.digit is None else inside.count(guard.digit)
    return (count if guard.modulus is None else count % guard.modulus) in guard.counts


def _regroup(items: Sequence[tuple[int | None, str, str]], digits: Column, groups: Sequence[str]) -> tuple[str, ...]:
    """Return the groups of terms after a line of a column program; for each term, the first match in `items` counts."""
    return tuple(
        next((to for wanted, source, to in items if source == group and wanted in (None, digit)), group)
        for digit, group in zip(digits, groups, strict=True)
    )
