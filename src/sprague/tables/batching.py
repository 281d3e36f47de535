"""Batches of kernel work for tables: `BatchSizer` adapts the batch size, `call_in_threads` runs a kernel in threads.

A running kernel cannot be interrupted. Each call of a kernel computes only one batch of positions, so that time limits,
Ctrl-C and cancellation take effect between two batches. The batch size adapts to the time that the last batch took,
because a compiled kernel can be a thousand times as fast as the same kernel in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from sprague import clock, limits
from sprague.jit import Kernel

BATCH_SECONDS = 0.1  # target time of one batch, in seconds
FIRST_SIZE, MAX_SIZE = 64, 1 << 24


class BatchSizer:
    """A controller that adapts the size of the next batch of kernel work to the time that earlier batches took.

    >>> list(BatchSizer().batches(0, 1000))
    [(0, 64), (64, 320), (320, 1000)]
    """

    def __init__(self, first: int = FIRST_SIZE) -> None:
        self.size = first

    @contextmanager
    def batch(self) -> Iterator[int]:
        """Yield the size of the next batch of kernel work, and adapt the size to the duration of the `with` block."""
        limits.check()
        began = clock.now()
        yield self.size
        taken = clock.now() - began
        if taken < BATCH_SECONDS / 4:
            self.size = min(4 * self.size, MAX_SIZE)
        elif taken > BATCH_SECONDS:
            self.size = max(1, self.size // 2)

    def batches(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """Split the range from `first` to `last` into batches, and yield the start and the end of each batch."""
        while first < last:
            with self.batch() as size:
                end = min(first + size, last)
                yield first, end
            first = end


def call_in_threads(threads: ThreadPoolExecutor, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Call a kernel once for each tuple of arguments, in several threads, and return the results."""
    if len(calls) == 1 or not kernel.is_compiled:
        return [kernel(*arguments) for arguments in calls]
    jobs = [threads.submit(kernel, *arguments) for arguments in calls]
    try:
        return [job.result() for job in jobs]
    except BaseException:
        for job in jobs:
            job.cancel()
        raise
