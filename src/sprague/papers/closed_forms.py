"""Tests that compare the closed forms of `sprague.solve` with exhaustive computation.

A claim states a formula as it is printed in a paper. The catalogue of games may contain another, often faster closed
form for the same game. The check of a claim tests the printed formula and the closed form of the catalogue, and refutes
the claim if the formula or the closed form is wrong.
"""

from __future__ import annotations

from itertools import islice

from sprague.games import Theorem, theorems
from sprague.rules import Position, Ruleset
from sprague.tables.table import Table

MOST_ASKED = 2000  # a closed form is tested at no more than this many evenly spaced positions of a table


def against_theorems(*tables: Table) -> str | None:
    """Return a text about the first position in the tables at which a closed form is wrong; None if there is none."""
    for table in tables:
        known = theorems(table.game, table.misere)
        some = islice(table.items(), 0, None, len(table) // MOST_ASKED | 1)
        wrong = (_complaint(theorem, p, value, table) for p, value in some for theorem in known if theorem.decides(p))
        if (found := next(filter(None, wrong), None)) is not None:
            return found
    return None


def against_search(rule: Ruleset, values: dict[Position, int]) -> str | None:
    """Return a text about the first position at which a closed form differs from a search; None if there is none."""
    wrong = (
        _complaint(theorem, position, value, values)
        for position, value in values.items()
        for theorem in theorems(rule)
        if theorem.decides(position)
    )
    return next(filter(None, wrong), None)


def _complaint(theorem: Theorem, position: Position, value: int | str, values: Table | dict[Position, int]) -> str:
    """Return a message if the closed form has a wrong outcome, value or move at a position, else an empty string."""
    return "" if _is_right(theorem, position, value, values) else f"{position}, by the closed form of {theorem.title}"


def _is_right(theorem: Theorem, position: Position, value: int | str, values: Table | dict[Position, int]) -> bool:
    is_p = value in ("P", 0)
    if theorem.is_p(position) != is_p:
        return False
    table = values if isinstance(values, Table) else None
    if table is not None and table.what == "grundy" and theorem.grundy(position) not in (None, value):
        return False
    moves = theorem.winning_moves(position)
    if is_p or not moves:
        # In misère play, an N-position may have no winning move, because a position without moves is N.
        return not moves and (is_p or theorem.misere)
    # Skip options with a pile that is too large for the table; redistributed chips may form such a pile.
    limit = None if table is None else table.limit
    return all(values[move] in ("P", 0) for move in moves if limit is None or max(move) < limit)
