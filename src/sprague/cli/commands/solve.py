"""The command `sprague solve`: print the outcome and the winning moves of a position or of a sum of games."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

import sprague
from sprague.cli.arguments import (
    AsJson,
    GameText,
    Misere,
    echo_rule,
    print_json,
    read_game,
    read_game_and_position,
    seconds_option,
)
from sprague.errors import SpragueError
from sprague.games import join_heaps, parse_sum
from sprague.limits import Limits
from sprague.render.terminal import print_lines
from sprague.rules import Position, Ruleset
from sprague.solver.answer import answer_lines
from sprague.solver.misere_sums import solve_misere_sum
from sprague.solver.sums import sum_lines

ALL = "--all"

EXAMPLES = (
    "sprague solve nim 3,5,7",
    'sprague solve "nim 3,5 + wythoff 4,7" --json',
)


def solve(
    game: GameText,
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help="the sizes of the piles, such as 3,5,9; leave out this argument for a sum of games"
        ),
    ] = None,
    misere: Misere = False,
    every_move: Annotated[
        bool, typer.Option(ALL, help="list all winning moves, even if a theorem gives only some of them")
    ] = False,
    as_json: AsJson = False,
    positions: Annotated[
        int | None, typer.Option(min=1, help="compute at most this many positions; the default is 200,000")
    ] = None,
    seconds: Annotated[float | None, seconds_option("the default is 60")] = None,
) -> None:
    """Print who wins from a position, the winning moves, and why.

    Write a sum of games as one argument: 'nim 3,5 + cookies 4,7'. In a sum of games, a move is a move in one of the
    games. In misère play, the command can solve only small sums.
    """
    limits = Limits(positions=positions, seconds=seconds)
    components = parse_sum(game, read_game) if position is None else [_component(game, position)]
    if not as_json:
        for rule in dict.fromkeys(rule for rule, _ in components):
            echo_rule(rule, game)
    if misere:
        components = join_heaps(components)
    if len(components) > 1:
        _solve_sum(components, misere, every_move, as_json, limits)
        return
    ((rule, entries),) = components
    answer = sprague.solve(rule, entries, misere=misere, budget=limits, every_move=every_move)
    if as_json:
        print_json(answer.to_json())
        return
    print_lines(answer_lines(answer, entries, ALL))


def _solve_sum(
    components: list[tuple[Ruleset, Position]], misere: bool, every_move: bool, as_json: bool, limits: Limits
) -> None:
    if misere:
        found = solve_misere_sum([rule @ entries for rule, entries in components], limits)
        if as_json:
            print_json(found.to_json())
        else:
            print_lines(str(found).splitlines())
        return
    total = sprague.Sum(*(rule @ entries for rule, entries in components), budget=limits, every_move=every_move)
    if as_json:
        print_json(total.to_json())
    else:
        print_lines(sum_lines(total, [entries for _, entries in components], ALL))


def _component(game: str, position: str) -> tuple[Ruleset, Position]:
    """Return the game and the position that the arguments of `sprague solve` name; raise an error if GAME is a sum."""
    try:
        return read_game_and_position(game, position)
    except SpragueError as refusal:
        if any(_names_game(piece.strip()) for piece in game.split(" + ")[1:]):
            raise SpragueError(
                f"expected the sum as one argument, such as 'nim 3,5 + wythoff 4,7', got two arguments: {game!r} "
                f"and {position!r}"
            ) from None
        raise refusal from None


def _names_game(text: str) -> bool:
    """Return whether a text names a game, either alone or followed by a position."""
    for game in (text, text.rpartition(" ")[0].strip()):
        with suppress(SpragueError):
            return bool(read_game(game))
    return False
