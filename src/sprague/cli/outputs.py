"""Output of commands: `choose_format` selects the output format, and `write_output` writes to a file or to stdout."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

import typer

from sprague.cli.main import ARGUMENTS_KEY
from sprague.errors import SpragueError
from sprague.files import check_writable, is_regular_target, write_atomically
from sprague.render.export_formats import add_provenance
from sprague.version import __version__

# Maps the suffix of a file name to its output format.
SUFFIXES = {
    ".txt": "text",
    ".json": "json",
    ".csv": "csv",
    ".npy": "npy",
    ".tex": "latex",
    ".bib": "bibtex",
    ".svg": "svg",
    ".dot": "dot",
    ".png": "png",
    ".pdf": "pdf",
    ".html": "html",
    ".parquet": "parquet",
    ".v": "coq",
    ".duckdb": "duckdb",
}
# Output formats whose content is not text.
BINARY_FORMATS = ("npy", "png", "pdf", "parquet", "duckdb")
_B_FILE = re.compile(r"b[0-9]{6}\.txt")  # regular expression for the names of b-files in the OEIS, such as b000045.txt


def choose_format(formats: Iterable[str], asked: str | None, output: Path | None) -> str:
    """Return the output format of a command: the value of `--format`, or the format for the suffix of the output file.

    Without `--format` and without an output file, the function returns the first of the given formats.

    >>> choose_format(["text", "csv"], None, Path("values.csv"))
    'csv'
    """
    known = list(formats)
    if asked is not None:
        if asked not in known:
            raise SpragueError(f"expected --format to be one of {', '.join(known)}, got {asked!r}")
        return asked
    if output is None or not output.suffix or output.is_char_device() or output.is_fifo():
        return known[0]
    found = "bfile" if _B_FILE.fullmatch(output.name) and "bfile" in known else SUFFIXES.get(output.suffix.lower())
    if found not in known:
        suffixes = [suffix for suffix, name in SUFFIXES.items() if name in known]
        raise SpragueError(
            f"expected an output file with the suffix {' or '.join(suffixes)}, got {str(output)!r}; "
            f"or choose --format {' or '.join(known)}"
        )
    return found


def requested_format(as_json: bool, format_name: str | None) -> str | None:
    """Return the output format that `--json` or `--format` requests, or None; refuse both options together."""
    if as_json and format_name is not None:
        raise SpragueError(f"expected --json or --format, got both (--format {format_name}); leave out one of them")
    return "json" if as_json else format_name


def check_output_path(output: Path | None, kind: str, instead: str = "") -> None:
    """Raise an error if an output file cannot be written, or if its suffix belongs to another format.

    Commands call this function before they start a long computation. The text `instead` names the option that writes
    files of the refused format, and is added to the error message. Any format may be written to a device, to a pipe or
    to a path without a known suffix, and any text may be written to a .txt file.

    >>> check_output_path(Path("p.pdf"), "json")
    Traceback (most recent call last):
        ...
    sprague.errors.SpragueError: expected an output file that ends in .json, got 'p.pdf'
    """
    if output is None:
        return
    check_writable(output)
    promised = SUFFIXES.get(output.suffix.lower())
    if promised in (None, kind) or (promised == "text" and kind not in BINARY_FORMATS) or not is_regular_target(output):
        return
    fitting = next((f"that ends in {suffix}" for suffix, name in SUFFIXES.items() if name == kind), f"for {kind}")
    message = f"expected an output file {fitting}, got {str(output)!r}"
    raise SpragueError(f"{message}; {instead}" if instead else message)


def running_command(context: typer.Context) -> str:
    """Return the header line of output files: the version of Sprague and the running command.

    An example of a header line is `sprague 0.2.0: sprague table nim …`.
    """
    return f"sprague {__version__}: {shlex.join(['sprague', *context.meta[ARGUMENTS_KEY]])}"


def write_output(content: str | bytes, output: Path | None, format_name: str = "", maker: str = "") -> None:
    """Write the output of a command to a file or to standard output; refuse to write binary data to a terminal.

    If the format allows comments or metadata, the file also contains the text `maker`, which is the command that wrote
    the file.
    """
    if output is not None:
        write_atomically(
            output, add_provenance(content, format_name, maker) if maker and is_regular_target(output) else content
        )
    elif isinstance(content, str):
        print(content, end="")
    elif sys.stdout.isatty():
        raise SpragueError("binary output cannot be shown in a terminal; write it to a file with -o FILE, or to a pipe")
    else:
        sys.stdout.buffer.write(content)
