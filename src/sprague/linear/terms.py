"""Linear terms over named integers (`Linear`), such as `2a - k + 1`, with substitutions and symmetries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear term: a constant plus integer multiples of names.

    >>> a, k = Linear.of("a"), Linear.of("k")
    >>> 2 * a - k + 1
    Linear('2a - k + 1')
    >>> (a + k - a) == k
    True

    The names are sorted and no coefficient is 0, so equal terms compare as equal objects.
    """

    coefficients: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @staticmethod
    def of(value: str | int) -> Linear:
        """Return a linear term that consists of a single name or a single number."""
        return Linear(((value, 1),)) if isinstance(value, str) else Linear((), value)

    @staticmethod
    def build(coefficients: Mapping[str, int], constant: int = 0) -> Linear:
        """Return the linear term with the given coefficients; zero coefficients are dropped."""
        kept = sorted((name, factor) for name, factor in coefficients.items() if factor)
        return Linear(tuple(kept), constant)

    @staticmethod
    def sum(terms: Iterable[Linear | str]) -> Linear:
        """Return the sum of linear terms or names: `Linear.sum("abc")` is a + b + c."""
        total = Linear()
        for term in terms:
            total = total + (Linear.of(term) if isinstance(term, str) else term)
        return total

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the linear term, sorted."""
        return tuple(name for name, _ in self.coefficients)

    @property
    def is_constant(self) -> bool:
        """Whether the linear term is a number."""
        return not self.coefficients

    @property
    def is_name(self) -> bool:
        """Whether the linear term is a single name."""
        return self.constant == 0 and [factor for _, factor in self.coefficients] == [1]

    @property
    def is_natural(self) -> bool:
        """Whether the constant and all coefficients are at least 0, so that the term is never negative."""
        return self.constant >= 0 and all(factor > 0 for _, factor in self.coefficients)

    def coefficient(self, name: str) -> int:
        """Return the coefficient of a name in the linear term."""
        return dict(self.coefficients).get(name, 0)

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.coefficients, self.constant + other)
        total = dict(self.coefficients)
        for name, factor in other.coefficients:
            total[name] = total.get(name, 0) + factor
        return Linear.build(total, self.constant + other.constant)

    def __mul__(self, factor: int) -> Linear:
        scaled = {name: factor * old for name, old in self.coefficients}
        return Linear.build(scaled, factor * self.constant)

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1

    def __sub__(self, other: Linear | int) -> Linear:
        return self + (-other)

    def __rsub__(self, other: int) -> Linear:
        return -self + other

    def substitute(self, values: Mapping[str, Linear]) -> Linear:
        """Return this linear term with names replaced by linear terms; all names are replaced at the same time."""
        total = Linear((), self.constant)
        for name, factor in self.coefficients:
            total = total + factor * values.get(name, Linear.of(name))
        return total

    def value(self, values: Mapping[str, int]) -> int:
        """Return the value of the linear term for the given values of its names."""
        # Use a loop, which is twice as fast as `sum`, because the method is called for every entry of every option.
        total = self.constant
        for name, factor in self.coefficients:
            total += factor * values[name]
        return total

    def written(self, name_text: Callable[[str], str] = str) -> str:
        """Return the text of the linear term, with names printed by `name_text`."""
        # Print positive parts first, because "y - x" reads better than "-x + y".
        parts = sorted(self.coefficients, key=lambda part: (part[1] < 0, part[0]))
        leads = self.constant > 0 and all(factor < 0 for _, factor in parts)
        text = str(self.constant) if leads else ""
        for name, factor in parts:
            size = "" if abs(factor) == 1 else str(abs(factor))
            sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
            text += f"{sign}{size}{name_text(name)}"
        if not text:
            return str(self.constant)
        if self.constant and not leads:
            text += f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        return text

    def __str__(self) -> str:
        return self.written()

    def __repr__(self) -> str:
        return f"Linear({str(self)!r})"


def as_inequalities(equations: Iterable[Linear]) -> list[Linear]:
    """Return each linear equation `term = 0` as two linear inequalities `term >= 0` and `-term >= 0`."""
    return [side for term in equations for side in (term, -term)]


@dataclass(frozen=True, slots=True)
class Applied:
    """A Python function applied to a linear term, such as `f(d)`; a rule that contains one is not linear."""

    function: str
    term: Linear

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the argument of the function."""
        return self.term.names

    def substitute(self, values: Mapping[str, Linear]) -> Applied:
        """Return the Python function applied to its argument with names replaced by linear terms."""
        return Applied(self.function, self.term.substitute(values))

    def __str__(self) -> str:
        return f"{self.function}({self.term})"


def constant_change(name: str, entry: object) -> int | None:
    """Return the constant c if a linear term is `name + c`; for every other term, return None.

    >>> constant_change("a", Linear.of("a") - 2), constant_change("a", Linear.of("b"))
    (-2, None)
    """
    if isinstance(entry, Linear) and entry.coefficients == ((name, 1),):
        return entry.constant
    return None


def swap_names(first: str, second: str) -> dict[str, Linear]:
    """Return a substitution that exchanges two names in linear terms."""
    return {first: Linear.of(second), second: Linear.of(first)}


def interchangeable_groups(members: Iterable[T], same: Callable[[T, T], bool]) -> list[tuple[T, ...]]:
    """Divide items, such as names in linear terms, into groups: two items are in one group if `same` holds for them.

    The relation `same` must be an equivalence relation.
    """
    groups: list[list[T]] = []
    for member in members:
        for group in groups:
            if same(group[0], member):
                group.append(member)
                break
        else:
            groups.append([member])
    return [tuple(group) for group in groups]
