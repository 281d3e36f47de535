"""A watchdog thread that stops compiled kernels on timeout, cancellation or Ctrl-C.

A kernel cannot look for itself; it looks at a flag, which the watchman raises when the work is over. There is one for
the process, who stays for a while when nothing is left to watch: to start a thread, and to end it, would take as long
as a small proof.
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

GLANCE = 0.1  # seconds between two looks
STAY = 20  # looks with nothing to watch before the thread ends


class Watched(Protocol):
    """Work that may have to end."""

    until: float | None

    def is_over(self) -> bool: ...

    def raise_flag(self) -> None: ...


class Watchman:
    """The thread, started when it is first needed."""

    def __init__(self, glance: float = GLANCE, stay: int = STAY) -> None:
        self._glance, self._stay = glance, stay
        self.begin()

    def begin(self) -> None:
        """With nothing to watch, and no thread."""
        self._lock = threading.Lock()
        self._watched: set[Watched] = set()
        self._awake = False
        self._next_look = 0.0
        self._sooner = threading.Event()

    def attend(self, watched: Watched) -> None:
        """Watch this, too: raise its flag when it is over."""
        with self._lock:
            self._watched.add(watched)
            if not self._awake:
                self._awake = True
                threading.Thread(target=self._look_on, name="sprague-watchman", daemon=True).start()
            elif watched.until is not None and watched.until < self._next_look:
                self._sooner.set()

    def leave(self, watched: Watched) -> None:
        """Watch this no longer."""
        with self._lock:
            self._watched.discard(watched)

    def _look_on(self) -> None:
        idle = 0
        while True:
            self._sooner.clear()
            self._look()
            with self._lock:
                idle = 0 if self._watched else idle + 1
                if idle > self._stay:
                    self._awake = False
                    return
                ends = [watched.until for watched in self._watched if watched.until is not None]
                now = clock.now()
                self._next_look = min([now + self._glance, *ends])
            self._sooner.wait(max(0.0, self._next_look - now))

    def _look(self) -> None:
        """Raise the flags of what is over."""
        interrupts.hear()
        with self._lock:
            all_watched = list(self._watched)
        for watched in all_watched:
            try:
                over = watched.is_over()
            except Exception:  # of an event that somebody else made; whoever looks next at the limits will meet it
                over = True
            if over:
                watched.raise_flag()
                self.leave(watched)


class Interrupts:
    """Ctrl-C, heard while a compiled kernel runs.

    Python answers a signal between two of its own steps, and a kernel is one step, however long. The system writes
    the number of the signal into a pipe at once, where the watchman finds it and stops the kernel; the
    KeyboardInterrupt follows from Python itself.
    """

    def __init__(self) -> None:
        self._ends: tuple[socket, socket] | None = None
        self.begin()

    def begin(self) -> None:
        """With nobody who listens, and ends of a pipe that no other process has."""
        self._lock = threading.Lock()
        self._listeners = 0
        self.count = 0  # how often Ctrl-C was heard
        if self._ends is not None:
            self._be_deaf()
            for end in self._ends:
                end.close()
        self._ends = None

    def listen(self) -> bool:
        """Begin to listen; not in other threads than the main one, nor if somebody else deals with Ctrl-C."""
        if threading.current_thread() is not threading.main_thread():
            return False
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return False
        with self._lock:
            if not self._listeners:
                before = signal.set_wakeup_fd(self._mouth(), warn_on_full_buffer=False)
                if before != -1:  # an event loop has its own
                    signal.set_wakeup_fd(before)
                    return False
            self._listeners += 1
        return True

    def hear(self) -> None:
        """Look whether Ctrl-C was pressed."""
        with self._lock:
            self.count += self._read().count(signal.SIGINT)

    def leave(self) -> None:
        with self._lock:
            self._listeners -= 1
            if not self._listeners:
                self._be_deaf()
                self._read()  # what was pressed too late to be heard concerns nobody who listens next

    def _be_deaf(self) -> None:
        if (now := signal.set_wakeup_fd(-1)) != self._mouth():
            signal.set_wakeup_fd(now)  # it was replaced meanwhile

    def _mouth(self) -> int:
        """Where the system writes, made once: that takes as long as ten kernels of a small proof."""
        if self._ends is None:
            from socket import socketpair  # which takes a while to load, and most commands need no kernel

            self._ends = socketpair()
            for end in self._ends:
                end.setblocking(False)
        return self._ends[1].fileno()

    def _read(self) -> bytes:
        with suppress(BlockingIOError):
            if self._ends is not None:
                return self._ends[0].recv(4096)
        return b""


interrupts = Interrupts()
watchman = Watchman()


def _begin_anew() -> None:
    """In a process that was forked there is no watchman, though it has a memory of one; locks may be held for ever."""
    interrupts.begin()
    watchman.begin()


os.register_at_fork(after_in_child=_begin_anew)
