"""The checker's own digits: numbers written side by side, most significant digit first.

The weights of the digits are 1, b, b², … or obey another recurrence, as 1, 2, 3, 5, 8, … do, where each is the sum of
the two before. Plain Python that shares nothing with the prover, slow and obvious on purpose.

What makes the words of digits numbers is a sequence of digits t_1 t_2 …, none of whose ends is beyond the sequence
itself in the order of words. Take the words of which no end is beyond it. Those of length n number W_n = t_1 W_(n-1)
+ … + t_n W_0 + 1: one is t_1 … t_n, and any other leaves the sequence at some place i, with one of t_i smaller
digits, and goes on as it likes. In their order, Σ d_i W_i counts them up from 0. So every number has exactly one such
word, whatever the sequence is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from sprague.errors import SpragueError

Column = tuple[int, ...]
#: What has been read amounts to, and would with one zero more, with two, …: as many as the recurrence has numbers.
Carry = tuple[int, ...]
#: How much of the sequence the last digits of each number are; nothing in a base, where all words are numbers.
Places = tuple[int, ...]

NAMES = {"fibonacci": (1, 1), "tribonacci": (1, 1, 1)}
KNOWN = "2 to 10, fibonacci, tribonacci or a recurrence such as 3,1"
MOST_NUMBERS, MOST_DIGITS = 6, 10
PATIENCE = 2_000  # terms of a sequence that are looked at, before it is given up


class Sequel(NamedTuple):
    """The sequence t_1 t_2 …: its terms, and the place from which they repeat themselves."""

    terms: tuple[int, ...]
    repeats: int

    def after(self, place: int) -> int:
        return place + 1 if place + 1 < len(self.terms) else self.repeats

    def first(self, count: int, start: int = 0) -> list[int]:
        found = []
        for _ in range(count):
            found.append(self.terms[start])
            start = self.after(start)
        return found


@dataclass(frozen=True)
class Digits:
    """How numbers are written: weights with W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n for these c_i (base b: just b)."""

    recurrence: tuple[int, ...]

    @staticmethod
    def of(name: str) -> Digits:
        """The digits of this name: 2 to 10, fibonacci, tribonacci, or the numbers of a recurrence such as 3,1.

        >>> print(Digits.of("2"), Digits.of("3,1"), sep="; ")
        base 2; digits of weights 1, 4, 13, 43, 142, …
        """
        if name in NAMES:
            return Digits(NAMES[name])
        if re.fullmatch(r"-?\d{1,3}(,-?\d{1,3})*", name, re.ASCII):
            numbers = tuple(map(int, name.split(",")))
            is_base = len(numbers) == 1 and 2 <= numbers[0] <= MOST_DIGITS
            if is_base or (1 < len(numbers) <= MOST_NUMBERS and _sequel(numbers) is not None and _stride(numbers)):
                return Digits(numbers)
        raise SpragueError(f"not a certificate: expected 'numeration' to be {KNOWN}, got {name!r}")

    @property
    def base(self) -> int:
        """The base, or 0 if the weights are not the powers of one."""
        return self.recurrence[0] if len(self.recurrence) == 1 else 0

    @property
    def count(self) -> int:
        """How many different digits there are."""
        return self.base or self.sequel.terms[0] + 1

    @property
    def sequel(self) -> Sequel:
        found = _sequel(self.recurrence)
        assert found is not None
        return found

    def __str__(self) -> str:
        if self.base:
            return f"base {self.base}"
        named = [name.capitalize() for name, recurrence in NAMES.items() if recurrence == self.recurrence]
        weights = ", ".join(map(str, _weights(self.sequel, 5)))
        return f"{named[0]} digits" if named else f"digits of weights {weights}, …"

    # ------------------------------------------------------------------ values

    @property
    def nothing(self) -> Carry:
        """What has been read before the first digit."""
        return (0,) * len(self.recurrence)

    def after(self, carry: Carry, amount: int) -> Carry:
        """What is read with one more digit: it has weight 1 now, the next weight with one zero more, and so on."""
        last = sum(c * value for c, value in zip(self.recurrence, reversed(carry), strict=True))
        weights = (1,) if self.base else _weights(self.sequel, len(carry))
        return tuple(value + amount * weight for value, weight in zip((*carry[1:], last), weights, strict=True))

    def most(self, carry: Carry, weight: int) -> int | None:
        """The largest value still possible, None if there is none; `weight` is the sum of positive factors.

        n more digits of a number add at most W_n - 1. So the value is at most x_n - weight, where x_n = value +
        weight W_n for the value with n zeros more; these x_n obey the recurrence.
        """
        weights = (1,) if self.base else _weights(self.sequel, len(carry))
        largest = _supremum(self.recurrence, tuple(v + weight * w for v, w in zip(carry, weights, strict=True)))
        return None if largest is None else largest - weight

    # ------------------------------------------------------------------ words

    def begin(self, numbers: int) -> Places:
        """Where so many numbers are before their first digits."""
        return () if self.base else (0,) * numbers

    def follow(self, places: Places, column: Sequence[int]) -> Places | None:
        """Where they are after one digit more of each; None if one of them is no number any longer.

        A digit smaller than that of the sequence frees what follows; a greater one is not allowed.
        """
        if self.base:
            return ()
        sequel, found = self.sequel, []
        for place, digit in zip(places, column, strict=True):
            term = sequel.terms[place]
            if digit > term:
                return None
            found.append(sequel.after(place) if digit == term else 0)
        return tuple(found)

    def columns(self, tracks: int) -> Iterator[Column]:
        """All columns of digits, in the order of symbols."""
        return product(range(self.count), repeat=tracks)

    def write(self, number: int) -> list[int]:
        """The digits of a number, none for 0: of each weight as many as there is room for."""
        weights = [1] if self.base else list(_weights(self.sequel, len(self.recurrence)))
        while weights[-1] <= number:
            weights.append(sum(c * weight for c, weight in zip(self.recurrence, reversed(weights), strict=False)))
        word: list[int] = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight)
            if word or digit:
                word.append(digit)
        return word

    def read(self, word: Iterable[int]) -> int:
        """The number with these digits."""
        carry = self.nothing
        for digit in word:
            carry = self.after(carry, digit)
        return carry[0]


@cache
def _weights(sequel: Sequel, count: int) -> tuple[int, ...]:
    """The first weights, which count words."""
    found: list[int] = []
    while len(found) < count:
        terms = sequel.first(len(found))
        found.append(1 + sum(term * weight for term, weight in zip(terms, reversed(found), strict=True)))
    return tuple(found)


@cache
def _sequel(recurrence: tuple[int, ...]) -> Sequel | None:
    """A sequence whose weights obey the recurrence; None if there is none to be seen.

    Guess it: the weights grow by a factor in the end, and the sequence has the digits of 1 in that base (a little too
    small, so that they never end). Then show it: no end of it is beyond it, and its weights obey the recurrence. They
    obey another one, of as many numbers as there are terms, since the sequence repeats itself; so does what they fail
    the recurrence by, and that is 0 for ever once it is 0 for so many in a row.
    """
    order = len(recurrence)
    grown = [0] * (order - 1) + [1]
    for _ in range(PATIENCE):
        grown.append(sum(c * value for c, value in zip(recurrence, reversed(grown), strict=False)))
    if grown[-2] <= 0 or not 1 < grown[-1] / grown[-2] < MOST_DIGITS:
        return None
    one = 10**300
    factor, rest, digits = one * grown[-1] // grown[-2] - 1, one, []
    for _ in range(80):
        digit, rest = divmod(rest * factor // one, one)
        digits.append(digit)
    for size in range(1, 25):
        for repeats in range(size):
            found = Sequel(tuple(digits[:size]), repeats)
            if found.first(80) != digits or any(found.first(size, start) > digits[:size] for start in range(1, size)):
                continue
            weights = _weights(found, size + order)
            if all(
                weights[n + order] == sum(c * weights[n + order - i] for i, c in enumerate(recurrence, 1))
                for n in range(size)
            ):
                return found
    return None


# ------------------------------------------------------------------------------ how sequences grow


@lru_cache(maxsize=1 << 16)
def _supremum(recurrence: tuple[int, ...], start: tuple[int, ...]) -> int | None:
    """The greatest of x_0, x_1, …, which obey the recurrence; None if they have no bound.

    Once they double at every stride, as often as it takes, they do so for ever, and keep their sign.
    """
    if not any(start):
        return 0
    stride = _stride(recurrence)
    enough = max(1, (len(recurrence) - 1) * stride)
    values = list(start)
    for first in range(PATIENCE):
        while len(values) < first + enough + stride:
            values.append(sum(c * value for c, value in zip(recurrence, reversed(values), strict=False)))
        window = range(first, first + enough)
        if all(values[n] > 0 and values[n + stride] >= 2 * values[n] for n in window):
            return None
        if all(values[n] < 0 and values[n + stride] <= 2 * values[n] for n in window):
            return max(values[: first + stride])
    raise SpragueError(f"expected a sequence that grows, got {start} with the recurrence {recurrence}")


@cache
def _stride(recurrence: tuple[int, ...]) -> int:
    """A number s such that what doubles every s steps d - 1 times does so for ever; 0 if none is seen.

    Every s-th number of a sequence obeys the recurrence x_(n+d) = e_1 x_(n+d-1) + e_2 x_(n+d-2) + … that belongs to the
    s-th power of the matrix of one step: the e_i are in its characteristic polynomial. If d of them double each
    time, the next is at least e_1 - |e_2| / 2 - |e_3| / 4 - … times the last.
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
    """The e_i with which a matrix M has M^d = e_1 M^(d-1) + e_2 M^(d-2) + …, by Faddeev and Le Verrier."""
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


def _times(one: list[list[int]], two: list[list[int]]) -> list[list[int]]:
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*two, strict=True)] for row in one]
