"""Arrays for generated loops: powers, squares, primes and divisors (`NumberRows`), and bounds on terms (`TermBounds`).

If a choice must be a power of a base, a square, a prime or a divisor, its loop visits only these numbers. One array
contains the visited numbers in rows: one row for the squares, one for the primes, one for the powers of each base, and
one for the divisors of each number. The row for the divisors of 0 is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt, log, prod

import numpy as np
import numpy.typing as npt

from sprague.language.conditions import Condition, Not, Power
from sprague.language.expressions import Expression, Mod
from sprague.language.number_conditions import Divides, Prime, Square, Times
from sprague.rules import Linear, Ruleset
from sprague.rules.choice_loops import ChoiceLoop
from sprague.rules.choice_loops import ChoiceLoops as FamilyLoops
from sprague.rules.number_kinds import NumberKind

Int64Array = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]


def row_bytes(visit: NumberKind, most: int) -> int:
    """Return an estimate of the bytes needed for the rows of powers, squares, primes or divisors up to `most`."""
    if isinstance(visit, Divides):
        # for divisors, the estimate includes the starts of rows and temporary arrays
        return int(most * (4 * log(most + 1) + 28))
    return 5 * most if isinstance(visit, Prime) else 4 * isqrt(most) + 256


class NumberRows:
    """Rows of powers, squares, primes and divisors that loops over choices visit; each row is computed once."""

    def __init__(self) -> None:
        self.rows: list[Int32Array] = []
        self.starts: list[Int64Array] = [np.zeros(1, np.int64)]
        self._first: dict[tuple[object, ...], int] = {}

    def row(self, visit: NumberKind, most: int) -> int:
        """Return the index of the row with all powers, squares or primes up to `most`, or with the divisors of 0."""
        match visit:
            case Power():
                powers = [visit.base**exponent for exponent in range(most.bit_length() + 1)]
                return self._listed((Power, visit.base, most), lambda: [n for n in powers if n <= most])
            case Square():
                return self._listed((Square, most), lambda: np.arange(isqrt(most) + 1, dtype=np.int64) ** 2)
            case Prime():
                return self._listed((Prime, most), lambda: primes(most))
            case Divides():
                key = (Divides, most)
                if key not in self._first:
                    self._add(key, *divisors(most))
                return self._first[key]

    def _listed(self, key: tuple[object, ...], numbers: Callable[[], npt.ArrayLike]) -> int:
        if key not in self._first:
            row = np.asarray(numbers(), dtype=np.int32)
            self._add(key, row, np.array([len(row)]))
        return self._first[key]

    def _add(self, key: tuple[object, ...], members: Int32Array, ends: Int64Array) -> None:
        """Append several rows of numbers, which end at the indices `ends`, and store the index of the first row."""
        before = int(self.starts[-1][-1])
        self._first[key] = sum(map(len, self.starts)) - 1
        self.rows.append(members)
        self.starts.append(ends + before)

    def arrays(self) -> tuple[Int32Array, Int64Array]:
        """Return the numbers of all rows as one array, and the start of each row."""
        return np.concatenate([*self.rows, np.zeros(0, np.int32)]), np.concatenate(self.starts)


def primes(most: int) -> Int64Array:
    """Return all primes up to a number as an array for loops over choices, by the sieve of Eratosthenes.

    >>> primes(20).tolist()
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    is_prime = np.ones(most + 1, dtype=np.bool_)
    is_prime[:2] = False
    for number in range(2, isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return np.flatnonzero(is_prime)


def divisors(most: int) -> tuple[Int32Array, Int64Array]:
    """Return the lists of divisors of 0 (none), 1, 2, …, `most` as one array, and the index at which each list ends.

    >>> members, ends = divisors(4)
    >>> members.tolist(), ends.tolist()
    ([1, 1, 2, 1, 3, 1, 2, 4], [0, 1, 3, 5, 8])
    """
    # Each number up to the square root of `most` is added to the lists of its multiples. Each larger divisor of a
    # number n is n divided by a small number.
    root = isqrt(most)
    small = range(1, root + 1)
    quotients = range(most // (root + 1), 0, -1)
    counts = np.zeros(most + 1, dtype=np.int64)
    for number in small:
        counts[number::number] += 1
    for number in quotients:
        counts[number * (root + 1) :: number] += 1
    ends = np.cumsum(counts)
    members = np.zeros(ends[-1], dtype=np.int32)
    place = ends - counts
    for number in small:
        members[place[number::number]] = number
        place[number::number] += 1
    for number in quotients:
        there = slice(number * (root + 1), None, number)
        members[place[there]] = np.arange(root + 1, root + 1 + len(place[there]))
        place[there] += 1
    return members, ends


MAX_SAFE = 1 << 62


class TermBounds:
    """Upper bounds on the piles, choices and products in the loops of a move family, if no entry exceeds `top`.

    >>> from sprague.rules import parse
    >>> (sizes,) = TermBounds.of_family(parse("(a, b) -> (a - k*b, b) where k >= 1, b >= 1"), 0, 10)
    >>> sizes.of["k"], sizes.of["b*k"]
    (11, 110)
    """

    def __init__(self, rule: Ruleset, family: int, loops: FamilyLoops, top: int) -> None:
        self.loops, self.reached = loops, [entry for part in rule.constraints[family].parts for entry in part.values()]
        self.of = dict.fromkeys(rule.names, top)
        self._multiply(self.loops.products)
        for loop in self.loops.loops:
            above = (self.most(bound.term) // bound.divisor for bound in loop.upper)
            self.of[loop.name] = max(0, min(above))
            self._multiply(loop.products)
        for name, term in self.loops.derived:
            self.of[name] = max(0, self.most(term))

    @staticmethod
    def of_family(rule: Ruleset, family: int, top: int) -> list[TermBounds]:
        return [TermBounds(rule, family, loops, top) for loops in rule.enumerators[family].loops if loops.possible]

    def _multiply(self, products: tuple[Times, ...]) -> None:
        for product in products:
            self.of[product.name] = prod(self.of[factor] for factor in product.factors)

    def most(self, term: Linear) -> int:
        """Return an upper bound on a linear term."""
        return term.constant + sum(factor * self.of[name] for name, factor in term.coefficients if factor > 0)

    def visited(self, loop: ChoiceLoop) -> int:
        """Return an upper bound on the numbers that a loop over a choice visits, or whose divisors it visits."""
        divided = loop.visit.number.linear if isinstance(loop.visit, Divides) else None
        return self.of[loop.name] if divided is None else self.size(divided)

    @property
    def fit(self) -> bool:
        """Whether all terms of the move family fit into 64 bits."""
        loops = self.loops
        terms = [*loops.guards, *self.reached]
        conditions = [*loops.guard_checks]
        for loop in loops.loops:
            terms += [bound.term for bound in (*loop.lower, *loop.upper)]
            terms += [*loop.falling, *loop.rising]
            conditions += [*loop.checks, *([loop.visit] if loop.visit else [])]
        return all(self.size(term) < MAX_SAFE for term in terms) and all(map(self._fits, conditions))

    def size(self, term: Linear) -> int:
        """Return an upper bound on the absolute value of a linear term."""
        return abs(term.constant) + sum(abs(factor) * self.of[name] for name, factor in term.coefficients)

    def expression_size(self, term: Expression) -> int:
        """Return an upper bound on the absolute values of a term and of its parts.

        >>> from sprague.rules import parse
        >>> (sizes,) = TermBounds.of_family(parse("(a) -> (a - k) where k >= 1, k*k mod 7 != 1"), 0, 10)
        >>> (check,) = sizes.loops.loops[0].checks
        >>> print(check, [sizes.expression_size(side) for side in check.sides])
        k*k mod 7 != 1 [7, 1]
        """
        total = self.size(term.linear)
        for call, factor in term.calls:
            inside = [self.expression_size(argument) for argument in call.arguments]
            value = call.modulus if isinstance(call, Mod) else prod(inside)
            total += abs(factor) * max([value, *(size for size in inside if size >= MAX_SAFE)])
        return total

    def _fits(self, condition: Condition) -> bool:
        """Return whether all terms of a condition, and the base of a power, fit into 64 bits."""
        atom = condition.atom if isinstance(condition, Not) else condition
        sizes = [atom.base] if isinstance(atom, Power) else []

        def look(term: Expression) -> Expression:
            sizes.append(self.expression_size(term))
            return term

        condition.with_terms(look)
        return max(sizes, default=0) < MAX_SAFE
