"""Claims about all games (a, b, c) beyond Lengyel's paper: proved in docs/subtraction-transfer.md, or observed."""

from __future__ import annotations

from itertools import product
from math import gcd, lcm

import numpy as np

from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.lengyel.rows import PRINTED, Array, closed_forms_hold, over_all, rows_of, table_of, three

section = Section("lengyel", ("subtraction-transfer:a=2,b=2,c=1",))


@section.claim(
    "new-flip-law",
    "G(r, s + b) is G(r, s) with 2j and 2j + 1 exchanged, also for a set c (new). Tested on tables, which agree with "
    "the rows computed here, and on all rows until they repeat.",
)
def flip_law(far: bool) -> Verdict:
    tables: list[tuple[int, int, tuple[int, ...]]] = [(a, b, (c,)) for a, b, c in PRINTED]
    numbers = range(1, 5 if far else 3)
    tables += [(a, b, (c,)) for a, b, c in product(numbers, repeat=3)]
    tables += [(2, 3, (2,)), (3, 2, (2,)), (2, 3, (1, 2)), (5, 4, (1, 3, 4, 6)), (6, 5, (2, 3, 7))]

    def flips(abc: tuple[int, int, tuple[int, ...]]) -> bool:
        a, b, c = abc
        table = table_of(a, b, c, 40)
        rows = rows_of(a, b, *c).at(np.arange(40))[:, np.arange(40) % (2 * b)]
        agree = np.array_equal(rows, table) and closed_forms_hold(rows_of(a, b, *c), a, b, *c)
        return agree and np.array_equal(flipped(table[:, :-b]), table[:, b:])

    failure = first_failure(tables, flips)
    if failure is not None:
        return verdict(f"{len(tables)} tables up to 39", failure)
    found = over_all(far, lambda a, b, c: _row_flips(three(a, b, c).values, b))
    return Verdict(found.kind, f"{len(tables)} tables up to 39, and {found.extent}", found.note)


def _row_flips(values: Array, b: int) -> bool:
    return np.array_equal(np.roll(values, -b, axis=1), flipped(values))


def flipped(values: Array) -> Array:
    """Exchange the Grundy values 2j and 2j + 1 of Lengyel's game for all j."""
    return values ^ 1


@section.claim(
    "new-column-period",
    "The smallest column period, counted from row 0, is q = 2b (new); after a preperiod it can be less, "
    "as 2 in (2, 3, 2).",
)
def column_period(far: bool) -> Verdict:
    tail = three(2, 3, 2).column_period(three(2, 3, 2).preperiod)
    if tail != 2:
        return verdict("(2, 3, 2)", tail)
    return over_all(far, lambda a, b, c: three(a, b, c).column_period() == 2 * b)


def general_period(a: int, b: int, c: int) -> int:
    """Return 2b(a + c) / gcd(2b, c), which the row period of Lengyel's game (a, b, c) divides."""
    return 2 * b * (a + c) // gcd(2 * b, c)


@section.claim("new-row-period", "The row period p divides 2b(a + c)/gcd(2b, c), with or without a preperiod (new).")
def row_period(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: general_period(a, b, c) % three(a, b, c).period == 0)


def has_shift_law(a: int, b: int, c: int, first: int) -> bool:
    """Return whether H(r + a + c, s) = H(r, s + c) for all rows r >= first, where H is min(Grundy value, 2)."""
    rows = three(a, b, c)
    low = np.minimum(rows.values[first:], 2)
    later = np.minimum(rows.at(np.arange(first, len(rows.values)) + a + c), 2)
    return np.array_equal(later, np.roll(low, -(c % (2 * b)), axis=1))


def has_four_blocks(a: int, b: int, c: int) -> bool:
    """Return whether c = a and a is an odd multiple of b, as in Lengyel's Proposition 2.4."""
    return a == c and a % b == 0 and a // b % 2 == 1


@section.claim(
    "new-shift-law-tail",
    "After the preperiod, min(G, 2) has the same value at (r + a + c, s) and at (r, s + c), unless c = a is an odd "
    "multiple of b; in that case this is false (new).",
)
def shift_law_tail(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: has_shift_law(a, b, c, three(a, b, c).preperiod) != has_four_blocks(a, b, c))


