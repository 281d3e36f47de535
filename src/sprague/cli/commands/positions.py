"""The command `sprague positions`: list the P-positions of a game, or the positions of one Grundy value."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

import sprague
from sprague.cli.arguments import (
    AsJson,
    Dark,
    Fix,
    GameText,
    Misere,
    check_bound,
    format_option,
    output_option,
    read_game_with_echo,
)
from sprague.cli.outputs import check_output_path, choose_format, requested_format, running_command, write_output
from sprague.errors import SpragueError
from sprague.render.terminal import progress_bar
from sprague.render.verbosity import print_note
from sprague.results.base import Measure

EXAMPLES = (
    "sprague positions wythoff --limit 1000 --pile a --format bfile",
    "sprague positions nim --limit 32 -o nim.svg",
)
OUTPUT = "Output"


def positions(
    context: typer.Context,
    game: GameText,
    limit: Annotated[int | None, typer.Option(help="list positions with every pile below this number")] = None,
    chips: Annotated[int | None, typer.Option(help="list positions of at most this many chips in all")] = None,
    misere: Misere = False,
    value: Annotated[
        int | None, typer.Option(min=0, help="list the positions of this Grundy value instead of the P-positions")
    ] = None,
    pile: Annotated[str | None, typer.Option(help="list only the size of this pile in each position")] = None,
    fix: Fix = None,
    format_name: Annotated[
        str | None,
        format_option("text", "json", "csv", "bfile", "oeis", "latex", "png", "svg", "pdf", panel=OUTPUT),
    ] = None,
    output: Annotated[
        Path | None, output_option("write the list to this file; its suffix determines the format", OUTPUT)
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """List the P-positions, or the positions of one Grundy value.

    Positions are sorted by their number of chips. A b-file ends at the first number of chips for which the list may be
    incomplete. In PNG, SVG and PDF files, positions are drawn as points in the plane or, for three piles, in space.
    """
    from sprague.render.oeis import check_nothing_fixed, list_entry, shortage_message
    from sprague.render.pictures.picture import PICTURE_FORMATS, check_axes
    from sprague.render.position_list_exports import LIST_FORMATS, PositionList, check_list_is_sequence, check_pile
    from sprague.tables.slices import check_fixed, parse_fixed

    chosen = choose_format([*LIST_FORMATS, "oeis", *PICTURE_FORMATS], requested_format(as_json, format_name), output)
    rule = read_game_with_echo(game, chosen == "json" and output is None)
    check_bound(limit, chips)
    if value is not None and misere:
        raise SpragueError("misère play has no Grundy values; leave out --value or --misere")
    fixed = check_fixed(rule, parse_fixed(fix))
    if chosen in PICTURE_FORMATS and pile is not None:
        raise SpragueError(
            f"a picture cannot show only the pile {pile}; leave out --pile {pile}, or choose --format csv"
        )
    if chosen in PICTURE_FORMATS:
        check_axes(rule, fixed, 3)
    check_pile(rule, pile)
    if chosen in ("bfile", "oeis"):
        check_list_is_sequence(rule, pile, chosen)
    if chosen == "oeis":
        check_nothing_fixed(fixed)
    check_output_path(output, chosen)
    what, cap = ("outcome", None) if value is None else ("grundy", value + 1)
    with progress_bar(f"{rule.label}, {what}") as report:
        table = sprague.tabulate(
            rule, limit, chips=chips, what=cast("Measure", what), misere=misere, cap=cap, progress=report
        )
    if chosen in PICTURE_FORMATS:
        from sprague.render.pictures.point_plot import draw_points

        write_output(draw_points(table, value, fixed, dark=dark).write(chosen, running_command(context)), output)
    else:
        write = list_entry if chosen == "oeis" else LIST_FORMATS[chosen]
        text = write(PositionList(table, value, fixed), pile)
        write_output(text, output, chosen, running_command(context))
        if chosen == "oeis" and (lack := shortage_message(text)):
            print_note(lack)
    if chosen in ("bfile", "oeis") and limit is not None:
        end = table.complete_below
        print_note(f"the list ends at positions of fewer than {end} chips, because it may be incomplete beyond")
