"""What is known about a game for all positions: closed forms, next to its rule.

A `Theorem` decides positions of any size without search: who wins, with which moves, and why. It holds
for one game with given parameters, in normal or in misère play.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from sprague.games._catalogue import Source
from sprague.rules import Position


@dataclass(frozen=True)
class Theorem(ABC):
    """A closed form: `title` names it in its source, `statement` says what it states.

    Positions come in checked and, where the order of piles does not matter, sorted; so must the
    options that `winning_moves` constructs.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """What the source calls it, such as "Proposition 4"."""

    @property
    @abstractmethod
    def source(self) -> Source: ...

    @property
    @abstractmethod
    def statement(self) -> str:
        """The theorem in a sentence, with what it assumes."""

    @property
    def misere(self) -> bool:
        """Whether it is about misère play."""
        return False

    def decides(self, position: Position) -> bool:
        """Whether the theorem says something about this position."""
        return True

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Whether the previous player wins; only asked where the theorem decides."""

    def grundy(self, position: Position) -> int | None:
        """The Grundy value, or None if the theorem does not give it."""
        return 0 if not self.misere and self.is_p(position) else None

    @abstractmethod
    def winning_moves(self, position: Position) -> list[Position]:
        """Winning options, constructed directly: at least one from every N-position, none from a P-position."""

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Why the position is P, or why the move wins, in the terms of the theorem."""

    def __str__(self) -> str:
        return f"{self.title} ({self.source})"
