"""Tasks that wait or fail, in a module that a worker loads quickly."""

from __future__ import annotations

import threading
import time
from typing import NoReturn

from sprague import limits
from sprague.progress import Progress, ProgressCallback

WAITING = Progress(0.0, "waiting")


def wait_until_cancelled(*request: object) -> NoReturn:
    """Work that never ends by itself; it reports that it has begun if it is given a function to report to.

    It may take the place of `sprague.web.job_service.run`.
    """
    if request and callable(request[-1]):
        request[-1](WAITING)
    while True:
        limits.check()
        time.sleep(0.01)


def stubborn(report: ProgressCallback) -> bytes:
    """A task that ignores its limits and its cancellation."""
    report(Progress(0.5, "half of it"))
    threading.Event().wait()
    return b""


def greedy() -> bytes:
    """A task that allocates memory without limit."""
    return b"x" * (1 << 40)


def broken() -> bytes:
    """Work with a mistake in it."""
    raise KeyError("nothing")


def fine() -> bytes:
    return b"fine"
