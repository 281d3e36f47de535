"""Recurrences of digit weights, and the expansion of 1 that determines which digit words are valid.

For any weights W_0 = 1 < W_1 < W_2 < …, the greedy algorithm writes each natural number as a word of digits. Suppose
the weights satisfy a recurrence W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n. Let β > 1 be a root of the equation x^d = c_1
x^(d-1) + … + c_d. If all other roots have absolute value less than 1, β is a *Pisot number*, and automata can add
numbers that are written with the weights (Frougny 1992). For example, the coefficients (c_1, …, c_d) are (2) for base
2, (1, 1) for Fibonacci digits, and (1, 1, 1) for Tribonacci digits. The sets that automata recognise depend only on β,
not on the first weights (Bruyère & Hansel 1997). The module defines one numeration for each β, with the weights of
Bertrand-Mathis (1989). The weights of Bertrand-Mathis make it easy to test whether a word is valid.

The weights of Bertrand-Mathis come from the *expansion* t_1 t_2 t_3 … of 1 in base β: the lexicographically greatest
infinite word with 1 = t_1/β + t_2/β² + …. If β is a Pisot number, the expansion of 1 is eventually periodic. The
weights are

    W_n = t_1 W_(n-1) + … + t_n W_0 + 1.

A word represents a number if and only if none of its suffixes is lexicographically greater than t_1 t_2 ….

The following proof about valid words needs no algebraic numbers. Let t = t_1 t_2 … be a sequence that is at least as
great as each of its suffixes, and call a word valid if none of its suffixes exceeds t. Every valid word of length n
except t_1 … t_n agrees with t before some index i, has a digit less than t_i at index i, and continues with any valid
word of length n - i. There are therefore W_n valid words of length n, and the index of a valid word in lexicographic
order is Σ d_i W_i.
"""

from __future__ import annotations

from cmath import sqrt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from sprague.errors import SpragueError
from sprague.optional_numpy import np

LARGEST_BASE = 10
MOST_DIGITS = 64  # limit on the number of different digits of a numeration
_TERMS = 96  # number of computed terms of an expansion; the search for a period examines only these terms
_BITS = 1024  # precision of β in bits; 96 terms with at most six bits each need 576 bits


class Expansion(NamedTuple):
    """The expansion of 1 for a recurrence: the digits `before`, followed by infinitely many copies of `period`."""

    before: tuple[int, ...]
    period: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.before))} ({' '.join(map(str, self.period))})".strip()

    @property
    def terms(self) -> tuple[int, ...]:
        """The terms of the expansion before its period, followed by the terms of one period."""
        return (*self.before, *self.period)

    def successor(self, place: int) -> int:
        """Return the index of the next term of the expansion; after the last term, the period begins again."""
        return place + 1 if place + 1 < len(self.terms) else len(self.before)

    def weights(self, count: int) -> list[int]:
        """Return the weights of the `count` least significant digits in the numeration of this expansion."""
        found: list[int] = []
        for _ in range(count):
            weight, place = 1, 0
            for earlier in reversed(found):
                weight += self.terms[place] * earlier
                place = self.successor(place)
            found.append(weight)
        return found

    def is_greatest(self) -> bool:
        """Return whether the expansion is lexicographically at least as great as each of its suffixes.

        The comparison needs only finitely many terms, because the expansion is periodic.
        """
        size = len(self.terms)
        long = [*self.terms, *(self.period * 3)][: 2 * size] + list(self.period) * size
        return all(long[start : start + size] <= long[:size] for start in range(1, size))


@dataclass(frozen=True)
class DigitWeights:
    """A recurrence W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n of digit weights, and the expansion that limits the digits."""

    recurrence: tuple[int, ...]
    expansion: Expansion

    @cached_property
    def digits(self) -> int:
        """The number of different digits."""
        return self.expansion.terms[0] + 1


