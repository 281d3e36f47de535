"""The command `sprague play`: play a match against the computer in the terminal."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from sprague.cli.arguments import (
    GAME_HELP,
    Misere,
    choice_option,
    complete_game,
    print_json,
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
from sprague.render.verbosity import print_note
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
        str,
        typer.Argument(
            metavar="POSITION", help="the start position, such as 3,5,9; by default, the computer chooses a position"
        ),
    ] = "",
    misere: Misere = False,
    level: Annotated[str, choice_option(tuple(LEVELS), meaning="the level of the computer; by default perfect")] = "",
    first: Annotated[str, choice_option(FIRST, meaning="who moves first; by default you")] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, help="the seed for the start position and the random moves")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(metavar="FILE", help="print the moves of a saved match, and continue the match")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0, help="let the computer think at most this many seconds about a move")
    ] = 20.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="print the match as JSON at the end; print other text to stderr")
    ] = False,
) -> None:
    """Play a match against the computer, with hints and explanations.

    To move, type the new position, such as 3,5,6, or a short form. The short form 2-3 takes 3 chips from pile 2, 2>1 3
    moves 3 chips from pile 2 to pile 1, and 2=3+1 splits pile 2 into 3 and 1. Type 'help' to list all commands. The
    command can also read moves from a pipe, one move per line.
    """
    from rich.console import Console

    from sprague.cli.play_session import PERSON, Session

    if level and level not in LEVELS:
        raise SpragueError(f"expected --level to be {', '.join(LEVELS)}, got {level!r}")
    if first and first not in FIRST:
        raise SpragueError(f"expected --first to be {' or '.join(FIRST)}, got {first!r}")
    if bool(game) == (replay is not None):
        raise SpragueError(f"expected either GAME or --replay FILE, got {'both' if game else 'neither'}")
    chosen = secrets.randbelow(SEEDS) if seed is None else seed
    limits = Limits(seconds=seconds)
    console = Console(highlight=False, markup=False, stderr=as_json)
    if replay is None:
        match = _new_match(game, position, misere, chosen, limits)
        human = FIRST.index(first or "you")
    else:
        match = Match.load(replay, limits)
        human = _side(match, first, PERSON)
        level = level or next((name for name in match.players if name in LEVELS), "")
    Session(match, human, level or "perfect", chosen, console).run(replayed=replay is not None)
    if as_json:
        print_json(_match_data(match, human))


def _match_data(match: Match[Any], human: int) -> dict[str, object]:
    """Return a match as JSON data with its winner and its transcript, which `Match.from_text` can read."""
    names = [FIRST[side ^ human] for side in (0, 1)]
    return {
        "game": match.playable.title,
        "play": "misere" if match.playable.misere else "normal",
        "position": match.playable.format(match.position),
        "moves": [match.playable.format(position) for position in match.history],
        "over": match.is_over,
        "winner": None if match.winner is None else names[match.winner],
        "transcript": match.to_text(),
    }


def _new_match(text: str, position: str, misere: bool, seed: int, limits: Limits) -> Match[Any]:
    """Return a new match of a game or a sum of games; if no position is given, choose a start position."""
    if text == "-":
        raise SpragueError(
            "cannot read both the rule and the moves from standard input; give the rule as an argument, or @FILE"
        )
    components = [read_game_and_position(text, position)] if position else _read_components(text, misere, seed)
    if misere:
        components = join_heaps(components)
    if len(components) > 1:
        games = (Component(rule, entries) for rule, entries in components)
        return Match.of_sum(*games, misere=misere, budget=limits)
    ((rule, entries),) = components
    return Match(rule, entries, misere=misere, budget=limits)


def _read_components(text: str, misere: bool, seed: int) -> list[tuple[Ruleset, Position]]:
    """Return the games of a match with their positions; the computer chooses the position of a single game."""
    try:
        rule = read_game(text)
    except SpragueError as refusal:
        try:
            return parse_sum(text, read_game)
        except SpragueError as no_sum:
            raise (no_sum if " + " in text and "->" not in text else refusal) from None
    position = propose_start(rule, misere, Random(seed))
    start = format_position(position)
    command = shlex.join(["sprague", "play", text, start, *(["--misere"] if misere else [])])
    print_note(f"The computer chose the start position {start}. To play it again: {command}")
    return [(rule, position)]


def _side(match: Match[Any], first: str, you: str) -> int:
    """Return which side the person plays in a resumed match: the previous side or, if unknown, the side to move."""
    if first:
        return FIRST.index(first)
    return match.players.index(you) if you in match.players else match.mover
