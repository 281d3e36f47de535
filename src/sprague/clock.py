"""The clock of the library: limits, schedulers, kernels, workers and progress all call `clock.now()`.

Tests replace `now` and `busy` to control the time. Call them through the module (`clock.now()`); a name imported from
here would keep the real clock.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time

#: Seconds since some fixed moment; never goes back.
now: Callable[[], float] = monotonic

#: Seconds of processor time that this process has used.
busy: Callable[[], float] = process_time
