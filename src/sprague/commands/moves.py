"""The command `sprague moves`: the moves from a position."""

from __future__ import annotations

from sprague.commands.arguments import AsJson, GameText, PositionText, game_and_position, print_json
from sprague.rules.components import sum_text

EXAMPLES = (
    "sprague moves wythoff 3,5",
    "sprague moves dynamic-nim 5,9,3",
)
MOST_LISTED = 100_000  # lines that are printed


def moves(game: GameText, position: PositionText, as_json: AsJson = False) -> None:
    """List the moves from a position, and what each leads to."""
    rule, entries = game_and_position(game, position)
    rule.refuse_if_many(entries, MOST_LISTED)
    found = rule.moves(entries)
    if as_json:
        print_json(
            {
                "game": rule.name or str(rule),
                "position": list(entries),
                "moves": [
                    {"option": list(move.option), "sentence": move.sentence, "choice": dict(move.choice)}
                    for move in found
                ],
            }
        )
        return
    if not found:
        print("no move: play is over")
        return
    shown = [sum_text(rule, move.option) for move in found]
    width = max(map(len, shown))
    for option, move in zip(shown, found, strict=True):
        print(f"{option:<{width}}  {move.sentence}")
