"""The command `sprague solve`: who wins from a position or in a sum of games, how, and why."""

from __future__ import annotations

from typing import Annotated

import typer

import sprague
from sprague.commands.arguments import AsJson, GameText, Misere, game_and_position, print_json
from sprague.errors import SpragueError
from sprague.integers import format_integer
from sprague.rules import format_position
from sprague.tables.search import MOST_POSITIONS


def solve(
    game: GameText,
    position: Annotated[str, typer.Argument(metavar="[POSITION]", help="such as 3,5,9 or 1^6,10")] = "",
    misere: Misere = False,
    as_json: AsJson = False,
    most: Annotated[int, typer.Option(min=1, help="search at most this many positions")] = MOST_POSITIONS,
) -> None:
    """Say who wins from a position, by which moves, and why it is so.

    A sum of games is written in one argument: 'nim 3,5 + cookies 4,7'.
    """
    if not position:
        _solve_sum(game, misere, as_json, most)
        return
    rule, entries = game_and_position(game, position)
    answer = sprague.solve(rule, entries, misere=misere, most=most)
    if as_json:
        print_json(answer.to_json())
        return
    _print_outcome(_short(format_position(entries)), answer.outcome, answer.grundy)
    if answer.winning_moves:
        print("Winning moves:")
        for option in answer.winning_moves:
            print(f"  {_short(format_position(option))}  {_short(rule.move_to(entries, option).sentence)}")
    if answer.explanation:
        print(f"Why: {answer.explanation}")
    print(f"Because of {answer.because}")


def _solve_sum(text: str, misere: bool, as_json: bool, most: int) -> None:
    """Solve `game position + game position + …`."""
    if misere:
        raise SpragueError("sums are solved in normal play only; Grundy values say nothing about misère play")
    pieces = [piece.strip().rpartition(" ") for piece in text.split(" + ")]
    if not all(game and position for game, _, position in pieces):
        raise SpragueError(f"expected GAME POSITION, or a sum such as 'nim 3,5 + cookies 4,7', got {text!r}")
    components = [game_and_position(game.strip(), position) for game, _, position in pieces]
    total = sprague.Sum(*(rule @ entries for rule, entries in components), most=most)
    if as_json:
        print_json(
            {
                "sum": [
                    {"game": rule.name or str(rule), "position": list(entries), "grundy": value}
                    for (rule, entries), value in zip(components, total.values, strict=True)
                ],
                "play": "normal",
                "outcome": total.outcome,
                "grundy": total.grundy,
                "winning_moves": [
                    {"component": move.component, "option": list(move.option)} for move in total.winning_moves
                ],
                "because": [{"kind": because.kind, "source": because.source} for because in total.because],
            }
        )
        return
    _print_outcome("the sum", total.outcome, total.grundy)
    for (rule, entries), value, because in zip(components, total.values, total.because, strict=True):
        print(f"  {rule.label} {_short(format_position(entries))} has value {value}, because of {because}")
    for move in total.winning_moves:
        rule, entries = components[move.component]
        words = rule.move_to(entries, move.option).sentence
        print(f"  winning: in {rule.label}, {_short(words)}")


def _print_outcome(what: str, outcome: str, grundy: int | None) -> None:
    who = "the next player wins" if outcome == "N" else "the previous player wins"
    print(f"{what} is {'an N' if outcome == 'N' else 'a P'}-position: {who}")
    if grundy is not None:
        print(f"Grundy value: {_short(format_integer(grundy))}")


def _short(text: str) -> str:
    """A line that a terminal can bear; --json gives every digit."""
    return text if len(text) <= 1000 else f"{text[:300]} … ({len(text) - 400:,} characters left out) … {text[-100:]}"
