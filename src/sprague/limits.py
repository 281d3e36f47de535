"""Limits on the time, memory and size of a computation, checked while it runs.

`Limits` is what a caller passes; None leaves a matter to the function that is called. `limits.watch()` starts the
clock for whatever runs inside the `with` block, however deep: long loops call `check()`, which raises `OutOfTime`
when the seconds are over or the work is cancelled; what has to know how large something may become asks `current()`.
Nobody in between has to pass anything on. Watches nest, and the stricter one wins.

>>> with Limits(seconds=60).watch():
...     check()
>>> with Limits(seconds=0).watch():
...     check()
Traceback (most recent call last):
sprague.errors.OutOfTime: stopped after 0 seconds; ...

Compiled kernels cannot call `check`. They look at `stop_flag()`, an array with one entry that a thread, the `watchman`,
sets when the time has come (see `compiling`), or when Ctrl-C is pressed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sprague import clock
from sprague.cancellation import GLANCE, interrupts, watchman
from sprague.errors import Cancelled, OutOfTime, SpragueError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

ENDLESS = 1 << 62  # more than there can be of anything


class Cancel(Protocol):
    """What tells that nobody wants the result any more: an Event of `threading` or of `multiprocessing`."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a computation may take; None means what the function called thinks right.

    `seconds` are kept within a tenth and one second more, compiling included. `memory` is in bytes, half of the
    machine's if not given; `positions` counts positions looked at or kept; `states` those of an automaton; `pairs` the
    pairs of states compared in a proof. `cancel` ends the work within a second once it is set, from another thread or
    process. Each function says where it ends by default; whoever wants to go further passes a larger number.

    More than 2**62 of anything is no limit at all, and counts as so many.

    >>> Limits(memory=2**70) == Limits(memory=2**62)
    True
    """

    seconds: float | None = None
    memory: int | None = None
    positions: int | None = None
    states: int | None = None
    pairs: int | None = None
    cancel: Cancel | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in ("seconds", "memory", "positions", "states", "pairs"):
            value = getattr(self, name)
            wanted = int | float if name == "seconds" else int
            if value is not None and (not isinstance(value, wanted) or isinstance(value, bool) or not value >= 0):
                raise SpragueError(f"expected {name} to be a number from 0 on, or None, got {value!r}")
            if value is not None:
                object.__setattr__(self, name, min(value, ENDLESS))  # what kernels count in has 64 bits
        if self.cancel is not None and not callable(getattr(self.cancel, "is_set", None)):
            raise SpragueError(f"expected cancel to be an event with is_set(), or None, got {self.cancel!r}")

    def otherwise(self, default: Limits) -> Limits:
        """These limits, with what they leave open taken from others.

        >>> Limits(seconds=5).otherwise(Limits(seconds=60, states=10))
        Limits(seconds=5, memory=None, positions=None, states=10, pairs=None, cancel=None)
        """
        mine, default = {name: getattr(self, name) for name in self.__slots__}, Limits.of(default)
        return Limits(**{name: getattr(default, name) if value is None else value for name, value in mine.items()})

    def stricter(self, other: Limits) -> Limits:
        """The smaller of two limits in each matter; None is no limit.

        >>> Limits(seconds=5, states=10).stricter(Limits(seconds=60, states=9))
        Limits(seconds=5, memory=None, positions=None, states=9, pairs=None, cancel=None)
        """
        other = Limits.of(other)
        least: dict[str, Any] = {"cancel": other.cancel if self.cancel is None else self.cancel}
        for name in ("seconds", "memory", "positions", "states", "pairs"):
            given = [value for value in (getattr(self, name), getattr(other, name)) if value is not None]
            least[name] = min(given, default=None)
        return Limits(**least)

    @property
    def time(self) -> Limits:
        """Of these limits the seconds and the cancellation alone."""
        return Limits(seconds=self.seconds, cancel=self.cancel)

    @staticmethod
    def of(limits: Limits | None) -> Limits:
        """The limits that a caller gave; none at all if it gave none."""
        if limits is not None and not isinstance(limits, Limits):
            raise SpragueError(f"expected limits such as Limits(seconds=10), got {limits!r}")
        return NO_LIMITS if limits is None else limits

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Keep the seconds, and listen for the cancellation, of whatever runs inside."""
        watch = _Watch(self, _current.get())
        token = _current.set(watch)
        try:
            yield
        finally:
            _current.reset(token)
            watch.end()


NO_LIMITS = Limits()


