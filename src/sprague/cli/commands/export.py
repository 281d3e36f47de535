"""The command `sprague export`: write a certificate as a Coq file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.outputs import check_output_path, write_output
from sprague.errors import SpragueError
from sprague.limits import Limits

EXAMPLES = (
    "sprague export nim.json --to coq",
    "sprague export nim.json --to coq -o nim.v",
)


def export(
    file: Annotated[Path | None, typer.Argument(metavar="CERTIFICATE", help="a certificate (JSON file)")] = None,
    to: Annotated[str, typer.Option("--to", metavar="coq", help="the proof assistant; only coq is supported")] = "coq",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="write the Coq file to this path")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="take at most this many seconds; default 300")] = None,
    library: Annotated[bool, typer.Option("--library", help="compile the Coq library and print its folder")] = False,
) -> None:
    """Export a certificate as a Coq file that states and proves its theorem.

    The Coq file needs the Coq library of Sprague. sprague verify --coq compiles the library when it is first needed.
    sprague export --library compiles the library as well, and prints its folder. Certificates that the library does not
    cover are refused with the reason.
    """
    from sprague.certificates.reader import load_json
    from sprague.coq.theorem_file import theorem_file

    if library:
        from sprague.coq.coq_program import compiled_library

        print(compiled_library())
        return
    if file is None:
        raise SpragueError("name a certificate to export, or give --library")
    if to != "coq":
        raise SpragueError(f"expected --to to be coq, got {to!r}")
    check_output_path(output, "coq")
    write_output(theorem_file(load_json(file), Limits(seconds=seconds)).text, output, "coq", "")
