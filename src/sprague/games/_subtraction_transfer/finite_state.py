"""All games: rows are computed until they repeat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sprague.games._subtraction_transfer.formulas import by_window
from sprague.games._subtraction_transfer.theorem import PROVED_HERE, RedAndBlue
from sprague.rules import Position
from sprague.rules.positions import show_position

#: How long to compute rows until they repeat, in steps of some ten nanoseconds.
MOST_STEPS = 4_000_000

Row = tuple[int, ...]


@lru_cache(maxsize=8)
def first_rows(a: int, b: int, transfers: tuple[int, ...]) -> tuple[list[Row], int]:
    """The rows up to where they repeat, and the period; 0 if that would take too long.

    For each value a row has a number whose bits tell in which of the 2b columns the value is. Rows
    repeat as soon as the last max(a, c) of them are those of an earlier moment; comparing with
    moments at powers of two only (Brent) finds that without keeping all of them.
    """
    columns, low, values = 2 * b, (1 << b) - 1, (len(transfers) + 3) // 2 * 2
    reach = max(a, *transfers)
    most = MOST_STEPS // ((len(transfers) + 1) * values * (1 + b // 32) + reach // 64)
    rows: list[Row] = []
    known: dict[Row, Row] = {}
    mark = reach
    while len(rows) < most:
        count = len(rows)
        lower = [(rows[count - a], 0)] if count >= a else []
        lower += [(rows[count - c], c % columns) for c in transfers if count >= c]
        free, first_half = low, []
        for value in range(values):
            seen = 0
            for row, shift in lower:
                seen |= row[value] >> shift | row[value] << columns - shift
            first_half.append(free & ~seen)
            free &= seen
        new = tuple(half | first_half[value ^ 1] << b for value, half in enumerate(first_half))
        rows.append(known.setdefault(new, new))
        count += 1
        if count > mark and rows[-1] is rows[mark - 1] and rows[count - reach :] == rows[mark - reach : mark]:
            return rows, count - mark
        if count == 2 * mark:
            mark = count
    return rows, 0


@dataclass(frozen=True)
class FiniteState(RedAndBlue):
    """Any game: 2b columns tell a row, and finitely many rows tell the next."""

    title = "Flip law and finite state"
    source = PROVED_HERE
    statement = (
        "For all a, b and any finite set of c the value of (r, s + b) is that of (r, s) with 2j and 2j + 1 exchanged, "
        "so columns have period 2b; and rows repeat from some row on."
    )

    def decides(self, position: Position) -> bool:
        rows, period = first_rows(self.a, self.b, self.transfers)
        return period > 0 or position[0] < len(rows)

    def place(self, red: int, blue: int) -> tuple[int, int]:
        """The position in the first rows and columns that has the same value."""
        rows, period = first_rows(self.a, self.b, self.transfers)
        last = len(rows) - 1
        return (red if red <= last else last - (last - red) % period), blue % (2 * self.b)

    def value(self, red: int, blue: int) -> int:
        rows, _ = first_rows(self.a, self.b, self.transfers)
        row, column = self.place(red, blue)
        return next(value for value, where in enumerate(rows[row]) if where >> column & 1)

    def classes(self, x: str, y: str) -> tuple[str, ...] | None:
        rows, period = first_rows(self.a, self.b, self.transfers)
        return by_window(rows, period, 2 * self.b, x, y) if period else None

    def reason(self, red: int, blue: int) -> str:
        _, period = first_rows(self.a, self.b, self.transfers)
        shown, same = show_position((red, blue)), self.place(red, blue)
        if same == (red, blue):
            return f"{shown} is in the rows and columns that are repeated and have been computed"
        repeat = f" and rows, from some row on, after {period}" if period else ""
        return f"Columns repeat after {2 * self.b}{repeat}; {shown} has the value of {show_position(same)}"
