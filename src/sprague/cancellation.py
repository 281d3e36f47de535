"""The class `Watchdog`: a thread that stops compiled kernels on timeout, cancellation or Ctrl-C by setting stop flags.

A compiled kernel cannot check time limits, because it cannot read the clock. A kernel polls a stop flag, and the
watchdog sets the flag when the computation has to end. Each process has one watchdog. The thread of the watchdog does
not end immediately when no computation is left, because starting a new thread takes as long as a small proof.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from sprague import clock

if TYPE_CHECKING:
    from socket import socket

POLL_SECONDS = 0.1  # seconds between two polls of the watchdog
IDLE_POLLS = 20  # the watchdog thread ends after this many polls without a computation to watch


class _Stoppable(Protocol):
    """Protocol of a computation that the watchdog can stop."""

    deadline: float | None

    def is_over(self) -> bool: ...

    def set_stop_flag(self) -> None: ...


class Watchdog:
    """A thread that sets the stop flags of running kernels; the thread starts when it is first needed."""

    def __init__(self, poll_seconds: float = POLL_SECONDS, idle_polls: int = IDLE_POLLS) -> None:
        self._poll_seconds, self._idle_polls = poll_seconds, idle_polls
        self.reset()

    def reset(self) -> None:
        """Discard all watched computations, and assume that no watchdog thread runs."""
        self._lock = threading.Lock()
        self._watched: set[_Stoppable] = set()
        self._is_running = False
        self._next_poll = 0.0
        self._poll_sooner = threading.Event()

    def watch(self, work: _Stoppable) -> None:
        """Watch a computation, and set its stop flag as soon as one of its limits is exceeded."""
        with self._lock:
            self._watched.add(work)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="sprague-watchdog", daemon=True).start()
            elif work.deadline is not None and work.deadline < self._next_poll:
                self._poll_sooner.set()

    def unwatch(self, work: _Stoppable) -> None:
        """Stop watching a computation for cancellation and timeout."""
        with self._lock:
            self._watched.discard(work)

    def _run(self) -> None:
        idle = 0
        while True:
            self._poll_sooner.clear()
            self._poll()
            with self._lock:
                idle = 0 if self._watched else idle + 1
                if idle > self._idle_polls:
                    self._is_running = False
                    return
                deadlines = [work.deadline for work in self._watched if work.deadline is not None]
                now = clock.now()
                self._next_poll = min([now + self._poll_seconds, *deadlines])
            self._poll_sooner.wait(max(0.0, self._next_poll - now))

    def _poll(self) -> None:
        """Set the stop flags of all computations that have exceeded a limit."""
        interrupts.poll()
        with self._lock:
            all_watched = list(self._watched)
        for work in all_watched:
            try:
                over = work.is_over()
            except Exception:
                # The cancellation event of the caller raised an error, which the next call of `limits.check()` raises
                # again.
                over = True
            if over:
                work.set_stop_flag()
                self.unwatch(work)


class _Interrupts:
    """A counter of Ctrl-C presses that works even while a compiled kernel runs.

    Python handles signals only between two bytecodes, but a call of a kernel is a single bytecode, however long it
    runs. When Ctrl-C is pressed, the operating system immediately writes the number of the signal into a socket. The
    watchdog reads the socket and stops the kernel; then Python raises KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self._sockets: tuple[socket, socket] | None = None
        self.reset()

    def reset(self) -> None:
        """Discard all listeners for Ctrl-C, and close the sockets, which may be shared with a parent process."""
        self._lock = threading.Lock()
        self._listeners = 0
        self.count = 0  # number of Ctrl-C presses so far
        if self._sockets is not None:
            self._clear_wakeup()
            for end in self._sockets:
                end.close()
        self._sockets = None

    def listen(self) -> bool:
        """Start to listen for Ctrl-C; return False outside the main thread, or if other code handles the signal."""
        if threading.current_thread() is not threading.main_thread():
            return False
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return False
        with self._lock:
            if not self._listeners:
                before = signal.set_wakeup_fd(self._wakeup_descriptor(), warn_on_full_buffer=False)
                if before != -1:  # an event loop already uses the wakeup descriptor
                    signal.set_wakeup_fd(before)
                    return False
            self._listeners += 1
        return True

    def poll(self) -> None:
        """Count the Ctrl-C presses since the last poll."""
        with self._lock:
            self.count += self._read().count(signal.SIGINT)

    def unlisten(self) -> None:
        """Undo a call of `listen`; stop listening for Ctrl-C if no other listener remains."""
        with self._lock:
            self._listeners -= 1
            if not self._listeners:
                self._clear_wakeup()
                self._read()  # discard late presses of Ctrl-C, so that the next listener does not count them

    def _clear_wakeup(self) -> None:
        if (now := signal.set_wakeup_fd(-1)) != self._wakeup_descriptor():
            signal.set_wakeup_fd(now)  # restore the wakeup descriptor that other code has set

    def _wakeup_descriptor(self) -> int:
        """Return the descriptor of the socket to which the system writes signals; create the socket if necessary."""
        if self._sockets is None:
            # import the module here, because the import is slow and most commands run no kernel
            from socket import socketpair

            self._sockets = socketpair()
            for end in self._sockets:
                end.setblocking(False)
        return self._sockets[1].fileno()

    def _read(self) -> bytes:
        with suppress(BlockingIOError):
            if self._sockets is not None:
                return self._sockets[0].recv(4096)
        return b""


interrupts = _Interrupts()
watchdog = Watchdog()


def _reset_after_fork() -> None:
    """Reset the watchdog in a forked child process, because threads do not survive `fork` and locks may stay locked."""
    interrupts.reset()
    watchdog.reset()


os.register_at_fork(after_in_child=_reset_after_fork)
