"""Periods and records observed in a finite sequence, without proof: `find_sequence_period`, `find_records`.

A sequence g has preperiod m, period p and saltus s if g(n + p) = g(n) + s for all n >= m. A sequence with the saltus s
is periodic if s = 0, and arithmetically periodic otherwise. Only the N values g(0), …, g(N - 1) of the sequence are
known. Some preperiod and some period always fit the known values: for example, period 1 with the preperiod N - 1. The
first m + p values and the saltus determine all other values, so a period is reported only if N >= 2(m + p). The
condition N >= 2(m + p) has two consequences:

- The search finds the least preperiod m and the least period p of a periodic sequence as soon as N >= 2(m + p).
- If no preperiod and period with N >= 2(m + p) fit the known values, the answer is "no period up to N".

*Proof.* Among all pairs (preperiod, period) that fit the known values, the search returns the pair with the least sum.
Let (m, p) be the true pair, and suppose another pair (n, q) with n + q <= m + p fits the known values. Both p and q are
periods of the sequence from the index max(m, n) on. From the index max(m, n) on, at least p + q values are known: their
number is N - n >= 2(m + p) - n >= p + q if n >= m, and N - m >= m + 2p >= p + q if n < m. By the theorem of Fine and
Wilf, gcd(p, q) is also a period of the values from the index max(m, n) on. The known values from max(m, n) on contain a
whole period of length p. So gcd(p, q) is a period of the sequence from some index on, and p divides q. If n >= m, then
q >= p implies n + q >= m + p, with equality only if the pairs (m, p) and (n, q) are equal. If n < m, steps of length q
lead from each index >= n to an index >= m, and the values at all these indices are known. So in the case n < m, p is a
period from the index n on, and m is not the least preperiod. Both cases contradict the choice of the pairs (m, p) and
(n, q), so the search returns the true pair.

To find a saltus, the search uses the differences g(n + 1) - g(n), which are periodic if and only if g is periodic or
arithmetically periodic. One pass over the reversed sequence gives the least periods of all suffixes of the sequence.
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
    """A period observed in a sequence: g(n + period) = g(n) + saltus for n >= preperiod and n + period < seen."""

    preperiod: int
    period: int
    saltus: int
    seen: int

    def __str__(self) -> str:
        rise = f" and saltus {self.saltus}" if self.saltus else ""
        start = f"from n = {self.preperiod} on" if self.preperiod else "from the beginning"
        return f"period {self.period}{rise} {start}, observed up to n = {self.seen - 1}"


@dataclass(frozen=True, slots=True)
class NoSequencePeriod:
    """The result of a search that observed no period in a sequence, although a longer or later period may exist."""

    seen: int

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"no period up to n = {self.seen - 1}"


def find_sequence_period(
    values: Sequence[int] | Sequence[str] | npt.NDArray[Any], *, start: int = 0, saltus: bool = True
) -> SequencePeriod | NoSequencePeriod:
    """Return the least observed period of a sequence with its preperiod and saltus, or `NoSequencePeriod`.

    >>> print(find_sequence_period([3, 0, 1, 2, 0, 1, 2, 0, 1, 2]))
    period 3 from n = 1 on, observed up to n = 9
    >>> print(find_sequence_period([0, 0, 1, 1, 2, 2, 3, 3]))
    period 2 and saltus 1 from the beginning, observed up to n = 7
    >>> print(find_sequence_period([0, 1, 0, 0, 1, 0, 1, 0]))
    no period up to n = 7

    Args:
        values: Integers or outcomes.
        start: The index n of the first value.
        saltus: Also search for arithmetic periods. Sequences of outcomes have no saltus.
    """
    given = np.asarray(values) if len(values) else np.zeros(0, dtype=np.int64)
    if given.ndim != 1:
        raise SpragueError(f"expected a sequence of values, got an array with {given.ndim} axes instead of one")
    if given.dtype.kind not in "iub":
        if given.dtype.kind in "fcO":
            raise SpragueError(f"expected a sequence of integers or outcomes, got {given[:3].tolist()!r}")
        given, saltus = np.unique(given, return_inverse=True)[1], False
    given = given.astype(np.int64)
    count = len(given)
    steps = np.diff(given) if saltus else given
    borders = kernels.borders(np.ascontiguousarray(steps[::-1]))
    # The suffix of length n, which starts at len(steps) - n, has the least period n - borders[n].
    lengths = np.arange(1, len(steps) + 1)
    periods = lengths - borders[1:]
    described = len(steps) - lengths + periods
    # There is one difference fewer than values, so a period of p differences needs p + 1 values.
    fitting = np.flatnonzero(2 * described <= count)
    if not len(fitting):
        return NoSequencePeriod(start + count)
    # Choose the suffix with the least sum of preperiod and period, which is unique by the proof in the module
    # docstring.
    best = fitting[np.argmin(described[fitting])]
    preperiod, period = len(steps) - int(lengths[best]), int(periods[best])
    rise = int(given[preperiod + period] - given[preperiod])
    return SequencePeriod(start + preperiod, period, rise, start + count)


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a sequence with their indices; a record is a value that is larger than all earlier values."""

    records: tuple[tuple[int, int], ...]
    seen: int

    @property
    def largest(self) -> int:
        _, value = self.records[-1]
        return value

    @property
    def at(self) -> int:
        """The index at which the largest value of the sequence first occurs."""
        place, _ = self.records[-1]
        return place

    def __str__(self) -> str:
        shown = ", ".join(f"{value} at {place}" for place, value in self.records)
        return f"records {shown}; none higher up to n = {self.seen - 1}"


def find_records(values: Sequence[int] | npt.NDArray[Any], start: int = 0) -> Records:
    """Return the records of a sequence whose first value has the index `start`.

    >>> print(find_records([0, 2, 1, 5, 5, 3]))
    records 0 at 0, 2 at 1, 5 at 3; none higher up to n = 5
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers) or numbers.dtype.kind not in "iu":
        raise SpragueError(f"expected a nonempty sequence of integers, got {values!r}")
    highest = np.maximum.accumulate(numbers)
    places = np.flatnonzero(np.concatenate(([True], highest[1:] > highest[:-1])))
    return Records(tuple((start + int(n), int(numbers[n])) for n in places), start + len(numbers))
