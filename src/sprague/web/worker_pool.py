"""`WorkerPool` manages the worker processes of the web server, each of which runs one task at a time.

Workers are forked from a process that has already loaded the library and the compiler. A new worker starts in a few
hundredths of a second, because the library is already loaded. The server has a thread for each worker. The thread of a
worker sends tasks to the worker, receives progress reports, forwards cancellations, and kills a worker that does not
stop or exceeds a limit. If a worker process dies, only its current task is lost, because every worker has its own
thread and process.
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
from sprague.progress import Progress, ProgressCallback
from sprague.proofs.theorem_files import store_choice
from sprague.web.errors import Refusal, RequestError, request_error
from sprague.web.worker import CANCEL, READY, Done, Task, serve

START_SECONDS = 120.0  # time limit in seconds for starting a worker; the limit is high because the machine may be busy
GRACE_SECONDS = 2.0  # number of seconds in which a worker must stop before its process is killed
POLL_SECONDS = 0.05  # number of seconds between two checks whether a task was cancelled
# number of tasks after which a worker process is replaced, so that its caches do not grow too large
MAX_TASKS_PER_PROCESS = 5_000
# Modules that are loaded before workers are forked; the list contains `__main__`, so that workers need not load the
# program again.
PRELOADED_MODULES = ["__main__", "sprague.web.preload"]


class WorkerDied(Exception):
    """Raised when a worker process ends during a task, because it was killed or the system ran out of memory."""


class QueueFull(Exception):
    """Raised when the queue of tasks that wait for a worker is full."""


class TaskHandle:
    """A task submitted to a worker pool, with a future for its result and a method to cancel the task."""

    def __init__(self, task: Task, report: ProgressCallback) -> None:
        self.task, self.report = task, report
        self.future: Future[Any] = Future()
        self.began: float | None = None
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Request the cancellation of the task; if a running task does not stop, its process is killed."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        """Whether cancellation of the task was requested."""
        return self._cancelled.is_set()


def start_fork_server() -> ForkServerContext:
    """Start the process from which workers are forked, unless it already runs; return the multiprocessing context."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED_MODULES)
    forkserver.ensure_running()
    return context


