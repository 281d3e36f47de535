"""The command `sprague table`: the value of every position up to a bound, in a format of one's choice."""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sprague
from sprague.commands.arguments import AsJson, GameText, Misere, check_bound, read_and_echo
from sprague.commands.outputs import chosen_format, put_out
from sprague.files import check_place
from sprague.show.progress import progress_bar

if TYPE_CHECKING:
    from sprague.tables.table import Table

EXAMPLES = (
    "sprague table nim:piles=2 --limit 10",
    "sprague table sharing-nim --limit 30 -o values.csv",
)


def table(
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    what: Annotated[str, typer.Option(help="grundy, outcome, remoteness or suspense")] = "grundy",
    misere: Misere = False,
    cap: Annotated[int | None, typer.Option(help="cut larger values down to this; smaller ones stay exact")] = None,
    format_name: Annotated[str | None, typer.Option("--format", help="text, json, csv, npy, bfile or latex")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="say how the table would be filled, and stop")] = False,
    as_json: AsJson = False,
) -> None:
    """Tabulate the value of every position up to a bound.

    Values of heaps that break are kept in FILE.part until FILE is written: interrupted or killed and started again, the
    same command goes on from there.
    """
    from sprague.commands.part_file import PartFile
    from sprague.show.exports import FORMATS, plan_as_json
    from sprague.tables.request import Request
    from sprague.tables.walks.find import find_walk

    chosen = chosen_format(FORMATS, "json" if as_json else format_name, output)
    rule = read_and_echo(game, chosen == "json" and output is None)
    check_bound(limit, chips)
    request = Request(rule, limit, chips, what, misere, cap)
    if output is not None:
        check_place(output)
    if explain:
        plan = find_walk(request).describe()
        put_out(plan_as_json(request, plan) if chosen == "json" else f"{plan}\n", output)
        return
    part = PartFile.beside(output, request)
    with part or nullcontext():
        with progress_bar(f"{rule.label}, {what}") as report:
            found = sprague.tabulate(
                rule,
                limit,
                chips=chips,
                what=what,
                misere=misere,
                cap=cap,
                known=part.begun if part else None,
                keep=part.keep if part else None,
                progress=report,
            )
        if chosen == "text" and output is None and sys.stdout.isatty():
            _print_some(found)
        else:
            put_out(FORMATS[chosen](found), output)


def _print_some(found: Table) -> None:
    """Print as much of a table as a terminal shows well, and how to have the rest."""
    from sprague.tables.text import MORE, as_text

    text = as_text(found, width=shutil.get_terminal_size().columns)
    put_out(text, None)
    if text.splitlines()[-1].startswith(MORE):
        print("-o FILE writes the whole table; its suffix chooses the format", file=sys.stderr)
