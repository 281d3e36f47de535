"""Claims of Lengyel's Section 3: periodicity and the three conjectures."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np

from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.lengyel.rows import (
    PROVED,
    SETTLED,
    Rows,
    Three,
    as_printed,
    closed_forms_hold,
    over_all,
    prove_values,
    rows_of,
    sweep,
    table_of,
    three,
)

section = Section("lengyel", ("subtraction-transfer:a=2,b=2,c=1",))


@section.claim(
    "all-periodic",
    "Every game (a, b, c) is periodic, possibly after a preperiod: the computed rows repeat, and repeating them "
    "without end satisfies the recurrence everywhere.",
)
def all_periodic(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: satisfies_recurrence(three(a, b, c), a, b, c), PROVED)


def satisfies_recurrence(rows: Rows, a: int, b: int, c: int) -> bool:
    """Return whether each Grundy value is the mex (least missing value) of the values of the options.

    The test covers all rows up to the end of the first period; later rows repeat this period.
    """
    height = len(rows.values) + max(a, c)
    values = np.tile(rows.at(np.arange(height)), (1, 2))
    bits = np.left_shift(1, values.astype(np.int64))
    seen = np.zeros_like(bits)
    seen[a:] |= bits[:-a]
    seen[:, b:] |= bits[:, :-b]
    seen[c:] |= np.roll(bits, -(c % (2 * b)), axis=1)[:-c]
    # The expression `~seen & (seen + 1)` isolates the lowest zero bit, whose index is the mex.
    return np.array_equal(~seen & (seen + 1), bits)


@section.claim(
    "preperiods",
    "The six smallest games with a preperiod, by a + b + c, are (2,2,3), (2,3,2), (3,2,2), (4,1,3), (2,4,3) and "
    "(5,1,3), with preperiods 10, 4, 5, 7, 10, 8 and p = 4, 4, 2, 14, 40, 16; tables by exhaustion agree.",
)
def preperiods(far: bool) -> Verdict:
    stated = {(2, 2, 3): (10, 4, 4), (2, 3, 2): (4, 4, 6), (3, 2, 2): (5, 2, 4), (4, 1, 3): (7, 14, 2)}
    stated |= {(2, 4, 3): (10, 40, 8), (5, 1, 3): (8, 16, 2)}
    found = [abc for abc in sweep(far) if three(*abc).preperiod][:6]
    if found != list(stated):
        return verdict("six games", found)

    def holds(item: tuple[Three, tuple[int, int, int]]) -> bool:
        (a, b, c), (before, p, q) = item
        limit = before + 2 * p + 2 * b
        table = table_of(a, b, (c,), limit)
        repeats = np.array_equal(table[before + p :], table[before : limit - p])
        sooner = np.array_equal(table[before - 1 + p], table[before - 1])
        return three(a, b, c).periods == (before, p, q) and repeats and not sooner

    return verdict("six games", first_failure(stated.items(), holds))


def is_game_with(periods: Three, a: int, b: int, *transfers: int) -> bool:
    """Return whether a game has the given preperiod and periods, and agrees with the closed forms."""
    rows = rows_of(a, b, *transfers)
    return rows.periods == periods and closed_forms_hold(rows, a, b, *transfers)


@section.claim(
    "conjecture-1",
    "In (a, a, 1), a >= 3 odd, the values are fully periodic with p = 2a(a + 1), q = 2a.",
    proof=prove_values("Conjecture 1", (3, 3, 1), (5, 5, 1)),
)
def conjecture_1(far: bool) -> Verdict:
    most = 201 if far else 31
    odd = range(3, most + 1, 2)
    failure = first_failure(odd, lambda a: is_game_with((0, 2 * a * (a + 1), 2 * a), a, a, 1))
    return verdict(f"odd a up to {most}, all positions", failure, note=SETTLED)


@section.claim("one-one-one", "The game (1, 1, 1) has the periods p = q = 2.")
def one_one_one(far: bool) -> Verdict:
    found = three(1, 1, 1).periods
    return verdict("all positions", None if found == (0, 2, 2) else found)


@section.claim(
    "conjecture-2",
    "In (1, b, 1), b >= 2, the values are fully periodic with p = 4b, q = 2b.",
    proof=prove_values("Conjecture 2", (1, 2, 1), (1, 3, 1)),
)
def conjecture_2(far: bool) -> Verdict:
    most = 400 if far else 80
    failure = first_failure(range(2, most + 1), lambda b: is_game_with((0, 4 * b, 2 * b), 1, b, 1))
    return verdict(f"2 <= b <= {most}, all positions", failure, note=SETTLED)


@section.claim("table-5", "The printed table of the values of (1, 2, 1) up to 10.")
def table_5(far: bool) -> Verdict:
    return as_printed(1, 2, 1)


@section.claim(
    "conjecture-3",
    "In (a, a, {1, …, a}), a >= 2, the values are fully periodic with p = a + 2, q = 2a.",
    proof=prove_values("Conjecture 3", (2, 2, "1/2"), (3, 3, "1/2/3")),
)
def conjecture_3(far: bool) -> Verdict:
    most = 150 if far else 30
    numbers = range(2, most + 1)
    failure = first_failure(numbers, lambda a: is_game_with((0, a + 2, 2 * a), a, a, *range(1, a + 1)))
    return verdict(f"2 <= a <= {most}, all positions", failure, note=SETTLED)


@section.claim("remark-4", "If c is a set, no value is above |c| + 2.")
def remark_4(far: bool) -> Verdict:
    most, highest = (4, 6) if far else (3, 4)
    sets = [c for size in range(1, highest + 1) for c in combinations(range(1, highest + 1), size)]
    games: Iterable[tuple[int, int, tuple[int, ...]]] = product(range(1, most + 1), range(1, most + 1), sets)
    failure = first_failure(games, lambda abc: int(rows_of(abc[0], abc[1], *abc[2]).values.max()) <= len(abc[2]) + 2)
    extent = f"a, b up to {most} and all sets of numbers up to {highest}, all positions"
    largest = {(2, 3, (1, 2)): 3, (3, 3, (1, 2, 3)): 5, (5, 4, (1, 3, 4, 6)): 5, (4, 4, (1, 2, 3, 4)): 5}
    largest[6, 5, (2, 3, 7)] = 3
    for (a, b, c), value in largest.items():
        if failure is None and int(table_of(a, b, c, 40).max()) != value:
            return verdict(extent, (a, b, c))
    return verdict(extent, failure, note="the bound is met by (3, 3, {1, 2, 3}), not by (2, 3, {1, 2})")
