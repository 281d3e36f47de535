"""AST of terms (`Expression`), such as `max(a, b) - v2(c)`, and of function calls (`Max`, `Xor` and others).

An expression is a linear term plus multiples of function calls. Rules and formulas use the same terms, but rules allow
only some of the functions. An expression has a text and a set of names, and supports the substitution of terms for
names. `sprague.formulas.evaluation` computes the value of an expression for numbers of any size and for arrays. The
prover and the checker each translate expressions into automata.
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
        """The names that occur in the function call."""
        return frozenset().union(*(argument.names for argument in self.arguments))

    @property
    def key(self) -> object:
        """A key for comparison: function calls that differ only in the order of operands have equal keys."""
        return str(self)

    @abstractmethod
    def applied_to(self, *arguments: Expression) -> Call:
        """Return the same function applied to other terms."""

    def substitute(self, values: Mapping[str, Linear]) -> Call:
        """Return the function call with names replaced by terms."""
        return self.applied_to(*(argument.substitute(values) for argument in self.arguments))


@dataclass(frozen=True, slots=True)
class OfSeveral(Call):
    """A term that applies a symmetric function, such as `max`, to several other terms."""

    terms: tuple[Expression, ...]
    word: ClassVar[str]

    @property
    def arguments(self) -> tuple[Expression, ...]:
        return self.terms

    @property
    def key(self) -> object:
        """A key for comparison: terms that differ only in the order of operands have equal keys."""
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
    """A term that applies a bitwise operation to the binary digits of its arguments."""

    @staticmethod
    @abstractmethod
    def operation(one: Any, two: Any) -> Any:
        """Return the bitwise combination of two numbers, or of two arrays."""


class Xor(Bitwise):
    """The term `a xor b`, the nim-sum: binary digits added without carrying."""

    word = "xor"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one ^ two

    def __str__(self) -> str:
        # Add brackets, because a final `mod` or `div` could also apply to the whole nim-sum.
        shown = (f"({term})" if isinstance(term.call, Mod | Div) else str(term) for term in self.terms)
        return "(" + " xor ".join(shown) + ")"


class BitAnd(Bitwise):
    """The term `bitand(a, b)`: the binary digits that are 1 in all operands."""

    word = "bitand"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one & two


class BitOr(Bitwise):
    """The term `bitor(a, b)`: the binary digits that are 1 in some operand."""

    word = "bitor"

    @staticmethod
    def operation(one: Any, two: Any) -> Any:
        return one | two


class Product(OfSeveral):
    """A product of terms; rules may contain products, but proofs do not support them."""

    word = "product"

    @staticmethod
    def of(one: Expression, two: Expression) -> Expression:
        """Return the product of two terms; a product of products becomes one list of factors.

        >>> print(Product.of(Expression.of("k") * 2, Product.of(Expression.of("b"), Expression.of("c"))))
        2*k*b*c
        """
        (first, left), (second, right) = map(_factors, (one, two))
        return Expression.of(Product(first + second)) * (left * right)

    def __str__(self) -> str:
        return "*".join(str(term) if _is_factor(term) else f"({term})" for term in self.terms)


def _is_factor(term: Expression) -> bool:
    """Return whether a term needs no brackets in a product."""
    return term.linear.is_name if term.is_linear else not isinstance(term.call, Mod | Div | None)


def _factors(expression: Expression) -> tuple[tuple[Expression, ...], int]:
    """Return the factors of a term, and its integer coefficient."""
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
    """A term that applies a function to a single other term."""

    term: Expression
    is_even: ClassVar[bool] = False  # whether f(-x) = f(x)

    @property
    def arguments(self) -> tuple[Expression, ...]:
        return (self.term,)

    @property
    def key(self) -> object:
        """A key for comparison: terms that differ only in the order of operands have equal keys."""
        of = frozenset((self.term.key, (-self.term).key)) if self.is_even else self.term.key
        return self.applied_to(Expression.of(0)), of

    def applied_to(self, *arguments: Expression) -> Call:
        (term,) = arguments
        return replace(self, term=term)


@dataclass(frozen=True, slots=True)
class Mod(_OfOne):
    """The residue `a mod m`, from 0 to m - 1."""

    modulus: int

    def __str__(self) -> str:
        return f"{self.term.bracketed} mod {self.modulus}"


@dataclass(frozen=True, slots=True)
class Div(_OfOne):
    """The quotient `a div d`, rounded down."""

    divisor: int

    def __str__(self) -> str:
        return f"{self.term.bracketed} div {self.divisor}"


class Abs(_OfOne):
    """The absolute value `|a|`."""

    is_even = True

    def __str__(self) -> str:
        return f"|{self.term}|"


@dataclass(frozen=True, slots=True)
class _OfDigits(_OfOne):
    """A term that applies a function to the digits of one number in a base."""

    base: int
    word: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.word}{self.base}({self.term})"


class Valuation(_OfDigits):
    """The valuation `v2(a)`: the number of zeros at the end of the digits of a in a base."""

    word = "v"
    is_even = True


class Lowest(_OfDigits):
    """The term `low2(a)`: the greatest power of a base that divides a."""

    word = "low"


@dataclass(frozen=True, slots=True)
class OfFibonacci(_OfOne):
    """A term that applies a function to the Fibonacci digits of a number: base class of `FibShift` and similar terms.

    The place values satisfy the recurrence w(n + 1) = t w(n) + w(n - 1), where t is `times`. The place values are 1, 2,
    3, 5, … for t = 1 (functions such as `fib_shift`) and 1, 4, 13, 43, … for t = 3 (functions such as `fib3_shift`).
    """

    times: int
    kind: ClassVar[str]

    @property
    def word(self) -> str:
        return f"fib{self.times if self.times > 1 else ''}_{self.kind}"

    def __str__(self) -> str:
        return f"{self.word}({self.term})"


class FibShift(OfFibonacci):
    """The term `fib_shift(a)`: the number that results when a 0 is appended to the Fibonacci digits of a."""

    kind = "shift"


class FibZeros(OfFibonacci):
    """The term `fib_zeros(a)`: the number of zeros at the end of the Fibonacci digits of a."""

    kind = "zeros"


class FibLow(OfFibonacci):
    """The term `fib_low(a)`: the least place value whose digit is not 0 in the Fibonacci digits of a."""

    kind = "low"


# The classes of functions by name. In the notation, a base follows a name in `DIGITS`, as in `v2(a)`.
# A prefix such as `fib_` or `fib3_` precedes a name in `FIBONACCI`, as in `fib_shift(a)`.
SEVERAL: Mapping[str, type[OfSeveral]] = {kind.word: kind for kind in (Max, Min, Xor, BitAnd, BitOr)}
DIGITS: Mapping[str, type[_OfDigits]] = {kind.word: kind for kind in (Valuation, Lowest)}
FIBONACCI: Mapping[str, type[OfFibonacci]] = {kind.kind: kind for kind in (FibShift, FibZeros, FibLow)}


@dataclass(frozen=True, slots=True)
class Expression:
    """A term: a linear term plus multiples of function calls."""

    linear: Linear
    calls: tuple[tuple[Call, int], ...] = ()

    @staticmethod
    def of(value: str | int | Linear | Call) -> Expression:
        """Convert a name, a number, a linear term or a function call to an `Expression`."""
        if isinstance(value, Call):
            return Expression(Linear(), ((value, 1),))
        return Expression(value if isinstance(value, Linear) else Linear.of(value))

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the term."""
        return frozenset(self.linear.names).union(*(call.names for call, _ in self.calls))

    @property
    def is_linear(self) -> bool:
        """Whether the term is linear, that is, has no function calls."""
        return not self.calls

    @property
    def is_constant(self) -> bool:
        """Whether the term is a number, that is, has no names and no function calls."""
        return not self.calls and self.linear.is_constant

    @property
    def call(self) -> Call | None:
        """The function call, if the term is a single function call; otherwise None."""
        match self.calls:
            case ((call, 1),) if self.linear == Linear():
                return call
        return None

    @property
    def residue(self) -> Mod | None:
        """The residue, if the term consists of a single residue of a linear term, such as `a mod 3`; otherwise None."""
        return self.call if isinstance(self.call, Mod) and self.call.term.is_linear else None

    @property
    def bracketed(self) -> str:
        """The text of the term as an operand of `mod` or `div`, in brackets if needed."""
        simple = self.linear.is_name and not self.calls
        if self.call is not None:
            simple = not isinstance(self.call, Mod | Div)
        return str(self) if simple else f"({self})"

    @property
    def key(self) -> object:
        """A key for comparison: terms that differ only in the order of summands and operands have equal keys."""
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
        """Return the value of a term of a rule, which consists of linear terms, residues and products."""
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
        """Return the term with names replaced by other terms."""
        if not self.calls:
            return Expression(self.linear.substitute(values))
        parts = (Expression.of(call.substitute(values)) * factor for call, factor in self.calls)
        return sum(parts, Expression(self.linear.substitute(values)))

    def replace(self, call: Call, value: Expression) -> Expression:
        """Return the term with every occurrence of a function call replaced by another term."""
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
            # A residue or quotient needs brackets, because `mod` and `div` apply to the whole product before them.
            shown = f"({call})" if isinstance(call, Mod | Div) and (sign or size or len(self.calls) > 1) else str(call)
            text += f"{sign}{size}{shown}"
        return text


Entry = Linear | Applied | Expression  # the type of the new value of a pile or of a remembered number


def multiset_key(terms: Sequence[Expression]) -> object:
    """Return a key of a list of terms; lists that contain the same terms in any order have equal keys."""
    return frozenset(Counter(term.key for term in terms).items())
