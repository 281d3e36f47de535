"""The command `sprague table`: the value of every position up to a bound, in a format of one's choice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.commands.arguments import AsJson, GameText, Misere, read_game
from sprague.errors import SpragueError
from sprague.files import check_place, write_whole
from sprague.show.progress import progress_bar


def table(
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    what: Annotated[str, typer.Option(help="grundy, outcome, remoteness or suspense")] = "grundy",
    misere: Misere = False,
    cap: Annotated[int | None, typer.Option(help="Grundy values only up to this, exactly")] = None,
    format_name: Annotated[str, typer.Option("--format", help="text, json, csv, npy, bfile or latex")] = "text",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="say how the table would be filled, and stop")] = False,
    as_json: AsJson = False,
) -> None:
    """Tabulate the value of every position up to a bound."""
    from sprague.show.exports import FORMATS
    from sprague.tables.request import Request
    from sprague.tables.walks.find import find_walk

    format_name = "json" if as_json else format_name
    if format_name not in FORMATS:
        raise SpragueError(f"expected --format to be one of {', '.join(FORMATS)}, got {format_name!r}")
    rule = read_game(game)
    request = Request(rule, limit, chips, what, misere, cap)
    if output is not None:
        check_place(output)
    if explain:
        print(find_walk(request).describe())
        return
    with progress_bar(f"{rule.label}, {what}") as report:
        found = sprague.tabulate(rule, limit, chips=chips, what=what, misere=misere, cap=cap, progress=report)
    content = FORMATS[format_name](found)
    if output is not None:
        write_whole(output, content)
    elif isinstance(content, bytes):
        sys.stdout.buffer.write(content)
    else:
        print(content, end="")
