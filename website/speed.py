"""Tables for the page *How fast*: the text is in docs/speed.md, the measurements are in docs/measured.json."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from website.papers import cell

#: The mark in a page that is replaced by the table of a benchmark.
PLACE = re.compile(r"^<!-- measured: (\w+) -->$", re.MULTILINE)


def fill_tables(text: str, measured: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a page with each mark of a table replaced by the measured table."""
    return PLACE.sub(lambda place: _section(measured[place[1]]), text)


def _section(measured: Mapping[str, Any]) -> str:
    """Return the table of a benchmark, followed by single figures, the command and the versions used."""
    figures = "; ".join(f"{name}: {_cell(figure)}" for name, figure in measured["figures"].items())
    used = ", ".join(f"{name} {version}" for name, version in measured["with"].items())
    origin = f"`{measured['command']}`, measured on {measured['measured']} with {used}; {measured['machine']}."
    return "\n\n".join([table(measured["columns"], measured["rows"]), *([f"{figures}."] if figures else []), origin])


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table with right-aligned numbers.

    >>> print(table(["game", "s"], [["nim", 1234], ["a|b", None]]))
    | game | s |
    |---|---:|
    | nim | 1,234 |
    | a&#124;b |  |
    """
    numeric = [not any(isinstance(row[place], str) for row in rows) for place in range(len(columns))]
    written = ["| " + " | ".join(map(_cell, row)) + " |" for row in [columns, *rows]]
    return "\n".join([written[0], f"|{'|'.join('---:' if right else '---' for right in numeric)}|", *written[1:]])


def _cell(entry: object) -> str:
    return "" if entry is None else cell(entry) if isinstance(entry, str) else f"{entry:,}"
