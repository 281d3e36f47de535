"""`Term` and `Condition`: Python expressions that stand for terms and conditions of the notation of rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import index
from typing import ClassVar, Never, NoReturn

from sprague.arguments import format_argument
from sprague.errors import ArgumentTypeError, SpragueError

ATOM, PRODUCT, SUM = 3, 2, 1  # precedence of operators; a higher number binds more tightly
PILE, CHOICE, REMEMBERED, COMPOUND = "pile", "choice", "remembered number", "term"


class Term:
    """A term of a rule, as a Python object: a pile, a choice, a remembered number, or an expression made of them.

    >>> from sprague.rules.building.builder import piles
    >>> a, b = piles("a", "b")
    >>> print(2 * a - b + 1, "|", a % 3, "|", minimum(a, b + 1))
    2*a - b + 1 | a mod 3 | min(a, b + 1)
    """

    __slots__ = ("_binding", "entries", "kind", "text")

    def __init__(self, text: str, binding: int = ATOM, kind: str = COMPOUND, parts: Iterable[object] = ()) -> None:
        self.text: str = text
        self._binding: int = binding
        self.kind: str = kind
        # the names of the piles and remembered numbers in the term
        self.entries: frozenset[str] = frozenset([text]) if kind in (PILE, REMEMBERED) else entries_of(parts)

    def __add__(self, other: Term | int) -> Term:
        return Term(f"{self.text} + {operand_text(other, PRODUCT)}", SUM, parts=(self, other))

    def __radd__(self, other: int) -> Term:
        return Term(f"{operand_text(other, SUM)} + {operand_text(self, PRODUCT)}", SUM, parts=(self, other))

    def __sub__(self, other: Term | int) -> Term:
        return Term(f"{self.text} - {operand_text(other, PRODUCT)}", SUM, parts=(self, other))

    def __rsub__(self, other: int) -> Term:
        return Term(f"{operand_text(other, SUM)} - {operand_text(self, PRODUCT)}", SUM, parts=(self, other))

    def __mul__(self, other: Term | int) -> Term:
        return Term(f"{operand_text(self, ATOM)}*{operand_text(other, ATOM)}", PRODUCT, parts=(self, other))

    def __rmul__(self, other: int) -> Term:
        return Term(f"{operand_text(other, ATOM)}*{operand_text(self, ATOM)}", PRODUCT, parts=(self, other))

    def __mod__(self, other: int) -> Term:
        return Term(f"{operand_text(self, ATOM)} mod {operand_text(other, ATOM)}", SUM, parts=(self, other))

    def __floordiv__(self, other: int) -> Term:
        return Term(f"{operand_text(self, ATOM)} div {operand_text(other, ATOM)}", SUM, parts=(self, other))

    def __truediv__(self, other: Never) -> NoReturn:
        raise ArgumentTypeError(
            f"terms are integers and have no operator /; write {operand_text(self, ATOM)} // {_shown(other)} for the "
            "quotient without remainder"
        )

    def __rtruediv__(self, other: Never) -> NoReturn:
        raise ArgumentTypeError(
            f"terms are integers and have no operator /, got {_shown(other)} / {operand_text(self, ATOM)}; a term can "
            "be divided only by a number, as in a // 2"
        )

    def __and__(self, other: Never) -> NoReturn:
        self._refuse_connective("&", self.text, _shown(other))

    def __rand__(self, other: Never) -> NoReturn:
        self._refuse_connective("&", _shown(other), self.text)

    def __or__(self, other: Never) -> NoReturn:
        self._refuse_connective("|", self.text, _shown(other))

    def __ror__(self, other: Never) -> NoReturn:
        self._refuse_connective("|", _shown(other), self.text)

    def _refuse_connective(self, connective: str, left: str, right: str) -> NoReturn:
        raise ArgumentTypeError(
            f"the operator {connective} combines conditions, got {left} {connective} {right}; put each comparison in "
            f"brackets, because {connective} binds more tightly than a comparison: (k >= 1) {connective} (k <= b)"
        )

    def __abs__(self) -> Term:
        return Term(f"|{self.text}|", parts=(self,))

    def __lt__(self, other: Term | int) -> Condition:
        return self._compare("<", other)

    def __le__(self, other: Term | int) -> Condition:
        return self._compare("<=", other)

    def __gt__(self, other: Term | int) -> Condition:
        return self._compare(">", other)

    def __ge__(self, other: Term | int) -> Condition:
        return self._compare(">=", other)

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compare("=", other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compare("!=", other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # `==` makes a condition

    def _compare(self, relation: str, other: object) -> Condition:
        return Condition(f"{self.text} {relation} {operand_text(other, SUM)}", entries_of((self, other)))

    def between(self, low: Term | int, high: Term | int) -> Condition:
        """Return the condition that the term is at least `low` and at most `high`.

        >>> from sprague.rules.building.builder import choice, piles
        >>> print(choice("k").between(1, piles("a")[0]))
        1 <= k <= a
        """
        text = f"{operand_text(low, SUM)} <= {self.text} <= {operand_text(high, SUM)}"
        return Condition(text, entries_of((low, self, high)))

    def isin(self, numbers: Iterable[int]) -> Condition:
        """Return the condition that the term is one of the given numbers.

        >>> from sprague.rules.building.builder import choice
        >>> print(choice("k").isin([1, 3, 4]), "|", choice("k").isin(range(1, 6)))
        k in {1, 3, 4} | k in 1..5
        """
        if isinstance(numbers, range) and numbers.step == 1 and len(numbers) > 0:
            return Condition(f"{self.text} in {numbers.start}..{numbers.stop - 1}", self.entries)
        listed = [number_text(number) for number in numbers]
        if not listed:
            raise SpragueError("the method isin needs at least one number, got none")
        return Condition(f"{self.text} in {{{', '.join(listed)}}}", self.entries)

    def divides(self, other: Term | int) -> Condition:
        """Return the condition that the term divides another term."""
        return Condition(f"{self.text} divides {operand_text(other, SUM)}", entries_of((self, other)))

    def is_square(self) -> Condition:
        """Return the condition that the term is a square."""
        return Condition(f"{self.text} square", self.entries)

    def is_prime(self) -> Condition:
        """Return the condition that the term is a prime number."""
        return Condition(f"{self.text} prime", self.entries)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Term {self.text}>"

    def __bool__(self) -> NoReturn:
        raise ArgumentTypeError(
            f"the term {self.text} is neither true nor false; write a comparison such as {self.text} >= 1"
        )


@dataclass(frozen=True)
class Condition:
    """A condition of a rule, built in Python by comparing terms.

    >>> from sprague.rules.building.builder import piles
    >>> a, b = piles("a", "b")
    >>> print((a > b) & ~(b == 0))
    (a > b) and (not (b = 0))
    """

    text: str
    # the names of the piles and remembered numbers in the condition
    entries: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def __and__(self, other: Condition) -> Condition:
        if isinstance(other, Term):
            return NotImplemented  # the term explains the mistake
        return Condition(f"({self.text}) and {condition_text(other, True)}", entries_of((self, other)))

    def __or__(self, other: Condition) -> Condition:
        if isinstance(other, Term):
            return NotImplemented  # the term explains the mistake
        return Condition(f"({self.text}) or {condition_text(other, True)}", entries_of((self, other)))

    def __invert__(self) -> Condition:
        return Condition(f"not ({self.text})", self.entries)

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> NoReturn:
        raise ArgumentTypeError(
            f"the condition {self.text} is neither true nor false; use &, | and ~ instead of and, or and not, and "
            "write k.between(1, a) instead of 1 <= k <= a, k.isin((1, 2)) instead of k in (1, 2), and "
            "sprague.minimum(a, b) or sprague.maximum(a, b) instead of min(a, b) or max(a, b)"
        )


def minimum(first: Term | int, *others: Term | int) -> Term:
    """Return the least of several terms, for a rule built in Python.

    >>> from sprague.rules.building.builder import piles
    >>> a, b = piles("a", "b")
    >>> print(minimum(a, b + 1))
    min(a, b + 1)

    Args:
        first: A term or an integer.
        others: Further terms or integers.

    Returns:
        The least of the terms, as a term.

    Raises:
        ArgumentTypeError: An operand is neither a term nor an integer.
    """
    return Term(f"min({', '.join(operand_text(one, SUM) for one in (first, *others))})", parts=(first, *others))


def maximum(first: Term | int, *others: Term | int) -> Term:
    """Return the greatest of several terms, for a rule built in Python.

    >>> from sprague.rules.building.builder import piles
    >>> a, b = piles("a", "b")
    >>> print(maximum(a, b + 1))
    max(a, b + 1)

    Args:
        first: A term or an integer.
        others: Further terms or integers.

    Returns:
        The greatest of the terms, as a term.

    Raises:
        ArgumentTypeError: An operand is neither a term nor an integer.
    """
    return Term(f"max({', '.join(operand_text(one, SUM) for one in (first, *others))})", parts=(first, *others))


def _shown(value: object) -> str:
    """Return an operand for an error message: the text of a term or condition, or the repr of another object."""
    return str(value) if isinstance(value, Term | Condition) else format_argument(value)


def operand_text(value: object, binding: int) -> str:
    """Return the text of an operand, in brackets if the operator in the operand binds less tightly than `binding`."""
    if isinstance(value, Term):
        return value.text if value._binding >= binding else f"({value.text})"
    return number_text(value)


def entries_of(parts: Iterable[object]) -> frozenset[str]:
    """Return the names of the piles and remembered numbers that occur in terms and conditions built in Python."""
    return frozenset[str]().union(*(part.entries for part in parts if isinstance(part, Term | Condition)))


def number_text(value: object) -> str:
    """Return an integer as the text of an operand; raise an error for values of other types."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return str(index(value))  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentTypeError(f"expected a term or an integer, got {format_argument(value)}") from None


def condition_text(value: object, in_brackets: bool = False) -> str:
    """Return the text of a condition built in Python; raise an error for values of other types."""
    if not isinstance(value, Condition):
        raise ArgumentTypeError(f"expected a condition such as k >= 1, got {format_argument(value)}")
    return f"({value.text})" if in_brackets else value.text
