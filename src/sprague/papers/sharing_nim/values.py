"""Grundy values of large positions of three piles, for the claims of the paper on Sharing Nim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sprague.papers.closed_forms import against_theorems
from sprague.rules import Position
from sprague.tables.special.difference_games import rows
from sprague.tables.tabulate import tabulate

Values = npt.NDArray[np.integer]  # array whose entry [a, b] is the Grundy value of (0, a, b)
Truths = npt.NDArray[np.bool_]  # array whose entry [a, b] is a truth value about the position (0, a, b)

EVEN_DIGITS = 0x5555_5555_5555_5555  # bit mask in which the bits of the powers of four are set: 1, 4, 16, …


@lru_cache(maxsize=2)
def plane(limit: int) -> Values:
    """Return an array of the Grundy values of (0, a, b) in Sharing Nim for all a and b below the limit."""
    return rows("sharing-nim", rows=range(limit), limit=limit)


@lru_cache(maxsize=4)
def low_rows(count: int, limit: int, cap: int | None = None) -> Values:
    """Return an array of the Grundy values of (0, a, b) in Sharing Nim for a < count and b below a large limit."""
    return rows("sharing-nim", rows=range(count), limit=limit, cap=cap)


@lru_cache(maxsize=2)
def whole_plane(limit: int) -> Values:
    """Return an array of the Grundy values of (0, a, b), computed without assuming symmetry; -1 stands for a > b.

    A move between the piles x and y changes neither the third pile z nor the number x + y - 2z. A move between the
    piles x and y can reach every position with the same number x + y - 2z and a smaller difference of x and y. For each
    number x + y - 2z, `seen` contains a bit mask of the Grundy values found for smaller differences.
    """
    seen: dict[int, int] = {}
    out = np.full((limit, limit), -1, dtype=np.int64)
    for b in range(limit):
        column = []
        for a in range(b + 1):
            reached = seen.get(a + b, 0) | seen.get(b - 2 * a, 0) | seen.get(a - 2 * b, 0)
            column.append((~reached & (reached + 1)).bit_length() - 1)
        for a, value in enumerate(column):
            for line in (a + b, b - 2 * a, a - 2 * b):
                seen[line] = seen.get(line, 0) | 1 << value
        out[: b + 1, b] = column
    return out


def long_rows(far: bool) -> Values:
    """Return the Grundy values of (0, a, n), for a < 64 and n <= 6000, or for a <= 40 and n <= 100,000 if `far`."""
    return low_rows(41, 100_001, 256) if far else low_rows(64, 6001)


def value_of(values: Values, position: Iterable[int]) -> int:
    low, middle, high = sorted(position)
    return int(values[middle - low, high - low])


def axes(values: Values) -> tuple[Values, Values]:
    """Return index arrays for all entries [a, b] of an array: a column that contains a, and a row that contains b."""
    return np.arange(values.shape[0], dtype=np.int64)[:, None], np.arange(values.shape[1], dtype=np.int64)[None, :]


def first_cell(wrong: Truths) -> Position | None:
    """Return the first position (0, a, b) with a <= b, ordered by b and then by a, at which an array is true."""
    numbers = np.flatnonzero(np.triu(wrong).T)
    if not len(numbers):
        return None
    b, a = divmod(int(numbers[0]), wrong.shape[0])
    return (0, a, b)


def cells(limit: int) -> Iterator[Position]:
    return ((0, a, b) for b in range(limit) for a in range(b + 1))


def lower_half(values: Values) -> Truths:
    """Return an array that is true where a <= b/2; each column is symmetric, so it is enough to check this half."""
    a, b = axes(values)
    half: Truths = 2 * a <= b
    return half


def against_closed_form() -> str | None:
    """Return a position with piles up to 39 at which the closed form for three piles is wrong; None if not found."""
    return against_theorems(tabulate("sharing-nim", 40))


def is_quiet(difference: Values) -> Truths:
    """Return an array that is true where a difference is 0 or an odd number times a power of 4."""
    quiet: Truths = (difference == 0) | (difference & -difference & EVEN_DIGITS != 0)
    return quiet


def is_p(a: Values, b: Values) -> Truths:
    """Return an array that is true where the paper states that (0, a, b) is a P-position."""
    losing: Truths = ((a == 0) | (a == b)) & is_quiet(b)
    return losing
