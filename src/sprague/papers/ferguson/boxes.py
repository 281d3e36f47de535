"""Helper functions for the claims of Ferguson's paper: tables, counterexamples and the notation of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sprague.games import game
from sprague.rules import Position
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate


def outcomes(
    name: str, limit: int | None = None, *, chips: int | None = None, misere: bool = False, **parameters: int
) -> Table:
    """Return a table of outcomes of a game, by exhaustive computation."""
    return tabulate(game(name, **parameters), limit, chips=chips, what="outcome", misere=misere)


def smallest(positions: Iterable[Position]) -> Position | None:
    """Return the position with the fewest chips in a list of positions; None if the list is empty."""
    return min(positions, key=lambda position: (sum(position), position), default=None)


def mismatch(table: Table, is_p: Callable[[Position], bool]) -> Position | None:
    """Return the smallest position in a table at which the outcome differs from a formula; None if there is none."""
    return smallest(position for position, value in table.items() if (value == "P") != is_p(position))


def valuation(number: int) -> int:
    """Return the exponent of the largest power of 2 that divides a positive number."""
    return (number & -number).bit_length() - 1


def norms(table: Table) -> set[int]:
    """Return the norms (numbers of chips) of the P-positions in a table."""
    return {sum(position) for position in table.P_positions()}


def repeated(text: str) -> Position:
    """Parse a position in the notation of Ferguson's paper, in which 1^3 stands for three boxes of one chip.

    >>> repeated("1^3 2 5")
    (1, 1, 1, 2, 5)
    """
    parts = [part.partition("^") for part in text.split()]
    return tuple(sorted(int(size) for size, _, times in parts for _ in range(int(times or 1))))


def extents(sizes: dict[int, int], one: str = "boxes", bound: str = "boxes up to") -> str:
    """Return a text that lists the sizes of the tables that a claim is tested with."""
    return "; ".join(f"{count} {one}, {bound} {size}" for count, size in sizes.items())
