"""Shared by the benchmarks: compile and run the C++ programs of enumerate.cpp."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("enumerate.cpp")


@dataclass(frozen=True)
class Enumerated:
    """The seconds of the best run of a C++ program, the sum of all values, and the least processor seconds of a run."""

    seconds: float
    checksum: int
    processor_seconds: float


def compile_program(folder: str) -> str | None:
    """Return the path of the compiled C++ programs; print a message and return None without a compiler."""
    program = f"{folder}/enumerate"
    try:
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, str(SOURCE)], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("g++ is not available; the columns for C++ stay empty", file=sys.stderr)
        return None
    return program


def enumerated(program: str, name: str, size: int, runs: int = 2) -> Enumerated:
    """Run one of the C++ programs up to a bound, and return its best time and checksum."""
    command = [program, name, str(size)]
    printed = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(runs)]
    fields_of_runs = [line.split() for line in printed]
    elapsed, processor = (min(float(fields[place]) for fields in fields_of_runs) for place in (0, 2))
    return Enumerated(elapsed, int(fields_of_runs[0][1]), processor)
