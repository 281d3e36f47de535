"""Periods and records observed in a finite sequence, without proof: `find_sequence_period`, `find_records`.

A sequence g has preperiod m, period p and saltus s if g(n + p) = g(n) + s for all n >= m; with s = 0 it is
periodic, otherwise arithmetically periodic. Of g(0), …, g(N - 1) only finitely much is known, and some m and p always
fit (p = 1 from the last value on). *The standard of evidence:* m + p numbers and s tell all the others, and they
must be at most half of the numbers seen, N >= 2(m + p). Then

- a sequence that really is periodic, with least preperiod m and period p, is recognised as soon as N >= 2(m + p),
  with these numbers and no others: in particular never with a multiple of its period;
- otherwise the answer is "none up to N".

*Why.* Of all (m, p) that fit, that with the least m + p is taken. Let (m, p) be the true pair and (n, q) another one
that fits with n + q <= m + p. From max(m, n) on both p and q are periods. What is seen from there on is at least
p + q long: if n >= m, then N - n >= 2(m + p) - n >= p + q, and if n < m, then N - m >= m + 2p >= p + q. By Fine and
Wilf gcd(p, q) is a period there too, and as a whole period of p is seen, it is one of the sequence from some place
on; so p divides q. If n >= m, this says q >= p, so n + q >= m + p, and both are equal only for the pair itself. If
n < m, then from n on the sequence follows by steps of q, all of them seen, from the place where p holds, so p holds
from n on, and m is not the least. Both contradict the choice.

The saltus is dealt with by taking differences g(n + 1) - g(n), which are periodic if and only if g is periodic or
arithmetically periodic. All least periods of all ends of a sequence come from one pass over it, read backwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.errors import SpragueError
from sprague.periods import kernels as plain

kernels = jit.compile_lazily(plain)


@dataclass(frozen=True, slots=True)
class SequencePeriod:
    """A period observed in a sequence: g(n + period) = g(n) + saltus for n >= preperiod, n + period < seen."""

    preperiod: int
    period: int
    saltus: int
    seen: int

    def __str__(self) -> str:
        rise = f" and saltus {self.saltus}" if self.saltus else ""
        start = f"from n = {self.preperiod} on" if self.preperiod else "from the beginning"
        return f"period {self.period}{rise} {start}, seen up to n = {self.seen - 1}"


@dataclass(frozen=True, slots=True)
class NoSequencePeriod:
    """The result that no period was observed in a sequence; a longer or later one is possible."""

    seen: int

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"no period up to n = {self.seen - 1}"


def find_sequence_period(
    values: Sequence[int] | Sequence[str] | npt.NDArray[Any], *, start: int = 0, saltus: bool = True
) -> SequencePeriod | NoSequencePeriod:
    """Return the least period observed in a sequence, with preperiod and saltus, or that there is none.

    >>> print(find_sequence_period([3, 0, 1, 2, 0, 1, 2, 0, 1, 2]))
    period 3 from n = 1 on, seen up to n = 9
    >>> print(find_sequence_period([0, 0, 1, 1, 2, 2, 3, 3]))
    period 2 and saltus 1 from the beginning, seen up to n = 7
    >>> print(find_sequence_period([0, 1, 0, 0, 1, 0, 1, 0]))
    no period up to n = 7

    The first value is that of n = `start`. Without `saltus`, or if the values are not numbers (outcomes), only
    periods without one are looked for.
    """
    given = np.asarray(values) if len(values) else np.zeros(0, dtype=np.int64)
    if given.ndim != 1:
        raise SpragueError(f"expected a sequence of values, got an array with {given.ndim} axes")
    if given.dtype.kind not in "iub":
        if given.dtype.kind in "fcO":
            raise SpragueError(f"expected a sequence of whole numbers or outcomes, got {given[:3].tolist()!r}")
        given, saltus = np.unique(given, return_inverse=True)[1], False
    given = given.astype(np.int64)
    count = len(given)
    steps = np.diff(given) if saltus else given
    borders = kernels.borders(np.ascontiguousarray(steps[::-1]))
    # The end of length n, which starts at len(steps) - n, has the least period n - borders[n].
    lengths = np.arange(1, len(steps) + 1)
    periods = lengths - borders[1:]
    described = len(steps) - lengths + periods
    # One difference is one value less: a period of p differences needs p + 1 values to be seen at all.
    fitting = np.flatnonzero(2 * described <= count)
    if not len(fitting):
        return NoSequencePeriod(start + count)
    # Of equally short descriptions the longest end has the least preperiod, but a longer period; all but one are
    # impossible, see above.
    best = fitting[np.argmin(described[fitting])]
    preperiod, period = len(steps) - int(lengths[best]), int(periods[best])
    rise = int(given[preperiod + period] - given[preperiod])
    return SequencePeriod(start + preperiod, period, rise, start + count)


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a sequence: each value larger than all before, with its index; and the length examined."""

    records: tuple[tuple[int, int], ...]
    seen: int

    @property
    def largest(self) -> int:
        _, value = self.records[-1]
        return value

    @property
    def at(self) -> int:
        """The place where the largest value is first attained."""
        place, _ = self.records[-1]
        return place

    def __str__(self) -> str:
        shown = ", ".join(f"{value} at {place}" for place, value in self.records)
        return f"records {shown}; none higher up to n = {self.seen - 1}"


def find_records(values: Sequence[int] | npt.NDArray[Any], start: int = 0) -> Records:
    """Return the records of a sequence whose first value is that of n = `start`.

    >>> print(find_records([0, 2, 1, 5, 5, 3]))
    records 0 at 0, 2 at 1, 5 at 3; none higher up to n = 5
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers) or numbers.dtype.kind not in "iu":
        raise SpragueError(f"expected a sequence of whole numbers, at least one, got {values!r}")
    highest = np.maximum.accumulate(numbers)
    places = np.flatnonzero(np.concatenate(([True], highest[1:] > highest[:-1])))
    return Records(tuple((start + int(n), int(numbers[n])) for n in places), start + len(numbers))
