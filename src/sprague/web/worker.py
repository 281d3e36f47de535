"""The loop of a worker process, which runs one task after another.

A thread reads what the server sends: an errand, or the word that the one that is under way is no longer wanted. When
the server is gone, so is the worker, whatever it is doing.
"""

from __future__ import annotations

import os
import queue
import resource
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from sprague.errors import SpragueWarning
from sprague.limits import Limits
from sprague.web.errors import Refusal, refusal

#: What a process has mapped before it computes anything: the interpreter, the compiler, their libraries.
BEFORE_ALL = 1 << 30
BROKEN = "this should have been answered, and was not, because of a mistake in the program: {}"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an errand is: the fraction that is done, if that is known, and what is being done, in words."""

    fraction: float | None = None
    text: str = ""


Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Errand:
    """A function of a module and what it is called with; it is told to whom to report, if it `reports`."""

    function: Callable[..., object]
    arguments: tuple[object, ...]
    limits: Limits
    reports: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """The result of an errand, and how many bytes the process takes now."""

    result: Any
    resident: int


CANCEL = None  # what is sent to end an errand
READY = "ready"  # what a worker sends when it can begin


def serve(connection: Connection, memory: int) -> None:
    """Do errands; the process takes at most so many bytes beside what it needs to run at all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_DATA, (memory + BEFORE_ALL, memory + BEFORE_ALL))
    warnings.simplefilter("ignore", SpragueWarning)  # about files of the operator's, which clients cannot mend
    cancel = threading.Event()
    errands: queue.SimpleQueue[Errand] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            if message is CANCEL:
                cancel.set()
            else:
                cancel.clear()  # a word that came too late meant the errand before
                errands.put(message)

    threading.Thread(target=listen, name="sprague-listener", daemon=True).start()
    connection.send(READY)
    while True:
        errand = errands.get()
        connection.send(_do(errand, cancel, connection.send))


def _do(errand: Errand, cancel: threading.Event, report: Report) -> Done | Refusal:
    try:
        with replace(errand.limits, cancel=cancel).watch():
            more = (report,) if errand.reports else ()
            return Done(errand.function(*errand.arguments, *more), _resident())
    except Exception as error:
        known = Refusal.of(error)
        if known is None:
            traceback.print_exc(file=sys.stderr)
        return known or refusal(500, BROKEN.format(f"{type(error).__name__}: {error}"))


def _resident() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
