"""Tables against what a user would do instead; prints, asserts nothing. Run it with `make bench`.

Each line compares, in one run on one machine, a table of Sprague with a C++ program that enumerates
the moves (enumerate.cpp: with the reductions a careful user would see, and plain) and with a memoised
Python function. Tables are timed once compiled; compilation is reported apart.
Ratios first: the machine may be busy, but it is so for all of them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import sprague

HERE = Path(__file__).parent

# name, bound, doubled bound, what, C++ with and without reductions, its size, bound for memoised Python
TABLES: list[tuple[str, dict[str, int], dict[str, int] | None, str, str, str, int, dict[str, int]]] = [
    ("sharing-nim", {"limit": 2000}, {"limit": 4000}, "grundy", "sharing", "", 2000, {"limit": 80}),
    ("nim", {"limit": 200}, {"limit": 400}, "grundy", "nim3", "nim3_plain", 200, {"limit": 30}),
    ("empty-transfer", {"limit": 150}, {"limit": 300}, "grundy", "transfer3", "transfer3_plain", 150, {"limit": 40}),
    ("empty-transfer:boxes=5", {"limit": 48}, None, "outcome", "transfer5", "", 48, {"limit": 14}),
    ("empty-redistribute:boxes=4", {"chips": 80}, {"chips": 160}, "grundy", "redistribute4", "", 80, {"chips": 32}),
    ("cookies:a=5,b=7,c=3", {"limit": 10_000}, {"limit": 20_000}, "grundy", "cookies", "", 10_000, {"limit": 300}),
]


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The best of some runs, which noise disturbs least."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def table(name: str, bound: dict[str, int], what: str) -> Callable[[], object]:
    game = sprague.game(name)
    return lambda: sprague.tabulate(game, what=what, **bound)


def memoised(name: str, bound: dict[str, int]) -> float:
    """Seconds that a plain memoised function takes for all positions of the bound."""
    game = sprague.game(name)
    positions = list(sprague.tabulate(game, **bound).positions())

    def work() -> None:
        sys.setrecursionlimit(100_000)

        @cache
        def value(position: tuple[int, ...]) -> int:
            seen = {value(option) for option in game.options(position)}
            return next(n for n in range(len(seen) + 1) if n not in seen)

        for position in positions:
            value(position)

    return seconds(work, 1)


def compile_program(folder: str) -> str | None:
    program = f"{folder}/enumerate"
    command = ["g++", "-O3", "-march=native", "-o", program, str(HERE / "enumerate.cpp")]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("no g++ here: the columns against C++ stay empty", file=sys.stderr)
        return None
    return program


def enumerated(program: str, name: str, size: int) -> float:
    runs = [subprocess.run([program, name, str(size)], capture_output=True, text=True, check=True) for _ in range(2)]
    return min(float(run.stdout.split()[0]) for run in runs)


def fresh_process(cache_folder: str) -> float:
    """Seconds for a first small table in a new process, kernels compiled into (or from) this cache."""
    code = "import sprague; sprague.tabulate('moore-nim', 5)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache_folder}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - start


def streamed() -> tuple[float, float]:
    """Seconds and megabytes for G(0, a, n), a < 64, n < 100,000, capped at 256, in a process of its own."""
    code = "import sprague; sprague.rows('sharing-nim', rows=range(64), limit=100_000, cap=256)"
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    taken = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return taken, max(before, after) / 1000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        taken, memory = streamed()
        print(f"Sharing Nim, rows a < 64 to n = 100,000, cap 256: {taken:.1f} s, {memory:.0f} MB (2.5e9 positions)")
        first, second = fresh_process(folder), fresh_process(folder)
        print(f"first use in a new process: {first:.1f} s with compilation, {second:.1f} s from the cache\n")
        program = compile_program(folder)
        heads = f"{'vs C++':>8} {'vs plain':>9} {'growth':>7} {'vs Python':>10}  {'ours':>8} {'C++':>8}"
        print(f"{'table':32} {'what':8} {heads}")
        for name, bound, doubled, what, kind, plain, size, small in TABLES:
            table(name, bound, what)()
            ours = seconds(table(name, bound, what))
            theirs = enumerated(program, kind, size) if program else float("nan")
            whole = f"{enumerated(program, plain, size) / ours:8.1f}x" if program and plain else " " * 9
            growth = f"{seconds(table(name, doubled, what), 2) / ours:6.1f}x" if doubled else " " * 7
            slow = memoised(name, small) / seconds(table(name, small, what))
            shown = f"{name} {next(iter(bound.values()))}"
            print(
                f"{shown:32} {what:8} {theirs / ours:7.1f}x {whole} {growth} {slow:9.0f}x  {ours:7.3f}s {theirs:7.3f}s",
                flush=True,
            )


if __name__ == "__main__":
    main()
