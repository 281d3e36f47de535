"""The command `sprague cite`: BibTeX entries for Sprague and for the sources of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.arguments import AsJson, output_option, print_json, read_game
from sprague.cli.outputs import check_output_path, write_output
from sprague.errors import SpragueError
from sprague.games import SPRAGUE, Work, bibliography, find_game

EXAMPLES = (
    "sprague cite",
    "sprague cite wythoff -o works.bib",
)


def cite(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="also print the sources of this game of the catalogue")
    ] = "",
    output: Annotated[Path | None, output_option("write the entries to this file (.bib)")] = None,
    as_json: AsJson = False,
) -> None:
    """Print BibTeX entries for Sprague and for the sources of a game."""
    check_output_path(output, "bibtex")
    works = [SPRAGUE, *(_works(game) if game else ())]
    if as_json:
        print_json([{"key": work.key, "bibtex": work.bibtex()} for work in works])
        return
    write_output(bibliography(works), output)


def _works(text: str) -> list[Work]:
    if re.fullmatch(r"[sS][0-9]{1,6}", text.strip()):
        raise SpragueError(f"{text!r} is an entry of the atlas; to cite it, run: sprague atlas show {text} --bibtex")
    name = read_game(text).name.partition(":")[0]
    entry = find_game(name) if name else None
    if entry is None:
        raise SpragueError(
            f"{text!r} is not a game of the catalogue, so it has no sources; leave out GAME to cite only Sprague"
        )
    return [source.work for source in entry.sources if source.work is not None]
