"""How long play lasts: remoteness, where a small search tells it.

The remoteness of a position is the number of moves to the end if the winner hurries and the loser drags it out. No
theorem of the catalogue tells it, so that it is searched, from positions near the end.
"""

from __future__ import annotations

from sprague.errors import Cancelled, SpragueError
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.tables.search import search

NEAR = Limits(positions=1_000, seconds=0.5)  # nobody has to know a remoteness
FEW = 100  # choices; where there are more, the end is far


class Lengths:
    """The remoteness of positions near the end of a game, in normal or in misère play.

    >>> from sprague.games import game
    >>> lengths = Lengths(game("nim:piles=2"))
    >>> lengths.remoteness((2, 2)), lengths.remoteness((10**6, 10**6))
    (4, None)
    """

    def __init__(self, rule: Ruleset, misere: bool = False) -> None:
        self.rule, self.misere = rule, misere
        self._found: dict[Position, int] = {}
        self._far: set[Position] = set()

    def remoteness(self, position: Position) -> int | None:
        """The remoteness of a position, or None if it is far from the end or not defined."""
        if self.rule.blocking or (self.misere and self.rule.win):
            return None  # nobody has said what it would be
        if position not in self._found and position not in self._far:
            try:
                self.rule.refuse_if_many(position, FEW)
                with NEAR.watch():
                    self._found |= search(self.rule, [position], "remoteness", self.misere)
            except Cancelled:
                raise
            except SpragueError:  # too far, or play that need not end
                self._far.add(position)
        return self._found.get(position)
