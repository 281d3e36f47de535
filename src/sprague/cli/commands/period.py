"""The command `sprague period`: the least period of every pile, with its proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.cli.arguments import AsJson, Dark, GameText, Misere, print_json, read_game_with_echo
from sprague.cli.outputs import check_output_path, choose_format, running_command, write_output
from sprague.files import write_atomically
from sprague.limits import Limits

EXAMPLES = (
    'sprague period "(n) -> (u) + (v) where u + v = n - 2"',
    "sprague period subtraction-transfer:a=2,b=3,c=2 --drawing period.png",
)


def period(
    context: typer.Context,
    game: GameText,
    what: Annotated[str | None, typer.Option(help="grundy or, which is all there is in misère play, outcome")] = None,
    misere: Misere = False,
    positions: Annotated[int | None, typer.Option(min=1, help="compute at most this many positions")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="how long to look")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write the certificate to this file")] = None,
    drawing: Annotated[
        Path | None, typer.Option(help="draw the values into this file (png, svg, pdf), with the periods marked")
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """Find the least period of every pile, and prove it.

    For games with finitely many moves, and for games in which heaps are broken. The exit code is 1 if some pile has
    none that was found.
    """
    from sprague.periods.period import Period, period_lines, period_result
    from sprague.render.pictures.picture import PICTURE_FORMATS

    kind = choose_format(PICTURE_FORMATS, None, drawing)
    check_output_path(output, "json", "-o writes the certificate, --drawing a picture")
    check_output_path(drawing, kind)
    asked = what or ("outcome" if misere else "grundy")
    rule = read_game_with_echo(game, as_json)
    found = sprague.find_period(rule, what=asked, misere=misere, limits=Limits(positions=positions, seconds=seconds))
    try:
        # First of all: what reads the output may close it.
        if output is not None and isinstance(found, Period):
            write_atomically(output, json.dumps(found.certificate(), ensure_ascii=False) + "\n")
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
        raise typer.Exit(1)
