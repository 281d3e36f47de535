"""Tables in the formats people ask for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import numpy as np

from sprague.errors import SpragueError
from sprague.rules import Ruleset
from sprague.tables.request import Request
from sprague.tables.table import Table
from sprague.tables.text import as_text, grid_of


def as_json(table: Table) -> str:
    """One object: the game, the bound, and a list of [position, value]."""
    values = [[list(position), value] for position, value in table.items()]
    return json.dumps(_header(table, table.game) | {"values": values}, ensure_ascii=False) + "\n"


def plan_as_json(request: Request, plan: str) -> str:
    """The same object for a table that is not filled: the game, the bound, and how it would be done."""
    return json.dumps(_header(request, request.rule) | {"plan": plan.splitlines()}, ensure_ascii=False) + "\n"


def _header(asked: Table | Request, rule: Ruleset) -> dict[str, object]:
    bound = {"limit": asked.limit} if asked.limit is not None else {"chips": asked.chips}
    return {
        "game": rule.name or str(rule),
        "rule": str(rule),
        "play": "misere" if asked.misere else "normal",
        "what": asked.what,
        **bound,
        "cap": asked.cap,
    }


def as_csv(table: Table) -> str:
    """A line of names, then a line for each position."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*table.game.names, table.what])
    for position, value in table.items():
        writer.writerow([*position, value])
    return out.getvalue()


def as_npy(table: Table) -> bytes:
    """The array of `Table.to_array`, as numpy saves it."""
    out = io.BytesIO()
    np.save(out, table.to_array(), allow_pickle=False)
    return out.getvalue()


def as_bfile(table: Table) -> str:
    """The b-file of the OEIS: `n a(n)` a line; two piles are read by antidiagonals, upwards from the top.

    >>> import sprague
    >>> as_bfile(sprague.tabulate("nim:piles=2", limit=2)).splitlines()
    ['0 0', '1 1', '2 1']
    """
    count = len(table.game.names)
    floor = table.game.floor
    if table.game.is_restricted:
        raise SpragueError("a b-file has a number for every height, and this rule says 'positions where'; use csv")
    if table.what == "outcome" or count > 2:
        raise SpragueError(
            "a b-file holds numbers for one or two piles; fix the others in the rule, or use --format csv"
        )
    if count == 1:
        return "".join(f"{n} {value}\n" for n, value in enumerate(table.row((None,)), start=floor))
    most = table.chips if table.chips is not None else floor + (table.limit or 0) - 1
    values = [table[i, s - i] for s in range(2 * floor, most + 1) for i in range(floor, s - floor + 1)]
    return "".join(f"{n} {value}\n" for n, value in enumerate(values))


def as_latex(table: Table) -> str:
    """A tabular environment, for one or two piles or three piles' differences."""
    grid = grid_of(table)
    if grid is None:
        raise SpragueError("a LaTeX table needs one or two piles, or differences of three; use --format csv")
    name = grid.corner.replace("\\", r"\backslash ")
    columns = grid.columns
    lines = [rf"\begin{{tabular}}{{r|{'r' * len(columns)}}}", rf"${name}$ & " + " & ".join(columns) + r" \\ \hline"]
    lines += [f"{head} & " + " & ".join(row) + r" \\" for head, row in zip(grid.rows, grid.cells, strict=True)]
    return "\n".join([*lines, r"\end{tabular}"]) + "\n"


FORMATS: dict[str, Callable[[Table], str | bytes]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "npy": as_npy,
    "bfile": as_bfile,
    "latex": as_latex,
}
