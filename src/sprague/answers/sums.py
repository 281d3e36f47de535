"""Sums of games: a move is a move in one of them, and whoever makes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor

from sprague.answers.answer import Because
from sprague.errors import SpragueError
from sprague.games import theorems
from sprague.rules import Position, Ruleset
from sprague.rules.ruleset import Component
from sprague.tables.search import MOST_POSITIONS, search


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in a sum: which component, from 0 on, and the option reached in it."""

    component: int
    option: Position


class Sum:
    """A sum of games in normal play, solved by the Grundy values of its components.

    >>> from sprague.games import game
    >>> total = Sum(game("nim:piles=2") @ (3, 5), game("cookies") @ (4, 7))
    >>> total.outcome, total.grundy, total.values
    ('N', 7, (6, 1))
    >>> total.winning_moves
    [SumMove(component=0, option=(2, 3))]
    """

    def __init__(self, *components: Component, most: int = MOST_POSITIONS) -> None:
        if not components:
            raise SpragueError("expected a sum of at least one game")
        for component in components:
            if component.game.win:
                raise SpragueError(
                    f"{component.game.label}: a game with 'win when' ends at once, so it has no place in a sum"
                )
        self.components = components
        self._most = most
        self._searched: dict[tuple[Ruleset, Position], dict[Position, int]] = {}
        found = [self._grundy(component.game, component.position) for component in components]
        self.values = tuple(value for value, _ in found)
        self.because = tuple(because for _, because in found)

    @property
    def grundy(self) -> int:
        """The Grundy value: the nim-sum of those of the components (Sprague and Grundy)."""
        return reduce(xor, self.values)

    @property
    def outcome(self) -> str:
        return "N" if self.grundy else "P"

    @property
    def winning_moves(self) -> list[SumMove]:
        """Moves to value 0: all of them, in components whose value they lower."""
        moves = []
        for number, (component, value) in enumerate(zip(self.components, self.values, strict=True)):
            wanted = value ^ self.grundy
            if wanted < value:
                for option in component.game.options(component.position):
                    if self._grundy(component.game, component.position, option)[0] == wanted:
                        moves.append(SumMove(number, option))
        return moves

    def _grundy(self, game: Ruleset, position: Position, option: Position | None = None) -> tuple[int, Because]:
        """The Grundy value of a position or of an option of it, by theorem or else by search."""
        at = position if option is None else option
        for theorem in theorems(game):
            if theorem.decides(at) and (value := theorem.grundy(at)) is not None:
                return value, Because("theorem", str(theorem))
        key = (game, position)
        if key not in self._searched:
            self._searched[key] = search(game, [position], most=self._most)
        values = self._searched[key]
        return values[at], Because("search", f"all {len(values):,} positions that can be reached")
