"""AST of terms, `Expression`: linear terms plus multiples of functions, such as `max(a, b) - v2(c)`.

One language serves rules and formulas; a rule's own terms use of it what the moves of a game can be worked out with.
An expression knows how it is written, which names it has, and what it becomes when names are replaced. What it
*means* as a number, of any size or on arrays, is in `sprague.formulas.evaluation`; what it means as an automaton, in
the prover and, by other code, in the checker.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, ClassVar

from sprague.linear.terms import Applied, Linear


@dataclass(frozen=True, slots=True)
class Call(ABC):
    """A term that applies a function to other terms; base class of `Max`, `Mod`, `Valuation` and others."""

    @property
    @abstractmethod
    def arguments(self) -> tuple[Expression, ...]: ...

    @property
    def names(self) -> frozenset[str]:
        """The names that occur."""
        return frozenset().union(*(argument.names for argument in self.arguments))

    @property
    def key(self) -> object:
        """A key that is equal for calls that differ only in an order that does not matter."""
        return str(self)

    @abstractmethod
    def applied_to(self, *arguments: Expression) -> Call:
        """Return the same function of other expressions."""

    def substitute(self, values: Mapping[str, Linear]) -> Call:
        """Return a copy with names replaced by terms."""
        return self.applied_to(*(argument.substitute(values) for argument in self.arguments))


@dataclass(frozen=True, slots=True)
class OfSeveral(Call):
    """A term that applies a function to several terms whose order does not matter."""

    terms: tuple[Expression, ...]
    word: ClassVar[str]

    @property
    def arguments(self) -> tuple[Expression, ...]:
        return self.terms

    @property
    def key(self) -> object:
        """A key that is equal for objects that differ only in an order that does not matter."""
        return self.word, multiset_key(self.terms)

    def applied_to(self, *arguments: Expression) -> Call:
        return type(self)(arguments)

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.terms))})"


class Max(OfSeveral):
    """The term `max(a, b, …)`."""

    word = "max"


class Min(OfSeveral):
    """The term `min(a, b, …)`."""

    word = "min"


class Bitwise(OfSeveral):
    """A term that combines the binary digits of terms column by column."""

    @staticmethod
    @abstractmethod
    def operation(one: Any, two: Any) -> Any:
        """Return the function of two numbers, or of arrays of them."""


class Xor(Bitwise):
    """The term `a xor b`, the nim-sum: binary digits added without carrying."""

    word = "xor"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one ^ two

    def __str__(self) -> str:
        # After the last, `mod` and `div` could be of the nim-sum.
        shown = (f"({term})" if isinstance(term.call, Mod | Div) else str(term) for term in self.terms)
        return "(" + " xor ".join(shown) + ")"


class BitAnd(Bitwise):
    """The term `bitand(a, b)`: the binary digits that all operands have."""

    word = "bitand"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one & two


class BitOr(Bitwise):
    """The term `bitor(a, b)`: the binary digits that any operand has."""

    word = "bitor"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one | two


class Product(OfSeveral):
    """The term that multiplies terms; rules may contain it, proofs may not."""

    word = "product"

    @staticmethod
    def of(one: Expression, two: Expression) -> Expression:
        """Return the product of two expressions, with the factors of both in one list.

        >>> print(Product.of(Expression.of("k") * 2, Product.of(Expression.of("b"), Expression.of("c"))))
        2*k*b*c
        """
        (first, left), (second, right) = map(_factors, (one, two))
        return Expression.of(Product(first + second)) * (left * right)

    def __str__(self) -> str:
        return "*".join(str(term) if _is_factor(term) else f"({term})" for term in self.terms)


def _is_factor(term: Expression) -> bool:
    """Whether it needs no brackets in a product."""
    return term.linear.is_name if term.is_linear else not isinstance(term.call, Mod | Div | None)


def _factors(expression: Expression) -> tuple[tuple[Expression, ...], int]:
    """What an expression is a product of, and the number it is multiplied by."""
    linear = expression.linear
    if not expression.calls and not linear.constant and len(linear.coefficients) == 1:
        ((name, factor),) = linear.coefficients
        return (Expression.of(name),), factor
    if linear == Linear() and len(expression.calls) == 1:
        ((call, factor),) = expression.calls
        return call.terms if isinstance(call, Product) else (Expression.of(call),), factor
    return (expression,), 1


@dataclass(frozen=True, slots=True)
class _OfOne(Call):
    """A function of one expression."""

    term: Expression
    is_even: ClassVar[bool] = False  # whether it is the same of a number and of its negative

    @property
    def arguments(self) -> tuple[Expression, ...]:
        return (self.term,)

    @property
    def key(self) -> object:
        """A key that is equal for objects that differ only in an order that does not matter."""
        of = frozenset((self.term.key, (-self.term).key)) if self.is_even else self.term.key
        return self.applied_to(Expression.of(0)), of  # which function, whatever else it is made of, and of what

    def applied_to(self, *arguments: Expression) -> Call:
        (term,) = arguments
        return replace(self, term=term)


@dataclass(frozen=True, slots=True)
class Mod(_OfOne):
    """The term `a mod m`, a residue from 0 to m - 1."""

    modulus: int

    def __str__(self) -> str:
        return f"{self.term.bracketed} mod {self.modulus}"


@dataclass(frozen=True, slots=True)
class Div(_OfOne):
    """The term `a div d`, a quotient rounded down."""

    divisor: int

    def __str__(self) -> str:
        return f"{self.term.bracketed} div {self.divisor}"


class Abs(_OfOne):
    """The term `|a|`, the absolute value."""

    is_even = True

    def __str__(self) -> str:
        return f"|{self.term}|"


@dataclass(frozen=True, slots=True)
class _OfDigits(_OfOne):
    """A function of the digits of one number in a base."""

    base: int
    word: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.word}{self.base}({self.term})"


class Valuation(_OfDigits):
    """The term `v2(a)`, the valuation: the number of zeros at the end of the digits of a in a base."""

    word = "v"
    is_even = True


class Lowest(_OfDigits):
    """The term for the greatest power of a base that divides a number."""

    word = "low"


@dataclass(frozen=True, slots=True)
class OfFibonacci(_OfOne):
    """A term that applies a function to the Fibonacci digits of a number, or to similar digits.

    Their weights are 1, t + 1, …, each t `times` the last one and the one before: 1, 2, 3, 5, … and 1, 4, 13, 43, … for
    t = 1 and 3. The functions are then called fib_shift and fib3_shift.
    """

    times: int
    kind: ClassVar[str]

    @property
    def word(self) -> str:
        return f"fib{self.times if self.times > 1 else ''}_{self.kind}"

    def __str__(self) -> str:
        return f"{self.word}({self.term})"


class FibShift(OfFibonacci):
    """The term for the number with a 0 appended to its Fibonacci digits."""

    kind = "shift"


class FibZeros(OfFibonacci):
    """The term for the number of zeros at the end of the Fibonacci digits."""

    kind = "zeros"


#: The functions that are written with a bracketed list, those of a base with the base in their name.
SEVERAL: Mapping[str, type[OfSeveral]] = {kind.word: kind for kind in (Max, Min, Xor, BitAnd, BitOr)}
DIGITS: Mapping[str, type[_OfDigits]] = {kind.word: kind for kind in (Valuation, Lowest)}
FIBONACCI: Mapping[str, type[OfFibonacci]] = {kind.kind: kind for kind in (FibShift, FibZeros)}


@dataclass(frozen=True, slots=True)
class Expression:
    """A term: a linear term plus multiples of function calls."""

    linear: Linear
    calls: tuple[tuple[Call, int], ...] = ()

    @staticmethod
    def of(value: str | int | Linear | Call) -> Expression:
        """Return the expression that is a name, a number, a linear term or a call."""
        if isinstance(value, Call):
            return Expression(Linear(), ((value, 1),))
        return Expression(value if isinstance(value, Linear) else Linear.of(value))

    @property
    def names(self) -> frozenset[str]:
        """The names that occur."""
        return frozenset(self.linear.names).union(*(call.names for call, _ in self.calls))

    @property
    def is_linear(self) -> bool:
        """Whether the expression has no calls."""
        return not self.calls

    @property
    def is_constant(self) -> bool:
        """Whether the expression is a number."""
        return not self.calls and self.linear.is_constant

    @property
    def call(self) -> Call | None:
        """The call that this is, if it is one and nothing else."""
        match self.calls:
            case ((call, 1),) if self.linear == Linear():
                return call
        return None

    @property
    def residue(self) -> Mod | None:
        """The residue of a linear term that this is, if it is one."""
        return self.call if isinstance(self.call, Mod) and self.call.term.is_linear else None

    @property
    def bracketed(self) -> str:
        """The text as it stands before `mod` and `div`, which take the product before them."""
        simple = self.linear.is_name and not self.calls
        if self.call is not None:
            simple = not isinstance(self.call, Mod | Div)
        return str(self) if simple else f"({self})"

    @property
    def key(self) -> object:
        """A key that is equal for expressions that differ only in an order that does not matter."""
        return self.linear, frozenset((call.key, factor) for call, factor in self.calls)

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

    def value(self, values: Mapping[str, int]) -> int:
        """Return the value of an expression of linear terms, residues and products, as rules have them."""
        total = self.linear.value(values)
        for call, factor in self.calls:
            numbers = [argument.value(values) for argument in call.arguments]
            if isinstance(call, Mod):
                total += factor * (numbers[0] % call.modulus)
            else:
                assert isinstance(call, Product)
                total += factor * prod(numbers)
        return total

    def substitute(self, values: Mapping[str, Linear]) -> Expression:
        """Return a copy with names replaced by terms."""
        if not self.calls:
            return Expression(self.linear.substitute(values))
        parts = (Expression.of(call.substitute(values)) * factor for call, factor in self.calls)
        return sum(parts, Expression(self.linear.substitute(values)))

    def replace(self, call: Call, value: Expression) -> Expression:
        """Return the expression with a call replaced by an equal expression, wherever it occurs."""
        total = Expression(self.linear)
        for old, factor in self.calls:
            inside = old.applied_to(*(argument.replace(call, value) for argument in old.arguments))
            total += (value if old == call else Expression.of(inside)) * factor
        return total

    def __str__(self) -> str:
        text = "" if self.linear == Linear() and self.calls else str(self.linear)
        for call, factor in self.calls:
            size = "" if abs(factor) == 1 else f"{abs(factor)}*"
            sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
            # `mod` and `div` take the whole product before them, so that among other terms they need brackets.
            shown = f"({call})" if isinstance(call, Mod | Div) and (sign or size or len(self.calls) > 1) else str(call)
            text += f"{sign}{size}{shown}"
        return text


Entry = Linear | Applied | Expression  # what a pile or a remembered number becomes


def multiset_key(terms: Sequence[Expression]) -> object:
    """Return a key that is equal for lists with the same terms in any order."""
    return frozenset(Counter(term.key for term in terms).items())
