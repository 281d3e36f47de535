"""What the commands share: their common arguments, and how they print JSON."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sprague.games import resolve
from sprague.integers import format_integer
from sprague.rules import Position, Ruleset, parse_position

GameText = Annotated[str, typer.Argument(metavar="GAME", help="a name, name:param=value, or a rule in quotes")]
PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="such as 3,5,9 or 1^6,10")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Misere = Annotated[bool, typer.Option("--misere", help="the last player to move loses")]


def game_and_position(game: str, position: str) -> tuple[Ruleset, Position]:
    """The game and the position of it that were typed; the number of piles follows from the position."""
    entries = parse_position(position)
    return resolve(game, {}, len(entries)), entries


def print_json(value: object) -> None:
    print(json_text(value))


def json_text(value: object) -> str:
    """JSON with integers of any size, which the json module writes slowly or not at all."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json_text(str(key))}: {json_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(json_text, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool):
        return format_integer(value)
    return json.dumps(value, ensure_ascii=False)
