"""Recurrences of digit weights, and the expansion that decides which digit words are valid.

Every choice of weights W_0 = 1 < W_1 < W_2 < … gives each natural number digits, by the greedy algorithm. Automata
can add such numbers if the weights obey a recurrence W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n whose polynomial x^d - c_1
x^(d-1) - … - c_d has one root β > 1, a *Pisot number*, and all others less than 1 in size (Frougny 1992): 2 for base
2, 1,1 for Fibonacci digits, 1,1,1 for Tribonacci digits. Which sets an automaton can tell depends on β alone, not on
the first weights (Bruyère & Hansel 1997). So there is one numeration for each β here, with the weights for which a
word is easiest to judge (Bertrand-Mathis 1989). They come with the *expansion* t_1 t_2 t_3 … of 1 in base β: the
lexicographically greatest word without end for which 1 = t_1/β + t_2/β² + …, which for Pisot numbers repeats itself
from some place on. Then

    W_n = t_1 W_(n-1) + … + t_n W_0 + 1,

and a word is the digits of a number if and only if none of its ends is, in the order of words, beyond t_1 t_2 ….

That needs no algebraic numbers: let t be any sequence that none of its own ends exceeds, and count the words of
length n whose ends do not exceed t. One of them is t_1 … t_n; each other one leaves t at some place i, with one of
t_i smaller digits, and goes on with any such word of length n - i. So there are W_n of them, and Σ d_i W_i counts
them up in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sprague.errors import SpragueError

MOST_DIGITS = 10
_TERMS = 96  # of an expansion that are looked at: it has repeated itself by then, or the numeration is refused
_BITS = 1024  # to which β is known: the terms, of less than four bits each, use up less than half of them


class Expansion(NamedTuple):
    """The expansion of a recurrence: an eventually periodic sequence of digits, `before`, then `period` for ever."""

    before: tuple[int, ...]
    period: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.before))} ({' '.join(map(str, self.period))})".strip()

    @property
    def terms(self) -> tuple[int, ...]:
        """The digits of `before` and of one period."""
        return (*self.before, *self.period)

    def successor(self, place: int) -> int:
        """Return the place after this one; the end of the period leads back to its start."""
        return place + 1 if place + 1 < len(self.terms) else len(self.before)

    def weights(self, count: int) -> list[int]:
        """Return the first weights of the digits."""
        found: list[int] = []
        for _ in range(count):
            weight, place = 1, 0
            for earlier in reversed(found):
                weight += self.terms[place] * earlier
                place = self.successor(place)
            found.append(weight)
        return found

    def is_greatest(self) -> bool:
        """Return whether no suffix of the sequence exceeds the sequence itself.

        Two sequences that repeat `period`, both from the end of `before` on, are the same once they agree so far.
        """
        size = len(self.terms)
        long = [*self.terms, *(self.period * 3)][: 2 * size] + list(self.period) * size
        return all(long[start : start + size] <= long[:size] for start in range(1, size))


@dataclass(frozen=True)
class DigitWeights:
    """The recurrence W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n of digit weights, and its expansion."""

    recurrence: tuple[int, ...]
    expansion: Expansion

    @cached_property
    def digits(self) -> int:
        """The number of different digits."""
        return self.expansion.terms[0] + 1


def find_expansion(recurrence: Sequence[int]) -> Expansion:
    """Return the expansion of 1 that belongs to a recurrence; raise SpragueError if automata cannot add its numbers.

    >>> print(find_expansion([1, 1]), find_expansion([4, -1]), find_expansion([2]), sep=", ")
    (1 0), 3 (2), (1)

    It is guessed from β to many digits, from below, so that of two expansions the one without end comes out; and
    then shown to be right, as above: by its weights, which obey the recurrence. They obey the one that the expansion
    gives, W_(n+m) less its terms in the period's end being W_n less those in `before`; and so does the
    difference that is to be 0, which is therefore always 0 once it is 0 as often in a row.
    """
    shown = ",".join(map(str, recurrence))
    if not recurrence or not recurrence[-1] or not _is_pisot(recurrence):
        raise SpragueError(
            f"expected a recurrence such as 3,1 whose numbers automata can add, got {shown}; "
            "all roots of its polynomial but one must be less than 1 in size, and that one greater"
        )
    terms = _first_terms(recurrence)
    if terms[0] >= MOST_DIGITS:
        raise SpragueError(
            f"expected digits from 0 to at most {MOST_DIGITS - 1}, got a recurrence with {terms[0]}: {shown}; "
            "larger digits have no automata here"
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
    raise SpragueError(
        f"expected a recurrence that the weights of its own digits obey, such as 3,1, got {shown}; "
        "words in these digits are not told by an automaton here"
    )


def _is_pisot(recurrence: Sequence[int]) -> bool:
    """Return whether one root is real and greater than 1, and all others are less than 1 in size.

    Rounding errors can only make it refuse too much: a root on the circle is never taken for one inside it.
    """
    roots = np.roots([1.0, *(-float(c) for c in recurrence)])
    largest = roots[np.argmax(np.abs(roots))]
    inside = np.sort(np.abs(roots))[:-1]
    return bool(abs(largest.imag) < 1e-9 and largest.real > 1 + 1e-6 and (inside < 1 - 1e-6).all())


def _first_terms(recurrence: Sequence[int]) -> list[int]:
    """Return the first terms of the greatest expansion of 1 in base β that does not end."""
    one = 1 << _BITS
    low, high = one, (2 + max(map(abs, recurrence))) * one
    while high - low > 1:
        middle = (low + high) // 2
        value, scale = 1, 1
        for c in recurrence:  # the polynomial at middle / one, times a power of `one`
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
    """Return the recurrence for numbers whose continued fraction repeats these quotients.

    >>> recurrence_of_fraction([3]), recurrence_of_fraction([1, 2]), recurrence_of_fraction([1, 1])
    ((3, 1), (4, -1), (1, 1))

    The denominators q_(n+1) = a_(n+1) q_n + q_(n-1), p steps at a time, are multiplied by a matrix of determinant
    (-1)^p.
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
