"""The command `sprague table`: compute the values of all positions up to a bound, as text, a file or a picture."""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

import sprague
from sprague.arguments import check_choice
from sprague.cli.arguments import (
    AsJson,
    Cap,
    Dark,
    Fix,
    GameText,
    Misere,
    check_bound,
    choice_option,
    format_option,
    output_option,
    read_game_with_echo,
    seconds_option,
)
from sprague.cli.outputs import check_output_path, choose_format, requested_format, running_command, write_output
from sprague.cli.time_limit import limit_command
from sprague.render.terminal import progress_bar
from sprague.render.verbosity import print_note
from sprague.results.base import Measure
from sprague.rules import Ruleset

if TYPE_CHECKING:
    from sprague.render.pictures.picture import Picture
    from sprague.tables.request import Request
    from sprague.tables.table import Table

EXAMPLES = (
    "sprague table nim:piles=2 --limit 10",
    "sprague table nim --limit 100 --fix c=5 -o values.png",
)
DRAWINGS = ("map", "distribution")
MEASURES = get_args(Measure)
FORMATS = ("text", "json", "csv", "npy", "parquet", "bfile", "oeis", "latex", "png", "svg", "pdf")
OUTPUT = "Output"
DEFAULT_LIMIT = 10  # default limit of a table without --limit and --chips
MOST_DEFAULT_CELLS = 10_000  # maximum number of cells of a table with the default limit


