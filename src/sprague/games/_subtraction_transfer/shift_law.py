"""Games in which a + c rows further on the values are the same, shifted."""

from __future__ import annotations

from dataclasses import dataclass

from sprague.games._subtraction_transfer.formulas import even_block, odd_block
from sprague.games._subtraction_transfer.theorem import CONJECTURED, PROVED_HERE, RedAndBlue
from sprague.rules.positions import show_position


@dataclass(frozen=True)
class ShiftLaw(RedAndBlue):
    """a ≥ 2c or c ≥ 2a: with a + c more red cookies, the row is the same, shifted by c."""

    title = "Shift law"
    source = PROVED_HERE
    statement = (
        "If a ≥ 2c or c ≥ 2a, then with h = min(value, 2), h(r + a + c, s) = h(r, s + c); the rows r < a + c are "
        "known, and where h is 2 the value is 2 + β(s)."
    )

    @property
    def rows(self) -> int:
        return self.a + self.c

    def low(self, red: int, blue: int) -> int:
        """The h of the rows below a + c: up to the longer of the two steps on red, only the shorter is possible."""
        short, moved = (self.c, self.c) if self.c <= self.a else (self.a, 0)
        steps = red // short
        if red < max(self.a, self.c):
            return (self.beta(blue + moved * steps) + steps) % 2
        options = {self.low(red - self.a, blue), self.low(red - self.c, blue + self.c)}
        return 2 if len(options) == 2 else 1 - options.pop()

    def value(self, red: int, blue: int) -> int:
        blocks, row = divmod(red, self.rows)
        low = self.low(row, blue + blocks * self.c)
        return low if low < 2 else 2 + self.beta(blue)

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        moved = f"{y} + {self.c}q"
        short, shift = (self.c, self.c) if self.c <= self.a else (self.a, 0)

        def is_zero(row: int, more: int) -> str:
            """That h is 0 in a row below both a and c, with so many more blue cookies."""
            steps = row // short
            return (odd_block if steps % 2 else even_block)(f"{moved} + {more + shift * steps}", self.b)

        cases: tuple[dict[str, list[int]], ...] = ({}, {}, {})
        for row in range(self.rows):
            if row < max(self.a, self.c):
                zero = is_zero(row, 0)
                said = [zero, f"not {zero}"]
            else:
                eaten, given = is_zero(row - self.a, 0), is_zero(row - self.c, self.c)
                said = [f"not {eaten} and not {given}", f"{eaten} and {given}", f"({eaten} iff not {given})"]
            for low, formula in enumerate(said):
                cases[low].setdefault(formula, []).append(row)
        zero, one, two = (
            " or ".join(f"{x} - {self.rows}q in {{{', '.join(map(str, rows))}}} and {said}" for said, rows in c.items())
            for c in cases
        )
        high = [f"exists q <= {x}: ({two}) and {half(y, self.b)}" for half in (even_block, odd_block)]
        return (f"exists q <= {x}: {zero}", f"exists q <= {x}: {one}", *high)

    def reason(self, red: int, blue: int) -> str:
        blocks, row = divmod(red, self.rows)
        ways = [way for least, way in ((self.a, "by eating"), (self.c, "by a transfer")) if row >= least]
        lowered = f"red can be lowered {' and '.join(ways)}" if ways else "red cannot be lowered"
        shown = show_position((red, blue))
        if not blocks:
            return f"In {shown} {lowered}"
        same = show_position((row, (blue + blocks * self.c) % (2 * self.b)))
        return f"{shown} behaves as {same}, where {lowered}"


@dataclass(frozen=True)
class Conjecture1(ShiftLaw):
    """(a, a, 1) with a odd."""

    title = "Conjecture 1, now proved"
    source = CONJECTURED
    statement = (
        "In the game (a, a, 1), a ≥ 3 odd, the values have period 2a(a + 1) in red and 2a in blue: a rows of 0 and 1, "
        "one of 2 and 3, then the same with 0 and 1 shifted by one."
    )


@dataclass(frozen=True)
class Conjecture2(ShiftLaw):
    """(1, b, 1): the shift law holds here too."""

    title = "Conjecture 2, now proved"
    source = CONJECTURED
    statement = (
        "In the game (1, b, 1), b ≥ 2, the values have period 4b in red and 2b in blue: row 2k is β(s + k), and "
        "row 2k + 1 is 1 - β(s + k), except 2 + β(s) where b divides s + k + 1."
    )
