"""The command `sprague play`: a match against the computer."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from sprague.cli.arguments import (
    GAME_HELP,
    Misere,
    complete_game,
    read_game,
    read_game_and_position,
)
from sprague.errors import SpragueError
from sprague.games import join_heaps, parse_sum
from sprague.language.positions import format_position
from sprague.limits import Limits
from sprague.play.match import Match
from sprague.play.players import LEVELS
from sprague.play.start_positions import propose_start
from sprague.rules import Position, Ruleset
from sprague.rules.ruleset import Component

EXAMPLES = (
    "sprague play kayles --misere --level teacher",
    'sprague play "nim 3,5 + wythoff 4,7" --first computer',
)
FIRST = ("you", "computer")
SEEDS = 1_000_000


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)] = "",
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="such as 3,5,9; without it an interesting one is proposed")
    ] = "",
    misere: Misere = False,
    level: Annotated[str, typer.Option(help="how the computer plays: perfect, casual, random or teacher")] = "",
    first: Annotated[str, typer.Option(help="who moves first: you or computer")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="for the position proposed and for random moves")] = None,
    replay: Annotated[
        Path | None, typer.Option(metavar="FILE", help="show a saved match move by move, and go on with it")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0, help="search at most this long for a move")] = 20.0,
) -> None:
    """Play against the computer, with hints and reasons.

    A move is typed as the position reached, such as 3,5,6, or in short: 2-3 takes 3 from pile 2, 2>1 3 moves 3 from
    pile 2 to pile 1, 2=3+1 splits pile 2. Type help for the rest. Moves are also read from a pipe, one in a line.
    """
    from rich.console import Console

    from sprague.cli.play_session import PERSON, Session

    if level and level not in LEVELS:
        raise SpragueError(f"expected --level {', '.join(LEVELS)}, got {level!r}")
    if first and first not in FIRST:
        raise SpragueError(f"expected --first {' or '.join(FIRST)}, got {first!r}")
    if bool(game) == (replay is not None):
        raise SpragueError(f"expected a game, or --replay FILE, got {'both' if game else 'neither'}")
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    limits = Limits(seconds=seconds)
    console = Console(highlight=False, markup=False)
    if replay is None:
        match = _new_match(game, position, misere, chosen, limits)
        human = FIRST.index(first or "you")
    else:
        match = Match.load(replay, limits)
        human = _side(match, first, PERSON)
        level = level or next((name for name in match.players if name in LEVELS), "")
    Session(match, human, level or "perfect", chosen, console).run(replayed=replay is not None)


def _new_match(text: str, position: str, misere: bool, seed: int, limits: Limits) -> Match[Any]:
    """Return a new match: a game at a given or proposed position, or a sum of games."""
    if text == "-":
        raise SpragueError(
            "expected a game, got - for standard input, from which moves are read; write the rule, or @FILE"
        )
    components = [read_game_and_position(text, position)] if position else _read_components(text, misere, seed)
    if misere:
        components = join_heaps(components)
    if len(components) > 1:
        games = (Component(rule, entries) for rule, entries in components)  # piles stay in the order given
        return Match.of_sum(*games, misere=misere, limits=limits)
    ((rule, entries),) = components
    return Match(rule, entries, misere=misere, limits=limits)


def _read_components(text: str, misere: bool, seed: int) -> list[tuple[Ruleset, Position]]:
    """Return a game with a proposed position, or the games of a sum with their positions."""
    try:
        rule = read_game(text)
    except SpragueError as refusal:
        try:
            return parse_sum(text, read_game)
        except SpragueError as no_sum:
            raise (no_sum if " + " in text and "->" not in text else refusal) from None
    position = propose_start(rule, misere, Random(seed))
    again = f"write {format_position(position)} after the game to begin there again"
    print(f"the position is a proposal; {again}", file=sys.stderr)
    return [(rule, position)]


def _side(match: Match[Any], first: str, you: str) -> int:
    """Return the side of the person in a resumed match: the same as before, or the one to move."""
    if first:
        return FIRST.index(first)
    return match.players.index(you) if you in match.players else match.mover
