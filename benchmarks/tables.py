"""Benchmark of tables, compared with programs that a user would write instead. `make bench` runs it.

Each line compares, in one run on one machine, a table of Sprague with a C++ program that enumerates the moves and with
a memoised Python function. The C++ program, enumerate.cpp, runs once with the reductions that a careful user would
find, and once without. All times are processor seconds. Tables are timed after compilation; the last column shows how
much longer the first run takes, which compiles the kernels and starts with an empty cache.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import nan
from unittest import mock

import sprague
from enumerating import compile_program, enumerated
from results import Cell, record
from sprague.tables.lines.form import NoLineForm
from sprague.tables.traversals.lines import LineTraversal
from sprague.tables.traversals.sieve import SieveTraversal
from timing import best_of, compile_kernels, times


@dataclass(frozen=True)
class Bound:
    """The bound of a table: a limit on piles, or on the total number of chips."""

    limit: int | None = None
    chips: int | None = None

    @property
    def size(self) -> int:
        return self.limit or self.chips or 0

    def doubled(self) -> Bound:
        return Bound(self.limit and 2 * self.limit, self.chips and 2 * self.chips)


@dataclass(frozen=True)
class Case:
    """A table, the C++ programs for the same work (with reductions, and plain), and a bound small enough for Python."""

    game: str
    bound: Bound
    enumerated: str
    small: Bound
    plain: str = ""
    what: str = "grundy"
    grows: bool = True  # whether the doubled bound is timed too
    name: str = ""  # short name of a game with a long rule
    few: bool = False  # whether few positions are visited; then the traversal of all positions is timed too

    @property
    def shown(self) -> str:
        return f"{self.name or self.game} {self.bound.size}"


SQUARES = "(a) -> (a - k) where k square, k >= 1"
EUCLID = "(a, b) -> (a - k*b, b) where k >= 1 any order piles >= 1"
PRIMES = "(a) -> (a - k) where k prime"
DIVISORS = "(a) -> (a - k) where k divides a, k < a"
HALVES = "(a) -> (a - k) where k >= 1, 2k <= a"
CIRCULAR = "(a, b, c, d, e) -> (u, v, c, d, e) where u <= a, v <= b, u + v < a + b in a circle"
PAIRS = "(a, b, c) -> (u, b, c) where u < a ; (a - k, b - k, c) where k >= 1 any order"
BOUNDED = "(a, b) -> (a - k, b) where 1 <= k <= b any order"
BOUNDED3 = "(a, b, c) -> (a - k, b, c) where 1 <= k <= c any order"
CASES = [
    Case("sharing-nim", Bound(limit=2000), "sharing", Bound(limit=80)),
    Case("nim", Bound(limit=200), "nim3", Bound(limit=30), plain="nim3_plain"),
    Case("empty-transfer", Bound(limit=150), "transfer3", Bound(limit=40), plain="transfer3_plain"),
    Case("empty-transfer:boxes=5", Bound(limit=48), "transfer5", Bound(limit=14), what="outcome", grows=False),
    Case("empty-redistribute:boxes=4", Bound(chips=80), "redistribute4", Bound(chips=32)),
    Case("cookies:a=5,b=7,c=3", Bound(limit=10_000), "cookies", Bound(limit=300)),
    # Moves take any number from two neighbours; running unions need a few lookups instead of hundreds of options.
    Case(CIRCULAR, Bound(limit=16), "circular5", Bound(limit=6), grows=False, name="circular Nim (5, 2)"),
    # These moves have no accumulators, so every option is enumerated, by loops generated for the rule.
    Case(SQUARES, Bound(limit=200_000), "squares", Bound(limit=2_000), name="taking squares"),
    Case(EUCLID, Bound(limit=1_000), "euclid", Bound(limit=60), name="Euclid"),
    # Any number may be taken from one pile, so one P-position is stored for each line.
    Case("wythoff", Bound(limit=2048), "wythoff", Bound(limit=60), what="outcome", few=True),
    Case(PAIRS, Bound(limit=128), "pairs3", Bound(limit=14), what="outcome", name="Wythoff on pairs of 3", few=True),
    Case("nim:piles=4", Bound(limit=40), "nim4", Bound(limit=8), what="outcome", few=True),
    # Few positions are P-positions, so only the moves into P-positions are enumerated.
    Case(BOUNDED, Bound(limit=1024), "bounded2", Bound(limit=60), what="outcome", name="at most the other", few=True),
    Case(
        BOUNDED3, Bound(limit=128), "bounded3", Bound(limit=14), what="outcome", name="at most another of 3", few=True
    ),
    Case(PRIMES, Bound(limit=20_000), "primes", Bound(limit=1_000), name="taking primes"),
    Case(DIVISORS, Bound(limit=200_000), "divisors", Bound(limit=2_000), name="taking divisors"),
    Case(HALVES, Bound(limit=20_000), "halves", Bound(limit=500), name="taking at most half"),
]


def seconds(work: Callable[[], object], runs: int = 3) -> float:
    """Return the processor seconds of the best run, after a run that may compile the kernels."""
    work()
    return best_of(runs, work, time.process_time)[1]


def table(name: str, bound: Bound, what: str) -> Callable[[], object]:
    game = sprague.game(name)
    return lambda: sprague.tabulate(game, bound.limit, chips=bound.chips, what=what)  # type: ignore[call-overload]


def memoised(name: str, bound: Bound) -> float:
    """Return the seconds that a plain memoised function takes for all positions within the bound."""
    game = sprague.game(name)
    positions = list(sprague.tabulate(game, bound.limit, chips=bound.chips).positions())

    def work() -> None:
        sys.setrecursionlimit(100_000)

        @cache
        def value(position: tuple[int, ...]) -> int:
            seen = {value(option) for option in game.options(position)}
            return next(n for n in range(len(seen) + 1) if n not in seen)

        for position in positions:
            value(position)

    return seconds(work, 1)


def streamed() -> tuple[float, float]:
    """Return seconds and megabytes for G(0, a, n), a < 64, n < 100,000, capped at 256, in a separate process."""
    code = "import sprague; sprague.rows('sharing-nim', rows=range(64), limit=100_000, cap=256)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    taken = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return taken, max(before, after) / 1000


# Large tables of outcomes that are found by lines: the name, the game, and two limits, each twice the one before.
LARGE = [
    ("Wythoff", "wythoff", (1 << 19, 1 << 20)),
    ("Wythoff on pairs of 3", PAIRS, (1024, 2048)),
    ("Nim with 4 piles", "nim:piles=4", (128, 256)),
]


def by_lines(game: str, limit: int) -> tuple[float, float]:
    """Return the seconds of processor time and the additional megabytes of a table of outcomes, in a new process.

    A smaller table, which stores its numbers in the same integer type, compiles the kernels before.
    """
    code = f"""
