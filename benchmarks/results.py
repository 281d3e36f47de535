"""Results of benchmarks, saved to a file from which the website generates its page *How fast*.

A benchmark prints its measurements. If the environment variable SPRAGUE_MEASURED names a file (`make bench` names
docs/measured.json), the benchmark also saves its table there, with the date, the versions and the kind of machine.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from sprague.files import write_atomically

VARIABLE = "SPRAGUE_MEASURED"
Cell = str | int | float | None
SIGNIFICANT = 3  # significant digits of a figure


def record(columns: Sequence[str], rows: Sequence[Sequence[Cell]], figures: Mapping[str, Cell] | None = None) -> None:
    """Save the table and the single figures of the running benchmark, if SPRAGUE_MEASURED names a file."""
    place = os.environ.get(VARIABLE)
    if not place:
        return
    path = Path(place)
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
    stored[Path(sys.argv[0]).stem] = {
        "command": " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        "measured": time.strftime("%Y-%m-%d"),
        "with": versions(),
        "machine": machine(),
        "columns": list(columns),
        "rows": [[rounded(cell) for cell in row] for row in rows],
        "figures": {name: rounded(cell) for name, cell in (figures or {}).items()},
    }
    write_atomically(path, json.dumps(dict(sorted(stored.items())), ensure_ascii=False, indent=1) + "\n")


def versions() -> Mapping[str, str]:
    """Return the versions of Python and the main packages."""
    return {"Python": platform.python_version(), **{name: version(name) for name in ("sprague", "numpy", "numba")}}


def machine() -> str:
    """Return the kind of machine, its number of processors and its load."""
    return f"{platform.system()} on {platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.0f}"


def rounded(cell: Cell) -> Cell:
    """Round a figure to its significant digits; return None for a missing one.

    >>> rounded(1234.56), rounded(0.0123456), rounded(float("nan")), rounded("nim")
    (1230, 0.0123, None, 'nim')
    """
    if not isinstance(cell, float):
        return cell
    if cell != cell:
        return None
    short = float(f"{cell:.{SIGNIFICANT}g}")
    return int(short) if short >= 10 ** (SIGNIFICANT - 1) else short
