"""`Limits`: limits on the time, memory and size of a computation, which are checked while the computation runs.

A caller passes a `Limits` object; if a field is None, the called function uses its own default. `limits.watch()`
applies the limits to everything that runs inside the `with` block. Long loops call `check()`, which raises `OutOfTime`
when the time is over and `Cancelled` when the computation is cancelled. Code that needs a limit on a size, such as the
number of positions, calls `current()`. Functions that run inside the `with` block of `limits.watch()` therefore need no
parameter for the limits. Calls of `watch` can be nested; then the strictest limits apply.

>>> with Limits(seconds=60).watch():
...     check()
>>> with Limits(seconds=0).watch():
...     check()
Traceback (most recent call last):
sprague.errors.OutOfTime: stopped after 0 seconds; ...

Compiled kernels cannot call `check`, so they poll a flag. Kernels poll `stop_flag()`, an array with one entry that a
watchdog thread sets (see `sprague.cancellation` and `sprague.jit`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from functools import cache
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sprague import clock
from sprague.cancellation import POLL_SECONDS, interrupts, watchdog
from sprague.errors import ArgumentTypeError, Cancelled, OutOfTime, SpragueError
from sprague.progress import Progress, ProgressCallback, check_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

HEARTBEAT_SECONDS = 0.25  # minimum interval between two reports of the elapsed time
MAXIMUM = 1 << 62  # largest value of a limit; a larger limit is replaced by this value


class Cancel(Protocol):
    """Protocol of the cancellation event in `Limits`; the events of `threading` and `multiprocessing` satisfy it."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a computation on time, memory and size; None means the default of the called function.

    Each function documents its own default limits. A limit above 2**62 is replaced by 2**62.

    Args:
        seconds: The time limit. A computation may exceed the time limit by 10 % plus one second, including compilation.
        memory: The memory limit in bytes; by default, half of the memory of the machine.
        positions: The largest number of positions searched or stored.
        states: The largest number of states of an automaton.
        pairs: The largest number of pairs of states compared in a proof.
        cancel: An event that ends the computation within a second when another thread or process sets it.

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
            if value is None:
                continue
            number = _as_number(value, fractions=name == "seconds")
            if number is None or not number >= 0:
                error = ArgumentTypeError if number is None else SpragueError
                raise error(f"{name!r} must be a number of at least 0 or None, got {value!r}")
            # kernels count with 64-bit integers, so MAXIMUM replaces larger limits
            object.__setattr__(self, name, min(number, MAXIMUM))
        if self.cancel is not None and not callable(getattr(self.cancel, "is_set", None)):
            raise ArgumentTypeError(f"'cancel' must be an event with is_set() or None, got {self.cancel!r}")

    def with_defaults(self, default: Limits) -> Limits:
        """Return a copy of these limits in which each limit that is None is taken from `default`.

        >>> Limits(seconds=5).with_defaults(Limits(seconds=60, states=10))
        Limits(seconds=5, memory=None, positions=None, states=10, pairs=None, cancel=None)

        Args:
            default: The limits for fields that are None in this object.

        Raises:
            ArgumentTypeError: `default` is not a `Limits` object.
        """
        mine, default = {name: getattr(self, name) for name in self.__slots__}, Limits.of(default)
        return Limits(**{name: getattr(default, name) if value is None else value for name, value in mine.items()})

    def stricter(self, other: Limits) -> Limits:
        """Return, for each field, the smaller limit of two `Limits` objects; None means no limit.

        >>> Limits(seconds=5, states=10).stricter(Limits(seconds=60, states=9))
        Limits(seconds=5, memory=None, positions=None, states=9, pairs=None, cancel=None)

        Args:
            other: Another `Limits` object.

        Raises:
            ArgumentTypeError: `other` is not a `Limits` object.
        """
        other = Limits.of(other)
        least: dict[str, Any] = {"cancel": other.cancel if self.cancel is None else self.cancel}
        for name in ("seconds", "memory", "positions", "states", "pairs"):
            given = [value for value in (getattr(self, name), getattr(other, name)) if value is not None]
            least[name] = min(given, default=None)
        return Limits(**least)

    @property
    def time(self) -> Limits:
        """The time limit and the cancellation event of these limits, without the limits on size."""
        return Limits(seconds=self.seconds, cancel=self.cancel)

    @staticmethod
    def of(limits: Limits | None) -> Limits:
        """Return the argument `limits` of a caller; return `NO_LIMITS` if the argument is None.

        >>> Limits.of(None) == Limits()
        True

        Args:
            limits: The argument of a caller.

        Raises:
            ArgumentTypeError: The argument is neither `Limits` nor None.
        """
        if limits is not None and not isinstance(limits, Limits):
            raise ArgumentTypeError(f"'budget' must be a Limits object such as Limits(seconds=10), got {limits!r}")
        return NO_LIMITS if limits is None else limits

    @contextmanager
    def watch(self, progress: ProgressCallback | None = None, elapsed: float = 0.0) -> Iterator[None]:
        """Apply these limits to everything that runs inside the `with` block.

        If `progress` is given, every `check` may report the elapsed time to this callback, a few times per second.

        >>> from sprague import tabulate
        >>> with Limits(seconds=60).watch():
        ...     len(tabulate("nim", 4))
        20

        Args:
            progress: A function that is called with a `Progress` that contains the elapsed time.
            elapsed: The part of the time limit, in seconds, that is already used when the block starts.

        Returns:
            A context manager.

        Raises:
            ArgumentTypeError: `progress` is not a function.
            OutOfReach: The computation in the block exceeds a limit.
            Cancelled: The computation in the block was cancelled.
        """
        watch = _Watch(
            self, _current.get(), None if progress is None else _Heartbeat(check_progress(progress)), elapsed
        )
        token = _current.set(watch)
        try:
            yield
        finally:
            _current.reset(token)
            watch.end()


