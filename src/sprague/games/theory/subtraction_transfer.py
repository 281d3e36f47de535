"""Theorems about subtraction-transfer games: blocks, common divisors, shifts, and periodic rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from sprague.games.theory.subtraction_transfer_base import (
    CONJECTURED,
    LENGYEL,
    PROVED_HERE,
    Corollary23,
    RedAndBlue,
    SheLovesMe,
    Theorem21,
    all_flip,
    by_window,
    even_block,
    flips_by_transfers,
    in_packs,
    odd_block,
)
from sprague.integers import show_number
from sprague.language.positions import show_position
from sprague.rules import Position


@dataclass(frozen=True)
class Proposition24(RedAndBlue):
    """The subtraction-transfer game (a, a, a): a value depends only on r div a and s div a."""

    title = "Proposition 2.4"
    source = LENGYEL
    statement = "In the game (a, a, a) the Grundy value of (r, s) is 2(⌊r/a⌋ mod 2) + (⌊s/a⌋ mod 2)."

    def value(self, red: int, blue: int) -> int:
        return 2 * (red // self.a % 2) + blue // self.a % 2

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        halves = (even_block, odd_block)
        return tuple(f"{row(x, self.a)} and {column(y, self.a)}" for row in halves for column in halves)

    def reason(self, red: int, blue: int) -> str:
        rows, columns = ("odd" if plate // self.a % 2 else "even" for plate in (red, blue))
        shown = show_position((red, blue))
        return f"{shown} has an {rows} number of complete {self.a}s of red, and an {columns} number of blue"


@dataclass(frozen=True)
class Proposition25(RedAndBlue):
    """The subtraction-transfer game (a, 1, 1): each group of `a` rows of 0 and 1 is followed by a row of 2 and 3."""

    title = "Proposition 2.5"
    source = LENGYEL
    statement = (
        "In the game (a, 1, 1), a ≥ 2, a rows with alternating values 0 and 1 are followed by one row with alternating "
        "values 2 and 3; then the same rows follow with 0 and 1 exchanged, and so on."
    )

    def value(self, red: int, blue: int) -> int:
        blocks, row = divmod(red, self.a + 1)
        return 2 + blue % 2 if row == self.a else (blue + blocks) % 2

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        rows = self.a + 1
        low = [f"{x} mod {rows} < {self.a} and ({even_block(x, rows)} iff {y} is {word})" for word in ("even", "odd")]
        return (*low, *(f"{x} mod {rows} = {self.a} and {y} is {word}" for word in ("even", "odd")))

    def reason(self, red: int, blue: int) -> str:
        row = red % (self.a + 1)
        kind = "2 and 3" if row == self.a else "0 and 1"
        return f"{show_number(red)} has remainder {row} modulo {self.a + 1}, so this row has the values {kind}"


@dataclass(frozen=True)
class Conjecture3(RedAndBlue):
    """The subtraction-transfer game (a, a, {1, …, a}): the rows 2i and 2i + 1 contain only the values 2i and 2i + 1."""

    title = "Conjecture 3, now proved"
    source = CONJECTURED
    statement = (
        "In the game (a, a, {1, …, a}), a ≥ 2, the Grundy values have period a + 2 in red and 2a in blue. Row 2i ≤ a + "
        "1 has the values 2i + β(s), and row 2i + 1 ≤ a + 1 has the values 2i + 1 - β(s + 1), where β(s) = ⌊s/a⌋ mod 2."
    )

    def value(self, red: int, blue: int) -> int:
        row = red % (self.a + 2)
        return row - self.beta(blue + 1) if row % 2 else row + self.beta(blue)

    def classes(self, x: str, y: str) -> tuple[str, ...]:
        rows, found = self.a + 2, []
        for even in range(0, rows, 2):
            for first, second in ((even_block, odd_block), (odd_block, even_block)):
                cases = [f"{x} mod {rows} = {even} and {first(y, self.b)}"]
                if even + 1 < rows:
                    cases.append(f"{x} mod {rows} = {even + 1} and {second(f'{y} + 1', self.b)}")
                found.append(" or ".join(cases))
        return tuple(found)

    def reason(self, red: int, blue: int) -> str:
        row = red % (self.a + 2)
        return (
            f"{show_number(red)} has remainder {row} modulo {self.a + 2}, so this row has the values {row - row % 2} "
            f"and {row - row % 2 + 1}"
        )


@dataclass(frozen=True)
class Proposition22(RedAndBlue):
    """The subtraction-transfer game (na, nb, nc) is the game (a, b, c) played with packs of n cookies."""

    inner: RedAndBlue
    source = LENGYEL

    @property
    def n(self) -> int:
        return self.a // self.inner.a

    @property
    def title(self) -> str:
        return f"Proposition 2.2 with {self.inner.title}"

    @property
    def misere(self) -> bool:
        return self.inner.misere

    @property
    def statement(self) -> str:
        return (
            "The Grundy value of (r, s) in the game (na, nb, nc) is the value of (⌊r/n⌋, ⌊s/n⌋) in the game (a, b, c). "
            f"{self.inner.statement}"
        )

    def packs(self, position: Position) -> Position:
        return tuple(plate // self.n for plate in position)

    def decides(self, position: Position) -> bool:
        return self.inner.decides(self.packs(position))

    def value(self, red: int, blue: int) -> int:
        return self.inner.value(red // self.n, blue // self.n)

    def classes(self, x: str, y: str) -> tuple[str, ...] | None:
        inner = self.inner.classes("u", "v")
        return inner and tuple(in_packs(formula, self.n, (x, y), ("u", "v")) for formula in inner)

    def grundy(self, position: Position) -> int | None:
        return self.inner.grundy(self.packs(position))

    def reason(self, red: int, blue: int) -> str:
        return f"{self.counted((red, blue))} {self.inner.reason(red // self.n, blue // self.n)}"

    def counted(self, position: Position) -> str:
        return f"In packs of {self.n}, {show_position(position)} is {show_position(self.packs(position))}."

    def explain(self, position: Position) -> str:
        if isinstance(self.inner, SheLovesMe):
            return f"{self.counted(position)} {self.inner.explain(self.packs(position))}"
        return super().explain(position)


@dataclass(frozen=True)
class ShiftLaw(RedAndBlue):
    """Shift law: if a ≥ 2c or c ≥ 2a, row r + a + c of min(Grundy value, 2) equals row r, shifted by c columns."""

    title = "Shift law"
    source = PROVED_HERE
    statement = (
        "Let h be the minimum of the Grundy value and 2, and β(s) = ⌊s/b⌋ mod 2. If a ≥ 2c or c ≥ 2a, then "
        "h(r + a + c, s) = h(r, s + c). The rows r < a + c are known, and where h is 2 the Grundy value is 2 + β(s)."
    )

    @property
    def rows(self) -> int:
        return self.a + self.c

    def low(self, red: int, blue: int) -> int:
        """Return h(r, s) for r red and s blue cookies, r < a + c, where h is the minimum of the Grundy value and 2.

        The simple case is r < max(a, c), where at most one of the two moves that remove red cookies is possible.
        """
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
            """Return a formula for h(row, s + more) = 0, where row < max(a, c) and s is the number of blue cookies."""
            steps = row // short
            return (odd_block if steps % 2 else even_block)(f"{moved} + {more + shift * steps}", self.b)

        cases: tuple[dict[str, list[int]], ...] = ({}, {}, {})
        for row in range(self.rows):
            if row < max(self.a, self.c):
                zero = is_zero(row, 0)
                formulas = [zero, f"not {zero}"]
            else:
                eaten, given = is_zero(row - self.a, 0), is_zero(row - self.c, self.c)
                formulas = [f"not {eaten} and not {given}", f"{eaten} and {given}", f"({eaten} iff not {given})"]
            for low, formula in enumerate(formulas):
                cases[low].setdefault(formula, []).append(row)
        zero, one, two = (
            " or ".join(
                f"{x} - {self.rows}q in {{{', '.join(map(str, rows))}}} and {formula}" for formula, rows in c.items()
            )
            for c in cases
        )
        high = [f"exists q <= {x}: ({two}) and {half(y, self.b)}" for half in (even_block, odd_block)]
        return (f"exists q <= {x}: {zero}", f"exists q <= {x}: {one}", *high)

    def reason(self, red: int, blue: int) -> str:
        blocks, row = divmod(red, self.rows)
        ways = [way for least, way in ((self.a, "eaten"), (self.c, "moved to the blue plate")) if row >= least]
        lowered = f"red cookies can be {' or '.join(ways)}" if ways else "red cookies can be neither eaten nor moved"
        shown = show_position((red, blue))
        if not blocks:
            return f"In {shown} {lowered}"
        same = show_position((row, (blue + blocks * self.c) % (2 * self.b)))
        return f"{shown} behaves like {same}, where {lowered}"


@dataclass(frozen=True)
class Conjecture1(ShiftLaw):
    """The Grundy values of the subtraction-transfer game (a, a, 1) for odd a, derived from the shift law."""

    title = "Conjecture 1, now proved"
    source = CONJECTURED
    statement = (
        "In the game (a, a, 1), a ≥ 3 odd, the Grundy values have period 2a(a + 1) in red and 2a in blue: a rows with "
        "values 0 and 1 and one row with the values 2 and 3 are followed by the same rows with 0 and 1 shifted by one."
    )


@dataclass(frozen=True)
class Conjecture2(ShiftLaw):
    """The Grundy values of the subtraction-transfer game (1, b, 1), derived from the shift law."""

    title = "Conjecture 2, now proved"
    source = CONJECTURED
    statement = (
        "In the game (1, b, 1), b ≥ 2, the Grundy values have period 4b in red and 2b in blue. With β(s) = ⌊s/b⌋ mod "
        "2, row 2k has the values β(s + k). Row 2k + 1 has the values 2 + β(s) if b divides s + k + 1, and 1 - β(s + "
        "k) otherwise."
    )


# Maximum number of steps for computing rows until the rows repeat; a step takes about ten nanoseconds.
MOST_STEPS = 4_000_000

Row = tuple[int, ...]


@lru_cache(maxsize=8)
def first_rows(a: int, b: int, transfers: tuple[int, ...]) -> tuple[list[Row], int]:
    """Return rows of Grundy values up to the first repetition, and their period; the period is 0 if no row repeats.

    A row has 2b columns, and is stored as one bit mask for each Grundy value; the bit mask marks the columns with this
    value. Rows repeat as soon as the last max(a, c) rows are equal to max(a, c) consecutive earlier rows. The function
    uses Brent's method of cycle detection. The method compares the last rows only with the rows before a marked row,
    and moves the mark to the current row whenever the number of rows has doubled.
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
    """Any subtraction-transfer game: rows of values have period 2b, and the last max(a, c) rows determine the next."""

    title = "Flip law and finite state"
    source = PROVED_HERE
    statement = (
        "For all a, b and any finite set of c, the Grundy value of (r, s + b) is the value of (r, s) with 2j and 2j + "
        "1 exchanged. So columns have period 2b, and rows repeat from some row on."
    )

    def decides(self, position: Position) -> bool:
        rows, period = first_rows(self.a, self.b, self.transfers)
        return period > 0 or position[0] < len(rows)

    def place(self, red: int, blue: int) -> tuple[int, int]:
        """Return a position in the computed rows and columns that has the same Grundy value as the given position."""
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
            return f"{shown} is in the computed rows and columns"
        repeat = f", and rows repeat with period {period} from some row on" if period else ""
        return f"Columns repeat with period {2 * self.b}{repeat}; {shown} has the value of {show_position(same)}"


