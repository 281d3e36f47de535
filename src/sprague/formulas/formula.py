"""Formulas: conditions on positions, richer than those a rule may use.

A formula is built from comparisons of expressions with `and`, `or`, `not` and quantified numbers. An
expression is a linear term plus multiples of *calls*: `max`, `min`, `xor`, a residue, a valuation.
`truth` decides a formula for numbers of any size, or for whole arrays of numbers at once.

Two conventions make every formula true or false at every position:

- v2(0) is a number Ω larger than any integer, equal to itself and divisible by every number, so that it
  is even; low2(0), the greatest power of two dividing 0, is Ω too. Sums with Ω obey the usual laws, so
  that v2(a) = v2(b) + 1 is false where a = b = 0.
- xor, low2 and the Fibonacci functions speak of natural numbers; a comparison in which one of them is
  applied to anything else is false (but low2(Ω) is Ω). What cancels out is not looked at.

How formulas are written is in `notation`, how numbers are computed in `numbers`. The
file holds every kind of node, because they refer to each other, and is long for that reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague.errors import SpragueError
from sprague.formulas.numbers import Value, apply, columns_vanish, compare, is_power, weighted
from sprague.rules.linear import Linear

Number = int | NDArray[np.int64]
Truth = bool | NDArray[np.bool_]
Values = Mapping[str, Number]

MOST_TRIED = 1_000_000


@dataclass(frozen=True, slots=True)
class Call:
    """A function of expressions; `number` is the modulus of `mod` and the base of `v` and `low`.

    The functions are max, min, xor, bitand, bitor, mod, v (valuation), low (greatest power of the base that divides),
    fib_shift (append a 0 to the Fibonacci digits) and fib_zeros (Fibonacci digits 0 at the end).
    """

    function: str
    arguments: tuple[Expression, ...]
    number: int = 0

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(argument.names for argument in self.arguments))

    def substitute(self, values: Mapping[str, Linear]) -> Call:
        return Call(self.function, tuple(argument.substitute(values) for argument in self.arguments), self.number)

    def value(self, values: Values) -> Value:
        return apply(self.function, [argument.value(values) for argument in self.arguments], self.number)

    def __str__(self) -> str:
        if self.function == "mod":
            (term,) = self.arguments
            return f"{term if term.is_simple else f'({term})'} mod {self.number}"
        if self.function == "product":
            return "*".join(f"({argument})" for argument in self.arguments)
        if self.function == "xor":
            return "(" + " xor ".join(str(argument) for argument in self.arguments) + ")"
        name = f"{self.function}{self.number}" if self.function in ("v", "low") else self.function
        return f"{name}({', '.join(str(argument) for argument in self.arguments)})"


@dataclass(frozen=True, slots=True)
class Expression:
    """A linear term plus multiples of calls."""

    linear: Linear
    calls: tuple[tuple[Call, int], ...] = ()

    @staticmethod
    def of(value: str | int | Linear | Call) -> Expression:
        if isinstance(value, Call):
            return Expression(Linear(), ((value, 1),))
        return Expression(value if isinstance(value, Linear) else Linear.of(value))

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.linear.names).union(*(call.names for call, _ in self.calls))

    @property
    def is_simple(self) -> bool:
        """Whether it needs no brackets where `mod` follows."""
        if self.calls:
            return self.linear == Linear() and len(self.calls) == 1 and self.calls[0][1] == 1
        return self.linear.is_name or (self.linear.is_constant and self.linear.constant >= 0)

    def __add__(self, other: Expression) -> Expression:
        total = dict(self.calls)
        for call, factor in other.calls:
            total[call] = total.get(call, 0) + factor
        kept = tuple((call, factor) for call, factor in total.items() if factor)
        return Expression(self.linear + other.linear, kept)

    def __mul__(self, factor: int) -> Expression:
        if not factor:
            return Expression(Linear())
        return Expression(self.linear * factor, tuple((call, factor * old) for call, old in self.calls))

    def __neg__(self) -> Expression:
        return self * -1

    def __sub__(self, other: Expression) -> Expression:
        return self + (-other)

    def substitute(self, values: Mapping[str, Linear]) -> Expression:
        parts = (Expression.of(call.substitute(values)) * factor for call, factor in self.calls)
        return sum(parts, Expression(self.linear.substitute(values)))

    def value(self, values: Values) -> Value:
        parts = [(Value(values[name]), factor) for name, factor in self.linear.coefficients]
        parts += [(call.value(values), factor) for call, factor in self.calls]
        return weighted(self.linear.constant, parts)

    def __str__(self) -> str:
        text = "" if self.linear == Linear() and self.calls else str(self.linear)
        for call, factor in self.calls:
            size = "" if abs(factor) == 1 else f"{abs(factor)}*"
            sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
            # `mod` takes the whole product before it, so that among other terms it needs brackets.
            shown = f"({call})" if call.function == "mod" and (sign or size or len(self.calls) > 1) else str(call)
            text += f"{sign}{size}{shown}"
        return text


@dataclass(frozen=True, slots=True)
class Compare:
    """`left relation right`, one of <, <=, =, != (the others are these, turned round)."""

    left: Expression
    relation: str
    right: Expression

    @property
    def names(self) -> frozenset[str]:
        return self.left.names | self.right.names

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        return Compare(self.left.substitute(values), self.relation, self.right.substitute(values))

    def truth(self, values: Values) -> Truth:
        difference = self.left - self.right
        return _settled(compare(self.relation, difference.value(values), Value(0)))

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True, slots=True)
class Power:
    """`term power of base`: 1, base, base², …."""

    term: Expression
    base: int

    @property
    def names(self) -> frozenset[str]:
        return self.term.names

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        return Power(self.term.substitute(values), self.base)

    def truth(self, values: Values) -> Truth:
        return _settled(is_power(self.term.value(values), self.base))

    def __str__(self) -> str:
        return f"{self.term} power of {self.base}"


@dataclass(frozen=True, slots=True)
class Columns:
    """Write the numbers in a base, one above the other: every column's sum is divisible by the modulus."""

    terms: tuple[Expression, ...]
    base: int
    modulus: int

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(term.names for term in self.terms))

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        return Columns(tuple(term.substitute(values) for term in self.terms), self.base, self.modulus)

    def truth(self, values: Values) -> Truth:
        return _settled(columns_vanish([term.value(values) for term in self.terms], self.base, self.modulus))

    def __str__(self) -> str:
        inside = ", ".join(str(term) for term in self.terms)
        return f"all columns({inside}) base {self.base} mod {self.modulus} = 0"


