"""Shared by the benchmarks: how time is taken."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import isnan
from typing import TypeVar

from sprague import jit

T = TypeVar("T")


def compile_kernels() -> None:
    """Have every kernel compiled at its first call: what is compared here is work that is worth compiling for."""
    jit.mode = jit.parse_mode(os.environ.setdefault("SPRAGUE_KERNELS", "compiled"))  # here, and in processes started


def best_of(
    runs: int, work: Callable[[], T], clock: Callable[[], float] = time.perf_counter, enough: float = float("inf")
) -> tuple[T, float]:
    """What the work gives, and the seconds of the best run, the least disturbed; two beyond `enough` suffice."""
    best = float("inf")
    for run in range(runs):
        start = clock()
        result = work()
        best = min(best, clock() - start)
        if run and best > enough:  # the first may be that of compiling
            break
    return result, best


def times(ratio: float) -> str:
    """A ratio as it is printed; nothing if there is none."""
    return "" if isnan(ratio) else f"{ratio:.1f}x"
