"""Base classes of discovery: a `Strategy` solves a `Problem` by one or more tasks (`SearchTask`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sprague.automata.numeration import Numeration
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.ruleset import Ruleset

Report = Callable[[str], None]  # callback for progress messages


@dataclass(frozen=True)
class Problem:
    """A discovery problem: the P-positions of a game, its Grundy values 0 to `values`, or its Grundy `function`.

    The field `numerations` contains the numerations to try. If `given` is true, the caller has chosen the numerations,
    and no other numerations are tried.
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
        """The limit on the number of positions of a table in the discovery."""
        return _set(self.limits.positions)

    @property
    def states(self) -> int:
        """The limit on the number of states of a learnt automaton in the discovery."""
        return _set(self.limits.states)


def _set(limit: int | None) -> int:
    assert limit is not None  # `discover` sets default values for limits that the caller does not give
    return limit


class SearchTask(ABC):
    """Base class of the tasks of a discovery strategy; tasks run step by step and share the time.

    The scheduler may interrupt a step at any moment and repeat it later with more time. Because a step can be repeated,
    the step changes the state of its task only at the end. The learner of a task is an exception: it also keeps the
    answers that it received in an interrupted step.
    """

    name: str  # name of the search method, shown in reports about attempts

    # Whether the task has nothing more to try.
    is_finished = False

    def __init__(self) -> None:
        self.attempts: list[Attempt] = []  # the records of the attempts so far

    @abstractmethod
    def step(self) -> Proof | None:
        """Take one step of the search; return the theorem if the step finds one."""

    def is_waiting(self) -> bool:
        """Return whether the task needs the result of another task before its next step."""
        return False

    def priority(self) -> tuple[int, int]:
        """Return the size of the task's current table and its number of states; tasks with lower numbers run first."""
        return 0, 0

    def unfinished_attempt(self) -> Attempt | None:
        """Return the attempt that was running when time ran out; None if no attempt was running."""
        return None


class Strategy(ABC):
    """Base class of discovery strategies; a strategy searches for one kind of theorem by one or more tasks."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @abstractmethod
    def applies(self) -> bool:
        """Return whether the strategy applies to the problem, without a long computation."""

    @abstractmethod
    def tasks(self) -> Sequence[SearchTask]:
        """Return the current search tasks of the strategy."""

    def all_attempts(self) -> list[Attempt]:
        """Return all attempts of the strategy so far, task by task."""
        return [attempt for task in self.tasks() for attempt in task.attempts]

    def partial_proof(self) -> Proof | None:
        """Return a proof of what was proved before the search ended; None if nothing was proved."""
        return None


class SingleTaskStrategy(Strategy, SearchTask):
    """Base class of discovery strategies that consist of a single search task."""

    def __init__(self, problem: Problem) -> None:
        Strategy.__init__(self, problem)
        SearchTask.__init__(self)

    def tasks(self) -> Sequence[SearchTask]:
        return [self]


def doubling_limits(first: int, most: int) -> Iterator[int]:
    """Yield the limits of a strategy's tables: `first`, 2 * `first`, 4 * `first`, …, up to `most`.

    >>> list(doubling_limits(4, 20))
    [4, 8, 16]
    """
    while first <= most:
        yield first
        first *= 2
