"""Clocks that a test controls, in place of the one that the library reads (`sprague.clock`).

With these clocks no result depends on how fast the machine is: `FakeClock` moves when the test says so, and `WorkClock`
counts the work that is done.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest

from sprague import clock, jit


class FakeClock:
    """A clock that stands still until `advance` is called; with a `step`, every reading advances it by so much.

    If `own_thread` is true, only readings in the thread of the test advance the clock: how often the watchdog thread
    reads the clock depends on the speed of the machine.
    """

    def __init__(self, step: float = 0.0, begin: float = 1000.0, own_thread: bool = False) -> None:
        self.time, self.step = begin, step
        self.readings = 0
        self._thread = threading.get_ident() if own_thread else None

    def __call__(self) -> float:
        if self._thread in (None, threading.get_ident()):
            self.readings += 1
            self.time += self.step
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += seconds

    @contextmanager
    def running(self) -> Iterator[FakeClock]:
        """Let the library read this clock inside the `with` block."""
        with pytest.MonkeyPatch.context() as patch, _kernels_forget():
            patch.setattr(clock, "now", self)
            patch.setattr(clock, "busy", self)
            yield self


@contextmanager
def _kernels_forget() -> Iterator[None]:
    """Restore the plain seconds of all kernels after the `with` block.

    Otherwise a kernel that ran for many seconds of a fake clock would be compiled when a later test uses it.
    """
    seconds: dict[jit.Kernel, float] = {}
    total, run_plain = jit.Kernel.total_plain_seconds, jit.Kernel._run_plain

    def noted(kernel: jit.Kernel, arguments: tuple[Any, ...], allowed: float) -> tuple[bool, Any]:
        seconds.setdefault(kernel, kernel.plain_seconds)
        return run_plain(kernel, arguments, allowed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit.Kernel, "_run_plain", noted)
        try:
            yield
        finally:
            for kernel, before in seconds.items():
                kernel.plain_seconds = before
            jit.Kernel.total_plain_seconds = total


class TooMuchWork(BaseException):
    """Raised when work continues after it should have ended.

    The traceback shows where. No `except Exception` catches it.
    """


class WorkClock:
    """A clock that counts calls of functions: a second passes with every `CALLS_PER_SECOND` calls.

    Kernels run as plain Python meanwhile, so that their work is counted, too. Code that exceeds its time limit by more
    than a tenth and one second, which `Limits` allows, is ended by `TooMuchWork`, even if it never reads the clock. One
    call counts as much as another: a single call of numpy on a large array goes unnoticed.
    """

    CALLS_PER_SECOND = 200_000

    def __init__(self, seconds: float) -> None:
        self.calls = 0
        self._running = False
        self._most = (1.1 * seconds + 1) * self.CALLS_PER_SECOND

    def __call__(self) -> float:
        return self.calls / self.CALLS_PER_SECOND

    def _begin_thread(self, frame: object, event: str, argument: object) -> None:
        """Count the calls of a thread that is starting, except for the watchdog thread, which only sets flags."""
        sys.setprofile(None if threading.current_thread().name == "sprague-watchdog" else self._count)

    def _count(self, frame: object, event: str, argument: object) -> None:
        if not self._running:  # in a thread that was left behind
            sys.setprofile(None)
        elif event in ("call", "c_call"):
            self.calls += 1
            if self.calls > self._most:
                raise TooMuchWork(f"{self.calls:,} calls, expected at most {self._most:,.0f}")

    @contextmanager
    def running(self) -> Iterator[WorkClock]:
        """Count the calls of this thread, and of those that it starts, inside the `with` block."""
        with pytest.MonkeyPatch.context() as patch, _kernels_forget():
            patch.setattr(clock, "now", self)
            patch.setattr(clock, "busy", self)
            patch.setattr(jit, "mode", jit.PLAIN)
            patch.setattr(jit.Kernels, "compiled", _refuse_to_compile)
            before = sys.getprofile()
            self._running = True
            threading.setprofile(self._begin_thread)
            sys.setprofile(self._count)
            try:
                yield self
            finally:
                sys.setprofile(before)
                threading.setprofile(None)
                self._running = False


def _refuse_to_compile(kernels: jit.Kernels) -> NoReturn:
    raise TooMuchWork("a kernel went on after its time was over: it would be compiled, and its work not counted")


@contextmanager
def at_most_calls(most: int) -> Iterator[None]:
    """Fail if the `with` block makes too many function calls; refused or quick work makes few on any machine.

    The clock stands still meanwhile, so that no limit of time ends the work.
    """
    counting = WorkClock(0)
    counting._most = most
    with counting.running(), FakeClock().running():
        yield
