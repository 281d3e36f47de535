"""The numbers that enumerated moves visit, listed once for a table: powers, squares, primes, divisors.

They come in rows, one after another in one array. Powers of a base, squares and primes take a row each; the divisors
take a row for each number from 0 (of which nothing is listed: every number divides it) to the largest.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt, log

import numpy as np
import numpy.typing as npt

from sprague.rules.arithmetic import Divides, Prime, Square
from sprague.rules.conditions import Power
from sprague.rules.visits import Visit

Numbers = npt.NDArray[np.int64]
Row = npt.NDArray[np.int32]


def bytes_of(visit: Visit, most: int) -> int:
    """About how many bytes the rows take that have the numbers up to `most`, or the divisors of those."""
    if isinstance(visit, Divides):
        return int(most * (4 * log(most + 1) + 28))  # with the starts of rows, and the same again while listing
    return 5 * most if isinstance(visit, Prime) else 4 * isqrt(most) + 256


class Members:
    """Rows of numbers, each asked for once."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.starts: list[Numbers] = [np.zeros(1, np.int64)]
        self._first: dict[tuple[object, ...], int] = {}

    def row(self, visit: Visit, most: int) -> int:
        """The number of the row that has what is visited up to `most`; of divisors, that of the row of 0."""
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

    def _add(self, key: tuple[object, ...], members: Row, ends: Numbers) -> None:
        """Rows that end at these places of their members."""
        before = int(self.starts[-1][-1])
        self._first[key] = sum(map(len, self.starts)) - 1
        self.rows.append(members)
        self.starts.append(ends + before)

    def arrays(self) -> tuple[Row, Numbers]:
        """All members, and where each row starts (and the last one ends)."""
        return np.concatenate([*self.rows, np.zeros(0, np.int32)]), np.concatenate(self.starts)


def primes(most: int) -> Numbers:
    """The primes up to a number, by Eratosthenes' sieve.

    >>> primes(20).tolist()
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    is_prime = np.ones(most + 1, dtype=np.bool_)
    is_prime[:2] = False
    for number in range(2, isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return np.flatnonzero(is_prime)


def divisors(most: int) -> tuple[Row, Numbers]:
    """The divisors of 0 (none), 1, 2, … up to a number, one after another, and where those of each end.

    >>> members, ends = divisors(4)
    >>> members.tolist(), ends.tolist()
    ([1, 1, 2, 1, 3, 1, 2, 4], [0, 1, 3, 5, 8])
    """
    # Divisors up to the root of the largest number come one by one, each to all its multiples; the others are
    # quotients by some number below the root, and come for each such number, larger ones first, all at once.
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
