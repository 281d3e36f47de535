"""Cost of the core: modules, megabytes and seconds of an import, and of the first computation.

Each line is a process of its own, run several times; the seconds are those of the processor, of the best run, and the
megabytes the most that it held, as Linux counts them. What an empty Python has is on the first line. Prints, asserts
nothing.
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
#: Told of what is loaded: the heavy ones among what the core needs, and what must stay outside.
WATCHED = ("numpy", "numba", "gmpy2", "rich", "typer", "matplotlib", "duckdb", "pandas", "fastapi")
#: The system counts the most memory of a process, since it was started, in kilobytes.
TELL = """
import json, sys, time
held = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([time.process_time(), int(held) / 1000, sorted(sys.modules)]))
"""


@dataclass(frozen=True)
class Weight:
    """What a process had when it was done."""

    seconds: float
    megabytes: float
    modules: list[str]

    @property
    def libraries(self) -> str:
        """Which of the libraries that are watched were loaded."""
        return ", ".join(name for name in WATCHED if name in self.modules) or "none"


def weigh(code: str) -> Weight:
    """The lightest of some runs."""
    command = [sys.executable, "-c", code + TELL]
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
