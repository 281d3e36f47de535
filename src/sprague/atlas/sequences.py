"""Integer sequences of an atlas entry; the atlas search compares them with the numbers in a query.

The sequences of an entry include its rows of values, and its table of values read by antidiagonals. For games with one
or two piles, the sequences also include the pile sizes of the P-positions. For games with two piles, the sequences also
include, for the P-positions (a, b), the differences b - a and the least b for each a. The JavaScript module
`atlas_search.js` of the playground computes the same sequences from the index of the atlas.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from sprague.atlas.records import Entry

LEAST_TABLE_ROWS = 3  # tables with fewer rows are not read by antidiagonals


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of an atlas entry; its `kind` is "values" if the terms are Grundy values or outcomes."""

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
    """Yield the sequences of a table of values read by antidiagonals, in both directions."""
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
    """Return, for a = 0, 1, 2, …, the least b such that (a, b) is a P-position; stop at the first unknown b."""
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
    """Return the index in a sequence at which the consecutive terms `run` start, or None if `run` does not occur.

    >>> find_run((2, 0), (0, 1, 2, 0))
    2
    """
    for place in range(len(terms) - len(run) + 1):
        if terms[place : place + len(run)] == run:
            return place
    return None
