"""Base classes of discovery: `Problem`, the `Strategy` that solves it, and the `SearchTask`s of a strategy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sprague.automata.numeration import Numeration
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.ruleset import Ruleset

Report = Callable[[str], None]  # told what is being tried


@dataclass(frozen=True)
class Problem:
    """A discovery problem: the P-positions of a game, its Grundy values 0 to `values`, or its Grundy `function`.

    `numerations` are the digits to be tried; if they are `given`, only automata that read them will do.
    """

    rule: Ruleset
    misere: bool
    values: int | None
    numerations: tuple[Numeration, ...]
    given: bool
    limits: Limits
    report: Report
    function: bool = False

    @property
    def positions(self) -> int:
        """The limit on positions of a table."""
        return _set(self.limits.positions)

    @property
    def states(self) -> int:
        """The limit on states of a learnt automaton."""
        return _set(self.limits.states)


def _set(limit: int | None) -> int:
    assert limit is not None  # discover has set what the caller left open
    return limit


class SearchTask(ABC):
    """Base class of the tasks of a discovery strategy, which run step by step and share time by the scheduler.

    A step may be ended from outside at any moment; then it is taken again, with more time. So it changes nothing of
    the way before its work is done, except for what has been learnt by then.
    """

    name: str  # what it looks for, or how it reads

    #: Whether there is nothing left to try.
    is_finished = False

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []  # what has been tried so far

    @abstractmethod
    def step(self) -> Proof | None:
        """Take one step of the search, and return the theorem if it was found."""

    def is_waiting(self) -> bool:
        """Return whether the task needs the result of another task before its next step."""
        return False

    def priority(self) -> tuple[int, int]:
        """Return the size of the current table and the number of states; of equal turns the least goes first."""
        return 0, 0

    def unfinished_attempt(self) -> Attempt | None:
        """Return the attempt that was under way when the time ended, or None."""
        return None


class Strategy(ABC):
    """Base class of discovery strategies: a kind of theorem to look for, by one or several search tasks."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @abstractmethod
    def applies(self) -> bool:
        """Return whether the strategy can solve the problem at all; this is decided quickly."""

    @abstractmethod
    def tasks(self) -> Sequence[SearchTask]:
        """Return the current search tasks."""

    def all_attempts(self) -> list[Attempt]:
        """Return all attempts so far, task by task."""
        return [attempt for task in self.tasks() for attempt in task.attempts]

    def partial_proof(self) -> Proof | None:
        """Return the proof of the part that was proved when the search ended, or None."""
        return None


class SingleTaskStrategy(Strategy, SearchTask):
    """Base class of discovery strategies that consist of a single search task."""

    def __init__(self, problem: Problem) -> None:
        Strategy.__init__(self, problem)
        SearchTask.__init__(self)

    def tasks(self) -> Sequence[SearchTask]:
        return [self]


def doubling_limits(first: int, most: int) -> Iterator[int]:
    """Yield the limits of a strategy's tables, which double from the first to at most the last.

    >>> list(doubling_limits(4, 20))
    [4, 8, 16]
    """
    while first <= most:
        yield first
        first *= 2