def table(
    context: typer.Context,
    game: GameText,
    limit: Annotated[
        int | None,
        typer.Option(
            help=f"compute positions with every pile below this number; by default {DEFAULT_LIMIT}, "
            "or less if the game has many piles"
        ),
    ] = None,
    chips: Annotated[int | None, typer.Option(help="compute positions of at most this many chips in all")] = None,
    what: Annotated[str, choice_option(MEASURES, meaning="the values to compute")] = "grundy",
    misere: Misere = False,
    cap: Cap = None,
    fix: Fix = None,
    format_name: Annotated[str | None, format_option(*FORMATS, panel=OUTPUT)] = None,
    output: Annotated[
        Path | None, output_option("write the table to this file; its suffix determines the format", OUTPUT)
    ] = None,
    draw: Annotated[
        str,
        choice_option(
            DRAWINGS,
            meaning="the kind of picture: a colour for each position, or how often each value occurs",
            panel=OUTPUT,
        ),
    ] = "map",
    dark: Dark = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="print how the table would be computed, without computing the table")
    ] = False,
    seconds: Annotated[float | None, seconds_option("by default there is no limit", panel="Limits")] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the value of every position up to a bound.

    In PNG, SVG and PDF files, a table of two piles is drawn as a map in which P-positions (Grundy value 0) stand out,
    and a table of one pile as a row of points.

    For games that split heaps, finished values are stored in FILE.part until FILE is written. To continue an
    interrupted computation, run the same command again.
    """
    from sprague.render.pictures.picture import PICTURE_FORMATS
    from sprague.render.table_exports import TABLE_FORMATS, plan_to_json
    from sprague.tables.request import Request
    from sprague.tables.slices import check_fixed, parse_fixed
    from sprague.tables.tabulate import select_traversal

    kind = choose_format(
        [*TABLE_FORMATS, "oeis", "parquet", *PICTURE_FORMATS], requested_format(as_json, format_name), output
    )
    rule = read_game_with_echo(game, kind == "json" and output is None)
    if limit is None and chips is None:
        limit = _default_limit(rule)
        print_note(f"the table contains every pile below {limit}; use --limit N for another bound")
    check_bound(limit, chips)
    request = Request(rule, limit, chips, cast("Measure", what), misere, cap)
    form = _TableForm(kind, check_fixed(rule, parse_fixed(fix)), check_choice("--draw", draw, DRAWINGS), dark, output)
    form.check_axes(rule)
    check_output_path(output, kind)
    if explain:
        plan = select_traversal(request).describe()
        write_output(plan_to_json(request, plan) if kind == "json" else f"{plan}\n", output)
        return
    with nullcontext() if seconds is None else limit_command(seconds):
        form.check_content(request)
        _tabulate_and_write(request, form, running_command(context))


def _default_limit(rule: Ruleset) -> int:
    """Return the largest limit up to 10 for which a table of a rule has few cells."""
    limits = range(DEFAULT_LIMIT, rule.floor + 1, -1)
    few = (limit for limit in limits if (limit - rule.floor) ** len(rule.names) <= MOST_DEFAULT_CELLS)
    return next(few, rule.floor + 1)


@dataclass(frozen=True)
class _TableForm:
    """The output settings of `sprague table`: the format, the fixed piles, the kind of picture and the file."""

    kind: str
    fixed: dict[str, int]
    draw: str
    dark: bool
    output: Path | None

    @property
    def is_picture(self) -> bool:
        """Whether the output of `sprague table` is a picture."""
        from sprague.render.pictures.picture import PICTURE_FORMATS

        return self.kind in PICTURE_FORMATS

    def check_axes(self, rule: Ruleset) -> None:
        """Raise an error if a picture would need more than two axes."""
        from sprague.render.pictures.picture import check_axes

        if self.is_picture and self.draw == "map" and len(rule.names) - len(self.fixed) > 3:
            check_axes(rule, self.fixed, 2)

    def check_content(self, request: Request) -> None:
        """Raise an error if the table cannot be written as a sequence or as a LaTeX table."""
        from sprague.render.table_exports import check_table_is_grid, check_table_is_sequence
        from sprague.tables.tabulate import select_traversal

        if self.kind == "latex":
            check_table_is_grid(request.rule, request.limit, self.fixed, select_traversal(request).is_of_differences)
        elif self.kind in ("bfile", "oeis"):
            check_table_is_sequence(
                request.rule, request.what, self.fixed, select_traversal(request).is_of_differences, self.kind
            )


def _tabulate_and_write(request: Request, form: _TableForm, maker: str) -> None:
    """Compute the table, beginning with the stored partial table if there is one, and write the output."""
    from sprague.cli.partial_table import PartialTable

    part = PartialTable.beside(form.output, request)
    with part or nullcontext():
        with progress_bar(f"{request.rule.label}, {request.what}") as report:
            table = sprague.tabulate(
                request.rule,
                request.limit,
                chips=request.chips,
                what=request.what,
                misere=request.misere,
                cap=request.cap,
                known=part.begun if part else None,
                keep=part.keep if part else None,
                progress=report,
            )
        _write(table, form, maker)


def _write(table: Table, form: _TableForm, maker: str) -> None:
    from sprague.render.oeis import shortage_message, table_entry
    from sprague.render.table_exports import TABLE_FORMATS, table_to_parquet

    if form.kind == "text" and form.output is None and sys.stdout.isatty():
        _print_excerpt(table, form.fixed)
    elif form.is_picture:
        write_output(_draw(table, form).write(form.kind, maker), form.output)
    elif form.kind == "parquet":
        write_output(table_to_parquet(table, form.fixed, maker), form.output)
    elif form.kind == "oeis":
        write_output(entry := table_entry(table, form.fixed), form.output, form.kind, maker)
        if lack := shortage_message(entry):
            print_note(lack)
    else:
        write_output(TABLE_FORMATS[form.kind](table, form.fixed), form.output, form.kind, maker)


def _draw(table: Table, form: _TableForm) -> Picture:
    from sprague.render.pictures.bar_chart import draw_distribution
    from sprague.render.pictures.value_maps import draw_table

    if form.draw == "distribution":
        return draw_distribution(table, form.fixed, dark=form.dark)
    return draw_table(table, form.fixed, dark=form.dark)


def _print_excerpt(table: Table, fixed: dict[str, int]) -> None:
    """Print the part of a table that fits the terminal, and a note on how to get the whole table."""
    from sprague.tables.conversions import ELLIPSIS, as_text

    text = as_text(table, width=shutil.get_terminal_size().columns, fixed=fixed)
    write_output(text, None)
    if text.splitlines()[-1].startswith(ELLIPSIS):
        print_note("use -o FILE to write the whole table; the suffix of FILE determines the format")
