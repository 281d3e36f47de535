"""Exports of tables: text, JSON, CSV, NumPy, b-file, LaTeX and Parquet."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sprague.errors import SpragueError
from sprague.results.base import play_of
from sprague.results.tables import TableHeader, TablePlan, TableSummary
from sprague.rules import Position, Ruleset
from sprague.tables import conversions as text
from sprague.tables.request import Request
from sprague.tables.slices import FixedPiles, check_fixed, take_slice
from sprague.tables.table import Table

if TYPE_CHECKING:
    from sprague.tables.table import Table


def table_to_text(table: Table, fixed: FixedPiles = None) -> str:
    """The table, or a slice of it, as `str` has it, and all of it."""
    return text.as_text(table, fixed=fixed)


def table_to_json(table: Table, fixed: FixedPiles = None) -> str:
    """One object: the game, the bound, what is fixed, and a list of [position, value]."""
    values = [[list(position), value] for position, value in _items(table, fixed)]
    header = TableHeader(**_header(table, table.game)).to_json()
    return json.dumps({**header, "fix": dict(fixed or {}), "values": values}, ensure_ascii=False) + "\n"


def _items(table: Table, fixed: FixedPiles) -> Iterator[tuple[Position, Any]]:
    return take_slice(table, fixed).items() if fixed else table.items()


def plan_to_json(request: Request, plan: str) -> str:
    """The same object for a table that is not filled: the game, the bound, and how it would be done."""
    result = TablePlan(**_header(request, request.rule), plan=plan.splitlines())
    return json.dumps(result.to_json(), ensure_ascii=False) + "\n"


def summary_result(table: Table) -> TableSummary:
    """Return a table in a few figures as plain data."""
    return TableSummary(
        **_header(table, table.game),
        positions=len(table),
        largest=table.largest,
        p_positions=[list(position) for position in first_p_positions(table)],
        sentences=list(summary_lines(table)),
    )


def _header(requested: Table | Request, rule: Ruleset) -> dict[str, Any]:
    """Return the fields that all results about tables have."""
    return {
        "game": rule.name or str(rule),
        "rule": str(rule),
        "play": play_of(requested.misere),
        "what": requested.what,
        "limit": requested.limit,
        "chips": requested.chips,
        "cap": requested.cap,
    }


def table_to_csv(table: Table, fixed: FixedPiles = None) -> str:
    """A line of names, then a line for each position, sorted where the order of piles does not matter."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*table.game.names, table.what])
    for position, value in _items(table, fixed):
        writer.writerow([*position, value])
    return out.getvalue()


def table_to_npy(table: Table, fixed: FixedPiles = None) -> bytes:
    """The array of `Table.to_array`, or what is left of it with some piles fixed, as numpy saves it."""
    out = io.BytesIO()
    held = check_fixed(table.game, fixed)
    array = table[tuple(held.get(name, slice(None)) for name in table.game.names)]
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def table_to_bfile(table: Table, fixed: FixedPiles = None) -> str:
    """The b-file of the OEIS: `n a(n)` a line; two piles are read by antidiagonals, upwards from the top.

    >>> import sprague
    >>> table_to_bfile(sprague.tabulate("nim:piles=2", limit=2)).splitlines()
    ['0 0', '1 1', '2 1']

    The differences of three piles, (0, a, b) with a <= b, are read column by column.
    """
    first, values = table_to_sequence(table, fixed)
    return "".join(f"{n} {value}\n" for n, value in enumerate(values, start=first))


def table_to_sequence(table: Table, fixed: FixedPiles = None) -> tuple[int, list[int]]:
    """The values as one sequence, as the OEIS lists them, and the number of its first term."""
    check_table_is_sequence(table.game, table.what, fixed, table.is_of_differences)
    part = take_slice(table, fixed)
    if len(part.axes) == 1:
        return part.starts[0], part.values[part.is_position].tolist()
    each = np.arange(min(part.values.shape))
    if part.is_of_differences:
        lines = (part.values[: b + 1, b] for b in each)
    else:
        lines = (part.values[each[: t + 1], t - each[: t + 1]] for t in each)
    return 0, list(chain.from_iterable(line[line >= 0].tolist() for line in lines))


def table_to_latex(table: Table, fixed: FixedPiles = None) -> str:
    """A tabular environment, for one or two piles or three piles' differences."""
    check_table_is_grid(table.game, table.limit, fixed, table.is_of_differences)
    grid = text.make_grid(table, fixed=fixed)
    assert grid is not None
    name = grid.corner.replace("\\", r"\backslash ")
    head = rf"${name}$ & " + " & ".join(grid.columns) + r" \\"
    rows = [f"{head} & " + " & ".join(row) + r" \\" for head, row in zip(grid.rows, grid.cells, strict=True)]
    if table.is_of_differences and not fixed:
        # As Sharing Nim's authors print them: the row of (0, 0, b) at the bottom, the diagonal (0, a, a) on top.
        lines = [*rows[:0:-1], rf"{rows[0]} \hline", head]
    else:
        lines = [rf"{head} \hline", *rows]
    return "\n".join([rf"\begin{{tabular}}{{r|{'r' * len(grid.columns)}}}", *lines, r"\end{tabular}"]) + "\n"


