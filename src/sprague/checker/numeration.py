"""`Numeration`: how the checker represents natural numbers by words of digits, most significant digit first.

The weights of the digits are the powers of a base, or satisfy another linear recurrence. The *limit sequence* t_1 t_2 …
is a sequence of digits that is lexicographically at least as great as each of its tails. A word is *valid* if, for
every k, its last k digits are lexicographically at most t_1 … t_k. The word t_1 … t_n is valid. Every other valid word
of length n agrees with the limit sequence before some index i, has a digit less than t_i at index i, and continues with
any valid word. The number of valid words of length n is therefore W_n = t_1 W_(n-1) + … + t_n W_0 + 1. If the valid
words of length n are numbered 0, 1, 2, … in lexicographic order, the number of a word is its value Σ d_i W_i. Every
natural number less than W_n therefore has exactly one valid word of length n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

from .errors import OutOfReach
from .trees import read_list, refuse

# If the recurrence has d coefficients, the carry of a word consists of d values: the values of the word with 0, 1, …, d
# - 1 zeros appended.
Carry = tuple[int, ...]

MOST_TERMS, LARGEST_BASE, MOST_DIGITS = 6, 10, 64
MOST_COLUMNS = 1 << 16  # limit on the number of symbols of one automaton
_PATIENCE = 2_000  # limit on the terms that are computed to decide how fast a sequence grows


@dataclass(frozen=True)
class _Limit:
    """The limit sequence t_1 t_2 … of a numeration: its first terms, and the index from which they repeat."""

    terms: tuple[int, ...]
    repeats: int

    def after(self, index: int) -> int:
        """Return the index of the next term of the limit sequence."""
        return index + 1 if index + 1 < len(self.terms) else self.repeats

    def beginning(self, count: int, start: int = 0) -> list[int]:
        """Return `count` terms of the limit sequence, beginning at the index `start`."""
        found = []
        for _ in range(count):
            found.append(self.terms[start])
            start = self.after(start)
        return found


@dataclass(frozen=True)
class Numeration:
    """A numeration of the checker, given by its recurrence: (b,) for base b, (1, 1) for Fibonacci digits.

    >>> Numeration((2,)).write(6), Numeration((1, 1)).write(6)
    ([1, 1, 0], [1, 0, 0, 1])
    """

    recurrence: tuple[int, ...]

    @property
    def base(self) -> int:
        """The base, or 0 if the weights are not the powers of a base."""
        return self.recurrence[0] if len(self.recurrence) == 1 else 0

    @cached_property
    def limit(self) -> _Limit:
        """The limit sequence, which determines the valid words."""
        if self.base:
            return _Limit((self.base - 1,), 0)
        found = _limit_of(self.recurrence)
        assert found is not None
        return found

    @cached_property
    def digits(self) -> int:
        """The number of different digits of the numeration."""
        return self.limit.terms[0] + 1

    def __str__(self) -> str:
        if self.base:
            return f"base {self.base}"
        weights = ", ".join(map(str, _weights(self.limit, 5)))
        return f"digits of weights {weights}, …"

    def columns(self, tracks: int) -> list[tuple[int, ...]]:
        """Return all columns of digits of `tracks` numbers; an automaton reads column i of the list as symbol i."""
        if self.digits**tracks > MOST_COLUMNS:
            raise OutOfReach(f"an automaton that reads {tracks} numbers needs more than {MOST_COLUMNS:,} symbols")
        return list(product(range(self.digits), repeat=tracks))

    # Values

    @property
    def zero(self) -> Carry:
        """The carry of the empty word, which represents 0."""
        return (0,) * len(self.recurrence)

    @cached_property
    def first_weights(self) -> tuple[int, ...]:
        """The weights of the d least significant digits, where d is the number of coefficients of the recurrence."""
        return _weights(self.limit, len(self.recurrence))

    def append(self, carry: Carry, amount: int) -> Carry:
        """Return the carry after one more digit, or after a column of digits whose linear combination is `amount`."""
        if self.base:
            return (carry[0] * self.base + amount,)
        last = sum(c * value for c, value in zip(self.recurrence, reversed(carry), strict=True))
        return tuple(v + amount * w for v, w in zip((*carry[1:], last), self.first_weights, strict=True))

    def greatest(self, carry: Carry, weight: int) -> int | None:
        """Return an upper bound of the value after any number of further digits, or None if there is no bound.

        The value is a linear combination of numbers whose digits are read together. The argument `weight` is the sum of
        the positive factors of the linear combination. If n digits are appended to a number, the result is greater by
        less than W_n than if n zeros are appended. Therefore the value after n further digits is at most x_n - weight,
        where x_n is the value with n zeros appended plus weight · W_n. The sequence x_n satisfies the recurrence of the
        weights.
        """
        if self.base:
            return None if carry[0] + weight > 0 else carry[0]
        start = tuple(v + weight * w for v, w in zip(carry, self.first_weights, strict=True))
        largest = _supremum(self.recurrence, start)
        return None if largest is None else largest - weight

    def write(self, number: int) -> list[int]:
        """Return the digits of a number without leading zeros; the number 0 has no digits."""
        weights = list(self.first_weights)
        while weights[-1] <= number:
            weights.append(sum(c * w for c, w in zip(self.recurrence, reversed(weights), strict=False)))
        word: list[int] = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight)
            if word or digit:
                word.append(digit)
        return word

    def read(self, word: Iterable[int]) -> int:
        """Return the number with the given digits."""
        carry = self.zero
        for digit in word:
            carry = self.append(carry, digit)
        return carry[0]

    def follow(self, index: int, digit: int) -> int:
        """Return the index in the limit sequence after one more digit, or -1 if the digit makes the word invalid.

        After a digit that is smaller than the term of the limit sequence at `index`, the comparison starts again at
        index 0. A digit that is greater than the term of the limit sequence at `index` makes the word invalid.
        """
        term = self.limit.terms[index]
        if digit > term:
            return -1
        return self.limit.after(index) if digit == term else 0


def read_numeration(data: object) -> Numeration:
    """Read a numeration from a certificate for the checker."""
    numbers = tuple(read_list(data, "a numeration", 1, MOST_TERMS))
    if not all(type(one) is int and -1000 < one < 1000 for one in numbers):
        refuse("a numeration to be a list of integers", data)
    if len(numbers) == 1:
        if not 2 <= numbers[0] <= LARGEST_BASE:
            refuse(f"a base from 2 to {LARGEST_BASE}", data)
    elif _limit_of(numbers) is None or not _stride(numbers):
        refuse("a base, or a recurrence that gives every number exactly one word of digits", data)
    return Numeration(numbers)


@cache
def _weights(limit: _Limit, count: int) -> tuple[int, ...]:
    """Return the first `count` weights; the weight W_n is the number of valid words of length n."""
    found: list[int] = []
    while len(found) < count:
        terms = limit.beginning(len(found))
        found.append(1 + sum(term * weight for term, weight in zip(terms, reversed(found), strict=True)))
    return tuple(found)


@cache
def _limit_of(recurrence: tuple[int, ...]) -> _Limit | None:
    """Return the limit sequence whose weights satisfy the recurrence, or None if none is found.

    The ratio of consecutive terms of a sequence with the given recurrence converges to a number β. The function
    approximates β from below, and guesses that the limit sequence consists of the digits of 1 in base β. The guess is
    correct if no tail of the guessed sequence is greater than the sequence itself, and if its weights satisfy the given
    recurrence. To test the given recurrence, it suffices to compute finitely many weights. The guessed sequence is
    periodic, so the weights also satisfy a recurrence with r coefficients, where r is the sum of the preperiod and the
    period of the sequence. For each weight, take the difference from the value that the given recurrence predicts. The
    differences also satisfy the recurrence with r coefficients. Therefore all differences are 0 if r consecutive
    differences are 0.
    """
    order = len(recurrence)
    grown = [0] * (order - 1) + [1]
    for _ in range(_PATIENCE):
        grown.append(sum(c * value for c, value in zip(recurrence, reversed(grown), strict=False)))
    if grown[-2] <= 0 or not grown[-2] < grown[-1] < MOST_DIGITS * grown[-2]:
        return None
    one = 10**300
    factor, rest, digits = one * grown[-1] // grown[-2] - 1, one, []
    for _ in range(80):
        digit, rest = divmod(rest * factor // one, one)
        digits.append(digit)
    for size in range(1, 25):
        for repeats in range(size):
            found = _Limit(tuple(digits[:size]), repeats)
            if found.beginning(80) != digits or not found.terms[0]:
                continue
            if any(found.beginning(2 * size, start) > found.beginning(2 * size) for start in range(1, size)):
                continue
            weights = _weights(found, size + order)
            if all(
                weights[n + order] == sum(c * weights[n + order - i] for i, c in enumerate(recurrence, 1))
                for n in range(size)
            ):
                return found
    return None


# Growth of sequences


@lru_cache(maxsize=1 << 16)
def _supremum(recurrence: tuple[int, ...], start: Carry) -> int | None:
    """Return the greatest term of a sequence x_0, x_1, … that satisfies the recurrence, or None if it is unbounded.

    Let d be the number of coefficients of the recurrence, and s the result of `_stride`. The search ends when, for (d -
    1) s consecutive indices n (and therefore for all later n), x_(n+s) has the sign of x_n and at least twice its
    absolute value.
    """
    if not any(start):
        return 0
    stride = _stride(recurrence)
    enough = max(1, (len(recurrence) - 1) * stride)
    values = list(start)
    for first in range(_PATIENCE):
        while len(values) < first + enough + stride:
            values.append(sum(c * value for c, value in zip(recurrence, reversed(values), strict=False)))
        window = range(first, first + enough)
        if all(values[n] > 0 and values[n + stride] >= 2 * values[n] for n in window):
            return None
        if all(values[n] < 0 and values[n + stride] <= 2 * values[n] for n in window):
            return max(values[: first + stride])
    raise OutOfReach(f"the checker cannot decide whether a sequence with the recurrence {recurrence} is bounded")


@cache
def _stride(recurrence: tuple[int, ...]) -> int:
    """Return a number s such that a solution that has doubled in every s steps for long enough does so for ever.

    Let d be the number of coefficients of the recurrence. Take every s-th term of a solution of the recurrence, and
    call the resulting sequence y. The solution has doubled for long enough if y_(k+1) >= 2 y_k for d consecutive terms
    y_k. The sequence y satisfies y_(k+d) = e_1 y_(k+d-1) + e_2 y_(k+d-2) + …, with coefficients e_i from the
    characteristic polynomial of the s-th power of the companion matrix. If each of d consecutive terms of y is at least
    twice the previous term, the next term is at least q times the last of the d terms, where q = e_1 - |e_2| / 2 -
    |e_3| / 4 - …. The function returns the least s below 60 with q >= 2, or 0 if there is none.
    """
    order = len(recurrence)
    step = [list(recurrence)] + [[int(j == i) for j in range(order)] for i in range(order - 1)]
    matrix = step
    for stride in range(1, 60):
        first, *others = _characteristic(matrix)
        if first * 2**order >= 2 ** (order + 1) + sum(abs(e) * 2 ** (order - i) for i, e in enumerate(others, 1)):
            return stride
        matrix = _times(matrix, step)
    return 0


def _characteristic(matrix: list[list[int]]) -> list[int]:
    """Return the coefficients e_i with M^d = e_1 M^(d-1) + … + e_d for a matrix M (Faddeev–LeVerrier algorithm)."""
    order = len(matrix)
    found: list[int] = []
    current = [list(line) for line in matrix]
    for i in range(1, order + 1):
        coefficient = sum(current[j][j] for j in range(order)) // i
        found.append(coefficient)
        for j in range(order):
            current[j][j] -= coefficient
        current = _times(matrix, current)
    return found


def _times(one: list[list[int]], two: Sequence[Sequence[int]]) -> list[list[int]]:
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*two, strict=True)] for row in one]