@dataclass(frozen=True, slots=True)
class Not:
    part: Formula

    @property
    def names(self) -> frozenset[str]:
        return self.part.names

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        return Not(self.part.substitute(values))

    def truth(self, values: Values) -> Truth:
        return self.part.truth(values) ^ True

    def __str__(self) -> str:
        return f"not ({self.part})"


@dataclass(frozen=True, slots=True)
class Junction:
    """`and` or `or` of formulas; `and` of none is true, `or` of none false."""

    word: str
    parts: tuple[Formula, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(part.names for part in self.parts))

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        return Junction(self.word, tuple(part.substitute(values) for part in self.parts))

    def truth(self, values: Values) -> Truth:
        found: Truth = self.word == "and"
        for part in self.parts:
            if self.word == "and":
                found = found & part.truth(values) if np.any(found) else found
            else:
                found = found if np.all(found) else found | part.truth(values)
        return found

    def __str__(self) -> str:
        if not self.parts:
            return "true" if self.word == "and" else "false"
        bracketed = (
            f"({part})" if isinstance(part, Exists) or (isinstance(part, Junction) and part.parts) else str(part)
            for part in self.parts
        )
        return f" {self.word} ".join(bracketed)


@dataclass(frozen=True, slots=True)
class Exists:
    """Some natural number of this name, at most `bound` if there is one, makes the formula true."""

    name: str
    body: Formula
    bound: Expression | None = None

    @property
    def names(self) -> frozenset[str]:
        return (self.body.names - {self.name}) | (self.bound.names if self.bound else frozenset())

    def substitute(self, values: Mapping[str, Linear]) -> Formula:
        # The bound stands outside: there the name, if it occurs, is another number's.
        bound = self.bound.substitute(values) if self.bound else None
        free = {name: term for name, term in values.items() if name != self.name and name in self.body.names}
        name, body = self.name, self.body
        if any(name in term.names for term in free.values()):
            while name in body.names or any(name in term.names for term in free.values()):
                name += "'"
            body = body.substitute({self.name: Linear.of(name)})
        return Exists(name, body.substitute(free), bound)

    def truth(self, values: Values) -> Truth:
        if self.bound is None:
            raise SpragueError(
                f"expected a bound for {self.name} to decide this by trying; write 'exists {self.name} <= …: …', "
                "or prove the formula for all positions"
            )
        bound = self.bound.value(values)
        if np.any((bound.endless > 0) & bound.defined):
            raise SpragueError(f"expected a bound for {self.name} that is a number, got '{self.bound}' = v(0)")
        possible = bound.defined & (bound.endless == 0)
        most = int(np.max(np.where(possible, bound.whole, -1)))
        trial = _Trial(values)
        found: Truth = False
        for number in range(most + 1):
            if np.all(found):
                break
            trial.count(self.name, most)
            trial[self.name] = number
            found = found | (self.body.truth(trial) & (number <= bound.whole) & possible)
        return _settled(found)

    def __str__(self) -> str:
        return f"exists {self.name}{f' <= {self.bound}' if self.bound else ''}: {self.body}"


