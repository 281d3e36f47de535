"""The clock of the library: all code that measures time calls `clock.now()` or `clock.busy()`.

Tests replace `now` and `busy` to control the time. Other modules call `clock.now()` instead of importing the name
`now`, because in a test, an imported name would still refer to the real clock.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, process_time

# Returns the seconds since a fixed moment; the result never decreases.
now: Callable[[], float] = monotonic

# Returns the seconds of processor time that this process has used.
busy: Callable[[], float] = process_time