def current() -> Limits:
    """The limits of the work that is going on here: of all watches around it, the strictest in each matter.

    >>> with Limits(states=100).watch(), Limits(states=1000, pairs=5).watch():
    ...     (current().states, current().pairs, current().memory)
    (100, 5, None)

    Its seconds are those the work was given; `seconds_left` says how many remain.
    """
    watch = _current.get()
    return NO_LIMITS if watch is None else watch.strictest


def check() -> None:
    """End the work here if its seconds are over or it is cancelled; costs next to nothing."""
    watch = _current.get()
    if watch is not None:
        watch.check()


def seconds_left() -> float | None:
    """The seconds that remain, or None if there is no end."""
    watch = _current.get()
    return None if watch is None or watch.until is None else max(0.0, watch.until - clock.now())


def is_over() -> bool:
    """Whether `check` would raise."""
    watch = _current.get()
    return watch is not None and watch.is_over()


def apart(work: Callable[[], T], meanwhile: Callable[[], None] = check) -> T:
    """Do work that cannot look at the clock itself, in a thread of its own; if time is over it is left there to end.

    What calls `check` there ends by itself, for the watch is the same.

    >>> with Limits(seconds=60).watch():
    ...     apart(lambda: 6 * 7)
    42
    """
    done = threading.Event()
    result: list[T] = []
    failure: list[BaseException] = []
    around = copy_context()

    def run() -> None:
        try:
            result.append(around.run(work))
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    threading.Thread(target=run, name="sprague-apart", daemon=True).start()
    while not done.wait(GLANCE / 2):
        meanwhile()
    if failure:
        raise failure[0]
    return result[0]


def stop_flag() -> NDArray[np.uint8]:
    """An array with one entry, 0 until the work is to end; for kernels, which look at it now and then."""
    watch = _current.get()
    if watch is None:
        return _never()
    return watch.flag() if watch.stop is None else watch.stop


@cache
def _never() -> NDArray[np.uint8]:
    """The flag of work that nobody watches."""
    import numpy as np

    return np.zeros(1, np.uint8)


def default_memory() -> int:
    """Half of the machine's memory, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


class _Watch:
    """The clock of a computation, and of those around it."""

    #: When it ends, and after how many seconds that was meant to be; None for never.
    until: float | None
    seconds: float | None
    #: Of these limits and those around, the strictest.
    strictest: Limits
    #: Its flag, once a kernel looks at it.
    stop: NDArray[np.uint8] | None = None

    def __init__(self, limits: Limits, around: _Watch | None) -> None:
        self.limits, self.around = limits, around
        self.strictest = limits if around is None else limits.stricter(around.strictest)
        self.seconds, self.until = limits.seconds, None if limits.seconds is None else clock.now() + limits.seconds
        if around is not None and around.until is not None and (self.until is None or around.until < self.until):
            self.seconds, self.until = around.seconds, around.until
        self._interrupts: int | None = None

    def is_cancelled(self) -> bool:
        mine = self.limits.cancel is not None and self.limits.cancel.is_set()
        mine |= self._interrupts is not None and interrupts.count > self._interrupts
        return mine or (self.around is not None and self.around.is_cancelled())

    def is_over(self) -> bool:
        return (self.until is not None and clock.now() >= self.until) or self.is_cancelled()

    def check(self) -> None:
        if self.is_cancelled():
            raise Cancelled("cancelled")
        if self.until is not None and clock.now() >= self.until:
            raise OutOfTime(
                f"stopped after {self.seconds:g} seconds; allow more (limits=sprague.Limits(seconds=…), or --seconds)"
            )

    def flag(self) -> NDArray[np.uint8]:
        """The flag, which the watchman raises; he is asked to when a kernel first looks at it."""
        if self.stop is None:
            import numpy as np

            self.stop = np.zeros(1, np.uint8)
            if interrupts.listen():
                self._interrupts = interrupts.count
            if self.until is not None or self._may_be_cancelled():
                watchman.attend(self)
        return self.stop

    def _may_be_cancelled(self) -> bool:
        mine = self.limits.cancel is not None or self._interrupts is not None
        return mine or (self.around is not None and self.around._may_be_cancelled())

    def raise_flag(self) -> None:
        assert self.stop is not None
        self.stop[0] = 1

    def end(self) -> None:
        if self.stop is not None:
            watchman.leave(self)
        if self._interrupts is not None:
            interrupts.leave()


_current: ContextVar[_Watch | None] = ContextVar("sprague_watch", default=None)
