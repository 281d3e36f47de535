"""Integer sequences of an atlas entry; the search compares them with the numbers of a query.

The sequences of an entry include its rows of values, and its table of values read by antidiagonals. For one or two
piles, they also include the pile sizes of the P-positions; for two piles, the differences of the piles and the least
second pile for each first pile. The module `atlas_search.js` of `website/playground` computes the same sequences from
the index of the site.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from sprague.atlas.records import Entry

LEAST_TABLE_ROWS = 3  # minimum number of rows of a table that is read by antidiagonals


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of an entry; if it has values, a query of zeros and ones is also compared with their outcomes."""

    name: str
    kind: Literal["values", "positions"]
    terms: tuple[int, ...]


def sequences(entry: Entry) -> Iterator[Sequence]:
    """Yield the integer sequences of an atlas entry, in the order in which the search compares them with a query."""
    what = "Grundy values" if entry.values_are == "grundy" else "outcomes (0 for P)"
    for row in entry.rows:
        where = f"{what}, {row.where}" if row.fixed else what
        yield Sequence(where, "values", tuple(value for value in row.values if value >= 0))
    yield from _antidiagonals(entry, what)
    lengths = {len(position) for position in entry.positions}
    if lengths == {1}:
        yield Sequence("P-positions", "positions", tuple(position[0] for position in entry.positions))
    elif lengths == {2}:
        yield Sequence("first piles of P-positions", "positions", tuple(first for first, _ in entry.positions))
        yield Sequence("second piles of P-positions", "positions", tuple(second for _, second in entry.positions))
        differences = tuple(second - first for first, second in entry.positions)
        yield Sequence("differences of the piles of P-positions", "positions", differences)
        yield Sequence("least b with (a, b) a P-position, for each a", "positions", least_partners(entry))


def _antidiagonals(entry: Entry, what: str) -> Iterator[Sequence]:
    """Yield the table of values read by antidiagonals, in both directions."""
    rows = [row.values for row in entry.rows]
    if len(rows) < LEAST_TABLE_ROWS or any(min(row) < 0 for row in rows):
        return
    for direction in ("down", "up"):
        cells: list[int] = []
        for total in range(min(len(rows), len(rows[0]))):
            places = range(total + 1) if direction == "down" else range(total, -1, -1)
            cells.extend(rows[place][total - place] for place in places)
        yield Sequence(f"table of {what} by antidiagonals, {direction}", "values", tuple(cells))


def least_partners(entry: Entry) -> tuple[int, ...]:
    """Return, for each a from 0 on, the least b such that (a, b) is a P-position, until b is unknown."""
    found: dict[int, int] = {}
    for first, second in entry.positions:
        pairs = ((first, second), (second, first)) if entry.in_any_order else ((first, second),)
        for a, b in pairs:
            found[a] = min(b, found.get(a, b))
    known: list[int] = []
    while len(known) in found:
        known.append(found[len(known)])
    return tuple(known)


def differences(terms: tuple[int, ...]) -> tuple[int, ...]:
    """Return the differences of consecutive terms of a sequence."""
    return tuple(after - before for before, after in pairwise(terms))


def find_run(run: tuple[int, ...], terms: tuple[int, ...]) -> int | None:
    """Return the index from which `run` occurs as consecutive terms of a sequence, or None.

    >>> find_run((2, 0), (0, 1, 2, 0))
    2
    """
    for place in range(len(terms) - len(run) + 1):
        if terms[place : place + len(run)] == run:
            return place
    return None
