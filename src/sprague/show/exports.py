"""Tables in the formats people ask for."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from sprague.errors import SpragueError
from sprague.rules import Position, Ruleset
from sprague.tables import text
from sprague.tables.request import Request
from sprague.tables.slices import Fixed, check_fixed, cut
from sprague.tables.table import Table


def as_text(table: Table, fixed: Fixed = None) -> str:
    """The table, or a slice of it, as `str` has it, and all of it."""
    return text.as_text(table, fixed=fixed)


def as_json(table: Table, fixed: Fixed = None) -> str:
    """One object: the game, the bound, what is fixed, and a list of [position, value]."""
    held = {"fix": dict(fixed)} if fixed else {}
    values = [[list(position), value] for position, value in _items(table, fixed)]
    return json.dumps(_header(table, table.game) | held | {"values": values}, ensure_ascii=False) + "\n"


def _items(table: Table, fixed: Fixed) -> Iterator[tuple[Position, Any]]:
    return cut(table, fixed).items() if fixed else table.items()


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


def as_csv(table: Table, fixed: Fixed = None) -> str:
    """A line of names, then a line for each position, sorted where the order of piles does not matter."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*table.game.names, table.what])
    for position, value in _items(table, fixed):
        writer.writerow([*position, value])
    return out.getvalue()


def as_npy(table: Table, fixed: Fixed = None) -> bytes:
    """The array of `Table.to_array`, or what is left of it with some piles fixed, as numpy saves it."""
    out = io.BytesIO()
    held = check_fixed(table.game, fixed)
    array = table[tuple(held.get(name, slice(None)) for name in table.game.names)]
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def as_bfile(table: Table, fixed: Fixed = None) -> str:
    """The b-file of the OEIS: `n a(n)` a line; two piles are read by antidiagonals, upwards from the top.

    >>> import sprague
    >>> as_bfile(sprague.tabulate("nim:piles=2", limit=2)).splitlines()
    ['0 0', '1 1', '2 1']

    The differences of three piles, (0, a, b) with a <= b, are read column by column.
    """
    first, values = sequence(table, fixed)
    return "".join(f"{n} {value}\n" for n, value in enumerate(values, start=first))


def sequence(table: Table, fixed: Fixed = None) -> tuple[int, list[int]]:
    """The values as one sequence, as the OEIS lists them, and the number of its first term."""
    refuse_as_sequence(table.game, table.what, fixed, table.is_of_differences)
    part = cut(table, fixed)
    if len(part.axes) == 1:
        return part.starts[0], part.values[part.is_position].tolist()
    each = np.arange(min(part.values.shape))
    if part.is_of_differences:
        lines = (part.values[: b + 1, b] for b in each)
    else:
        lines = (part.values[each[: t + 1], t - each[: t + 1]] for t in each)
    return 0, list(chain.from_iterable(line[line >= 0].tolist() for line in lines))


def as_latex(table: Table, fixed: Fixed = None) -> str:
    """A tabular environment, for one or two piles or three piles' differences."""
    refuse_as_grid(table.game, table.limit, fixed, table.is_of_differences)
    grid = text.grid_of(table, fixed=fixed)
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


def refuse_as_sequence(rule: Ruleset, what: str, fixed: Fixed, by_differences: bool) -> None:
    """Refuse what a b-file, or an entry of the OEIS, cannot hold; before the work, if it is asked then."""
    if rule.is_restricted:
        raise SpragueError("a b-file has a number for every height, and this rule says 'positions where'; use csv")
    if what == "outcome":
        raise SpragueError("a b-file holds numbers, and outcomes are none; use csv, or sprague positions")
    if len(rule.names) - len(check_fixed(rule, fixed)) > 2 and (fixed or not by_differences):
        raise SpragueError("a b-file holds numbers for one or two piles; fix others, such as --fix c=0, or use csv")


def refuse_as_grid(rule: Ruleset, limit: int | None, fixed: Fixed, by_differences: bool) -> None:
    """Refuse what has no rows and columns, which LaTeX needs; before the work, if it is asked then."""
    if not text.has_grid(rule, limit, fixed, by_differences):
        raise SpragueError(
            "a LaTeX table needs one or two piles, or differences of three; fix others, such as --fix c=0, or use csv"
        )


FORMATS: dict[str, Callable[[Table, Fixed], str | bytes]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "npy": as_npy,
    "bfile": as_bfile,
    "latex": as_latex,
}
