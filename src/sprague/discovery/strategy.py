"""Base classes of discovery: the question, and the strategies that answer it."""

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
    """Which positions of a game are P, or have the Grundy values 0, 1, …, `values`; or what its Grundy `function` is.

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
        return _set(self.limits.positions)

    @property
    def states(self) -> int:
        return _set(self.limits.states)


def _set(limit: int | None) -> int:
    assert limit is not None  # discover has set what the caller left open
    return limit


class SearchTask(ABC):
    """A part of a search, which goes on step by step and has its share of the time (`sharing`).

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
        """Go on with the search; the theorem, if this step has found it."""

    def is_waiting(self) -> bool:
        """Whether it cannot go on before another way has done something."""
        return False

    def priority(self) -> tuple[int, int]:
        """How far it looks now, and how many states it asks for: of ways that had as much time, the least goes on."""
        return 0, 0

    def unfinished_attempt(self) -> Attempt | None:
        """What it was at when the time was over."""
        return None


class Strategy(ABC):
    """A kind of theorem to look for, in one way or in several."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    @abstractmethod
    def applies(self) -> bool:
        """Whether it can answer such a question at all; quickly found out."""

    @abstractmethod
    def tasks(self) -> Sequence[SearchTask]:
        """The ways in which it looks now."""

    def all_attempts(self) -> list[Attempt]:
        """What has been tried so far, way by way; also when the search is ended from outside."""
        return [attempt for task in self.tasks() for attempt in task.attempts]

    def partial_proof(self) -> Proof | None:
        """What is already proved when the search is ended."""
        return None


class SingleTaskStrategy(Strategy, SearchTask):
    """A strategy that is a single way."""

    def __init__(self, problem: Problem) -> None:
        Strategy.__init__(self, problem)
        SearchTask.__init__(self)

    def tasks(self) -> Sequence[SearchTask]:
        return [self]


def doubling_limits(first: int, most: int) -> Iterator[int]:
    """Bounds up to which a strategy looks, one after another.

    >>> list(doubling_limits(4, 20))
    [4, 8, 16]
    """
    while first <= most:
        yield first
        first *= 2