def check_table_is_sequence(rule: Ruleset, what: str, fixed: FixedPiles, by_differences: bool) -> None:
    """Refuse what a b-file, or an entry of the OEIS, cannot hold; before the work, if it is asked then."""
    if rule.is_restricted:
        raise SpragueError("a b-file has a number for every height, and this rule says 'positions where'; use csv")
    if what == "outcome":
        raise SpragueError("a b-file holds numbers, and outcomes are none; use csv, or sprague positions")
    if len(rule.names) - len(check_fixed(rule, fixed)) > 2 and (fixed or not by_differences):
        raise SpragueError("a b-file holds numbers for one or two piles; fix others, such as --fix c=0, or use csv")


def check_table_is_grid(rule: Ruleset, limit: int | None, fixed: FixedPiles, by_differences: bool) -> None:
    """Refuse what has no rows and columns, which LaTeX needs; before the work, if it is asked then."""
    if not text.has_grid(rule, limit, fixed, by_differences):
        raise SpragueError(
            "a LaTeX table needs one or two piles, or differences of three; fix others, such as --fix c=0, or use csv"
        )


TABLE_FORMATS: dict[str, Callable[[Table, FixedPiles], str | bytes]] = {
    "text": table_to_text,
    "json": table_to_json,
    "csv": table_to_csv,
    "npy": table_to_npy,
    "bfile": table_to_bfile,
    "latex": table_to_latex,
}


def table_to_parquet(table: Table, fixed: FixedPiles = None, made_by: str = "") -> bytes:
    """The positions with their values, as `table_to_csv` has them; what made the file is among its properties."""
    try:
        import duckdb
    except ImportError:
        raise SpragueError("Parquet needs duckdb: pip install 'sprague[survey]'") from None
    if fixed:
        listed = list(take_slice(table, fixed).items())
        positions = np.array([position for position, _ in listed], dtype=np.int64)
        values = np.array([value for _, value in listed])
    else:
        positions, values = table.arrays()
        if table.what == "outcome":
            values = np.where(values > 0, "N", "P")
    columns = {name: np.ascontiguousarray(positions[:, place]) for place, name in enumerate(table.game.names)}
    columns[table.what] = values.astype(object) if table.what == "outcome" else values
    with duckdb.connect() as connection, tempfile.TemporaryDirectory() as folder:
        connection.register("positions", columns)
        file = Path(folder) / "table.parquet"
        told = made_by.replace("'", "''")
        connection.execute(
            f"COPY (SELECT * FROM positions) TO '{file}' (FORMAT PARQUET, KV_METADATA {{made_by: '{told}'}})"
        )
        return file.read_bytes()


_COMMENTS = {"text": "# ", "csv": "# ", "bfile": "# ", "oeis": "# ", "latex": "% ", "bibtex": "% ", "dot": "// "}


def add_provenance(content: str | bytes, format_name: str, made_by: str) -> str | bytes:
    r"""The content of a file with a comment on top, or in JSON with a key `made_by`.

    >>> add_provenance("a,grundy\n0,0\n", "csv", "sprague 0.1.0: sprague table nim:piles=1 --limit 1 -o nim.csv")
    '# sprague 0.1.0: sprague table nim:piles=1 --limit 1 -o nim.csv\na,grundy\n0,0\n'

    After the array of an npy file it is one line more, which numpy leaves alone. Formats without any place for it
    (Walnut's) stay as they are, and pictures and Parquet have it among their properties.
    """
    told = " ".join(made_by.splitlines())  # a rule may have several lines, a comment has one
    if isinstance(content, bytes):
        return content + f"\n# {told}\n".encode() if format_name == "npy" else content
    if format_name == "json" and content.endswith("}\n"):
        return f"{content[:-2]}, {json.dumps('made_by')}: {json.dumps(told, ensure_ascii=False)}}}\n"
    return f"{_COMMENTS[format_name]}{told}\n{content}" if format_name in _COMMENTS else content


SHOWN = 24  # P-positions
MOST_CELLS = 300_000  # of a box in which they are looked for


def first_p_positions(table: Table, most: int = SHOWN) -> list[Position]:
    """The P-positions with the fewest chips, of which none is left out; at most so many.

    >>> import sprague
    >>> first_p_positions(sprague.tabulate("nim", limit=8), 5)
    [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 2, 3)]

    They are looked for in boxes at the beginning of the table, each twice as wide as the one before.
    """
    rule, outcomes = table.game, table.outcomes()
    widest = table.widest
    found: list[Position] = []
    width = min(4 + rule.floor, widest)
    while True:
        box = outcomes[(slice(0, width),) * len(rule.names)]
        cells = (tuple(cell) for cell in np.argwhere(box == "P").tolist())
        # Beyond so many chips there may be others outside of the box.
        complete = width + (len(rule.piles) - 1) * rule.floor if width < widest else None
        members = sorted((cell for cell in cells if rule.position(cell) == cell), key=table.chips_first)
        found = [p for p in members if complete is None or table.chips_first(p)[0] < complete][:most]
        if len(found) == most or width == widest or (2 * width) ** len(rule.names) > MOST_CELLS:
            return found
        width = min(2 * width, widest)


def summary_lines(table: Table) -> Iterator[str]:
    """What is to be said about a table.

    >>> import sprague
    >>> print(*summary_lines(sprague.tabulate("nim:piles=2", limit=8)))
    36 positions with piles < 8. The largest Grundy value is 7.
    """
    yield f"{len(table):,} positions with {table.bound}."
    if table.what != "outcome":
        what = {"grundy": "Grundy value"}.get(table.what, table.what)
        yield f"The largest {what} is {table.largest:,}{', the cap' if table.largest == table.cap else ''}."