import resource, time, sprague
sprague.tabulate({game!r}, {limit // 4}, what="outcome")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.process_time()
sprague.tabulate({game!r}, {limit}, what="outcome")
print(time.process_time() - start, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000)
"""
    printed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    taken, memory = map(float, printed.split())
    return taken, memory


def large_tables() -> dict[str, Cell]:
    """Print and return seconds, megabytes and growth of the large tables."""
    figures: dict[str, Cell] = {}
    for name, game, (half, limit) in LARGE:
        before, _ = by_lines(game, half)
        taken, memory = by_lines(game, limit)
        figures[f"{name} to {limit:,}, seconds"] = taken
        figures[f"{name} to {limit:,}, MB"] = memory
        figures[f"{name} to {limit:,}, growth"] = taken / before
        print(f"{name} to {limit:,}: {taken:.2f} s, {memory:.0f} MB, {taken / before:.1f} times the time to {half:,}")
    return figures


def all_positions(case: Case) -> float:
    """Return the seconds of the traversal that fills the table if neither lines nor a sieve are used."""
    with (
        mock.patch.object(LineTraversal, "of", staticmethod(lambda request: NoLineForm("this is a comparison"))),
        mock.patch.object(SieveTraversal, "applies", staticmethod(lambda request, plan: False)),
    ):
        return seconds(table(case.game, case.bound, case.what), 2)


def main() -> None:
    compile_kernels()
    taken, memory = streamed()
    large = large_tables()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder  # every kernel is compiled once
        print(f"Sharing Nim, rows a < 64 to n = 100,000, cap 256: {taken:.1f} s, {memory:.0f} MB (2.5e9 positions)\n")
        program = compile_program(folder)
        heads = f"{'vs C++':>8} {'vs plain':>9} {'growth':>7} {'vs Python':>10} {'vs all':>7}"
        heads += f"  {'ours':>8} {'C++':>8} {'compiling':>10}"
        print(f"{'table':32} {'what':8} {heads}")
        rows = [row(case, program) for case in CASES]
    columns = (
        "table",
        "what",
        "vs C++",
        "vs plain C++",
        "doubled",
        "vs Python",
        "vs all positions",
        "Sprague, s",
        "C++, s",
        "compiling, s",
    )
    record(columns, rows, {"the rows far out, seconds": taken, "MB": memory, **large})


def row(case: Case, program: str | None) -> list[Cell]:
    """Print and return a line of the table of results: ratios, then seconds."""
    work = table(case.game, case.bound, case.what)
    first = best_of(1, work, time.process_time)[1]
    ours = seconds(work)
    theirs = enumerated(program, case.enumerated, case.bound.size).processor_seconds if program else nan
    whole = enumerated(program, case.plain, case.bound.size).processor_seconds / ours if program and case.plain else nan
    growth = seconds(table(case.game, case.bound.doubled(), case.what), 2) / ours if case.grows else nan
    slow = memoised(case.game, case.small) / seconds(table(case.game, case.small, case.what))
    others = all_positions(case) / ours if case.few else nan
    ratios = f"{theirs / ours:7.1f}x {times(whole):>9} {times(growth):>7} {slow:9.0f}x {times(others):>7}"
    compiling = max(0.0, first - ours)
    print(f"{case.shown:32} {case.what:8} {ratios}  {ours:7.4f}s {theirs:7.4f}s {compiling:9.2f}s", flush=True)
    return [case.shown, case.what, theirs / ours, whole, growth, slow, others, ours, theirs, compiling]


if __name__ == "__main__":
    main()
