"""What discovery is asked, and what every way of answering it has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from sprague.automata.numeration import Numeration
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.ruleset import Ruleset

Report = Callable[[str], None]  # told what is being tried


@dataclass(frozen=True)
class Question:
    """Which positions of a game are P, or have the Grundy values 0, 1, …, `values`.

    `numerations` are the digits to be tried; if they are `given`, only automata that read them will do.
    """

    rule: Ruleset
    misere: bool
    values: int | None
    numerations: tuple[Numeration, ...]
    given: bool
    limits: Limits
    report: Report

    @property
    def positions(self) -> int:
        return _set(self.limits.positions)

    @property
    def states(self) -> int:
        return _set(self.limits.states)


def _set(limit: int | None) -> int:
    assert limit is not None  # discover has set what the caller left open
    return limit


class Strategy(ABC):
    """A way from a rule to a theorem; `attempts` is what it has tried so far, also when it is ended from outside."""

    name: ClassVar[str]  # what it looks for

    def __init__(self, question: Question) -> None:
        self.question = question
        self.attempts: list[Attempt] = []

    @abstractmethod
    def applies(self) -> bool:
        """Whether it can answer such a question at all; quickly found out."""

    @abstractmethod
    def run(self) -> Proof | None:
        """Look for the theorem; None if it is not to be had in this way."""

    def so_far(self) -> Proof | None:
        """What is already proved when the search is ended."""
        return None


def doubling(first: int, most: int) -> Iterator[int]:
    """Bounds up to which a strategy looks, one after another.

    >>> list(doubling(4, 20))
    [4, 8, 16]
    """
    while first <= most:
        yield first
        first *= 2
