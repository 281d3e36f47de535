"""The command `sprague rows`: records and observed periods of the rows (0, a, n) of a game with three piles."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.cli.arguments import AsJson, Cap, Dark, GameText, print_json, read_game
from sprague.cli.outputs import check_output_path, choose_format, running_command, write_output
from sprague.errors import SpragueError
from sprague.render.terminal import progress_bar

EXAMPLES = (
    "sprague rows sharing-nim --limit 2001",
    "sprague rows sharing-nim --rows 1,5,8 --limit 2001 --drawing rows.png",
)


def rows(
    context: typer.Context,
    game: GameText,
    chosen: Annotated[
        str, typer.Option("--rows", help="compute the rows (0, a, n) for these numbers a, such as 0..63 or 1,5,8")
    ] = "0..15",
    limit: Annotated[int, typer.Option(help="compute the positions (0, a, n) with n below this number")] = 10_001,
    cap: Cap = None,
    output: Annotated[
        Path | None,
        typer.Option("--drawing", help="instead of printing text, draw the rows to this file (.png, .svg, .pdf)"),
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """Show the rows of three-pile games such as Sharing Nim.

    A row is the sequence of the Grundy values of (0, a, n) for n = 0, 1, 2, …. The command lists the records of each
    row, which are the values larger than all values before them, and its observed period, which is not proved. The
    command applies to games of three piles in which only the differences of the piles matter.
    """
    from sprague.periods.sequences import find_records, find_sequence_period
    from sprague.render.pictures.picture import PICTURE_FORMATS

    kind = choose_format(PICTURE_FORMATS, None, output)
    check_output_path(output, kind)
    rule = read_game(game)
    numbers = _parse_numbers(chosen)
    with progress_bar(f"{rule.label}, rows") as report:
        found = sprague.rows(rule, numbers, limit, cap=cap, progress=report)
    if output is not None:
        from sprague.render.pictures.row_plot import PlottedRow, draw_rows

        drawn = [PlottedRow(f"a = {a}", row) for a, row in zip(numbers, found, strict=True)]
        title = f"Grundy values of {rule.display_name}, rows (0, a, n), n < {limit:,}"
        write_output(draw_rows(drawn, title, dark=dark).write(kind, running_command(context)), output)
    listed = []
    for a, row in zip(numbers, found, strict=True):
        records, seen = find_records(row), find_sequence_period(row)
        listed.append(
            {
                "row": a,
                "records": [list(record) for record in records.records],
                "capped": cap is not None and records.largest >= cap,
                "period": seen.period if seen else None,
                "preperiod": seen.preperiod if seen else None,
                "saltus": seen.saltus if seen else None,
                "seen": seen.seen,
            }
        )
        if not as_json and output is None:
            above = f" (values above {cap} are replaced by {cap})" if listed[-1]["capped"] else ""
            print(f"row {a}: {records}{above}; {seen}")
    if as_json:
        print_json({"game": rule.name or str(rule), "limit": limit, "cap": cap, "rows": listed})


def _parse_numbers(text: str) -> list[int]:
    """Return the row numbers in the text of the option `--rows`, such as `0..63` or `1,5,8..10`."""
    found: list[int] = []
    for piece in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,9})(?:\.\.([0-9]{1,9}))?\s*", piece)
        if match is None or int(match[2] or match[1]) < int(match[1]):
            raise SpragueError(f"expected --rows to be numbers such as 0..63 or 1,5,8, got {text!r}")
        last = int(match[2] or match[1])
        if last - int(match[1]) > 1_000_000:
            raise SpragueError(f"expected at most a million rows after --rows, got {text!r}")
        found += range(int(match[1]), last + 1)
    return found
