"""The command `sprague solve`: who wins from a position or in a sum of games, how, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

import sprague
from sprague.answers.sums import Sum
from sprague.commands.arguments import AsJson, GameText, Misere, game_and_position, print_json
from sprague.errors import OutOfReach, SpragueError
from sprague.integers import format_integer
from sprague.limits import Limits
from sprague.rules import Position, Ruleset, format_position
from sprague.rules.prose import ordinal

EXAMPLES = (
    "sprague solve nim 3,5,7",
    'sprague solve "nim 3,5 + wythoff 4,7" --json',
)


def solve(
    game: GameText,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="such as 3,5,9 or 1^6,10")] = "",
    misere: Misere = False,
    every_move: Annotated[
        bool, typer.Option("--all", help="list all winning moves, also where a theorem constructs only some")
    ] = False,
    as_json: AsJson = False,
    positions: Annotated[
        int | None, typer.Option(min=1, help="compute at most this many positions; by default 200,000 in a search")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="compute at most this long; by default 60 seconds")
    ] = None,
) -> None:
    """Say who wins from a position, by which moves, and why.

    A sum of games is written in one argument: 'nim 3,5 + cookies 4,7'.
    """
    limits = Limits(positions=positions, seconds=seconds)
    components = [game_and_position(game, position)] if position else list(_components(game))
    if len(components) > 1:
        _solve_sum(components, misere, every_move, as_json, limits)
        return
    ((rule, entries),) = components
    answer = sprague.solve(rule, entries, misere=misere, limits=limits, every_move=every_move)
    if as_json:
        print_json(answer.to_json())
        return
    _print_outcome(_short(format_position(entries)), answer.outcome)
    if answer.grundy is not None:
        print(f"Grundy value: {_short(format_integer(answer.grundy))}")
    if answer.winning_moves:
        print(_heading(answer.all_winning_moves))
        for option in answer.winning_moves:
            print(f"  {_short(format_position(option))}  {_short(rule.move_to(entries, option).sentence)}")
    print(f"Why: {answer.explanation}")
    print(f"Because of {answer.because}")


def _solve_sum(
    components: list[tuple[Ruleset, Position]], misere: bool, every_move: bool, as_json: bool, limits: Limits
) -> None:
    if misere:
        raise SpragueError("sums are solved in normal play only; Grundy values say nothing about misère play")
    total = sprague.Sum(*(rule @ entries for rule, entries in components), limits=limits, every_move=every_move)
    if as_json:
        print_json(total.to_json())
    else:
        _print_sum(total, components)


def _components(text: str) -> Iterator[tuple[Ruleset, Position]]:
    """The games and positions of a sum; a + may also be part of a rule, so that pieces are joined until one is read."""
    pieces = text.split(" + ")
    while pieces:
        refusals = []
        for count in range(1, len(pieces) + 1):
            game, _, position = " + ".join(pieces[:count]).strip().rpartition(" ")
            try:
                if not game:
                    raise SpragueError(f"expected GAME POSITION, or a sum such as 'nim 3 + nim 5', got {text!r}")
                yield game_and_position(game.strip(), position)
            except SpragueError as refusal:
                refusals.append(refusal)
            else:
                pieces = pieces[count:]
                break
        else:
            raise refusals[0]


def _print_sum(total: Sum, components: list[tuple[Ruleset, Position]]) -> None:
    """Tell of a sum, with the piles of each component in the order given."""
    _print_outcome("the sum", total.outcome)
    if total.grundy is not None:
        print(f"Grundy value: {_short(format_integer(total.grundy))}")
    named = [
        f"{ordinal(number)} game, {rule.name or rule} {_short(format_position(entries))}"
        for number, (rule, entries) in enumerate(components)
    ]
    for name, value, because in zip(named, total.values, total.because, strict=True):
        told = f"has value {_short(format_integer(value))}" if value is not None else "has a value that is not needed"
        print(f"  the {name} {told}, because of {because}")
    print(f"Why: {total.explanation}")
    if total.outcome == "P":
        return
    try:
        moves = total.winning_moves
    except OutOfReach as refusal:
        print(f"No winning move was found: {refusal}")
        return
    print(_heading(total.all_winning_moves))
    for move in moves:
        rule, entries = components[move.component]
        words = rule.move_to(entries, move.option).sentence
        print(f"  in the {named[move.component]}: {_short(words)}")


def _heading(are_all: bool) -> str:
    return "Winning moves:" if are_all else "Winning moves (there may be others; --all lists all):"


def _print_outcome(what: str, outcome: str) -> None:
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    print(f"{what} is {'an N' if outcome == 'N' else 'a P'}-position: {who}")


def _short(text: str) -> str:
    """A line that a terminal can bear; --json gives every digit."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters left out) … {text[-100:]}"