class WorkerPool:
    """A pool with a fixed number of worker processes of the web server, and a queue of limited length for tasks."""

    def __init__(self, workers: int, waiting: int, memory: int, resident: int) -> None:
        self._context = start_fork_server()
        self._most, self._memory, self._resident = waiting, memory, resident
        self._store = store_choice()  # the process from which workers are forked may have other environment variables
        self._waiting: deque[TaskHandle] = deque()
        self._change = threading.Condition()
        self._closed = False
        self._threads = [_WorkerThread(self, number) for number in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task, report: ProgressCallback = lambda progress: None) -> TaskHandle:
        """Add a task to the queue of the worker pool, and return its handle.

        Args:
            task: The task to run in a worker.
            report: A function that another thread calls with each progress report.

        Raises:
            QueueFull: Too many tasks are waiting, or the pool is closed.
        """
        handle = TaskHandle(task, report)
        with self._change:
            if self._closed or len(self._waiting) >= self._most:
                raise QueueFull
            self._waiting.append(handle)
            self._change.notify()
        return handle

    def queue_position(self, handle: TaskHandle) -> int | None:
        """Return the number of tasks ahead of a task in the queue, or None if the task is not waiting."""
        with self._change:
            return self._waiting.index(handle) if handle in self._waiting else None

    def cancel(self, handle: TaskHandle) -> None:
        """Cancel a task of the worker pool; if the task is waiting, remove it from the queue."""
        handle.cancel()
        with self._change:
            if handle in self._waiting:
                self._waiting.remove(handle)
                handle.future.set_exception(CANCELLED)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [thread.process.pid for thread in self._threads if thread.process and thread.process.pid]

    def close(self) -> None:
        """Stop all workers of the pool, and cancel their tasks."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        for thread in self._threads:
            thread.stop()
        for thread in self._threads:
            thread.join()

    def next_task(self) -> TaskHandle | None:
        """Wait for the next task in the queue, and return the handle of the task; return None if the pool is closed."""
        with self._change:
            self._change.wait_for(lambda: self._waiting or self._closed)
            return self._waiting.popleft() if not self._closed else None


CANCELLED = request_error(409, "the work was cancelled", "cancelled")


class _WorkerThread(threading.Thread):
    """A thread of the server that sends tasks to one worker process and receives their results."""

    def __init__(self, pool: WorkerPool, number: int) -> None:
        super().__init__(name=f"sprague-keeper-{number}", daemon=True)
        self._pool = pool
        self.process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._task_count = 0
        self._current: TaskHandle | None = None

    def run(self) -> None:
        with suppress(EOFError, OSError):
            self._start_process()  # start the worker process now, so that the first task need not wait
        while (handle := self._pool.next_task()) is not None:
            self._current = handle
            try:
                result = self._run(handle)
            except BaseException as error:
                handle.future.set_exception(error)
            else:
                handle.future.set_result(result)
            finally:
                self._current = None
        self._end_process()

    def stop(self) -> None:
        """Cancel the current task of the worker."""
        if (handle := self._current) is not None:
            handle.cancel()

    def _run(self, handle: TaskHandle) -> Any:
        if handle.is_cancelled():
            raise CANCELLED
        handle.began = clock.now()
        if self._connection is not None and self._connection.poll():
            # an idle worker sends no messages, so readable input on its connection means that its process was killed
            self._end_process()
        try:
            connection = self._connection or self._start_process()
            connection.send(handle.task)
            message = self._wait(handle, connection)
        except (EOFError, OSError):
            self._end_process()
            raise WorkerDied from None
        if isinstance(message, Refusal):
            raise CANCELLED if handle.is_cancelled() else RequestError(message)
        self._task_count += 1
        if self._task_count >= MAX_TASKS_PER_PROCESS or message.resident > self._pool._resident:
            self._end_process()
        return message.result

    def _wait(self, handle: TaskHandle, connection: Connection) -> Done | Refusal:
        """Return the worker's final message about a task; kill a worker that exceeds the time limit."""
        seconds = handle.task.limits.seconds
        end = float("inf") if seconds is None else clock.now() + 1.1 * seconds + GRACE_SECONDS
        cancel_sent = False
        while True:
            if connection.poll(POLL_SECONDS):
                message = connection.recv()
                if isinstance(message, Progress):
                    handle.report(message)
                    continue
                return message  # type: ignore[no-any-return]
            if handle.is_cancelled() and not cancel_sent:
                connection.send(CANCEL)
                cancel_sent, end = True, min(end, clock.now() + GRACE_SECONDS)
            if clock.now() > end:
                self._end_process()
                raise (
                    CANCELLED
                    if handle.is_cancelled()
                    else request_error(413, _too_long(handle.task.limits), "out-of-time")
                )

    def _start_process(self) -> Connection:
        ours, theirs = self._pool._context.Pipe()
        self.process = self._pool._context.Process(
            target=serve, args=(theirs, self._pool._memory, self._pool._store), name="sprague-worker", daemon=True
        )
        self.process.start()
        theirs.close()
        self._connection, self._task_count = ours, 0
        # The time that a worker needs to start does not count towards the time limit of its task.
        if not ours.poll(START_SECONDS) or ours.recv() != READY:
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
    return f"this takes longer than the {limits.seconds:g} seconds that this server allows; choose a smaller problem"


def make_task(function: Any, *arguments: object, limits: Limits, reports: bool = False) -> Task:
    """Return a task for a worker pool; its limits contain no cancellation event, because events cannot be pickled."""
    return Task(function, arguments, replace(limits, cancel=None), reports)
