"""Claims of Lengyel's Section 2: closed forms and periods."""

from __future__ import annotations

from itertools import product

import numpy as np

from sprague.papers.claims import GUESS, REFUTED, Section, Verdict, first_failure, verdict
from sprague.papers.lengyel.rows import (
    Array,
    as_printed,
    closed_forms_hold,
    over_all,
    prove_values,
    rows_of,
    rule_of,
    sweep,
    sweep_bound,
    three,
)
from sprague.rules import Position

section = Section("lengyel", ("subtraction-transfer:a=2,b=2,c=1",))


def even_value(a: int, r: Array, s: Array) -> Array:
    """Return the Grundy values by Lengyel's Theorem 2.1."""
    return np.asarray(((r + s) // a + r) % 2)


def packed_value(a: int, n: int, r: Array, s: Array) -> Array:
    """Return the Grundy values by Lengyel's Corollary 2.3."""
    return np.asarray(((r // n + s // n) // (2 * a) + r // n) % 2)


def block_value(a: int, r: Array, s: Array) -> Array:
    """Return the Grundy values by Lengyel's Proposition 2.4: rows with blocks of 0 and 1, then of 2 and 3."""
    return np.asarray(2 * (r // a % 2) + s // a % 2)


def striped_value(a: int, r: Array, s: Array) -> Array:
    """Return the values by Proposition 2.5: `a` rows of 0 and 1, a row of 2 and 3, `a` rows of 1 and 0, and so on."""
    blocks, row = np.divmod(r, a + 1)
    return np.where(row == a, 2 + s % 2, (s + blocks) % 2)


@section.claim(
    "theorem-2.1",
    "In (a, a, 1), a even, the value is ⌊(r + s)/a⌋ + r mod 2, and the smallest periods are p = q = 2a.",
    proof=prove_values("Theorem 2.1", (2, 2, 1), (4, 4, 1), (6, 6, 1)),
)
def theorem_21(far: bool) -> Verdict:
    most = 60 if far else 24

    def holds(a: int) -> bool:
        rows = rows_of(a, a, 1)
        found = rows.agrees_with(lambda r, s: even_value(a, r, s)) and closed_forms_hold(rows, a, a, 1)
        return found and rows.periods == (0, 2 * a, 2 * a)

    return verdict(f"even a up to {most}, all positions", first_failure(range(2, most + 1, 2), holds))


@section.claim("table-1", "The printed table of the values of (2, 2, 1) up to 10.")
def table_1(far: bool) -> Verdict:
    return as_printed(2, 2, 1)


@section.claim(
    "remark-2",
    "In (2, 2, 1) the periods are (4, 4); the options of a position of value 0 have value 1, and those of value 1 have "
    "value 0.",
)
def remark_2(far: bool) -> Verdict:
    most = 40 if far else 20
    rows, rule = three(2, 2, 1), rule_of(2, 2, 1)

    def value(p: Position) -> int:
        return int(rows.at(np.array(p[0]))[p[1] % 4])

    failure = first_failure(
        product(range(most), repeat=2), lambda p: all(value(option) == 1 - value(p) for option in rule.options(p))
    )
    return verdict(f"plates below {most}", failure if rows.periods == (0, 4, 4) else rows.periods)


def _scales(a: int, b: int, c: int, n: int) -> bool:
    small, large = three(a, b, c), rows_of(n * a, n * b, n * c)
    copied = np.repeat(np.repeat(small.values, n, axis=0), n, axis=1)
    scaled = large.periods == tuple(n * x for x in small.periods) and np.array_equal(large.values, copied)
    return scaled and closed_forms_hold(large, n * a, n * b, n * c)


@section.claim(
    "prop-2.2", "The value of (r, s) in (na, nb, n) is that of (⌊r/n⌋, ⌊s/n⌋) in (a, b, 1), and periods multiply by n."
)
def prop_22(far: bool) -> Verdict:
    most, copies = (8, range(2, 5)) if far else (4, range(2, 4))
    numbers = range(1, most + 1)
    failure = first_failure(product(numbers, numbers, copies), lambda abn: _scales(abn[0], abn[1], 1, abn[2]))
    return verdict(f"a, b up to {most}, n up to {copies[-1]}, all positions", failure)


@section.claim(
    "new-scaling", "Proposition 2.2 holds for (na, nb, nc) with any c, and preperiods multiply by n as well (new)."
)
def scaling(far: bool) -> Verdict:
    most, copies = (8, range(2, 5)) if far else (3, range(2, 3))
    numbers = range(1, most + 1)
    failure = first_failure(product(numbers, numbers, range(1, 4), copies), lambda abcn: _scales(*abcn))
    return verdict(f"a, b up to {most}, c up to 3, n up to {copies[-1]}, all positions", failure)


@section.claim(
    "corollary-2.3",
    "In (2na, 2na, n) the value is ⌊(⌊r/n⌋ + ⌊s/n⌋)/2a⌋ + ⌊r/n⌋ mod 2, and the smallest periods are p = q = 4na.",
    proof=prove_values("Corollary 2.3", (4, 4, 2), (6, 6, 3)),
)
def corollary_23(far: bool) -> Verdict:
    most_a, most_n = (8, 6) if far else (4, 4)

    def holds(an: tuple[int, int]) -> bool:
        a, n = an
        each = 2 * n * a
        rows = rows_of(each, each, n)
        found = rows.agrees_with(lambda r, s: packed_value(a, n, r, s)) and closed_forms_hold(rows, each, each, n)
        return found and rows.periods == (0, 2 * each, 2 * each)

    failure = first_failure(product(range(1, most_a + 1), range(1, most_n + 1)), holds)
    return verdict(f"a up to {most_a}, n up to {most_n}, all positions", failure)


@section.claim("table-2", "The printed table of the values of (4, 4, 2) up to 10.")
def table_2(far: bool) -> Verdict:
    return as_printed(4, 4, 2)


@section.claim(
    "prop-2.4",
    "In (a, a, a) the value is 2(⌊r/a⌋ mod 2) + (⌊s/a⌋ mod 2), and the smallest periods are p = q = 2a.",
    proof=prove_values("Proposition 2.4", (2, 2, 2), (3, 3, 3)),
)
def prop_24(far: bool) -> Verdict:
    most = 40 if far else 20

    def holds(a: int) -> bool:
        rows = rows_of(a, a, a)
        found = rows.agrees_with(lambda r, s: block_value(a, r, s)) and closed_forms_hold(rows, a, a, a)
        return found and rows.periods == (0, 2 * a, 2 * a)

    return verdict(f"a up to {most}, all positions", first_failure(range(1, most + 1), holds))


@section.claim("table-3", "The printed table of the values of (2, 2, 2) up to 10.")
def table_3(far: bool) -> Verdict:
    return as_printed(2, 2, 2)


@section.claim(
    "period-summary",
    "The periods are (4a, 4a) in (2a, 2a, 1), (4na, 4na) in (2na, 2na, n), so (8, 8) in (4, 4, 2), and (2a, 2a) in "
    "(a, a, a).",
)
def period_summary(far: bool) -> Verdict:
    most = 8 if far else 4
    numbers = range(1, most + 1)
    stated = [((2 * a, 2 * a, 1), 4 * a) for a in numbers] + [((a, a, a), 2 * a) for a in numbers]
    stated += [((2 * n * a, 2 * n * a, n), 4 * n * a) for n, a in product(numbers, repeat=2)] + [((4, 4, 2), 8)]
    failure = first_failure(stated, lambda item: rows_of(*item[0]).periods == (0, item[1], item[1]))
    return verdict(f"a and n up to {most}", failure)


@section.claim(
    "prop-2.5",
    "In (a, 1, 1), a >= 2, a rows of alternating 0 and 1 are followed by a row of alternating 2 and 3, then the same "
    "with 0 and 1 switched, and the smallest periods are p = 2(a + 1), q = 2.",
    proof=prove_values("Proposition 2.5", (2, 1, 1), (3, 1, 1)),
)
def prop_25(far: bool) -> Verdict:
    most = 60 if far else 30

    def holds(a: int) -> bool:
        rows = rows_of(a, 1, 1)
        found = rows.agrees_with(lambda r, s: striped_value(a, r, s)) and closed_forms_hold(rows, a, 1, 1)
        return found and rows.periods == (0, 2 * (a + 1), 2)

    return verdict(f"2 <= a <= {most}, all positions", first_failure(range(2, most + 1), holds))


@section.claim("table-4", "The printed table of the values of (2, 1, 1) up to 10.")
def table_4(far: bool) -> Verdict:
    return as_printed(2, 1, 1)


@section.claim("remark-3", "No value of a game (a, b, c) is above 3.")
def remark_3(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: int(three(a, b, c).values.max()) <= 3)


@section.claim(
    "only-fully-periodic",
    "Every game (a, b, c) is fully periodic (the paper mentions no counterexample).",
    expected=REFUTED,
    erratum=GUESS,
)
def only_fully_periodic(far: bool) -> Verdict:
    games = list(sweep(far))
    with_preperiod = [abc for abc in games if three(*abc).preperiod]
    bound = sweep_bound(far)
    if not with_preperiod:
        return verdict(f"all a, b, c up to {bound}, all positions")
    first = with_preperiod[0]
    before, p, q = three(*first).periods
    return verdict(
        f"all a, b, c up to {bound} by their sum",
        f"{first}, with periods ({p}, {q}) from row {before} on only; "
        f"{len(with_preperiod)} of {len(games)} games have a preperiod",
    )
