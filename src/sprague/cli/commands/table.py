"""The command `sprague table`: the value of every position up to a bound, in a format of one's choice."""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import sprague
from sprague.arguments import one_of
from sprague.cli.arguments import AsJson, Dark, Fix, GameText, Misere, check_bound, read_game_with_echo
from sprague.cli.outputs import check_output_path, choose_format, command_line, write_output
from sprague.render.terminal import progress_bar

if TYPE_CHECKING:
    from sprague.render.pictures.picture import Picture
    from sprague.tables.table import Table

EXAMPLES = (
    "sprague table nim:piles=2 --limit 10",
    "sprague table nim --limit 100 --fix c=5 -o values.png",
)


def table(
    context: typer.Context,
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    what: Annotated[str, typer.Option(help="grundy, outcome, remoteness or suspense")] = "grundy",
    misere: Misere = False,
    cap: Annotated[int | None, typer.Option(help="cut larger values down to this; smaller ones stay exact")] = None,
    fix: Fix = None,
    format_name: Annotated[
        str | None, typer.Option("--format", help="text, json, csv, npy, parquet, bfile, oeis, latex, png, svg, pdf")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    draw: Annotated[
        str, typer.Option(help="as a picture: map, in colours, or distribution, how often each value occurs")
    ] = "map",
    dark: Dark = False,
    explain: Annotated[bool, typer.Option("--explain", help="say how the table would be filled, and stop")] = False,
    as_json: AsJson = False,
) -> None:
    """Tabulate the value of every position up to a bound.

    As png, svg or pdf it is a map in colours, in which P-positions (Grundy value 0) stand out; along one pile, a row of
    points with its records.
    Values of heaps that break are kept in FILE.part until FILE is written: interrupted or killed and started again, the
    same command goes on from there.
    """
    from sprague.cli.partial_table import PartialTable
    from sprague.render.oeis import lack_of_data, of_table
    from sprague.render.pictures.picture import KINDS, refuse_axes
    from sprague.render.table_exports import FORMATS, as_parquet, plan_as_json, refuse_as_grid, refuse_as_sequence
    from sprague.tables.request import Request
    from sprague.tables.slices import check_fixed, read_fixed
    from sprague.tables.tabulate import find_walk

    chosen = choose_format([*FORMATS, "oeis", "parquet", *KINDS], "json" if as_json else format_name, output)
    rule = read_game_with_echo(game, chosen == "json" and output is None)
    check_bound(limit, chips)
    request = Request(rule, limit, chips, what, misere, cap)
    fixed = check_fixed(rule, read_fixed(fix))
    one_of("--draw", draw, ("map", "distribution"))
    if chosen in KINDS and draw == "map" and len(rule.names) - len(fixed) > 3:
        refuse_axes(rule, fixed, 2)  # before the work; three piles may have differences to show
    check_output_path(output, chosen)
    if explain:
        plan = find_walk(request).describe()
        write_output(plan_as_json(request, plan) if chosen == "json" else f"{plan}\n", output)
        return
    if chosen in ("bfile", "oeis", "latex"):  # before the work
        by_differences = find_walk(request).is_of_differences
        if chosen == "latex":
            refuse_as_grid(rule, limit, fixed, by_differences)
        else:
            refuse_as_sequence(rule, what, fixed, by_differences)
    part = PartialTable.beside(output, request)
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
            _print_some(found, fixed)
        elif chosen in KINDS:
            write_output(_picture(found, fixed, draw, dark).write(chosen, command_line(context)), output)
        elif chosen == "parquet":
            write_output(as_parquet(found, fixed, command_line(context)), output)
        else:
            write = of_table if chosen == "oeis" else FORMATS[chosen]
            write_output(content := write(found, fixed), output, chosen, command_line(context))
            if chosen == "oeis" and isinstance(content, str) and (lack := lack_of_data(content)):
                print(lack, file=sys.stderr)


def _picture(found: Table, fixed: dict[str, int], draw: str, dark: bool) -> Picture:
    from sprague.render.pictures.bars import distribution
    from sprague.render.pictures.row_plot import row_of_table
    from sprague.render.pictures.value_maps import heat_map, outcome_map

    if draw == "distribution":
        return distribution(found, fixed, dark=dark)
    if found.what == "outcome":
        return outcome_map(found, fixed, dark=dark)
    along_one = len(found.game.names) - len(fixed) == 1
    return (row_of_table if along_one else heat_map)(found, fixed, dark=dark)


def _print_some(found: Table, fixed: dict[str, int]) -> None:
    """Print as much of a table as a terminal shows well, and how to have the rest."""
    from sprague.tables.conversions import MORE, as_text

    text = as_text(found, width=shutil.get_terminal_size().columns, fixed=fixed)
    write_output(text, None)
    if text.splitlines()[-1].startswith(MORE):
        print("-o FILE writes the whole table; its suffix chooses the format", file=sys.stderr)
