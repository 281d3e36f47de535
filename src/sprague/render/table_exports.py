"""Exports of tables of values: text, JSON, CSV, NumPy, b-file, LaTeX and Parquet, and the summary of a table."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from sprague.errors import MissingExtraError, SpragueError
from sprague.render.export_formats import SEQUENCE_FORMATS, bfile_text, csv_text, latex_row, latex_tabular
from sprague.render.position_list_exports import first_p_positions
from sprague.results.base import play_of
from sprague.results.tables import TableHeader, TablePlan, TableSummary
from sprague.rules import Position, Ruleset
from sprague.tables.conversions import as_text, has_grid, make_grid
from sprague.tables.request import Request
from sprague.tables.slices import FixedPiles, check_fixed, take_slice
from sprague.tables.table import Table
from sprague.tables.table_values import PositionArray


def table_to_text(table: Table, fixed: FixedPiles = None) -> str:
    """Return a table, or the part of a table with some piles fixed, as text."""
    return as_text(table, fixed=fixed)


def table_to_json(table: Table, fixed: FixedPiles = None) -> str:
    """Return a table as one JSON object: the game, the bound, the fixed piles, and a list of [position, value]."""
    values = [[list(position), value] for position, value in _items(table, fixed)]
    header = TableHeader(**_header(table, table.game)).to_json()
    return json.dumps({**header, "fix": dict(fixed or {}), "values": values}, ensure_ascii=False) + "\n"


def _items(table: Table, fixed: FixedPiles) -> Iterable[tuple[Position, Any]]:
    return take_slice(table, fixed).items() if fixed else table.items()


def plan_to_json(request: Request, plan: str) -> str:
    """Return a JSON object that states the game, the bound and the planned method of computation of a table."""
    result = TablePlan(**_header(request, request.rule), plan=plan.splitlines())
    return json.dumps(result.to_json(), ensure_ascii=False) + "\n"


def summary_result(table: Table) -> TableSummary:
    """Return the summary of a table as a `TableSummary`: its size, its largest value and its first P-positions."""
    return TableSummary(
        **_header(table, table.game),
        positions=len(table),
        largest=table.largest,
        p_positions=[list(position) for position in first_p_positions(table)],
        sentences=list(_summary_lines(table)),
    )


def _header(requested: Table | Request, rule: Ruleset) -> dict[str, Any]:
    """Return the fields that all results about tables share: the game, the kind of values and the bound."""
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
    """Return a table as CSV with a line for each position, in which interchangeable piles are sorted."""
    rows = ([*position, value] for position, value in _items(table, fixed))
    return csv_text([*table.game.names, table.what], rows)


def table_to_npy(table: Table, fixed: FixedPiles = None) -> bytes:
    """Return the values of a table, or of the part of a table with some piles fixed, as a NumPy file (npy)."""
    out = io.BytesIO()
    held = check_fixed(table.game, fixed)
    array = table[tuple(held.get(name, slice(None)) for name in table.game.names)]
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def table_to_bfile(table: Table, fixed: FixedPiles = None) -> str:
    """Return a table as a b-file (a list of terms for the OEIS); a table of two piles is read by antidiagonals.

    >>> import sprague
    >>> table_to_bfile(sprague.tabulate("nim:piles=2", limit=2)).splitlines()
    ['0 0', '1 1', '2 1']

    If values depend only on the differences of three piles, the table contains the positions (0, a, b) with a <= b, and
    the b-file lists their values column by column.
    """
    first, values = table_to_sequence(table, fixed)
    return bfile_text(first, values)


def table_to_sequence(table: Table, fixed: FixedPiles = None, kind: str = "bfile") -> tuple[int, list[int]]:
    """Return the index of the first value of a table, and all values in the order that the OEIS uses."""
    check_table_is_sequence(table.game, table.what, fixed, table.is_of_differences, kind)
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
    """Return a table of values as a LaTeX tabular environment; the table must have at most two dimensions."""
    check_table_is_grid(table.game, table.limit, fixed, table.is_of_differences)
    grid = make_grid(table, fixed=fixed)
    assert grid is not None
    name = grid.corner.replace("\\", r"\backslash ")
    head = latex_row([f"${name}$", *grid.columns])
    rows = [latex_row([label, *row]) for label, row in zip(grid.rows, grid.cells, strict=True)]
    if table.is_of_differences and not fixed:
        # As in the paper on Sharing Nim, print the positions (0, 0, b) in the bottom row and the positions (0, a, a) on
        # top.
        lines = [*rows[:0:-1], rf"{rows[0]} \hline", head]
    else:
        lines = [rf"{head} \hline", *rows]
    return latex_tabular(f"r|{'r' * len(grid.columns)}", lines)


def check_table_is_sequence(
    rule: Ruleset, what: str, fixed: FixedPiles, by_differences: bool, kind: str = "bfile"
) -> None:
    """Raise an error if a table cannot be exported as a sequence of the given `kind`, a b-file or an OEIS entry."""
    name = SEQUENCE_FORMATS[kind]
    if rule.is_restricted:
        raise SpragueError(
            f"{name} needs a value for every pile size, but the rule excludes some pile sizes by 'positions "
            "where'; choose --format csv"
        )
    if what == "outcome":
        raise SpragueError(f"{name} contains numbers, not outcomes; choose --format csv, or use 'sprague positions'")
    if len(rule.names) - len(check_fixed(rule, fixed)) > 2 and (fixed or not by_differences):
        raise SpragueError(
            f"{name} shows a table of at most two piles; fix the other piles, for example with --fix c=0, or "
            "choose --format csv"
        )


def check_table_is_grid(rule: Ruleset, limit: int | None, fixed: FixedPiles, by_differences: bool) -> None:
    """Raise an error if a table cannot be exported to LaTeX because it has more than two dimensions."""
    if not has_grid(rule, limit, fixed, by_differences):
        raise SpragueError(
            "the table has too many piles for LaTeX (at most two, or three if only differences matter); fix the "
            "other piles, for example with --fix c=0, or choose --format csv"
        )


def table_to_parquet(table: Table, fixed: FixedPiles = None, made_by: str = "") -> bytes:
    """Return a table as the bytes of a Parquet file, with the same columns as the CSV export.

    The command in `made_by` is stored in the metadata of the file.
    """
    try:
        import duckdb
    except ImportError:
        raise MissingExtraError("Parquet needs duckdb: pip install 'sprague[survey]'") from None
    if fixed:
        listed = list(take_slice(table, fixed).items())
        positions: PositionArray = np.array([position for position, _ in listed], dtype=np.int64)
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
        quoted = made_by.replace("'", "''")
        connection.execute(
            f"COPY (SELECT * FROM positions) TO '{file}' (FORMAT PARQUET, KV_METADATA {{made_by: '{quoted}'}})"
        )
        return file.read_bytes()


def _summary_lines(table: Table) -> Iterator[str]:
    """Yield sentences that state the number of positions and the largest value of a table.

    >>> import sprague
    >>> print(*_summary_lines(sprague.tabulate("nim:piles=2", limit=8)))
    36 positions with piles < 8. The largest Grundy value is 7.
    """
    yield f"{len(table):,} positions with {table.bound}."
    if table.what != "outcome":
        what = {"grundy": "Grundy value"}.get(table.what, table.what)
        yield f"The largest {what} is {table.largest:,}{', the cap' if table.largest == table.cap else ''}."


TABLE_FORMATS: dict[str, Callable[[Table, FixedPiles], str | bytes]] = {
    "text": table_to_text,
    "json": table_to_json,
    "csv": table_to_csv,
    "npy": table_to_npy,
    "bfile": table_to_bfile,
    "latex": table_to_latex,
}
