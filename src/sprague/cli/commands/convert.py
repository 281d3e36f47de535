"""The command `sprague convert`: a certificate of version 1 in the format of version 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.outputs import check_output_path, write_output

EXAMPLES = (
    "sprague convert nim.json",
    "sprague convert nim.json -o nim-2.json",
)


def convert(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a certificate of version 1, a JSON file")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="write to this file")] = None,
) -> None:
    """Convert a certificate of version 1 to version 2.

    Version 1 has the rule and the claim as text, version 2 as syntax trees. The theorem and the evidence stay the same.
    sprague verify checks the result.
    """
    from sprague.certificates import conversion as converting
    from sprague.certificates.reader import load_json

    check_output_path(output, "json")
    converted = converting.convert(load_json(file))
    write_output(json.dumps(converted, ensure_ascii=False) + "\n", output)
