"""Exact linear programming: `minimise` by the simplex method over fractions.

Ranks and certificates need exact multipliers, so the method computes with fractions. For speed, each row of the tableau
is stored as integers without a common factor. To get the rational entries of a row, divide the integers by the positive
integer in the basis column of the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from sprague import limits

Row = list[int]


class UnboundedProgram(Exception):
    """Raised when the cost of a linear program has no minimum."""


def minimise(rows: Sequence[Sequence[int]], right: Sequence[int], cost: Sequence[int]) -> list[Fraction] | None:
    """Return a vector z >= 0 that minimises cost · z under the equations rows · z = right; None if no z is feasible.

    >>> [str(z) for z in minimise([[1, 1, 0], [1, 0, -1]], [5, 2], [1, 0, 0])]
    ['2', '3', '0']

    If the cost has no minimum, the function raises `UnboundedProgram`; this is possible only if an entry of `cost` is
    negative.
    """
    count = len(cost)
    tableau: list[Row] = []
    for number, (row, value) in enumerate(zip(rows, right, strict=True)):
        sign = -1 if value < 0 else 1
        helpers = [int(number == other) for other in range(len(rows))]
        tableau.append([*(sign * entry for entry in row), *helpers, sign * value])
    basis = [count + number for number in range(len(rows))]
    _run(tableau, basis, [0] * count + [1] * len(rows), count + len(rows))
    if any(column >= count and row[-1] for row, column in zip(tableau, basis, strict=True)):
        return None
    # Remove artificial variables with value 0 from the basis: pivot on another column of the row, or drop the row if
    # all its entries are 0.
    for number in range(len(rows) - 1, -1, -1):
        if basis[number] >= count:
            column = next((column for column in range(count) if tableau[number][column]), None)
            if column is None:
                del tableau[number], basis[number]
            else:
                _pivot(tableau, basis, number, column)
    _run(tableau, basis, [*cost, *[0] * len(rows)], count)
    result = [Fraction(0)] * count
    for row, column in zip(tableau, basis, strict=True):
        if column < count:
            result[column] = Fraction(row[-1], row[column])
    return result


def _run(tableau: list[Row], basis: list[int], cost: Sequence[int], columns: int) -> None:
    """Pivot the tableau until no column with an index below `columns` can lower the cost."""
    # Compute the reduced costs of all columns, up to a common positive factor.
    rise = [*cost, 0]
    for row, column in zip(tableau, basis, strict=True):
        rise = _eliminate(rise, row, column)
    while True:
        entering = next((column for column in range(columns) if rise[column] < 0), None)
        if entering is None:
            return
        # Bland's rule: the row with the least ratio leaves the basis; among equal ratios, choose the row with the first
        # basis column.
        leaving = -1
        for number, row in enumerate(tableau):
            if row[entering] <= 0:
                continue
            if leaving >= 0:
                best = tableau[leaving]
                less = row[-1] * best[entering] - best[-1] * row[entering]
                if less > 0 or (less == 0 and basis[number] > basis[leaving]):
                    continue
            leaving = number
        if leaving < 0:
            raise UnboundedProgram
        _pivot(tableau, basis, leaving, entering)
        rise = _eliminate(rise, tableau[leaving], entering)


def _pivot(tableau: list[Row], basis: list[int], number: int, column: int) -> None:
    if tableau[number][column] < 0:
        tableau[number] = [-entry for entry in tableau[number]]
    chosen = tableau[number]
    for other, row in enumerate(tableau):
        limits.check()
        if other != number:
            tableau[other] = _eliminate(row, chosen, column)
    basis[number] = column


def _eliminate(row: Row, chosen: Row, column: int) -> Row:
    """Combine a row with the pivot row so that the entry in `column` becomes 0; return the result."""
    factor = row[column]
    if not factor:
        return row
    pivot = chosen[column]
    rest = [pivot * entry - factor * lead for entry, lead in zip(row, chosen, strict=True)]
    common = gcd(*rest)
    return [entry // common for entry in rest] if common > 1 else rest