def _as_number(value: object, *, fractions: bool) -> float | None:
    """Return a limit as an int if its type is an integer type, or as a float if it is real; None for other types."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return float(value) if fractions and isinstance(value, Real) else None


NO_LIMITS = Limits()


def current() -> Limits:
    """Return the limits that apply to the current computation: the strictest limit in each field.

    >>> with Limits(states=100).watch(), Limits(states=1000, pairs=5).watch():
    ...     (current().states, current().pairs, current().memory)
    (100, 5, None)

    The field `seconds` is the original time limit; `seconds_left` returns the remaining time.
    """
    watch = _current.get()
    return NO_LIMITS if watch is None else watch.strictest


def check() -> None:
    """Raise `OutOfTime` or `Cancelled` if the current limits end the computation; this check is very fast."""
    watch = _current.get()
    if watch is not None:
        watch.check()


def seconds_left() -> float | None:
    """Return the remaining seconds of the current limits, or None if there is no time limit."""
    watch = _current.get()
    return None if watch is None or watch.deadline is None else max(0.0, watch.deadline - clock.now())


def is_over() -> bool:
    """Return whether the current limits end the computation, that is, whether `check` would raise."""
    watch = _current.get()
    return watch is not None and watch.is_over()


def run_in_thread(work: Callable[[], T], meanwhile: Callable[[], None] = check) -> T:
    """Run, in a thread, a function that cannot check the limits itself; abandon the thread if the limits are exceeded.

    The same limits apply in the thread, so code in the thread that calls `check` stops by itself.

    >>> with Limits(seconds=60).watch():
    ...     run_in_thread(lambda: 6 * 7)
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

    threading.Thread(target=run, name="sprague-thread", daemon=True).start()
    while not done.wait(POLL_SECONDS / 2):
        meanwhile()
    if failure:
        raise failure[0]
    return result[0]


