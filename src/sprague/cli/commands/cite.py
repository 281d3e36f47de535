"""The command `sprague cite`: how to cite Sprague, and the works that a game comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.arguments import GAME_HELP, AsJson, print_json, read_game
from sprague.cli.outputs import check_output_path, write_output
from sprague.errors import SpragueError
from sprague.games import SPRAGUE, Work, bibliography, find_game

EXAMPLES = (
    "sprague cite",
    "sprague cite wythoff -o works.bib",
)


def cite(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"also the works it comes from: {GAME_HELP}")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
    as_json: AsJson = False,
) -> None:
    """Print how to cite Sprague, and the works of a game.

    The entries are BibTeX.
    """
    check_output_path(output, "bibtex")
    works = [SPRAGUE, *(_works(game) if game else ())]
    if as_json:
        print_json([{"key": work.key, "bibtex": work.bibtex()} for work in works])
        return
    write_output(bibliography(works), output)


def _works(text: str) -> list[Work]:
    name = read_game(text).name.partition(":")[0]
    entry = find_game(name) if name else None
    if entry is None:
        raise SpragueError(f"expected a game of the catalogue, which names its sources, got {text!r}; leave it out")
    return [source.work for source in entry.sources if source.work is not None]
