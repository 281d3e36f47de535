"""The first minute: seconds of a newcomer's commands, with an empty cache of compiled kernels and with a warm one.

Each command is a process of its own. CPU seconds are user and system time of the process and all it starts, the wall
clock is what one waits for. Cold, each command finds an empty cache; warm, each is run again with the cache the cold
run left. Targets are those of a cold run: half a second on the clock for an import and for a closed form, 1.5 CPU
seconds for a first table or check, 2.5 to discover Wythoff's game. Prints, asserts nothing.
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
    """What a newcomer types, as arguments of Python, and the seconds it may take: by the clock, or of the CPU."""

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
    """What a process took."""

    cpu: float
    clock: float


def run(command: Command, kernels: Path, data: Path) -> Seconds:
    """Run a command with this cache of kernels, and theorems kept in this folder."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(kernels), "SPRAGUE_DATA": str(data)}
    environment.pop("SPRAGUE_KERNELS", None)
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    start = time.perf_counter()
    process = os.posix_spawn(sys.executable, [sys.executable, *command.arguments], environment, file_actions=silence)
    # The usage that wait4 tells is that of the process and of all its descendants that have ended.
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
            # Theorems kept by the first run would spare the second its work.
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
