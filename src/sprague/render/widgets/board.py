"""`Board`: a notebook widget for a match against the computer, with a button for each move."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import traitlets

from sprague.play.match import Match
from sprague.render.widgets import anywidget
from sprague.rules import Ruleset

NOTHING = -1  # value of the attribute `chosen` if no button was pressed


class Board(anywidget.AnyWidget):
    """A notebook widget for a match against the computer, which plays perfectly.

    >>> board = Board("nim", (1, 2, 2))
    >>> board.message, board.options
    ('(1, 2, 2): your move', ['(0, 2, 2)', '(0, 1, 2)', '(1, 1, 2)'])
    """

    _esm = Path(__file__).with_name("board.js")
    message = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Int(NOTHING).tag(sync=True)

    def __init__(self, game: Ruleset | str, position: Iterable[int], *, misere: bool = False) -> None:
        super().__init__()
        self.match = Match(game, position, misere=misere)
        self._update("")

    @traitlets.observe("chosen")
    def _play(self, change: dict[str, Any]) -> None:
        """Make the move whose button was pressed, and the reply of the computer."""
        number = change["new"]
        if number == NOTHING:
            return
        moves = self.match.moves()
        if 0 <= number < len(moves):
            self.match.play(moves[number])
            answered = ""
            if not self.match.is_over:
                answered = f"I move to {self._shown(self.match.hint())}. "
                self.match.play(self.match.hint())
            self._update(answered)
        self.chosen = NOTHING  # reset `chosen`, so that the same button can be pressed again

    def _update(self, before: str) -> None:
        position = self._shown(self.match.position)
        winner = self.match.winner
        if winner is None:
            self.message, self.options = f"{before}{position}: your move", list(map(self._shown, self.match.moves()))
        else:
            self.message, self.options = f"{before}{position}: {'you have' if winner == 0 else 'I have'} won", []

    def _shown(self, position: Iterable[int]) -> str:
        return f"({', '.join(map(str, position))})"
