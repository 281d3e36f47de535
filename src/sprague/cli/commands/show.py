"""The command `sprague show`: explain a game, with its rule and the known theorems."""

from __future__ import annotations

from sprague.cli.arguments import AsJson, GameText, print_json, read_game
from sprague.render.game_page import game_page, game_text
from sprague.render.terminal import print_lines

EXAMPLES = (
    "sprague show sharing-nim",
    'sprague show "(a, b) -> (u, b) where u < a any order"',
)


def show(game: GameText, as_json: AsJson = False) -> None:
    """Explain a game: its rule, why play ends, and known theorems.

    The command lists observations, which are not proved, separately from theorems.
    """
    rule = read_game(game)
    if as_json:
        print_json(game_page(rule))
    else:
        print_lines(game_text(rule).splitlines())
