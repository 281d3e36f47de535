"""Time measurement for the benchmarks."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import isnan
from typing import TypeVar

from sprague import jit

T = TypeVar("T")


def compile_kernels() -> None:
    """Compile every kernel at its first call, because benchmarks compare work that is worth compiling."""
    # The environment variable also affects child processes.
    jit.mode = jit.parse_mode(os.environ.setdefault("SPRAGUE_KERNELS", "compiled"))


def best_of(
    runs: int, work: Callable[[], T], clock: Callable[[], float] = time.perf_counter, enough: float = float("inf")
) -> tuple[T, float]:
    """Return the result of the work and the seconds of the best run; stop after two runs longer than `enough`."""
    best = float("inf")
    for run in range(runs):
        start = clock()
        result = work()
        best = min(best, clock() - start)
        if run and best > enough:  # the first run may include compiling
            break
    return result, best


def times(ratio: float) -> str:
    """Return a ratio as text such as 2.5x; the empty string for a missing ratio."""
    return "" if isnan(ratio) else f"{ratio:.1f}x"
