"""The command `sprague quotient`: compute the misère quotient of a taking-and-breaking game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.cli.arguments import AsJson, GameText, certificate_option, read_game_with_echo, seconds_option
from sprague.cli.outputs import check_output_path
from sprague.limits import Limits
from sprague.render.terminal import status_line
from sprague.results.base import json_text
from sprague.rules.octal_codes import is_code

UNDECIDED = 3
EXAMPLES = (
    "sprague quotient 0.77",
    'sprague quotient "(n) -> (u) where u < n" --heaps 7 --table',
)


def quotient(
    game: GameText,
    heaps: Annotated[
        int | None,
        typer.Option(
            help="compute the quotient for heaps up to this size; by default, stop at 400, or earlier if a period of "
            "the elements is proved"
        ),
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="also print the multiplication table of the quotient")] = False,
    elements: Annotated[
        int | None,
        typer.Option(min=1, help="search for quotients with at most this many elements; the default is 12,000"),
    ] = None,
    seconds: Annotated[float | None, seconds_option("the default is 60")] = None,
    output: Annotated[Path | None, certificate_option()] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the misère quotient of a taking-and-breaking game.

    The misère quotient is a finite commutative monoid with an element for each heap. In misère play, the previous
    player wins a sum of heaps if and only if the product of the heaps' elements is a P-element. An asterisk marks the
    P-elements in the multiplication table. The exit code is 3 if the command reaches its limits before it finds the
    quotient for all heaps.
    """
    check_output_path(output, "json", "--certificate writes the certificate")
    asked = game if is_code(game) else read_game_with_echo(game, as_json)
    with status_line("misère quotient") as report:
        found = sprague.misere_quotient(asked, heaps, Limits(states=elements, seconds=seconds), progress=report)
    text = json_text(found.to_json()) if as_json else str(found)
    if table and not as_json:
        text += f"\n\n{found.multiplication_table()}"
    try:
        # Write files before printing, because the reader of the output may close the pipe.
        if output is not None:
            found.save(output)
    finally:
        print(text)
    if output is not None and not as_json:
        print(f"Certificate: {output}")
    if found.stopped:
        raise typer.Exit(UNDECIDED)