def find_expansion(recurrence: Sequence[int]) -> Expansion:
    """Return the expansion of 1 for a recurrence; refuse a recurrence if automata cannot add with its weights.

    >>> print(find_expansion([1, 1]), find_expansion([4, -1]), find_expansion([2]), sep=", ")
    (1 0), 3 (2), (1)

    The function guesses the expansion from an approximation of the dominant root β of the recurrence. The approximation
    is rounded down, so that the guess is the infinite expansion even if 1 also has a finite expansion. The guessed
    expansion is correct if its weights satisfy the given recurrence. Let s be the number of terms before the period
    plus the length of the period. Because the expansion is periodic, the weights satisfy a recurrence of order s. The
    differences between the two sides of the given recurrence also satisfy a recurrence of order s. If s consecutive
    differences between the two sides are 0, all differences between the two sides are 0.
    """
    shown = ",".join(map(str, recurrence))
    if not recurrence or not recurrence[-1] or not _is_pisot(recurrence):
        raise SpragueError(
            f"automata cannot add numbers with the recurrence {shown}; use a recurrence whose characteristic "
            "polynomial has one real root greater than 1 and only other roots of absolute value less than 1, "
            "such as '3,1'"
        )
    terms = _first_terms(recurrence)
    if terms[0] >= MOST_DIGITS:
        raise SpragueError(
            f"the recurrence {shown} needs the digit {terms[0]}; use a recurrence with digits from 0 to at most "
            f"{MOST_DIGITS - 1}"
        )
    order = len(recurrence)
    for size in range(1, len(terms) // 3):
        for start in range(size):
            found = Expansion(tuple(terms[:start]), tuple(terms[start:size]))
            if not _repeats(terms, start, size - start) or not found.is_greatest():
                continue
            weights = found.weights(size + order)
            if all(
                weights[n + order] == sum(c * weights[n + order - 1 - i] for i, c in enumerate(recurrence))
                for n in range(size)
            ):
                return found
    raise SpragueError(f"no numeration with the recurrence {shown} was found; use another recurrence, such as '3,1'")


def _is_pisot(recurrence: Sequence[int]) -> bool:
    """Return whether one root of the recurrence is real and greater than 1, and all others are inside the unit circle.

    Because of rounding errors, the function can refuse a suitable recurrence, but never accepts an unsuitable one.
    """
    *inside, largest = sorted(_roots(recurrence), key=abs)
    return abs(largest.imag) < 1e-9 and largest.real > 1 + 1e-6 and all(abs(root) < 1 - 1e-6 for root in inside)


def _roots(recurrence: Sequence[int]) -> list[complex]:
    """Return the approximate roots of the polynomial of a recurrence; only order 3 and above needs numpy."""
    if len(recurrence) == 1:
        return [complex(recurrence[0])]
    if len(recurrence) == 2:
        half, product = recurrence[0] / 2, -recurrence[1]
        root = sqrt(half * half - product)
        return [half + root, half - root]
    return [complex(root) for root in np.roots([1.0, *(-float(c) for c in recurrence)])]


def _first_terms(recurrence: Sequence[int]) -> list[int]:
    """Return the first terms of the lexicographically greatest infinite expansion of 1 in base β."""
    one = 1 << _BITS
    low, high = one, (2 + max(map(abs, recurrence))) * one
    while high - low > 1:
        middle = (low + high) // 2
        value, scale = 1, 1
        for c in recurrence:  # after the loop, `value / scale` is the value of the polynomial at middle / one
            scale *= one
            value = value * middle - c * scale
        low, high = (middle, high) if value < 0 else (low, middle)
    terms: list[int] = []
    rest = one
    for _ in range(_TERMS):
        digit, rest = divmod(rest * low >> _BITS, one)
        terms.append(digit)
    return terms


def _repeats(terms: Sequence[int], start: int, period: int) -> bool:
    return all(terms[i] == terms[i + period] for i in range(start, len(terms) - period))


def recurrence_of_fraction(quotients: Sequence[int]) -> tuple[int, ...]:
    """Return the recurrence that the denominators of a continued fraction satisfy if its quotients are periodic.

    >>> recurrence_of_fraction([3]), recurrence_of_fraction([1, 2]), recurrence_of_fraction([1, 1])
    ((3, 1), (4, -1), (1, 1))

    The denominators q_n of a continued fraction with the quotients a_n satisfy q_(n+1) = a_(n+1) q_n + q_(n-1). If the
    quotients have the period p, a matrix of determinant (-1)^p maps two successive denominators to the two denominators
    p steps later. The characteristic polynomial of the matrix gives the recurrence.
    """
    least = next(
        size
        for size in range(1, len(quotients) + 1)
        if len(quotients) % size == 0 and all(one == two for one, two in pairwise(_parts(quotients, size)))
    )
    (a, b), (c, d) = (1, 0), (0, 1)
    for quotient in quotients[:least]:
        (a, b), (c, d) = (a * quotient + b, a), (c * quotient + d, c)
    return (a + d, b * c - a * d)


def _parts(quotients: Sequence[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(quotients[i : i + size]) for i in range(0, len(quotients), size)]
