"""Benchmark of a newcomer's first commands, with an empty cache of compiled kernels and with a filled cache.

Each command is a separate process. CPU seconds are the user and system time of the process and its descendants; clock
seconds are the waiting time. In a cold run each command starts with an empty cache; in a warm run it starts with the
cache that the cold run filled. Targets apply to cold runs: half a second of clock time for an import and for a closed
form, 1.5 CPU seconds for a first table or check, 2.5 CPU seconds to discover Wythoff's game. The benchmark only prints
its results.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from results import record

WYTHOFF = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order"


@dataclass(frozen=True)
class Command:
    """A command of a newcomer, as arguments of Python, with its target in seconds of clock time or CPU time."""

    title: str
    arguments: list[str]
    target: float
    by_the_clock: bool = False


def sprague(title: str, *arguments: str, target: float, by_the_clock: bool = False) -> Command:
    return Command(title, ["-m", "sprague", *arguments], target, by_the_clock)


COMMANDS = [
    Command("import sprague", ["-c", "import sprague"], 0.5, by_the_clock=True),
    sprague("solve nim 3,5,7", "solve", "nim", "3,5,7", target=0.5, by_the_clock=True),
    sprague("table nim:piles=3 --limit 16", "table", "nim:piles=3", "--limit", "16", target=1.5),
    sprague("table sharing-nim --limit 20", "table", "sharing-nim", "--limit", "20", target=1.5),
    sprague(
        "table subtraction-transfer --limit 20",
        "table",
        "subtraction-transfer:a=2,b=2,c=1",
        "--limit",
        "20",
        target=1.5,
    ),
    sprague("check sharing-nim", "check", "sharing-nim", "a = b and even(v2(c - a))", target=1.5),
    sprague("discover Wythoff's game", "discover", WYTHOFF, target=2.5),
]


@dataclass(frozen=True)
class Seconds:
    """The CPU time and the clock time of a process."""

    cpu: float
    clock: float


def run(command: Command, kernels: Path, data: Path) -> Seconds:
    """Run a command with the given cache of kernels and the given folder for stored theorems."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(kernels), "SPRAGUE_DATA": str(data)}
    environment.pop("SPRAGUE_KERNELS", None)
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    process = os.posix_spawn(sys.executable, [sys.executable, *command.arguments], environment, file_actions=silence)
    # The usage returned by wait4 includes all descendants of the process that have ended.
    _, status, usage = os.wait4(process, 0)
    clock = time.perf_counter() - start
    if code := os.waitstatus_to_exitcode(status):
        sys.exit(f"{command.title}: expected exit code 0, got {code}")
    return Seconds(usage.ru_utime + usage.ru_stime, clock)


def main() -> None:
    print(f"{'':38} {'cold':^17} {'warm':^17}")
    print(f"{'command':38} {'CPU':>8} {'clock':>8} {'CPU':>8} {'clock':>8}  target, cold")
    rows = []
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            kernels = Path(folder, "kernels")
            # The second run has its own data folder, because stored theorems would save it work.
            cold = run(command, kernels, Path(folder, "first"))
            warm = run(command, kernels, Path(folder, "second"))
        taken = cold.clock if command.by_the_clock else cold.cpu
        target = f"{command.target:.1f} {'clock' if command.by_the_clock else 'CPU  '}"
        met = "met" if taken <= command.target else "MISSED"
        times = f"{cold.cpu:7.2f}s {cold.clock:7.2f}s {warm.cpu:7.2f}s {warm.clock:7.2f}s"
        print(f"{command.title:38} {times}  {target} {met}", flush=True)
        rows.append((command.title, cold.cpu, cold.clock, warm.cpu, warm.clock))
    record(("command", "cold: processor, s", "clock, s", "warm: processor, s", "clock, s"), rows)


if __name__ == "__main__":
    main()
