"""Waiting for something that another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Seconds after which a wait fails: they only turn a hang into a failure, just before pytest-timeout would.
LONGEST = 280.0


def wait_until(condition: Callable[[], object]) -> None:
    """Return as soon as `condition()` is true."""
    end = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)
