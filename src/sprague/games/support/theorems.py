"""Theorems and observations about a game, stated next to its rule.

A `Theorem` decides positions of any size without search: the outcome, winning moves and the reason. It holds for one
game with given parameters, in normal or in misère play. An `Observation` is a pattern without a proof; it is shown to
users and decides nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from sprague.games.support.bibliography import Source
from sprague.rules import Position


@dataclass(frozen=True)
class Theorem(ABC):
    """A closed form for the outcomes of a game.

    Positions must be checked and, where the order of piles does not matter, sorted; so are the options that
    `winning_moves` constructs.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the theorem in its source, such as "Proposition 4"."""

    @property
    @abstractmethod
    def source(self) -> Source:
        """The source of the theorem."""

    @property
    @abstractmethod
    def statement(self) -> str:
        """The theorem in a sentence, with its assumptions."""

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
        """Return whether the theorem decides `position`."""
        return True

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether `position`, which the theorem decides, is a P-position."""

    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value, or None if the theorem does not give it."""
        return 0 if not self.misere and self.is_p(position) else None

    @abstractmethod
    def winning_moves(self, position: Position) -> list[Position]:
        """Return winning options, constructed directly: at least one from an N-position, none from a P-position."""

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return all options of this Grundy value, constructed directly; None if the theorem does not do that."""
        return None

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return options of this Grundy value, at least one if it is below the position's own.

        None if the theorem does not construct them.
        """
        return self.moves_to_value(position, value)

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Return why the position is P, or why the move wins, in the terms of the theorem."""

    def __str__(self) -> str:
        return f"{self.title} ({self.source})"


@dataclass(frozen=True)
class Observation:
    """A pattern that holds within a tested range, and has no proof.

    It cannot decide a position, so no answer depends on it.
    """

    title: str
    statement: str
    seen: str
    source: Source
    misere: bool = False

    def __str__(self) -> str:
        return f"{self.title} (seen for {self.seen}; not proved)"
