"""`draw_board` draws the board of a match as coloured text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sprague.integers import show_count
from sprague.language.rule_english import ordinal
from sprague.play.playable import Pile, Playable, Pos
from sprague.rules import Ruleset

MOST_PILES = 40  # maximum number of piles of a board that are drawn
LABEL_WIDTH = 16  # width, in characters, of the number and the name of a pile
# The colours of the piles, chosen so that colour-blind people can distinguish the colours.
COLOURS = ("cyan", "yellow", "magenta", "green", "blue")


def draw_board(playable: Playable[Pos], position: Pos, width: int = 80, plain: bool = False) -> Iterator[Text]:
    """Yield the coloured lines of a board with at most `width` characters; if `plain`, use only ASCII characters."""
    chip, wall = ("o", "|") if plain else ("●", "│")
    piles = playable.piles(position)
    highest = max(pile.height for pile in piles)
    available = width - LABEL_WIDTH
    drawn = f"{chip} " if 2 * highest <= available else chip if highest <= available else ""
    number = 0
    above: tuple[int, int] | None = None
    for pile in piles:
        number += not pile.is_remembered
        if number > MOST_PILES:
            yield Text(f"    … {len(piles):,} piles in all")
            return
        if (pile.game, pile.component) != above:
            yield from _heading(playable, pile)
            above = (pile.game, pile.component)
        if pile.is_remembered:
            yield Text.assemble(f"    {pile.name} = ", (show_count(pile.height), "bold"))
            continue
        name = _name(playable.rules[pile.game], pile)
        chips = drawn * pile.height if drawn else ""
        colour = COLOURS[(number - 1) % len(COLOURS)]
        yield Text.assemble(
            (f"{number:>4} {name}{wall} ", "dim"),
            (chips, colour),
            " " if chips.endswith(chip) else "",
            (show_count(pile.height), "bold"),
        )


def _heading(playable: Playable[Pos], pile: Pile) -> Iterator[Text]:
    """Yield the headings that the board shows above the first pile of a game, or of a component of a game."""
    rule = playable.rules[pile.game]
    if len(playable.rules) > 1 and pile.component == 0:
        yield Text(f"  {ordinal(pile.game)} game, {rule.display_name}", "dim")
    if rule.splits and len(rule.names) > 1:
        yield Text(f"  {ordinal(pile.component)} component", "dim")


def _name(rule: Ruleset, pile: Pile) -> str:
    """Return the name of a pile on the board, or "" if all piles of the game are interchangeable."""
    alike = len(rule.names) == 1 or any(len(block) == len(rule.piles) for block in rule.blocks)
    return "" if alike else f"{pile.name} "