def stop_flag() -> NDArray[np.uint8]:
    """Return the stop flag of the current limits: an array with one entry, which is 1 when kernels must stop."""
    watch = _current.get()
    if watch is None:
        return _unset_flag()
    return watch.flag() if watch.stop is None else watch.stop


@cache
def _unset_flag() -> NDArray[np.uint8]:
    """Return a stop flag that is never set, for computations without limits."""
    import numpy as np

    return np.zeros(1, np.uint8)


def default_memory() -> int:
    """Return the default memory limit: half of the machine's memory, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


class _Heartbeat:
    """An object that reports the elapsed time to a callback, with at least `HEARTBEAT_SECONDS` between two reports."""

    def __init__(self, callback: ProgressCallback) -> None:
        self.callback, self.start = callback, clock.now()
        self.next = self.start

    def beat(self) -> None:
        if (now := clock.now()) >= self.next:
            self.next = now + HEARTBEAT_SECONDS
            self.callback(Progress(None, f"{now - self.start:.0f} seconds"))


class _Watch:
    """The deadline, cancellation event and stop flag of a `with` block; limits of outer blocks also apply in it."""

    # The deadline and the time limit in seconds; both are None if there is no time limit.
    deadline: float | None
    seconds: float | None
    # The strictest limits of this `with` block and of the blocks around it.
    strictest: Limits
    # The stop flag, created when a kernel needs it.
    stop: NDArray[np.uint8] | None = None

    def __init__(
        self, limits: Limits, around: _Watch | None, heartbeat: _Heartbeat | None = None, elapsed: float = 0.0
    ) -> None:
        self.limits, self.around = limits, around
        self.heartbeat: _Heartbeat | None = around.heartbeat if heartbeat is None and around is not None else heartbeat
        self.strictest = limits if around is None else limits.stricter(around.strictest)
        self.seconds = limits.seconds
        self.deadline = None if limits.seconds is None else clock.now() + limits.seconds - elapsed
        outer = None if around is None else around.deadline
        if around is not None and outer is not None and (self.deadline is None or outer < self.deadline):
            self.seconds, self.deadline = around.seconds, outer
        self._interrupts: int | None = None

    def is_cancelled(self) -> bool:
        mine = self.limits.cancel is not None and self.limits.cancel.is_set()
        mine |= self._interrupts is not None and interrupts.count > self._interrupts
        return mine or (self.around is not None and self.around.is_cancelled())

    def is_over(self) -> bool:
        return (self.deadline is not None and clock.now() >= self.deadline) or self.is_cancelled()

    def check(self) -> None:
        if self.heartbeat is not None:
            self.heartbeat.beat()
        if self.is_cancelled():
            raise Cancelled("cancelled")
        if self.deadline is not None and clock.now() >= self.deadline:
            raise OutOfTime(
                f"stopped after {self.seconds:g} seconds; allow more with --seconds (budget=sprague.Limits(seconds=…))"
            )

    def flag(self) -> NDArray[np.uint8]:
        """Return the stop flag; from the first call on, the watchdog sets the flag when the computation must stop."""
        if self.stop is None:
            import numpy as np

            self.stop = np.zeros(1, np.uint8)
            if interrupts.listen():
                self._interrupts = interrupts.count
            if self.deadline is not None or self._may_be_cancelled():
                watchdog.watch(self)
        return self.stop

    def _may_be_cancelled(self) -> bool:
        mine = self.limits.cancel is not None or self._interrupts is not None
        return mine or (self.around is not None and self.around._may_be_cancelled())

    def set_stop_flag(self) -> None:
        assert self.stop is not None
        self.stop[0] = 1

    def end(self) -> None:
        if self.stop is not None:
            watchdog.unwatch(self)
        if self._interrupts is not None:
            interrupts.unlisten()


_current: ContextVar[_Watch | None] = ContextVar("sprague_watch", default=None)