def known_theorems(a: int, b: int, transfers: tuple[int, ...]) -> list[RedAndBlue]:
    """Return the theorems about a subtraction-transfer game, the most specific theorem first."""
    n = gcd(a, b, *transfers)
    found: list[RedAndBlue] = []
    if transfers == (a,) and a == b:
        found.append(Proposition24(a, b, transfers))
    if n > 1:
        if transfers == (n,) and a == b and a // n % 2 == 0:
            found += [Corollary23(a, b, transfers), Corollary23(a, b, transfers, misere=True)]
        inner = known_theorems(a // n, b // n, tuple(c // n for c in transfers))
        return found + [Proposition22(a, b, transfers, theorem) for theorem in inner]
    if transfers == (1,):
        if a == b and a % 2 == 0:
            found += [Theorem21(a, b, transfers), Theorem21(a, b, transfers, misere=True)]
        if a == b and a % 2 == 1 and a >= 3:
            found.append(Conjecture1(a, b, transfers))
        if b == 1 and a >= 2:
            found.append(Proposition25(a, b, transfers))
        if a == 1 and b >= 2:
            found.append(Conjecture2(a, b, transfers))
    if a == b >= 2 and transfers == tuple(range(1, a + 1)):
        found.append(Conjecture3(a, b, transfers))
    if all_flip(a, b, transfers) or flips_by_transfers(a, b, transfers):
        found += [SheLovesMe(a, b, transfers), SheLovesMe(a, b, transfers, misere=True)]
    if len(transfers) == 1 and (a >= 2 * transfers[0] or transfers[0] >= 2 * a):
        found.append(ShiftLaw(a, b, transfers))
    return [*found, FiniteState(a, b, transfers)]
