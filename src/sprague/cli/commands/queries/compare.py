"""The command `sprague compare`: compare the P-positions or Grundy values of two games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from sprague.cli.arguments import (
    AsJson,
    GameText,
    Misere,
    complete_game,
    echo_rule,
    print_json,
    read_game,
    seconds_option,
)
from sprague.cli.time_limit import limit_command
from sprague.errors import SpragueError
from sprague.language.positions import Position, show_position
from sprague.limits import Limits
from sprague.progress import Progress
from sprague.render.terminal import print_lines, status_line

if TYPE_CHECKING:
    from sprague.queries.answers import SetAnswer
    from sprague.queries.compare import Comparison

EXAMPLES = (
    'sprague compare wythoff "(a, b) -> (u, b) where u < a any order"',
    "sprague compare wythoff",
)
DIFFERENT, UNDECIDED = 1, 3
SHOWN = 20
LIMITS = "Limits"


def compare(
    first: GameText,
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="another game; by default, normal play of the first game is compared with misère play",
            autocompletion=complete_game,
        ),
    ] = None,
    misere: Misere = False,
    values: Annotated[
        str | None,
        typer.Option(metavar="N|all", help="compare the Grundy values 0, 1, …, N; with all, compare all Grundy values"),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="compare tables with every pile below this number, instead of proving a result for all positions",
        ),
    ] = None,
    members: Annotated[
        int,
        typer.Option(
            min=1, help="if the games differ at infinitely many positions, print this many of these positions"
        ),
    ] = SHOWN,
    seconds: Annotated[float, seconds_option(panel=LIMITS)] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Compare two games, or normal and misère play.

    The command compares the P-positions of both games or, with --values, their Grundy values. A game such as nim, whose
    number of piles is a parameter, gets as many piles as the other game.

    If possible, the command proves the result for all positions. A finite set of differing positions is listed; an
    infinite set is described by a formula and its smallest members. If a proof is not possible, the command compares
    tables; equal tables are an observation and not a proof.

    The exit code is 0 if the sets are equal, 1 if they differ, and 3 if the question is undecided.
    """
    from sprague.queries.compare import compare as find_difference
    from sprague.queries.compare import read_games

    one, two = read_games(first, second, read_game)
    if not as_json:
        echo_rule(one, first)
        if second is not None:
            echo_rule(two, second)
    with status_line(one.display_name) as report, limit_command(seconds):
        found = find_difference(
            one,
            None if second is None else two,
            misere=misere,
            values=_values(values),
            limit=limit,
            budget=Limits(seconds=seconds),
            progress=report,
        )
        if found.difference is not None and (as_json or not found.difference.is_finite):
            report(Progress(None, "searching for a formula"))
            found.difference.formula  # noqa: B018 (the formula is computed here in the remaining time and cached)
    if as_json:
        print_json(found.to_result())
    else:
        print_lines(_lines(found, members))
    if found.equal is None:
        raise typer.Exit(UNDECIDED)
    if not found.equal:
        raise typer.Exit(DIFFERENT)


def _values(text: str | None) -> int | Literal["all"] | None:
    if text is None:
        return None
    if text == "all":
        return "all"
    if not text.isdecimal():
        raise SpragueError(f"expected --values to be a number or all, got {text!r}")
    return int(text)


def _lines(found: Comparison, members: int) -> list[str]:
    if found.equal:
        return [f"Equal, proved for all positions: {' and '.join(found.labels)} have the same {found.what}."]
    if found.difference is None:
        lines = [f"Undecided: {found.reason}."] if found.equal is None else []
        if found.equal is None:
            return [*lines, f"Observation: the {found.what} are equal if every pile is below {found.limit}."]
        shown = ", ".join(map(_format_member, found.found[:members]))
        more = ", …" if len(found.found) > members else ""
        return [
            f"Different: the {found.what} differ at {len(found.found):,} positions with piles below {found.limit}:",
            f"  {shown}{more}",
            f"  Larger positions are undecided: {found.reason}.",
        ]
    difference = found.difference
    if difference.size is not None:
        number = f"{difference.size:,} position{'s' * (difference.size != 1)}"
        lines = [f"Different, proved: the {found.what} differ at exactly {number}."]
    else:
        lines = [f"Different, proved: the {found.what} differ at infinitely many positions."]
    if found.compares_values:
        lines.append(f"  Positions: {_listed(difference, members)}")
    else:
        for label, part in zip(found.labels, (found.only_first, found.only_second), strict=True):
            if part:
                lines.append(f"  Only in {label}: {_listed(part, members)}")
    # A finite set of differing positions is listed completely, so its formula is not printed.
    if not difference.is_finite and difference.formula:
        lines.append(f"  Formula of the difference: {difference.formula}")
    return lines


def _listed(part: SetAnswer, members: int) -> str:
    listed = part.smallest(members)  # the list `members` is complete for a finite set with at most 1,000 members
    more = ", …" if part.size is None or part.size > len(listed) else ""
    return ", ".join(map(_format_member, listed)) + more


def _format_member(member: Position) -> str:
    return show_position(member) if len(member) > 1 else str(member[0])
