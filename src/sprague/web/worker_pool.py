"""A pool of worker processes that run one task at a time and are replaced when they exceed limits.

Workers are forked from a process that has loaded the library and the compiler once, so that a new one is there in a
few hundredths of a second. In the server each worker has a thread, its *keeper*, which hands it an errand, listens to
what it reports, tells it that the errand is cancelled, and kills it if it does not stop. What a worker does therefore
never stops the server, and a worker that dies takes nothing with it but its errand.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

from sprague import clock
from sprague.limits import Limits
from sprague.web.errors import Refusal, Refused, refused
from sprague.web.worker import CANCEL, READY, Done, Errand, Progress, Report, serve

STARTING = 120.0  # seconds for a worker to start, on a machine that does other things as well
GRACE = 2.0  # seconds for a worker to stop by itself
GLANCE = 0.05  # seconds after which it is looked whether an errand is still wanted
MOST_ERRANDS = 5_000  # of one process, so that nothing that it keeps grows for ever
#: What workers need, loaded before they are forked; the program itself among it, which each would load anew.
WARM = ["__main__", "sprague.web.preload"]


class WorkerDied(Exception):
    """A worker that ended in the midst of an errand: it was killed, or the system had no more memory."""


class Full(Exception):
    """There are more errands than may wait."""


class Asked:
    """An errand that was handed to a crew: its result is to come, and it may be cancelled."""

    def __init__(self, errand: Errand, report: Report) -> None:
        self.errand, self.report = errand, report
        self.future: Future[Any] = Future()
        self.began: float | None = None
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Say that nobody wants the result; if it is under way it is ended, by force if need be."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()


def warm_up() -> ForkServerContext:
    """Start the process that workers are forked from, which loads what they need; at once if it was done before."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(WARM)
    forkserver.ensure_running()
    return context


class Crew:
    """So many workers, and the errands that wait for them, of which there are at most so many."""

    def __init__(self, workers: int, waiting: int, memory: int, resident: int) -> None:
        self._context = warm_up()
        self._most, self._memory, self._resident = waiting, memory, resident
        self._waiting: deque[Asked] = deque()
        self._change = threading.Condition()
        self._closed = False
        self._keepers = [_Keeper(self, number) for number in range(workers)]
        for keeper in self._keepers:
            keeper.start()

    def submit(self, errand: Errand, report: Report = lambda progress: None) -> Asked:
        """Hand in an errand; `report` is called from another thread. `Full` if too many wait."""
        asked = Asked(errand, report)
        with self._change:
            if self._closed or len(self._waiting) >= self._most:
                raise Full
            self._waiting.append(asked)
            self._change.notify()
        return asked

    def place(self, asked: Asked) -> int | None:
        """How many errands are before this one; None if it does not wait."""
        with self._change:
            return self._waiting.index(asked) if asked in self._waiting else None

    def withdraw(self, asked: Asked) -> None:
        """Cancel an errand, which gives up its place if it waits."""
        asked.cancel()
        with self._change:
            if asked in self._waiting:
                self._waiting.remove(asked)
                asked.future.set_exception(CANCELLED)

    @property
    def processes(self) -> list[int]:
        """The workers that run, by the numbers that the system has for them."""
        return [keeper.process.pid for keeper in self._keepers if keeper.process and keeper.process.pid]

    def close(self) -> None:
        """End all workers; what they were doing is cancelled."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        for keeper in self._keepers:
            keeper.stop()
        for keeper in self._keepers:
            keeper.join()

    def next_errand(self) -> Asked | None:
        """The errand that has waited longest, once there is one; None when the crew is closed."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            return self._waiting.popleft() if not self._closed else None


CANCELLED = refused(409, "the work was cancelled")


class _Keeper(threading.Thread):
    """The thread of one worker."""

    def __init__(self, crew: Crew, number: int) -> None:
        super().__init__(name=f"sprague-keeper-{number}", daemon=True)
        self._crew = crew
        self.process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._errands = 0
        self._asked: Asked | None = None

    def run(self) -> None:
        with suppress(EOFError, OSError):
            self._start_process()  # before anything is asked, so that the first does not wait
        while (asked := self._crew.next_errand()) is not None:
            self._asked = asked
            try:
                result = self._do(asked)
            except BaseException as error:
                asked.future.set_exception(error)
            else:
                asked.future.set_result(result)
            finally:
                self._asked = None
        self._end_process()

    def stop(self) -> None:
        """Cancel what is under way."""
        if (asked := self._asked) is not None:
            asked.cancel()

    def _do(self, asked: Asked) -> Any:
        if asked.is_cancelled():
            raise CANCELLED
        asked.began = clock.now()
        if self._connection is not None and self._connection.poll():
            self._end_process()  # a worker without an errand has nothing to say: it was killed
        try:
            connection = self._connection or self._start_process()
            connection.send(asked.errand)
            message = self._wait(asked, connection)
        except (EOFError, OSError):
            self._end_process()
            raise WorkerDied from None
        if isinstance(message, Refusal):
            raise CANCELLED if asked.is_cancelled() else Refused(message)
        self._errands += 1
        if self._errands >= MOST_ERRANDS or message.resident > self._crew._resident:
            self._end_process()
        return message.result

    def _wait(self, asked: Asked, connection: Connection) -> Done | Refusal:
        """What the worker answers; it is killed if it has not stopped some seconds after it should have."""
        seconds = asked.errand.limits.seconds
        end = float("inf") if seconds is None else clock.now() + 1.1 * seconds + GRACE
        told = False
        while True:
            if connection.poll(GLANCE):
                message = connection.recv()
                if isinstance(message, Progress):
                    asked.report(message)
                    continue
                return message  # type: ignore[no-any-return]
            if asked.is_cancelled() and not told:
                connection.send(CANCEL)
                told, end = True, min(end, clock.now() + GRACE)
            if clock.now() > end:
                self._end_process()
                raise CANCELLED if asked.is_cancelled() else refused(413, _too_long(asked.errand.limits))

    def _start_process(self) -> Connection:
        ours, theirs = self._crew._context.Pipe()
        self.process = self._crew._context.Process(
            target=serve, args=(theirs, self._crew._memory), name="sprague-worker", daemon=True
        )
        self.process.start()
        theirs.close()
        self._connection, self._errands = ours, 0
        # The seconds of an errand are its own: those of a start, when all is loaded for the first time, do not count.
        if not ours.poll(STARTING) or ours.recv() != READY:
            raise EOFError
        return ours

    def _end_process(self) -> None:
        if self.process is not None and self._connection is not None:
            self._connection.close()
            self.process.kill()
            self.process.join()
            self.process.close()
        self.process = self._connection = None


def _too_long(limits: Limits) -> str:
    return f"this takes longer than the {limits.seconds:g} seconds that are allowed here; ask for less"


def errand(function: Any, *arguments: object, limits: Limits, reports: bool = False) -> Errand:
    """An errand; the limits that travel have no event of this process in them."""
    return Errand(function, arguments, replace(limits, cancel=None), reports)
