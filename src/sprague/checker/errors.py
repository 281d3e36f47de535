"""Errors of the checker (`CheckerError`, `NotVerified`), and the `Budget` that every computation of it spends from."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

STEPS = 400_000_000  # default limit on elementary steps
STATES = 2_000_000  # default limit on the states of one automaton
_STORED = 50_000_000  # transitions of all automata that are stored at the same time, 8 bytes each
SECONDS = 300.0  # default limit on seconds
_BETWEEN = 4096  # steps between two looks at the clock


class CheckerError(Exception):
    """Base class of all errors that the independent checker raises."""


class NotACertificate(CheckerError):
    """Raised when the checker is given data that is not a certificate of the format."""


class NotVerified(CheckerError):
    """Raised when the checker finds that a certificate does not prove what it states."""


class OutOfReach(CheckerError):
    """Raised when a check exceeds the checker's budget, or needs a construct that the checker cannot decide."""


class Budget:
    """The checker's budget: limits on elementary steps, states and seconds that every loop spends from.

    A step is one transition of one automaton, or a comparable amount of work. `watch` is called now and then, and may
    raise an exception to cancel the work.
    """

    def __init__(
        self,
        steps: int = STEPS,
        states: int = STATES,
        seconds: float | None = SECONDS,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self.steps, self.states, self.watch = steps, states, watch
        self.spent = self.stored = 0
        self._end = None if seconds is None else monotonic() + seconds
        self._seconds = seconds
        self._next_look = min(_BETWEEN, steps)

    def spend(self, steps: int = 1) -> None:
        """Spend steps; raise `OutOfReach` if there are not enough, or if the time is over."""
        self.spent += steps
        if self.spent > self._next_look:
            self._next_look = min(self.spent + _BETWEEN, self.steps)
            self.watch()
            if self.spent > self.steps:
                raise OutOfReach(f"the check needs more than {self.steps:,} steps; allow more with --steps")
            if self._end is not None and monotonic() > self._end:
                raise OutOfReach(f"the check takes more than {self._seconds:g} seconds; allow more with --seconds")

    def store(self, count: int) -> None:
        """Account for transitions of an automaton, or other numbers, that may be stored until the end."""
        self.stored += count
        if self.stored > _STORED:
            raise OutOfReach(f"the check stores more than {_STORED:,} transitions or other numbers")

    def check_states(self, count: int) -> None:
        """Raise `OutOfReach` if an automaton has more states than allowed."""
        if count > self.states:
            raise OutOfReach(f"an automaton needs more than {self.states:,} states; allow more with --states")
