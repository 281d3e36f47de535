"""Benchmark of the values of single heaps, compared with plain exclusion in C++; also checks that the values agree.

A row shows a game, a number of heaps n, the speed relative to enumerate.cpp, the growth of both times from n / 2 to n,
and the seconds. The C++ program computes all nim-sums of two heaps, n² / 4 for each number of chips that may be taken,
so its time grows by a factor of 4 when n doubles. A sparse space with few rare heaps grows by a factor of 2. If new
rare heaps keep appearing, the factor lies in between, because the time is the number of rare heaps times n.

    python benchmarks/heaps.py [--far]

The benchmark takes about a minute. With --far, Sprague continues to 10^7 heaps by repeated doubling, each time from the
values before; the C++ program would take days and is not run.
"""

from __future__ import annotations

import sys
import tempfile
import time
from math import nan

import sprague
from enumerating import compile_program, enumerated
from results import record
from timing import best_of, compile_kernels, times

#: The games, by their names in the catalogue and in enumerate.cpp: 0.77, 0.007, 0.6, and Grundy's game.
GAMES = ["kayles", "james-bond", "officers", "grundys-game"]
SIZES = [25_000, 50_000, 100_000]
FAR = 10_000_000


def near(name: str, program: str | None) -> tuple[str, float, float, float]:
    """Print rows for sizes that C++ can compute, and return the last of them."""
    ours_before = theirs_before = nan
    for size in SIZES:
        table, ours = best_of(2, lambda size=size: sprague.tabulate(name, size))  # type: ignore[misc]
        theirs = nan
        if program is not None:
            plain = enumerated(program, name, size, 1)
            theirs = plain.seconds
            assert plain.checksum == int(table.to_array().sum()), f"{name}: the values differ below {size:,}"
        growths = f"{times(ours / ours_before):>7} {times(theirs / theirs_before):>11}"
        print(f"{name:13} {size:>11,} {times(theirs / ours):>8} {growths}  {ours:8.3f}s {theirs:8.3f}s", flush=True)
        ours_before, theirs_before = ours, theirs
    return name, theirs_before / ours_before, ours_before, theirs_before


def far(name: str) -> None:
    """Print rows for sizes that only Sprague can compute; the seconds count from the first heap."""
    size = SIZES[-1]
    known, before = best_of(1, lambda: sprague.tabulate(name, size))
    while size < FAR:
        start = time.perf_counter()
        further = min(2 * size, FAR)
        known = sprague.tabulate(name, further, known=known)
        taken = before + time.perf_counter() - start
        growth = taken / before if further == 2 * size else nan
        print(f"{name:13} {further:>11,} {'':8} {times(growth):>7} {'':11}  {taken:8.1f}s", flush=True)
        size, before = further, taken


def main() -> None:
    compile_kernels()
    for name in GAMES:
        sprague.tabulate(name, 3_000)  # compile the kernels, or read them from the cache
    print(f"{'heaps':13} {'below':>11} {'vs C++':>8} {'growth':>7} {'C++ growth':>11}  {'ours':>9} {'C++':>9}")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_program(folder)
        rows = []
        for name in GAMES:
            rows.append(near(name, program))
            if "--far" in sys.argv[1:]:
                far(name)
    record(("game", "times as fast as C++", "Sprague, s", "C++, s"), rows, {"heaps below": SIZES[-1]})


if __name__ == "__main__":
    main()
