"""Benchmark of the import of Sprague and of a first computation: loaded modules, memory and processor seconds.

Each line is a separate process, run several times. The seconds are the processor time of the best run; the megabytes
are the peak memory as Linux counts it. The first line is an empty Python program. The benchmark only prints its
results.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

from results import record

RUNS = 5
STEPS = [
    ("nothing", ""),
    ("import sprague", "import sprague"),
    ("solve by a theorem", "import sprague; sprague.solve('nim', (3, 5, 7))"),
    ("a small table", "import sprague; sprague.tabulate('wythoff', limit=16)"),
    ("a proof", "import sprague; sprague.prove('nim:piles=2', 'a = b')"),
]
#: Libraries whose loading is reported: large dependencies of the core, and optional libraries that must not be loaded.
WATCHED = ("numpy", "numba", "gmpy2", "rich", "typer", "matplotlib", "duckdb", "pandas", "fastapi")
#: Code that prints the processor time, the peak memory and the modules; Linux reports the peak memory in kilobytes.
REPORT = """
import json, sys, time
held = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([time.process_time(), int(held) / 1000, sorted(sys.modules)]))
"""


@dataclass(frozen=True)
class Weight:
    """The processor seconds, peak memory and loaded modules of a process."""

    seconds: float
    megabytes: float
    modules: list[str]

    @property
    def libraries(self) -> str:
        """The reported libraries that the process loaded."""
        return ", ".join(name for name in WATCHED if name in self.modules) or "none"


def weigh(code: str) -> Weight:
    """Return the weight of the fastest of several runs."""
    command = [sys.executable, "-c", code + REPORT]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(RUNS)]
    return Weight(*min(runs))


def main() -> None:
    rows = []
    print(f"{'':22} {'modules':>8} {'MB':>8} {'CPU':>9}  libraries")
    for title, code in STEPS:
        found = weigh(code)
        rows.append((title, len(found.modules), found.megabytes, found.seconds, found.libraries))
        print(f"{title:22} {len(found.modules):>8,} {found.megabytes:>8.0f} {found.seconds:>8.2f}s  {found.libraries}")
    record(("", "modules", "MB", "seconds of the processor", "libraries loaded"), rows)


if __name__ == "__main__":
    main()
