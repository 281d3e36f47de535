"""Theorems and observations about a game of the catalogue.

A `Theorem` returns the outcome, the winning moves and the reason for positions of any size, without search. A theorem
holds for one game with given parameters, in normal or in misère play. An `Observation` is a pattern without a proof;
Sprague shows it to users, and no answer depends on it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from sprague.games.support.bibliography import Source
from sprague.rules import Position


@dataclass(frozen=True)
class Theorem(ABC):
    """A theorem about a game: a closed form for the outcomes of its positions.

    The methods expect valid positions; if the order of piles does not matter, the piles of a position must be sorted.
    The piles of the options that `winning_moves` returns are then sorted, too.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the theorem in its source, such as "Proposition 4"."""

    @property
    @abstractmethod
    def source(self) -> Source:
        """The work that contains the proof of the theorem."""

    @property
    @abstractmethod
    def statement(self) -> str:
        """The theorem in English: its assumptions and its statement."""

    @property
    def misere(self) -> bool:
        """Whether the theorem is about misère play instead of normal play."""
        return False

    @property
    def formula(self) -> str | None:
        """A formula for the set of P-positions, in which piles have the names of the rule; None if there is no formula.

        `sprague.prove(rule, theorem.formula)` decides whether the formula is correct for all positions.
        """
        return None

    @property
    def grundy_formula(self) -> str | tuple[str, ...] | None:
        """Formulas for the Grundy values, or None if there are no formulas.

        A tuple contains one formula for each Grundy value from 0 on. If there is only a single formula, it contains the
        variable `value` for the Grundy value, and possibly `power`, which stands for 2^`value`.
        """
        return None

    @property
    def value_certificate(self) -> Path | None:
        """A certificate file with an automaton for each Grundy value from 0 on, or None if there is no certificate.

        Every function that uses the certificate checks its proof again.
        """
        return None

    def decides(self, position: Position) -> bool:
        """Return whether the theorem decides `position`."""
        return True

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Return whether `position`, which the theorem decides, is a P-position."""

    def grundy(self, position: Position) -> int | None:
        """Return the Grundy value of `position`, or None if the theorem does not give the value."""
        return 0 if not self.misere and self.is_p(position) else None

    @abstractmethod
    def winning_moves(self, position: Position) -> list[Position]:
        """Return options to which winning moves lead; the options are constructed without search.

        The returned list has at least one option for an N-position and is empty for a P-position.
        """

    def moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return all options of `position` with the Grundy value `value`, constructed without search.

        The result is None if the theorem cannot construct options with a given Grundy value.
        """
        return None

    def some_moves_to_value(self, position: Position, value: int) -> list[Position] | None:
        """Return some options of `position` with the Grundy value `value`, constructed without search.

        The returned list has at least one option if `value` is below the Grundy value of `position`. The result is None
        if the theorem cannot construct options with a given Grundy value.
        """
        return self.moves_to_value(position, value)

    @abstractmethod
    def explain(self, position: Position) -> str:
        """Return a sentence that tells a player why `position` is lost, or which move wins and why it wins."""

    def __str__(self) -> str:
        return f"{self.title} ({self.source})"


@dataclass(frozen=True)
class Observation:
    """A pattern that is true for all tested positions of a game, but has no proof.

    An observation does not decide positions, so no answer depends on it.
    """

    title: str
    statement: str
    seen: str
    source: Source
    misere: bool = False

    def __str__(self) -> str:
        return f"{self.title} (true for {self.seen}; not proved)"
