"""The command `sprague export`: export a certificate as a Coq file that states and proves the theorem."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.arguments import AsJson, choice_option, output_option, print_json, seconds_option
from sprague.cli.outputs import check_output_path, write_output
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.render.verbosity import print_note

EXAMPLES = (
    "sprague export nim.json --to coq",
    "sprague export nim.json --to coq -o nim.v",
)


def export(
    file: Annotated[
        Path | None, typer.Argument(metavar="CERTIFICATE", help="the certificate of a theorem (.json)")
    ] = None,
    to: Annotated[str, choice_option(("coq",), "--to", meaning="the proof assistant; only coq is supported")] = "coq",
    output: Annotated[Path | None, output_option("write the Coq file to this path (.v)")] = None,
    seconds: Annotated[float | None, seconds_option("the default is 300")] = None,
    library: Annotated[
        bool, typer.Option("--library", help="compile the Coq library of Sprague, and print its folder")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Export a certificate as a Coq theorem with its proof.

    The Coq file imports the Coq library of Sprague. 'sprague verify --coq' compiles the library when it is first
    needed; 'sprague export --library' compiles it and prints its folder. If the Coq library cannot express a theorem,
    the command prints the reason.
    """
    from sprague.certificates.reader import load_json
    from sprague.coq.theorem_file import theorem_file

    if library:
        from sprague.coq.coq_program import compiled_library

        folder = compiled_library()
        if as_json:
            print_json({"library": str(folder)})
        else:
            print(folder)
        return
    if file is None:
        raise SpragueError("expected CERTIFICATE or --library, got neither")
    if to != "coq":
        raise SpragueError(f"expected --to coq, got {to!r}; no other proof assistant is supported")
    check_output_path(output, "coq")
    made = theorem_file(load_json(file), Limits(seconds=seconds))
    text = made.text
    if made.unproved is not None:
        print_note(f"the Coq file does not prove the formula of the certificate: {made.unproved}")
    if not as_json or output is not None:
        write_output(text, output, "coq", "")
    if as_json:
        print_json({"certificate": str(file), "to": to, "output": str(output)} if output else {"to": to, "text": text})
