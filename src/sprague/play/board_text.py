"""The board as plain text, one line for each pile."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.language.positions import show_count
from sprague.play.playable import Playable, Pos
from sprague.rules.rule_english import ordinal

MOST_PILES = 40  # piles that are drawn
MOST_CHIPS = 60  # that fit a line


def board_lines(playable: Playable[Pos], at: Pos) -> Iterator[str]:
    r"""The piles, each with its number, its chips while they fit, and how many these are.

    >>> from sprague.play.match import Match
    >>> print(*board_lines(Match("nim", (1, 3)).playable, (1, 3)), sep="\n")
    1 │ ● 1
    2 │ ●●● 3
    """
    number, game = 0, -1
    for pile in playable.piles(at):
        if pile.game != game and len(playable.rules) > 1:
            yield f"{ordinal(pile.game)} game, {playable.rules[pile.game].called}"
        game = pile.game
        if pile.is_remembered:
            yield f"{pile.name} = {show_count(pile.height)}"
            continue
        number += 1
        if number > MOST_PILES:
            yield "…"
            return
        chips = "●" * pile.height + " " if 0 < pile.height <= MOST_CHIPS else ""
        yield f"{number} │ {chips}{show_count(pile.height)}"
