"""The checker's errors (such as `NotVerified`), and its `Budget`: limits on steps, states and time."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

STEPS = 400_000_000  # default limit on the elementary steps of a check
STATES = 2_000_000  # default limit on the states of one automaton
_STORED = 50_000_000  # limit on the stored transitions of all automata together, at 8 bytes each
SECONDS = 300.0  # default limit on the time of a check, in seconds
_BETWEEN = 4096  # number of steps between two readings of the clock


class CheckerError(Exception):
    """Base class of all errors that the independent checker raises."""


class NotACertificate(CheckerError):
    """Raised when the checker reads data that does not follow the certificate format."""


class NotVerified(CheckerError):
    """Raised when the checker finds that a certificate does not prove its statement."""


class OutOfReach(CheckerError):
    """Raised when a check exceeds the checker's budget, or contains a construct that the checker cannot decide."""


class Budget:
    """The checker's budget: limits on elementary steps, states and seconds.

    Every loop of the checker spends steps. A step is one transition of one automaton, or a comparable amount of work.
    The function `watch` is called regularly and may raise an exception to cancel the check.
    """

    def __init__(
        self,
        steps: int = STEPS,
        states: int = STATES,
        seconds: float | None = SECONDS,
        watch: Callable[[], None] = lambda: None,
    ) -> None:
        self.steps: int = steps
        self.states: int = states
        self.watch: Callable[[], None] = watch
        self.spent: int = 0
        self.stored: int = 0
        self._end = None if seconds is None else monotonic() + seconds
        self._seconds = seconds
        self._next_look = min(_BETWEEN, steps)

    def spend(self, steps: int = 1) -> None:
        """Subtract steps from the checker's budget; raise `OutOfReach` if no steps or no time is left."""
        self.spent += steps
        if self.spent > self._next_look:
            self._next_look = min(self.spent + _BETWEEN, self.steps)
            self.watch()
            if self.spent > self.steps:
                raise OutOfReach(
                    f"the check needs more than {self.steps:,} steps; allow more with 'python -m "
                    "sprague.checker --steps N'"
                )
            if self._end is not None and monotonic() > self._end:
                raise OutOfReach(f"the check needs more than {self._seconds:g} seconds; allow more with --seconds")

    def store(self, count: int) -> None:
        """Add to the count of numbers that the checker stores in memory; raise `OutOfReach` if it becomes too large."""
        self.stored += count
        if self.stored > _STORED:
            raise OutOfReach(f"the check needs to store more than {_STORED:,} numbers in memory")

    def check_states(self, count: int) -> None:
        """Raise `OutOfReach` if an automaton has more states than the budget allows."""
        if count > self.states:
            raise OutOfReach(
                f"an automaton needs more than {self.states:,} states; "
                "allow more with 'python -m sprague.checker --states N'"
            )
