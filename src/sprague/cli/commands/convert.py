"""The command `sprague convert`: convert a certificate from version 1 to version 2 of the format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.arguments import AsJson, output_option, print_json
from sprague.cli.outputs import check_output_path, write_output

EXAMPLES = (
    "sprague convert nim.json",
    "sprague convert nim.json -o nim-2.json",
)


def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the certificate of version 1 (.json)")],
    output: Annotated[Path | None, output_option("write the converted certificate to this file (.json)")] = None,
    as_json: AsJson = False,
) -> None:
    """Convert a certificate from format version 1 to version 2.

    Version 1 of the format stores the rule and the claim as text, and version 2 stores them as syntax trees. The
    conversion changes neither the theorem nor its proof. To check the new certificate, use 'sprague verify'.
    """
    from sprague.certificates import conversion as converting
    from sprague.certificates.reader import load_json

    check_output_path(output, "json")
    converted = converting.convert(load_json(file))
    write_output(json.dumps(converted, ensure_ascii=False) + "\n", output)
    if as_json and output is not None:
        print_json({"output": str(output), "certificate_version": converted["version"]})
