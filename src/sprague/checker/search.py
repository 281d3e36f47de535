"""A search through all words of digits at once, breadth first: until something is wrong, or nothing new comes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sprague.checker.digits import Column, Digits
from sprague.limits import check

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class Search(Generic[S]):
    """What is read: where it starts, where each column leads, and what is wrong with a state, if anything is."""

    start: S
    after: Callable[[S, int], S]
    wrong: Callable[[S], str | None]
    columns: Sequence[Column]
    digits: Digits

    def run(self, most: int) -> tuple[int, Finding | None] | None:
        """How many states there are and what is wrong with the first that is; None if there are more than that."""
        came: dict[S, tuple[S, int] | None] = {self.start: None}
        waiting = [self.start]
        for state in waiting:
            check()
            wrong = self.wrong(state)
            if wrong is not None:
                return len(came), Finding(self._numbers(state, came), wrong)
            for symbol in range(len(self.columns)):
                following = self.after(state, symbol)
                if following not in came:
                    if len(came) >= most:
                        return None
                    came[following] = (state, symbol)
                    waiting.append(following)
        return len(came), None

    def _numbers(self, state: S, came: dict[S, tuple[S, int] | None]) -> tuple[int, ...]:
        """The numbers whose digits led to a state."""
        word: list[Column] = []
        while (before := came[state]) is not None:
            state, symbol = before
            word.append(self.columns[symbol])
        return tuple(
            self.digits.read(column[track] for column in reversed(word)) for track in range(len(self.columns[0]))
        )


@dataclass(frozen=True)
class Finding:
    """A position, and what is wrong with it."""

    position: tuple[int, ...]
    wrong: str

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.position))}) {self.wrong}"