Formula = Compare | Power | Columns | Not | Junction | Exists

TRUE = Junction("and", ())
FALSE = Junction("or", ())


def all_of(parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))


def some_of(parts: Sequence[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Junction("or", tuple(parts))


class _Trial(dict[str, Number]):
    """Values with a number that is tried; those within it count together."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.tried: list[int] = values.tried if isinstance(values, _Trial) else [0]

    def count(self, name: str, most: int) -> None:
        self.tried[0] += 1
        if self.tried[0] > MOST_TRIED:
            raise SpragueError(
                f"expected at most {MOST_TRIED:,} numbers to be tried in all, and {name} alone goes up to {most:,}; "
                "lower the bounds, or prove the formula for all positions"
            )


def _settled(truth: object) -> Truth:
    """As an array of truth values, or as Python's own bool."""
    return truth.astype(np.bool_) if isinstance(truth, np.ndarray) else bool(truth)


def key_of(formula: Formula) -> object:
    """Equal for formulas that differ only in the order of what may be written in any order."""
    match formula:
        case Compare(left, relation, right):
            sides = _expression_key(left), _expression_key(right)
            return relation, frozenset(sides) if relation in ("=", "!=") else sides
        case Power(term, base):
            return "power", _expression_key(term), base
        case Columns(terms, base, modulus):
            return "columns", _bag(terms), base, modulus
        case Not(part):
            return "not", key_of(part)
        case Junction("and", parts):
            equal = [part for part in parts if isinstance(part, Compare) and part.relation == "="]
            others = frozenset(key_of(part) for part in parts if part not in equal)
            return "and", _equal_terms(equal), others
        case Junction(word, parts):
            return word, frozenset(map(key_of, parts))
        case Exists(name, body, bound):
            return "exists", name, key_of(body), bound and _expression_key(bound)


def _equal_terms(equations: Sequence[Compare]) -> frozenset[frozenset[object]]:
    """Sets of terms that are all equal: what `a = b and b = c` says, whichever terms it compares."""
    groups: list[frozenset[object]] = []
    for equation in equations:
        together = frozenset((_expression_key(equation.left), _expression_key(equation.right)))
        apart = [group for group in groups if not group & together]
        groups = [*apart, together.union(*(group for group in groups if group & together))]
    return frozenset(groups)


def _expression_key(term: Expression) -> object:
    return term.linear, frozenset((_call_key(call), factor) for call, factor in term.calls)


def _call_key(call: Call) -> object:
    if call.function in ("max", "min", "xor", "bitand", "bitor", "product"):
        return call.function, _bag(call.arguments)
    (term,) = call.arguments
    inside = _expression_key(term)
    # A number and its negative have the same valuation.
    return call.function, call.number, frozenset((inside, _expression_key(-term))) if call.function == "v" else inside


def _bag(terms: Sequence[Expression]) -> object:
    return frozenset(Counter(map(_expression_key, terms)).items())
