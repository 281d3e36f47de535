"""Where each Grundy value occurs far out: records of a row, and the last row of each value."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.errors import OutOfReach, SpragueError
from sprague.games import ruleset_of
from sprague.language.positions import show_position
from sprague.limits import Limits, check, default_memory
from sprague.periods import kernels as plain
from sprague.rules import Position, Ruleset
from sprague.tables.far_rows import find_lines
from sprague.tables.request import Request
from sprague.tables.traversals.base import Progress
from sprague.tables.traversals.lines import ByLines, Columns

kernels = jit.ready(plain)


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a sequence: each value larger than all before, with its place; and how far it was seen."""

    records: tuple[tuple[int, int], ...]
    seen: int

    @property
    def largest(self) -> int:
        _, value = self.records[-1]
        return value

    @property
    def at(self) -> int:
        """Where the largest value is first attained."""
        place, _ = self.records[-1]
        return place

    def __str__(self) -> str:
        shown = ", ".join(f"{value} at {place}" for place, value in self.records)
        return f"records {shown}; none higher up to n = {self.seen - 1}"


def find_records(values: Sequence[int] | npt.NDArray[Any], start: int = 0) -> Records:
    """The records of a sequence whose first value is that of n = `start`.

    >>> print(find_records([0, 2, 1, 5, 5, 3]))
    records 0 at 0, 2 at 1, 5 at 3; none higher up to n = 5
    """
    numbers = np.asarray(values)
    if numbers.ndim != 1 or not len(numbers) or numbers.dtype.kind not in "iu":
        raise SpragueError(f"expected a sequence of whole numbers, at least one, got {values!r}")
    highest = np.maximum.accumulate(numbers)
    places = np.flatnonzero(np.concatenate(([True], highest[1:] > highest[:-1])))
    return Records(tuple((start + int(n), int(numbers[n])) for n in places), start + len(numbers))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a value occurs: how often, first and last by the largest pile, and in which row furthest out.

    Of several positions in the furthest row, `furthest` is the first.
    """

    value: int
    count: int
    first: Position
    last: Position
    furthest: Position

    def __str__(self) -> str:
        shown = [show_position(position) for position in (self.first, self.last, self.furthest)]
        return f"value {self.value}: {self.count} times, first {shown[0]}, last {shown[1]}, furthest {shown[2]}"


@dataclass(frozen=True, slots=True)
class Distribution:
    """For each value where it occurs, and how far this was seen."""

    occurrences: tuple[Occurrence, ...]
    seen: str

    def __getitem__(self, value: int) -> Occurrence:
        for occurrence in self.occurrences:
            if occurrence.value == value:
                return occurrence
        raise SpragueError(f"the value {value} does not occur for {self.seen}")

    def __str__(self) -> str:
        return "\n".join([*map(str, self.occurrences), f"seen for {self.seen}"])


def far_distribution(
    game: Ruleset | str, limit: int, cap: int, *, limits: Limits | None = None, progress: Progress | None = None
) -> Distribution:
    """For each Grundy value below the cap where it occurs among the (0, a, b), far out, without keeping a table.

    >>> print(far_distribution("sharing-nim", 200, 3))
    value 0: 134 times, first (0, 0, 0), last (0, 0, 199), furthest (0, 0, 0)
    value 1: 100 times, first (0, 0, 2), last (0, 0, 198), furthest (0, 2, 5)
    value 2: 83 times, first (0, 1, 3), last (0, 1, 197), furthest (0, 3, 23)
    seen for b < 200, a <= b / 2

    For games of differences on three piles, whose values stay the same when the order of sizes is turned
    over: (0, a, b) is every position with a <= b / 2, up to that. The furthest position has the largest a. The work is
    that of `sprague.rows`: all positions are walked, and only lines of accumulators kept.
    """
    rule = ruleset_of(game)
    if limit < 1 or cap < 1:
        raise SpragueError(f"expected a limit and a cap of at least 1, got {limit} and {cap}")
    refusal = "values far out are for games of differences on three piles that can be turned over; use tabulate"
    allowed = Limits.of(limits).otherwise(Limits(memory=default_memory()))
    with allowed.watch():
        walk = find_lines(Request(rule, limit + rule.floor, cap=cap), refusal)
        if not walk.mirrored:
            raise SpragueError(f"{rule.label}: {refusal}")
        low, high = walk.span
        needed = (high - low + 1) * cap // 8 + 56 * cap
        if needed > (allowed.memory or 0):
            raise OutOfReach(
                f"{rule.label}: values below {cap:,} need {needed / 1e9:,.1f} GB; lower the cap or the limit"
            )
        return _walked(walk, cap, allowed.memory or 0, progress)


def _walked(walk: ByLines, cap: int, memory: int, progress: Progress | None) -> Distribution:
    """Column by column: where each value stands."""
    rule, limit = walk.request.rule, walk.heights
    columns = Columns(walk, memory)
    furthest, first, last = (np.full((cap, 2), -1, dtype=np.int64) for _ in range(3))
    counts = np.zeros(cap, dtype=np.int64)
    none, nowhere = np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.int32)
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        for b in range(limit):
            while columns.b == b:
                check()
                columns.advance(threads, nowhere, nowhere, none, b + 1)
            kernels.note_column(furthest, first, last, counts, columns.marks, b, b // 2 + 1, cap)
            if progress and b % 64 == 0:
                progress((b / limit) ** 2)

    def spelt(places: npt.NDArray[np.int64], value: int) -> Position:
        return (rule.floor, *(int(height) + rule.floor for height in places[value]))

    occurrences = [
        Occurrence(g, int(counts[g]), spelt(first, g), spelt(last, g), spelt(furthest, g))
        for g in map(int, np.flatnonzero(counts))
    ]
    return Distribution(tuple(occurrences), f"b < {limit}, a <= b / 2")
