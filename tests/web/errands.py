"""Errands that go wrong, in a module that a worker loads in no time."""

from __future__ import annotations

import time

from sprague.web.worker import Progress, Report


def stubborn(report: Report) -> bytes:
    """Work that looks at no clock and at no word that it is cancelled."""
    report(Progress(0.5, "half of it"))
    time.sleep(60)
    return b""


def greedy() -> bytes:
    """Work that takes memory without asking."""
    return b"x" * (1 << 40)


def broken() -> bytes:
    """Work with a mistake in it."""
    raise KeyError("nothing")


def fine() -> bytes:
    return b"fine"
