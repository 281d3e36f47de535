"""Exact linear programming, small: the simplex method over fractions.

Ranks and certificates need exact multipliers, not rounded ones; the programs have some dozens of
rows, so a dense tableau of fractions with Bland's rule (which cannot cycle) is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


class Unbounded(Exception):
    """The cost can be made as small as one likes."""


def minimise(rows: Sequence[Sequence[int]], right: Sequence[int], cost: Sequence[int]) -> list[Fraction] | None:
    """Numbers z >= 0 with rows · z = right and least cost · z; None if there are none.

    >>> [str(z) for z in minimise([[1, 1, 0], [1, 0, -1]], [5, 2], [1, 0, 0])]
    ['2', '3', '0']

    Raises `Unbounded` if there is no least cost, which cannot happen when no cost is negative.
    """
    count = len(cost)
    tableau = []
    for number, (row, value) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if value < 0 else 1
        helpers = [Fraction(int(number == other)) for other in range(len(rows))]
        tableau.append([Fraction(sign * entry) for entry in row] + helpers + [Fraction(sign * value)])
    basis = [count + number for number in range(len(rows))]
    helper_cost = [Fraction(0)] * count + [Fraction(1)] * len(rows)
    _run(tableau, basis, helper_cost, len(helper_cost))
    if any(column >= count and row[-1] for row, column in zip(tableau, basis, strict=True)):
        return None
    # A helper that stays in the basis at 0 could grow again: trade it for a real column, or drop
    # its row, which then says 0 = 0.
    for number in range(len(rows) - 1, -1, -1):
        if basis[number] >= count:
            column = next((column for column in range(count) if tableau[number][column]), None)
            if column is None:
                del tableau[number], basis[number]
            else:
                _pivot(tableau, basis, number, column)
    _run(tableau, basis, [Fraction(c) for c in cost] + [Fraction(0)] * len(rows), count)
    result = [Fraction(0)] * count
    for number, column in enumerate(basis):
        if column < count:
            result[column] = tableau[number][-1]
    return result


def _run(tableau: list[list[Fraction]], basis: list[int], cost: Sequence[Fraction], columns: int) -> None:
    """Pivot until no column below `columns` lowers the cost."""
    while True:
        prices = [cost[column] for column in basis]
        entering = next(
            (
                column
                for column in range(columns)
                if column not in basis
                and cost[column] < sum(price * row[column] for price, row in zip(prices, tableau, strict=True) if price)
            ),
            None,
        )
        if entering is None:
            return
        ratios = [
            (row[-1] / row[entering], basis[number], number) for number, row in enumerate(tableau) if row[entering] > 0
        ]
        if not ratios:
            raise Unbounded
        _pivot(tableau, basis, min(ratios)[2], entering)


def _pivot(tableau: list[list[Fraction]], basis: list[int], number: int, column: int) -> None:
    pivot = tableau[number][column]
    chosen = [entry / pivot for entry in tableau[number]]
    tableau[number] = chosen
    for other, row in enumerate(tableau):
        factor = row[column]
        if other != number and factor:
            tableau[other] = [entry - factor * lead for entry, lead in zip(row, chosen, strict=True)]
    basis[number] = column
