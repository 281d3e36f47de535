"""The board of a match as text with colours."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sprague.language.positions import show_count
from sprague.language.rule_english import ordinal
from sprague.play.playable import Pile, Playable, Pos
from sprague.rules import Ruleset

ROWS = 40  # piles that are drawn
SIDE = 16  # columns beside the chips
#: Told apart by people who see few colours too; the numbers tell the same.
COLOURS = ("cyan", "yellow", "magenta", "green", "blue")


def draw(playable: Playable[Pos], at: Pos, width: int = 80, plain: bool = False) -> Iterator[Text]:
    """The board, line by line, within some columns; `plain` for what can show ASCII alone."""
    chip, wall = ("o", "|") if plain else ("●", "│")
    piles = playable.piles(at)
    highest = max(pile.height for pile in piles)
    room = width - SIDE
    drawn = f"{chip} " if 2 * highest <= room else chip if highest <= room else ""
    number = 0
    above: tuple[int, int] | None = None
    for pile in piles:
        number += not pile.is_remembered
        if number > ROWS:
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
    """Which game this is, in a sum of games; which component, where these have several piles."""
    rule = playable.rules[pile.game]
    if len(playable.rules) > 1 and pile.component == 0:
        yield Text(f"  {ordinal(pile.game)} game, {rule.display_name}", "dim")
    if rule.splits and len(rule.names) > 1:
        yield Text(f"  {ordinal(pile.component)} component", "dim")


def _name(rule: Ruleset, pile: Pile) -> str:
    """The name of a pile, where it tells more than that it is one of several alike."""
    alike = len(rule.names) == 1 or any(len(block) == len(rule.piles) for block in rule.blocks)
    return "" if alike else f"{pile.name} "
