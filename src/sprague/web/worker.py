"""`serve` is the main loop of a worker process, which runs tasks for the web server and reports their progress.

One thread of the worker reads messages from the server; a message contains a new task or cancels the current task. The
worker exits when its connection to the server closes.
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
from pathlib import Path
from typing import Any

from sprague.errors import SpragueWarning
from sprague.limits import Limits
from sprague.progress import ProgressCallback
from sprague.proofs.theorem_files import use_store
from sprague.web.errors import Refusal, make_refusal

# Number of bytes, in addition to the memory limit, for the interpreter, the compiler and their libraries.
BASE_MEMORY = 1 << 30
INTERNAL_ERROR = "internal error of the server: {}; please report it"


@dataclass(frozen=True, slots=True)
class Task:
    """A task for a worker process of the web server: a module-level function with its arguments and limits.

    If `reports` is true, the function takes a progress callback as an additional last argument.
    """

    function: Callable[..., object]
    arguments: tuple[object, ...]
    limits: Limits
    reports: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """The message with which a worker returns the result of a task, and the memory of the worker process in bytes."""

    result: Any
    resident: int


CANCEL = None  # the message from the server that cancels the current task of a worker
READY = "ready"  # the first message of a worker, which tells the server that the worker accepts tasks


def serve(connection: Connection, memory: int, store: Path | None) -> None:
    """Run tasks in a worker process until the connection to the server closes.

    The memory limit of the process is `memory + BASE_MEMORY` bytes. The worker stores theorems in the folder `store`.
    """
    use_store(store)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the server, which then stops its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_DATA, (memory + BASE_MEMORY, memory + BASE_MEMORY))
    warnings.simplefilter("ignore", SpragueWarning)  # hide warnings about server files, which clients cannot change
    cancel = threading.Event()
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                message = connection.recv()
            except (EOFError, OSError):
                os._exit(0)
            if message is CANCEL:
                cancel.set()
            else:
                cancel.clear()  # a late cancellation of the previous task must not cancel the new task
                tasks.put(message)

    threading.Thread(target=listen, name="sprague-listener", daemon=True).start()
    connection.send(READY)
    while True:
        task = tasks.get()
        connection.send(_run(task, cancel, connection.send))


def _run(task: Task, cancel: threading.Event, report: ProgressCallback) -> Done | Refusal:
    try:
        with replace(task.limits, cancel=cancel).watch():
            more = (report,) if task.reports else ()
            return Done(task.function(*task.arguments, *more), _resident())
    except Exception as error:
        known = Refusal.of(error)
        if known is None:
            traceback.print_exc(file=sys.stderr)
        return known or make_refusal(500, INTERNAL_ERROR.format(f"{type(error).__name__}: {error}"))


def _resident() -> int:
    """Return the memory use of this process in bytes or, on systems without /proc such as macOS, its maximum so far."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
