"""`Numeration`: the checker's words of digits for natural numbers, most significant digit first.

The weights of the digits are the powers of a base, or obey another recurrence. Let t_1 t_2 … be a sequence of digits
none of whose tails is greater than the sequence itself, in lexicographic order, and take the words none of whose tails
is greater than the beginning of the sequence of the same length. Those of length n number
W_n = t_1 W_(n-1) + … + t_n W_0 + 1: one is t_1 … t_n, and any other leaves the sequence at some place i, with one of
t_i smaller digits, and continues arbitrarily. In lexicographic order, the value Σ d_i W_i counts them from 0. So every
natural number has exactly one such word of length n, for all large n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

from .errors import OutOfReach
from .trees import read_list, refuse

#: The value of a word, and its values with one, two, … zeros appended: as many numbers as the recurrence has.
Carry = tuple[int, ...]

MOST_TERMS, MOST_DIGITS = 6, 10
MOST_COLUMNS = 1 << 16  # columns of digits that one automaton may read
_PATIENCE = 2_000  # terms of a sequence that are computed before it is given up


@dataclass(frozen=True)
class _Limit:
    """The limit sequence t_1 t_2 …, which bounds words: its terms, and the index at which they repeat."""

    terms: tuple[int, ...]
    repeats: int

    def after(self, index: int) -> int:
        """Return the index after this one."""
        return index + 1 if index + 1 < len(self.terms) else self.repeats

    def beginning(self, count: int, start: int = 0) -> list[int]:
        """Return the first `count` terms from an index on."""
        found = []
        for _ in range(count):
            found.append(self.terms[start])
            start = self.after(start)
        return found


@dataclass(frozen=True)
class Numeration:
    """A numeration of the checker by its recurrence: (b,) for base b, (1, 1) for Fibonacci digits.

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
        """The sequence that bounds words."""
        if self.base:
            return _Limit((self.base - 1,), 0)
        found = _limit_of(self.recurrence)
        assert found is not None
        return found

    @cached_property
    def digits(self) -> int:
        """The number of different digits."""
        return self.limit.terms[0] + 1

    def __str__(self) -> str:
        if self.base:
            return f"base {self.base}"
        weights = ", ".join(map(str, _weights(self.limit, 5)))
        return f"digits of weights {weights}, …"

    def columns(self, tracks: int) -> list[tuple[int, ...]]:
        """Return all columns of digits of some tracks, in the order of symbols."""
        if self.digits**tracks > MOST_COLUMNS:
            raise OutOfReach(f"{tracks} numbers are read side by side; the checker reads {MOST_COLUMNS:,} columns")
        return list(product(range(self.digits), repeat=tracks))

    # ------------------------------------------------------------------ values

    @property
    def zero(self) -> Carry:
        """The carry of the empty word."""
        return (0,) * len(self.recurrence)

    @cached_property
    def first_weights(self) -> tuple[int, ...]:
        """The weights of the last digits, as many as the recurrence has numbers."""
        return _weights(self.limit, len(self.recurrence))

    def append(self, carry: Carry, amount: int) -> Carry:
        """Return the carry after one more digit, or multiple of digits, is appended."""
        if self.base:
            return (carry[0] * self.base + amount,)
        last = sum(c * value for c, value in zip(self.recurrence, reversed(carry), strict=True))
        return tuple(v + amount * w for v, w in zip((*carry[1:], last), self.first_weights, strict=True))

    def greatest(self, carry: Carry, weight: int) -> int | None:
        """Return an upper bound of the value after any more digits, or None if there is none.

        `weight` is the sum of the positive factors with which digits are added. As n more digits of one number add at
        most W_n - 1, the value is at most x_n - weight, where x_n = (value with n zeros appended) + weight W_n; these
        x_n obey the recurrence.
        """
        if self.base:
            return None if carry[0] + weight > 0 else carry[0]
        start = tuple(v + weight * w for v, w in zip(carry, self.first_weights, strict=True))
        largest = _supremum(self.recurrence, start)
        return None if largest is None else largest - weight

    def write(self, number: int) -> list[int]:
        """Return the digits of a number without leading zeros; none for 0."""
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
        """Return the number with these digits."""
        carry = self.zero
        for digit in word:
            carry = self.append(carry, digit)
        return carry[0]

    def follow(self, index: int, digit: int) -> int:
        """Return the index in the limit sequence after a digit, or -1 if the word is no longer a number.

        A digit below the limit frees the following digits; a greater one is not allowed.
        """
        term = self.limit.terms[index]
        if digit > term:
            return -1
        return self.limit.after(index) if digit == term else 0


def read_numeration(data: object) -> Numeration:
    """Return the checker's numeration, read from a certificate."""
    numbers = tuple(read_list(data, "a numeration", 1, MOST_TERMS))
    if not all(type(one) is int and -1000 < one < 1000 for one in numbers):
        refuse("a numeration: a list of integers", data)
    if len(numbers) == 1:
        if not 2 <= numbers[0] <= MOST_DIGITS:
            refuse(f"a base from 2 to {MOST_DIGITS}", data)
    elif _limit_of(numbers) is None or not _stride(numbers):
        refuse("a base, or a recurrence that gives every number one word of digits", data)
    return Numeration(numbers)


@cache
def _weights(limit: _Limit, count: int) -> tuple[int, ...]:
    """The first weights, as numbers of words."""
    found: list[int] = []
    while len(found) < count:
        terms = limit.beginning(len(found))
        found.append(1 + sum(term * weight for term, weight in zip(terms, reversed(found), strict=True)))
    return tuple(found)


@cache
def _limit_of(recurrence: tuple[int, ...]) -> _Limit | None:
    """The limit sequence whose weights obey a recurrence, or None.

    The sequence is guessed, as the digits of 1 in the base to which the ratio of two neighbours converges, from below.
    Then it is checked: no tail is greater than the sequence, and the weights obey the recurrence. As the sequence is
    periodic, the weights obey another recurrence, with as many numbers as there are terms; so does the amount by which
    they fail the given one, and that is 0 for ever once it is 0 as often in a row.
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


# ------------------------------------------------------------------------------ growth of sequences


@lru_cache(maxsize=1 << 16)
def _supremum(recurrence: tuple[int, ...], start: Carry) -> int | None:
    """The greatest of the numbers x_0, x_1, … that obey the recurrence, or None if they have no bound.

    Once the numbers have doubled at every stride, (d - 1) times in a row, they do so for ever, and keep their sign.
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
    raise OutOfReach(f"the growth of a sequence with the recurrence {recurrence} was not decided")


@cache
def _stride(recurrence: tuple[int, ...]) -> int:
    """A number s such that a sequence that doubles every s steps, d - 1 times, does so for ever; 0 if none is found.

    Every s-th number of a sequence obeys the recurrence x_(n+d) = e_1 x_(n+d-1) + e_2 x_(n+d-2) + … that belongs to
    the s-th power of the companion matrix: the e_i are the coefficients of its characteristic polynomial. If d of them
    double each time, the next is at least e_1 - |e_2| / 2 - |e_3| / 4 - … times the last.
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
    """The e_i with M^d = e_1 M^(d-1) + e_2 M^(d-2) + … for a matrix M, by the method of Faddeev and Le Verrier."""
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
