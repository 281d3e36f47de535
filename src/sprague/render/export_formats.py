"""Text formats for exports of tables and lists of positions: CSV, b-file and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence


def csv_text(names: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return the content of a CSV file: a line of column names, then a line for each row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return out.getvalue()


def bfile_text(first: int, values: Iterable[int]) -> str:
    """Return a b-file (a list of terms for the OEIS), which has a line `n a(n)` for each value, from n = `first` on."""
    return "".join(f"{n} {value}\n" for n, value in enumerate(values, start=first))


def latex_row(cells: Iterable[str]) -> str:
    """Return one row of a LaTeX table; `cells` contains the texts of its cells."""
    return " & ".join(cells) + r" \\"


def latex_tabular(columns: str, rows: Sequence[str]) -> str:
    """Return a LaTeX tabular environment with the given rows."""
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *rows, r"\end{tabular}"]) + "\n"


# Maps two export formats of sequences to their names in messages.
SEQUENCE_FORMATS = {"bfile": "a b-file", "oeis": "an OEIS entry"}

_COMMENTS = {"text": "# ", "csv": "# ", "bfile": "# ", "oeis": "# ", "latex": "% ", "bibtex": "% ", "dot": "// "}


def add_provenance(content: str | bytes, format_name: str, made_by: str) -> str | bytes:
    r"""Add the command that made a file to its content, as a comment in the first line or as the JSON key `made_by`.

    >>> add_provenance("a,grundy\n0,0\n", "csv", "sprague 0.2.0: sprague table nim:piles=1 --limit 1 -o nim.csv")
    '# sprague 0.2.0: sprague table nim:piles=1 --limit 1 -o nim.csv\na,grundy\n0,0\n'

    In an npy file, the command is on a line after the array; numpy ignores this line. Walnut files have no comments and
    stay unchanged. Pictures and Parquet files store the command in their metadata.
    """
    # join the lines of a rule in the command, because a comment has only one line
    comment = " ".join(made_by.splitlines())
    if isinstance(content, bytes):
        return content + f"\n# {comment}\n".encode() if format_name == "npy" else content
    if format_name == "json" and content.endswith("}\n"):
        return f"{content[:-2]}, {json.dumps('made_by')}: {json.dumps(comment, ensure_ascii=False)}}}\n"
    return f"{_COMMENTS[format_name]}{comment}\n{content}" if format_name in _COMMENTS else content
