"""AST of conditions that involve multiplication: `Square` and `Prime` (kinds of numbers), `Divides` and `Times`.

Moves, tables and searches support conditions with multiplication; proofs do not, because no automaton recognises them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import ClassVar, Self

from sprague.integers import divides, is_prime, is_square
from sprague.language.expressions import Expression
from sprague.linear.constraints import Bounds
from sprague.linear.terms import Linear


@dataclass(frozen=True, slots=True)
class OfKind(ABC):
    """A condition that a term is a number of a certain kind: base class of `Square` and `Prime`."""

    term: Expression
    word: ClassVar[str]
    least: ClassVar[int]  # the smallest number that satisfies the condition, such as 2 for primes

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in a condition such as `a square`."""
        return self.term.names

    @property
    def key(self) -> object:
        """The key of a condition such as `a square`; equal conditions have equal keys."""
        return replace(self, term=Expression.of(0)), self.term.key

    def with_terms(self, change: Callable[[Expression], Expression]) -> Self:
        """Apply `change` to every term of a condition such as `a square`; return the result."""
        return replace(self, term=change(self.term))

    def substitute(self, values: Mapping[str, Linear]) -> Self:
        """Return a condition such as `a square` with names replaced by terms."""
        return self.with_terms(lambda term: term.substitute(values))

    @abstractmethod
    def includes(self, number: int) -> bool:
        """Return whether a number is of the required kind, such as a square or a prime."""

    def holds(self, values: Mapping[str, int]) -> bool:
        """Return whether a condition such as `a square` holds for the given values of names."""
        return self.includes(self.term.value(values))

    def bounds(self) -> Bounds:
        """Return linear equations and inequalities that a condition such as `a square` implies."""
        known = (self.term.linear - self.least,) if self.term.is_linear else ()
        return Bounds((), known, complete=False)

    def __str__(self) -> str:
        return f"{self.term} {self.word}"


class Square(OfKind):
    """The condition `term square`: the term is 0, 1, 4, 9, …."""

    word = "square"
    least = 0

    def includes(self, number: int) -> bool:
        """Return whether a number is a square."""
        return is_square(number)


class Prime(OfKind):
    """The condition `term prime`: the term is 2, 3, 5, 7, …."""

    word = "prime"
    least = 2

    def includes(self, number: int) -> bool:
        """Return whether a number is a prime."""
        return is_prime(number)


@dataclass(frozen=True, slots=True)
class Divides:
    """The condition `divisor divides number`; every value divides 0 and the infinite Ω, and 0 divides only 0 and Ω."""

    divisor: Expression
    number: Expression

    @property
    def names(self) -> frozenset[str]:
        """The names that occur in the divisor condition."""
        return self.divisor.names | self.number.names

    @property
    def key(self) -> object:
        """The key of the divisor condition; equal conditions have equal keys."""
        return "divides", self.divisor.key, self.number.key

    def with_terms(self, change: Callable[[Expression], Expression]) -> Divides:
        """Apply `change` to every term of the divisor condition; return the result."""
        return Divides(change(self.divisor), change(self.number))

    def substitute(self, values: Mapping[str, Linear]) -> Divides:
        """Return the divisor condition with names replaced by terms."""
        return self.with_terms(lambda term: term.substitute(values))

    def holds(self, values: Mapping[str, int]) -> bool:
        """Return whether the divisor condition holds for the given values of names."""
        return divides(self.divisor.value(values), self.number.value(values))

    def bounds(self) -> Bounds:
        """Return linear equations and inequalities that the divisor condition implies."""
        # If the number is 0, the divisor may be larger than the number, so `divisor <= number` is not implied.
        return Bounds(complete=False)

    def __str__(self) -> str:
        return f"{self.divisor} divides {self.number}"


@dataclass(frozen=True, slots=True)
class Times:
    """The condition that a named number is the product of other named numbers."""

    name: str
    factors: tuple[str, ...]

    def of(self, values: Mapping[str, int]) -> int:
        """Return the value of the product, given the values of its factors."""
        return prod(values[factor] for factor in self.factors)

    def given(self, values: Mapping[str, int]) -> Linear:
        """Return a linear term that equals the product for the given values of names.

        If two or more factors have no value, the term is the name of the product.
        """
        rest = [factor for factor in self.factors if factor not in values]
        if len(rest) > 1:
            return Linear.of(self.name)
        known = prod(values[factor] for factor in self.factors if factor in values)
        return known * Linear.of(rest[0]) if rest else Linear.of(known)
