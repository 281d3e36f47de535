"""The command `sprague period`: find and prove the least period of every pile."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast

import typer

import sprague
from sprague.cli.arguments import (
    AsJson,
    Dark,
    GameText,
    Misere,
    certificate_option,
    choice_option,
    print_json,
    read_game_with_echo,
    seconds_option,
)
from sprague.cli.outputs import check_output_path, choose_format, running_command, write_output
from sprague.limits import Limits
from sprague.results.base import PeriodMeasure

EXAMPLES = (
    'sprague period "(n) -> (u) + (v) where u + v = n - 2"',
    "sprague period subtraction-transfer:a=2,b=3,c=2 --drawing period.png",
)
UNDECIDED = 3


def period(
    context: typer.Context,
    game: GameText,
    what: Annotated[
        str | None,
        choice_option(("grundy", "outcome"), meaning="the values whose period is computed; in misère play, outcomes"),
    ] = None,
    misere: Misere = False,
    positions: Annotated[int | None, typer.Option(min=1, help="compute at most this many positions")] = None,
    seconds: Annotated[float | None, seconds_option()] = None,
    output: Annotated[Path | None, certificate_option()] = None,
    drawing: Annotated[
        Path | None, typer.Option(help="draw the values and their periods to this file (.png, .svg, .pdf)")
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """Find and prove the least period of the values along every pile.

    A pile has period p if, once the pile is large enough, adding p chips to it does not change the value. The command
    applies to games in which a move takes a bounded number of chips, and to games that split heaps. The exit code is 3
    if no period was proved for some pile, although one may exist.
    """
    from sprague.periods.period import Period, period_lines, period_result
    from sprague.render.pictures.picture import PICTURE_FORMATS

    kind = choose_format(PICTURE_FORMATS, None, drawing)
    check_output_path(output, "json", "--certificate writes the certificate, --drawing a picture")
    check_output_path(drawing, kind)
    asked = what or ("outcome" if misere else "grundy")
    rule = read_game_with_echo(game, as_json)
    found = sprague.find_period(
        rule, what=cast("PeriodMeasure", asked), misere=misere, budget=Limits(positions=positions, seconds=seconds)
    )
    try:
        # Write files before printing, because the reader of the output may close the pipe.
        if output is not None and isinstance(found, Period):
            found.save(output)
        if drawing is not None and isinstance(found, Period):
            from sprague.render.pictures.value_maps import period_map

            write_output(period_map(found, dark=dark).write(kind, running_command(context)), drawing)
    finally:
        if as_json:
            print_json(period_result(found, asked, misere))
        else:
            print("\n".join(period_lines(found)))
    if output is not None and isinstance(found, Period) and not as_json:
        print(f"Certificate: {output}")
    if None in found.periods:
        raise typer.Exit(UNDECIDED)