def is_pure(a: int, c: int) -> bool:
    """Return whether one of the two numbers a and c is at least twice the other."""
    return a >= 2 * c or c >= 2 * a


@section.claim("new-no-preperiod", "If c = 1, a >= 2c or c >= 2a, there is no preperiod (new).")
def no_preperiod(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: three(a, b, c).preperiod == 0 or not (c == 1 or is_pure(a, c)))


@section.claim("new-shift-law", "If a >= 2c or c >= 2a, the shift law holds from row 0 on (new).")
def shift_law(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        return not is_pure(a, c) or (has_shift_law(a, b, c, 0) and closed_forms_hold(three(a, b, c), a, b, c))

    return over_all(far, holds)


def is_two_valued(a: int, b: int, c: int) -> bool:
    """Return whether the claim states that all Grundy values of the game (a, b, c) are 0 or 1."""
    by_transfers = a % b == a % c == 0 and (a // b + a // c) % 2 == 1
    return by_transfers or (c % a == c % b == 0 and (c // a + c // b) % 2 == 1)


def two_valued(a: int, b: int, c: int, r: Array, s: Array) -> Array:
    """Return the Grundy values of a subtraction-transfer game whose Grundy values are all 0 or 1."""
    if a % c == 0 and (a // b + a // c) % 2 == 1:
        return np.asarray(((s + c * (r // c)) // b + r // c) % 2)
    return np.asarray((s // b + r // a) % 2)


@section.claim(
    "new-generic-period",
    "If a >= 2c or c >= 2a, and not all values are 0 or 1, p is 2b(a + c)/gcd(2b, c) itself (new).",
)
def generic_period(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        return not is_pure(a, c) or int(rows.values.max()) < 2 or rows.period == general_period(a, b, c)

    return over_all(far, holds)


@section.claim(
    "new-two-valued",
    "All values are 0 or 1 if and only if b and c divide a and a/b + a/c is odd, or a and b divide c and c/a + c/b is "
    "odd; then the value is ⌊(s + c⌊r/c⌋)/b⌋ + ⌊r/c⌋ mod 2, or ⌊r/a⌋ + ⌊s/b⌋ mod 2 (new).",
)
def only_two_values(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        if not is_two_valued(a, b, c):
            return int(rows.values.max()) > 1
        return rows.agrees_with(lambda r, s: two_valued(a, b, c, r, s)) and closed_forms_hold(rows, a, b, c)

    return over_all(far, holds)


@section.claim(
    "new-two-valued-periods",
    "If all values are 0 or 1, there is no preperiod, and p is 2 lcm(b, c) if c divides a, or 2a if a divides c (new).",
)
def two_valued_periods(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        if int(rows.values.max()) > 1:
            return True
        return rows.preperiod == 0 and rows.period == (2 * lcm(b, c) if a % c == 0 else 2 * a)

    return over_all(far, holds)


@section.claim(
    "new-four-blocks",
    "The value is 2(⌊r/a⌋ mod 2) + (⌊s/b⌋ mod 2) if and only if c = a and a is an odd multiple of b; then "
    "p = 2a (new).",
)
def four_blocks(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        found = rows.agrees_with(lambda r, s: 2 * (r // a % 2) + s // b % 2)
        stated = has_four_blocks(a, b, c)
        return found == stated and (not stated or rows.periods == (0, 2 * a, 2 * b))

    return over_all(far, holds)


@section.claim("new-largest-value", "The largest value of (a, a, {1, …, a}), a >= 2, is 2⌈a/2⌉ + 1 (new).")
def largest_value(far: bool) -> Verdict:
    most = 60 if far else 20
    failure = first_failure(
        range(2, most + 1), lambda a: int(rows_of(a, a, *range(1, a + 1)).values.max()) == 2 * ((a + 1) // 2) + 1
    )
    return verdict(f"2 <= a <= {most}, all positions", failure)
