"""Functions for linear constraints: `solve_equations`, `is_possible` (feasibility) and `implies` (implication).

The functions decide feasibility and implication exactly over the rational numbers. An inequality that holds for all
rational solutions also holds for all integer solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import gcd

from sprague.linear.simplex import UnboundedProgram, minimise
from sprague.linear.terms import Linear, as_inequalities


@dataclass(frozen=True, slots=True)
class Bounds:
    """Linear equations (terms that must be 0) and inequalities (terms that must be `>= 0`) that a condition implies.

    If `complete` is true, the equations and inequalities together are equivalent to the condition.
    """

    equations: tuple[Linear, ...] = ()
    inequalities: tuple[Linear, ...] = ()
    complete: bool = True

    @property
    def all(self) -> tuple[Linear, ...]:
        """The equations and inequalities as one list of inequalities; each equation is split into two inequalities."""
        return (*self.inequalities, *as_inequalities(self.equations))


def solve_equations(equations: Iterable[Linear], names: Sequence[str]) -> tuple[dict[str, Linear], list[Linear]]:
    """Solve linear equations `term = 0` for names with coefficient 1 or -1; also return the unsolved equations.

    >>> u, v, b = (Linear.of(name) for name in "uvb")
    >>> solve_equations([u + v - b, 2 * u - v], ["u", "v"])
    ({'v': Linear('b - u')}, [Linear('3u - b')])

    Each equation is solved for the last of its names with coefficient 1 or -1, so that later loops over choices follow
    the order of the names in the rule.
    """
    solved: dict[str, Linear] = {}
    left: list[Linear] = []
    for equation in equations:
        term = equation.substitute(solved)
        unit = [name for name in names if abs(term.coefficient(name)) == 1]
        if not unit:
            left.append(term)
            continue
        name = unit[-1]
        sign = term.coefficient(name)
        value = (term - sign * Linear.of(name)) * -sign
        solved = {old: was.substitute({name: value}) for old, was in solved.items()}
        solved[name] = value
    return solved, [term.substitute(solved) for term in left]


MOST_BRANCHES = 200  # maximum number of cases of an implication; each case is a linear program


def is_possible(inequalities: Sequence[Linear]) -> bool:
    """Return whether linear inequalities `term >= 0` have a common solution in non-negative rational numbers.

    >>> a, b = Linear.of("a"), Linear.of("b")
    >>> is_possible([a - b - 1, b - a])
    False
    """
    return _least(Linear(), inequalities) is not None


def greatest(term: Linear, inequalities: Sequence[Linear]) -> Fraction | None:
    """Return the maximum of a linear term under linear inequalities; None if there is no maximum or no solution.

    >>> a, b = Linear.of("a"), Linear.of("b")
    >>> greatest(a, [10 - a - b, b - 3])
    Fraction(7, 1)
    """
    try:
        least = _least(-term, inequalities)
    except UnboundedProgram:
        return None
    return None if least is None else term.constant - least


def _least(term: Linear, inequalities: Sequence[Linear]) -> Fraction | None:
    """Return the minimum of a linear term minus its constant, under inequalities; None if they have no solution."""
    nontrivial = [inequality for inequality in inequalities if not inequality.is_natural]
    names = sorted({name for inequality in (term, *nontrivial) for name in inequality.names})
    rows = []
    right = []
    for number, inequality in enumerate(nontrivial):
        slack = [-int(number == other) for other in range(len(nontrivial))]
        rows.append([inequality.coefficient(name) for name in names] + slack)
        right.append(-inequality.constant)
    cost = [term.coefficient(name) for name in names] + [0] * len(nontrivial)
    found = minimise(rows, right, cost)
    if found is None:
        return None
    return sum((factor * value for factor, value in zip(cost, found, strict=True)), Fraction(0))


def strongest(inequalities: Iterable[Linear]) -> list[Linear]:
    """Divide linear inequalities by common factors; if several have equal coefficients, keep only the strongest.

    >>> x, y = Linear.of("x"), Linear.of("y")
    >>> strongest([2 * x - 3, x - 1, x + y])
    [Linear('x - 2'), Linear('x + y')]
    """
    least: dict[tuple[tuple[str, int], ...], int] = {}
    for term in inequalities:
        divisor = gcd(*(factor for _, factor in term.coefficients)) or 1
        parts = tuple((name, factor // divisor) for name, factor in term.coefficients)
        constant = term.constant // divisor  # round the constant, because names are integers: 2x >= 3 becomes x >= 2
        least[parts] = min(constant, least.get(parts, constant))
    return [Linear(parts, constant) for parts, constant in least.items()]


def natural_range(name: str, inequalities: Iterable[Linear]) -> tuple[int, int | None]:
    """Return the least and greatest natural value of a name, given the inequalities that contain no other name.

    >>> k, a = Linear.of("k"), Linear.of("a")
    >>> natural_range("k", [k - 1, 7 - 2 * k, a - k])
    (1, 3)
    """
    low: int = 0
    high: int | None = None
    for term in inequalities:
        if term.names == (name,):
            factor = term.coefficient(name)
            if factor > 0:
                low = max(low, -(term.constant // factor))
            else:
                bound = term.constant // -factor
                high = bound if high is None else min(high, bound)
    return low, high


class TooManyCases(Exception):
    """Raised when an implication between linear constraints branches into more cases than allowed."""


def implies(facts: Sequence[Linear], *alternatives: Sequence[Linear], cases: Iterator[int] | None = None) -> bool:
    """Return whether linear inequalities over natural numbers provably imply one of several lists of inequalities.

    >>> a, b = Linear.of("a"), Linear.of("b")
    >>> implies([a - b], [a])
    True
    >>> implies([], [a - b], [b - a])
    True

    For the proof, assume that every list of inequalities contains an inequality that fails. If an inequality `term >=
    0` fails, its term, an integer, is at most -1. Every choice of one failing inequality from each list is a case; the
    function returns True if every case contradicts the inequalities in `facts`. The iterator `cases` counts the cases
    tried so far; after `MOST_BRANCHES` cases, the function raises `TooManyCases`.
    """
    counter = count() if cases is None else cases
    if next(counter) > MOST_BRANCHES:
        raise TooManyCases
    if not is_possible(facts):
        return True
    if not alternatives:
        return False
    first, *rest = alternatives
    return all(implies([*facts, -goal - 1], *rest, cases=counter) for goal in first)
