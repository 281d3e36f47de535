"""The part of a table that a picture shows, and what the picture is called."""

from __future__ import annotations

from math import prod

from sprague.errors import OutOfReach, SpragueError
from sprague.rules import Ruleset
from sprague.tables.slices import Fixed, Slice, cut
from sprague.tables.table import Table

MOST_CELLS = 4_000 * 4_000

_NAMES = {"grundy": "Grundy value", "outcome": "outcome", "remoteness": "remoteness", "suspense": "suspense"}
_TITLES = {"grundy": "Grundy values", "outcome": "Outcomes", "remoteness": "Remoteness", "suspense": "Suspense"}


def part_to_draw(table: Table, fixed: Fixed, most_axes: int = 2) -> Slice:
    """The slice that a picture shows, refused before it is made if it has more axes or cells than a picture can."""
    of_differences = not fixed and table.is_of_differences and most_axes == 2
    axes = 2 if of_differences else len(table.game.names) - len(fixed or {})
    if not of_differences:
        refuse_axes(table.game, fixed, most_axes)
    side = prod([table.limit if table.limit is not None else (table.chips or 0) + 1] * axes)
    if side > MOST_CELLS:
        raise OutOfReach(f"a picture shows at most {MOST_CELLS:,} cells, got {side:,}; lower the limit")
    return cut(table, fixed)


def refuse_axes(game: Ruleset, fixed: Fixed, most_axes: int) -> None:
    """Refuse to draw more axes than a picture has, and say which piles to fix."""
    open_names = [name for name in game.names if name not in (fixed or {})]
    if len(open_names) > most_axes:
        example = ",".join(f"{name}={game.lowest(name)}" for name in open_names[most_axes:])
        raise SpragueError(
            f"{game.label}: a picture has at most {most_axes} axes, and {len(open_names)} of {', '.join(game.names)} "
            f"are open; fix the others, such as --fix {example}"
        )


def value_name(table: Table) -> str:
    """What the values of a table are called."""
    return _NAMES[table.what]


def title_of(part: Slice, what: str | None = None) -> str:
    """What a picture of a slice shows: the values, the game, what is fixed, and how far it goes.

    >>> import sprague
    >>> from sprague.tables.slices import Fixed, cut
    >>> title_of(cut(sprague.tabulate("nim", limit=8), {"c": 0}))
    'Grundy values of nim:piles=3, c = 0, piles < 8'
    """
    table = part.table
    play = " in misère play" if table.misere else ""
    if part.is_of_differences:
        held = f", positions ({table.game.floor}, a, b)"
    else:
        held = "".join(f", {name} = {height}" for name, height in part.fixed.items())
    return f"{what or _TITLES[table.what]} of {table.game.called}{play}{held}, {table.bound}"
