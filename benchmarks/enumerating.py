"""Shared by the benchmarks: the C++ programs of enumerate.cpp, compiled and run."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("enumerate.cpp")


@dataclass(frozen=True)
class Enumerated:
    """The seconds that a program took, the best of its runs, and the sum of all values."""

    seconds: float
    checksum: int


def compile_program(folder: str) -> str | None:
    """The compiled programs, as one file in a folder; None, and a word about it, if there is no compiler."""
    program = f"{folder}/enumerate"
    try:
        subprocess.run(["g++", "-O3", "-march=native", "-o", program, str(SOURCE)], check=True)
    except (OSError, subprocess.CalledProcessError):
        print("no g++ here: the columns against C++ stay empty", file=sys.stderr)
        return None
    return program


def enumerated(program: str, name: str, size: int, runs: int = 2) -> Enumerated:
    """Run one of the programs up to a bound."""
    command = [program, name, str(size)]
    printed = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(runs)]
    return Enumerated(min(float(line.split()[0]) for line in printed), int(printed[0].split()[1]))
