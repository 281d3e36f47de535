"""Theorems and observations about a game, stated next to its rule.

A `Theorem` decides positions of any size without search: who wins, with which moves, and why. It holds
for one game with given parameters, in normal or in misère play. An `Observation` has been seen and not
proved; it is shown to people and decides nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from sprague.games.support.catalogue import Source
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

    @property
    def formula(self) -> str | None:
        """The P-positions as a formula, in the game's own names, if the theorem describes all of them that way.

        `sprague.prove(rule, theorem.formula)` decides it for all positions.
        """
        return None

    @property
    def grundy_formula(self) -> str | tuple[str, ...] | None:
        """The Grundy values in formulas: one for each value from 0 on, or a single one that links all to `value`.

        The single one may speak of `power`, which is 2 to the value.
        """
        return None

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

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """All options of this Grundy value, constructed directly; None if the theorem does not construct them."""
        return None

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Options of this Grundy value, one at least if it is below the position's own.

        None if the theorem does not construct them.
        """
        return self.moves_to_value(position, value)

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Why the position is P, or why the move wins, in the terms of the theorem."""

    def __str__(self) -> str:
        return f"{self.title} ({self.source})"


@dataclass(frozen=True)
class Observation:
    """A pattern that holds as far as anyone has looked: what it says, and how far that is.

    It has no way to decide a position, so that no answer can rest on it.
    """

    title: str
    statement: str
    seen: str
    source: Source
    misere: bool = False

    def __str__(self) -> str:
        return f"{self.title} (seen for {self.seen}; not proved)"
