"""The command `sprague export`: a certificate as a theorem of Coq."""

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
    file: Annotated[Path | None, typer.Argument(metavar="CERTIFICATE", help="a certificate, a JSON file")] = None,
    to: Annotated[str, typer.Option("--to", metavar="coq", help="for which proof assistant: coq")] = "coq",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="write to this file")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="how long to try; by default 300 seconds")] = None,
    library: Annotated[bool, typer.Option("--library", help="print where the library is, compiled for Coq")] = False,
) -> None:
    """Export a certificate as a theorem of Coq.

    The file states the theorem and proves it.
    The file needs the library that comes with the package. sprague verify --coq compiles that when it is first needed;
    --library does the same and prints the folder. What the library does not cover yet is refused, with the reason.
    """
    from sprague.certificates.reader import load_json
    from sprague.coq.theorem_file import theorem_file

    if library:
        from sprague.coq.coq_program import compiled_library

        print(compiled_library())
        return
    if file is None:
        raise SpragueError("expected a certificate to export, or --library, got neither")
    if to != "coq":
        raise SpragueError(f"expected --to coq, got {to!r}; there is no other proof assistant yet")
    check_output_path(output, "coq")
    write_output(theorem_file(load_json(file), Limits(seconds=seconds)).text, output, "coq", "")
