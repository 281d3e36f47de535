"""The command `sprague positions`: the P-positions of a game, or those of another value, as a list."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.commands.arguments import AsJson, GameText, Misere, check_bound, read_and_echo
from sprague.commands.outputs import chosen_format, put_out
from sprague.errors import SpragueError
from sprague.files import check_place
from sprague.show.progress import progress_bar

EXAMPLES = (
    "sprague positions wythoff --limit 100",
    "sprague positions wythoff --limit 1000 --pile a --format bfile",
)


def positions(
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    misere: Misere = False,
    value: Annotated[int | None, typer.Option(min=0, help="the positions of this Grundy value instead")] = None,
    pile: Annotated[str | None, typer.Option(help="of each position only this pile, as a sequence")] = None,
    format_name: Annotated[str | None, typer.Option("--format", help="text, json, csv, bfile or latex")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    as_json: AsJson = False,
) -> None:
    """List the P-positions up to a bound, or those of another value.

    Those with the fewest chips come first. A b-file ends where the table may lack positions.
    """
    from sprague.show.listings import LISTINGS, Listing

    chosen = chosen_format(LISTINGS, "json" if as_json else format_name, output)
    rule = read_and_echo(game, chosen == "json" and output is None)
    check_bound(limit, chips)
    if value is not None and misere:
        raise SpragueError("expected normal play for Grundy values; misère play has none, leave out --value")
    if output is not None:
        check_place(output)
    what, cap = ("outcome", None) if value is None else ("grundy", value + 1)
    with progress_bar(f"{rule.label}, {what}") as report:
        table = sprague.tabulate(rule, limit, chips=chips, what=what, misere=misere, cap=cap, progress=report)
    content = LISTINGS[chosen](Listing(table, value), pile)
    put_out(content, output)
    if chosen == "bfile" and limit is not None:
        end = table.complete_below
        print(f"only positions of fewer than {end} chips: beyond, the table may lack some", file=sys.stderr)
