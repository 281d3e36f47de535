"""Benchmark of exact periods of subtraction-transfer games, compared with straightforward Python.

The Python version does the same work in the obvious way. It finds the period of row 0, computes rows as tuples by the
mex of a set for every position, checks in every row that the period holds there too, and finds recurring rows in a
dictionary. A second Python version assumes without a check that rows have period 2b in blue. All versions get the same
games, and their results must agree. Sprague's times are measured twice: for the search alone, and for whole rows of a
survey, from the text of a game to its cells. Times are processor seconds of one core; for Sprague, the best of three.

    python benchmarks/periods.py [games in the sample] [largest number]
"""

from __future__ import annotations

import random
import sys
import time
from itertools import product

from results import record
from sprague.periods.move_vectors import VectorMoves
from sprague.periods.recurrence import NoRecurrence, Recurrence, find_recurrence
from sprague.surveys.survey import Batch, Survey
from timing import best_of, compile_kernels


def mex(options: set[int]) -> int:
    value = 0
    while value in options:
        value += 1
    return value


def row_0(b: int) -> int:
    """Return the period of blue cookies alone, when the last b values recur."""
    values: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    while True:
        values.append(mex({values[-b]} if len(values) >= b else set()))
        state = tuple(values[-b:])
        if len(values) >= b and state in seen:
            return len(values) - seen[state]
        if len(values) >= b:
            seen[state] = len(values)


def plain_periods(a: int, b: int, c: int, trusting: bool) -> tuple[int, int]:
    """Return preperiod and period in red: rows are folded to 2b columns, until the last max(a, c) rows recur."""
    depth = max(a, c)
    columns = 2 * b if trusting else row_0(b)
    checked = columns if trusting else columns + b
    rows: list[tuple[int, ...]] = []
    seen: dict[tuple[tuple[int, ...], ...], int] = {}
    while True:
        r = len(rows)
        row: list[int] = []
        for s in range(checked):
            options = set()
            if r >= a:
                options.add(rows[r - a][s % columns])
            if s >= b:
                options.add(row[s - b])
            if r >= c:
                options.add(rows[r - c][(s + c) % columns])
            row.append(mex(options))
        if any(row[s] != row[s - columns] for s in range(columns, checked)):
            raise ArithmeticError(f"row {r} of {(a, b, c)} does not have period {columns}")
        rows.append(tuple(row[:columns]))
        start = len(rows) - depth
        if start >= 0:
            state = tuple(rows[start:])
            if state in seen:
                return seen[state], start - seen[state]
            seen[state] = start


def main() -> None:
    compile_kernels()
    sample = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    games = random.Random(0).sample(list(product(range(1, largest + 1), repeat=3)), sample)
    survey = Survey.of("subtraction-transfer", f"a=1..{largest},b=1..{largest},c=1..{largest}")
    batch: Batch = [(number, {"a": a, "b": b, "c": c}) for number, (a, b, c) in enumerate(games)]

    def search() -> list[Recurrence | NoRecurrence]:
        moves = [VectorMoves.free([(-a, 0), (0, -b), (-c, c)], 2) for a, b, c in games]
        return [find_recurrence(steps, keep=False) for steps in moves]

    search()  # compile the kernels, or read them from the cache
    ours, fast = best_of(3, search, time.process_time)
    rows, whole = best_of(3, lambda: survey.compute(batch), time.process_time)
    places = [[column.name for column in survey.columns].index(name) for name in ("pre_p", "p")]
    print(f"{sample} games with a, b, c <= {largest}, chosen at random")
    print(f"find_recurrence        {sample / fast:8,.0f} games a second, both piles, proved")
    print(f"rows of a survey       {sample / whole:8,.0f} games a second")
    rates: list[tuple[str, float, float | None]] = []
    for name, trusting in (("plain Python", False), ("plain, told of 2b", True)):
        start = time.process_time()
        theirs = [plain_periods(a, b, c, trusting) for a, b, c in games]
        slow = time.process_time() - start
        agree = all(
            isinstance(found, Recurrence) and (found.preperiods[0], found.periods[0]) == pair
            for found, pair in zip(ours, theirs, strict=True)
        )
        agree &= all(tuple(row[place] for place in places) == pair for row, pair in zip(rows, theirs, strict=True))
        same = "same results" if agree else "OTHER RESULTS"
        print(f"{name:<22} {sample / slow:8,.1f} games a second, {same}; ", end="")
        print(f"ratio {slow / fast:,.0f}, rows of a survey {slow / whole:,.0f}")
        if not trusting:
            rates += [("periods of both piles, proved", sample / fast, slow / fast)]
            rates += [("rows of a survey", sample / whole, slow / whole)]
        rates.append((f"{name}, {same}", sample / slow, None))
    record(("", "games a second", "times as fast as plain Python"), rates, {"games": sample, "a, b, c up to": largest})


if __name__ == "__main__":
    main()
