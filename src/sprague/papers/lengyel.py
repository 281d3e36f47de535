"""A note on a subtraction-transfer game, re-run.

Long because it has an entry for every statement of the paper, its five tables, and what was found beyond it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.games import game
from sprague.papers._claims import CORRECTED, REFUTED, Paper, Verdict, corrected, first_failure, verified
from sprague.rules import Position, Ruleset
from sprague.solve.tabulate import tabulate

Array = npt.NDArray[Any]
Values = Callable[[Array, Array], Array]
Half = dict[int, int]
Row = tuple[tuple[int, int], ...]
Three = tuple[int, int, int]

PROVED = "a theorem by now, see docs/subtraction-transfer.md"
MOST_ROWS = 2_000_000

paper = Paper("lengyel")


# Rows until they repeat


@dataclass(frozen=True)
class Rows:
    """All Grundy values of a game: 2b columns that repeat, and rows with a period after a preperiod."""

    values: npt.NDArray[np.uint8]
    preperiod: int
    period: int

    def at(self, rows: Array) -> Array:
        """These rows, however far out."""
        inside = rows < len(self.values)
        return self.values[np.where(inside, rows, self.preperiod + (rows - self.preperiod) % self.period)]

    def column_period(self, first: int = 0) -> int:
        """The smallest period of columns, from some row on."""
        width = self.values.shape[1]
        tail = self.values[first:]
        return next(q for q in range(1, width + 1) if width % q == 0 and np.array_equal(np.roll(tail, q, axis=1), tail))

    @property
    def periods(self) -> tuple[int, int, int]:
        return self.preperiod, self.period, self.column_period()

    def agrees_with(self, formula: Values) -> bool:
        """Whether the values up to where rows repeat are those of a formula in r and s."""
        return np.array_equal(self.values, formula(*np.indices(self.values.shape)))


def rows_of(a: int, b: int, *transfers: int) -> Rows:
    """The rows of the game (a, b, transfers) until the last max(a, c) of them repeat.

    A row is kept as its values, each with a number whose bits tell in which of 2b columns it stands. That
    columns repeat after 2b is checked for each row: the third block of b columns must be as the first.
    """
    width, low = 2 * b, (1 << b) - 1
    reach = max(a, *transfers)
    steps = [(a, 0), *((c, c % width) for c in transfers)]
    kinds: list[Row] = []
    number_of: dict[Row, int] = {}
    known: dict[tuple[int, ...], int] = {}
    rows: list[int] = []
    mark = reach
    while len(rows) < MOST_ROWS:
        count = len(rows)
        below = tuple(rows[count - step] if count >= step else -1 for step, _ in steps)
        if below not in known:
            options = [(kinds[kind], shift) for kind, (_, shift) in zip(below, steps, strict=True) if kind >= 0]
            row = next_row(options, b, width, low)
            known[below] = number_of.setdefault(row, len(kinds))
            if known[below] == len(kinds):
                kinds.append(row)
        rows.append(known[below])
        count += 1
        # Comparing with moments at reach, 2 reach, 4 reach, … is enough to find the least period.
        if count > mark and rows[-1] == rows[mark - 1] and rows[count - reach :] == rows[mark - reach : mark]:
            period, first = count - mark, mark
            while first and rows[first - 1] == rows[first - 1 + period]:
                first -= 1
            return Rows(spelt_out(kinds, width)[np.array(rows[: first + period])], first, period)
        if count == 2 * mark:
            mark = count
    raise RuntimeError(f"the rows of {(a, b, transfers)} have not repeated after {MOST_ROWS}")


def next_row(options: list[tuple[Row, int]], b: int, width: int, low: int) -> Row:
    """The row whose options in earlier rows are in these rows, shifted."""
    seen: Half = {}
    for row, shift in options:
        for value, where in row:
            turned = (where >> shift | where << (width - shift)) & ((1 << width) - 1)
            seen[value] = seen.get(value, 0) | turned
    first = excluded(seen, low)
    second = excluded(joined(seen, first, lambda where: where << b), low << b)
    third = excluded(joined(seen, second, lambda where: where >> b), low)
    if third != first:
        raise RuntimeError("columns do not repeat after 2b")
    return tuple(sorted(joined(first, second, lambda where: where).items()))


def excluded(seen: Half, free: int) -> Half:
    """The least values not seen, in the free columns."""
    found: Half = {}
    value = 0
    while free:
        here = free & ~seen.get(value, 0)
        if here:
            found[value] = here
        free &= ~here
        value += 1
    return found


def joined(one: Half, other: Half, moved: Callable[[int], int]) -> Half:
    result = dict(one)
    for value, where in other.items():
        result[value] = result.get(value, 0) | moved(where)
    return result


def spelt_out(kinds: list[Row], width: int) -> npt.NDArray[np.uint8]:
    """The rows as arrays of values."""
    size = (width + 7) // 8
    pairs = [pair for row in kinds for pair in row]
    data = np.frombuffer(b"".join(where.to_bytes(size, "little") for _, where in pairs), dtype=np.uint8)
    bits = np.unpackbits(data.reshape(-1, size), axis=1, count=width, bitorder="little")
    starts = np.cumsum([0, *(len(row) for row in kinds[:-1])])
    weighted = bits * np.array([value for value, _ in pairs], dtype=np.uint8)[:, None]
    return np.asarray(np.add.reduceat(weighted, starts, axis=0, dtype=np.uint8))


@cache
def three(a: int, b: int, c: int) -> Rows:
    return rows_of(a, b, c)


def sweep(far: bool) -> Iterator[Three]:
    """All games with a, b, c up to a bound, the smallest sums first."""
    numbers = range(1, sweep_bound(far) + 1)
    games = [(a, b, c) for a in numbers for b in numbers for c in numbers]
    yield from sorted(games, key=lambda abc: (sum(abc), abc))


def sweep_bound(far: bool) -> int:
    return 20 if far else 8


def over_all(far: bool, holds: Callable[[int, int, int], bool], note: str = "") -> Verdict:
    bound = sweep_bound(far)
    failure = first_failure(sweep(far), lambda abc: holds(*abc))
    return verified(f"all a, b, c up to {bound}, all positions", failure, note)


# Tables


def rule_of(a: int, b: int, *transfers: int) -> Ruleset:
    return game("subtraction-transfer", a=a, b=b, c=transfers)


@cache
def table_of(a: int, b: int, transfers: tuple[int, ...], limit: int) -> Array:
    """The Grundy values by exhaustion."""
    return tabulate(rule_of(a, b, *transfers), limit).to_array()


PRINTED: dict[Three, str] = {
    (2, 2, 1): (
        "00110011001 10011001100 11001100110 01100110011 00110011001 10011001100 "
        "11001100110 01100110011 00110011001 10011001100 11001100110"
    ),
    (4, 4, 2): (
        "00001111000 00001111000 11000011110 11000011110 11110000111 11110000111 "
        "00111100001 00111100001 00001111000 00001111000 11000011110"
    ),
    (2, 2, 2): (
        "00110011001 00110011001 22332233223 22332233223 00110011001 00110011001 "
        "22332233223 22332233223 00110011001 00110011001 22332233223"
    ),
    (2, 1, 1): (
        "01010101010 01010101010 23232323232 10101010101 10101010101 23232323232 "
        "01010101010 01010101010 23232323232 10101010101 10101010101"
    ),
    (1, 2, 1): (
        "00110011001 12031203120 01100110011 20312031203 11001100110 02130213021 "
        "10011001100 21302130213 00110011001 12031203120 01100110011"
    ),
}


def _printed(a: int, b: int, c: int) -> Verdict:
    table, printed = table_of(a, b, (c,), 11), PRINTED[a, b, c].split()
    entries = ((r, s) for r in range(11) for s in range(11))
    failure = first_failure(entries, lambda rs: int(table[rs]) == int(printed[rs[0]][rs[1]]))
    return verified("121 entries", failure)


# The introduction


@paper.claim(
    "bamo",
    "In (2, 2, 1) from (20, 14) the first player wins; every play has 17 eating moves and an even number of "
    "transfers, and ends at (0, 0); only (0, 0) and (0, 1) have no move.",
)
def bamo(far: bool) -> Verdict:
    rule = rule_of(2, 2, 1)
    plays: dict[Position, set[tuple[int, int, Position]]] = {}

    def ways(position: Position) -> set[tuple[int, int, Position]]:
        """How plays may go on: the number of eating moves, the parity of transfers, and where they end."""
        if position not in plays:
            options = rule.options(position)
            plays[position] = set() if options else {(0, 0, position)}
            for option in options:
                ate = sum(option) < sum(position)
                plays[position] |= {(eaten + ate, (moved + (not ate)) % 2, end) for eaten, moved, end in ways(option)}
        return plays[position]

    most = 60 if far else 35
    stuck = [position for position in product(range(most), repeat=2) if not rule.options(position)]
    value = int(table_of(2, 2, (1,), 21)[20, 14])
    found = (ways((20, 14)), stuck, value)
    right = found == ({(17, 0, (0, 0))}, [(0, 0), (0, 1)], 1)
    return verified(f"all plays from (20, 14), plates below {most}", None if right else found)


@paper.claim(
    "addition-set",
    "The printed addition set {(-2,0), (0,+2), (-1,1)} should have (0,-2): only then it is the game (2, 2, 1).",
    expected=CORRECTED,
)
def addition_set(far: bool) -> Verdict:
    most = 30 if far else 12
    rule = rule_of(2, 2, 1)

    def differs(eaten: int) -> object:
        other = game("vector-addition", vectors=[(-2, 0), (0, eaten), (-1, 1)])
        positions = product(range(most), repeat=2)
        return first_failure(positions, lambda p: sorted(other.options(p)) == sorted(rule.options(p)))

    return corrected(f"plates below {most}", differs(2), differs(-2), "with (0,-2) all options agree")


@paper.claim(
    "recurrence",
    "The recurrence (2.2) prints max for mex; with mex and -1 outside it gives the Grundy values.",
    expected=CORRECTED,
)
def recurrence(far: bool) -> Verdict:
    most = 16 if far else 8

    def differs(pick: Callable[[set[int]], int]) -> object:
        values: dict[Position, int] = {}
        for r in range(most):
            for s in range(3 * most - r):
                options = {values.get((r - 3, s), -1), values.get((r, s - 2), -1), values.get((r - 1, s + 1), -1)}
                values[r, s] = pick(options) if (r, s) != (0, 0) else 0
        table = table_of(3, 2, (1,), most)
        return first_failure(product(range(most), repeat=2), lambda p: values[p] == int(table[p]))

    def mex(options: set[int]) -> int:
        return next(value for value in range(len(options) + 1) if value not in options)

    return corrected(f"(3, 2, 1), plates below {most}", differs(max), differs(mex), "with mex all values agree")


# Section 2


def even_value(a: int, r: Array, s: Array) -> Array:
    """Theorem 2.1."""
    return np.asarray(((r + s) // a + r) % 2)


def packed_value(a: int, n: int, r: Array, s: Array) -> Array:
    """Corollary 2.3."""
    return np.asarray(((r // n + s // n) // (2 * a) + r // n) % 2)


def block_value(a: int, r: Array, s: Array) -> Array:
    """Proposition 2.4: blocks of zeros and ones, then of twos and threes."""
    return np.asarray(2 * (r // a % 2) + s // a % 2)


def striped_value(a: int, r: Array, s: Array) -> Array:
    """Proposition 2.5: a rows of zeros and ones, one of twos and threes, then with zeros and ones switched."""
    blocks, row = np.divmod(r, a + 1)
    return np.where(row == a, 2 + s % 2, (s + blocks) % 2)


@paper.claim(
    "theorem-2.1",
    "In (a, a, 1), a even, the value is ⌊(r + s)/a⌋ + r mod 2, and the smallest periods are p = q = 2a.",
)
def theorem_21(far: bool) -> Verdict:
    most = 60 if far else 24

    def holds(a: int) -> bool:
        rows = rows_of(a, a, 1)
        return rows.periods == (0, 2 * a, 2 * a) and rows.agrees_with(lambda r, s: even_value(a, r, s))

    return verified(f"even a up to {most}, all positions", first_failure(range(2, most + 1, 2), holds))


@paper.claim("table-1", "The values of (2, 2, 1) up to 10, as printed.")
def table_1(far: bool) -> Verdict:
    return _printed(2, 2, 1)


@paper.claim(
    "remark-2", "In (2, 2, 1) the periods are (4, 4), the options of a value 0 are 1 and those of a value 1 are 0."
)
def remark_2(far: bool) -> Verdict:
    most = 40 if far else 20
    rows, rule = three(2, 2, 1), rule_of(2, 2, 1)

    def value(p: Position) -> int:
        return int(rows.at(np.array(p[0]))[p[1] % 4])

    failure = first_failure(
        product(range(most), repeat=2), lambda p: all(value(option) == 1 - value(p) for option in rule.options(p))
    )
    return verified(f"plates below {most}", failure if rows.periods == (0, 4, 4) else rows.periods)


def _scales(a: int, b: int, c: int, n: int) -> bool:
    small, large = three(a, b, c), rows_of(n * a, n * b, n * c)
    copied = np.repeat(np.repeat(small.values, n, axis=0), n, axis=1)
    return large.periods == tuple(n * x for x in small.periods) and np.array_equal(large.values, copied)


@paper.claim(
    "prop-2.2", "The value of (r, s) in (na, nb, n) is that of (⌊r/n⌋, ⌊s/n⌋) in (a, b, 1), and periods multiply by n."
)
def prop_22(far: bool) -> Verdict:
    most, copies = (8, range(2, 5)) if far else (4, range(2, 4))
    numbers = range(1, most + 1)
    failure = first_failure(product(numbers, numbers, copies), lambda abn: _scales(abn[0], abn[1], 1, abn[2]))
    return verified(f"a, b up to {most}, n up to {copies[-1]}, all positions", failure)


@paper.claim(
    "new-scaling", "Proposition 2.2 holds for (na, nb, nc) with any c, and preperiods multiply by n as well (new)."
)
def scaling(far: bool) -> Verdict:
    most, copies = (8, range(2, 5)) if far else (3, range(2, 3))
    numbers = range(1, most + 1)
    failure = first_failure(product(numbers, numbers, range(1, 4), copies), lambda abcn: _scales(*abcn))
    return verified(f"a, b up to {most}, c up to 3, n up to {copies[-1]}, all positions", failure)


@paper.claim(
    "corollary-2.3",
    "In (2na, 2na, n) the value is ⌊(⌊r/n⌋ + ⌊s/n⌋)/2a⌋ + ⌊r/n⌋ mod 2, and the smallest periods are p = q = 4na.",
)
def corollary_23(far: bool) -> Verdict:
    most_a, most_n = (8, 6) if far else (4, 4)

    def holds(an: tuple[int, int]) -> bool:
        a, n = an
        rows = rows_of(2 * n * a, 2 * n * a, n)
        period = 4 * n * a
        return rows.periods == (0, period, period) and rows.agrees_with(lambda r, s: packed_value(a, n, r, s))

    failure = first_failure(product(range(1, most_a + 1), range(1, most_n + 1)), holds)
    return verified(f"a up to {most_a}, n up to {most_n}, all positions", failure)


@paper.claim("table-2", "The values of (4, 4, 2) up to 10, as printed.")
def table_2(far: bool) -> Verdict:
    return _printed(4, 4, 2)


@paper.claim(
    "prop-2.4", "In (a, a, a) the value is 2(⌊r/a⌋ mod 2) + (⌊s/a⌋ mod 2), and the smallest periods are p = q = 2a."
)
def prop_24(far: bool) -> Verdict:
    most = 40 if far else 20

    def holds(a: int) -> bool:
        rows = rows_of(a, a, a)
        return rows.periods == (0, 2 * a, 2 * a) and rows.agrees_with(lambda r, s: block_value(a, r, s))

    return verified(f"a up to {most}, all positions", first_failure(range(1, most + 1), holds))


@paper.claim("table-3", "The values of (2, 2, 2) up to 10, as printed.")
def table_3(far: bool) -> Verdict:
    return _printed(2, 2, 2)


@paper.claim(
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
    return verified(f"a and n up to {most}", failure)


@paper.claim(
    "prop-2.5",
    "In (a, 1, 1), a >= 2, a rows of alternating 0 and 1 are followed by a row of alternating 2 and 3, then the same "
    "with 0 and 1 switched, and the smallest periods are p = 2(a + 1), q = 2.",
)
def prop_25(far: bool) -> Verdict:
    most = 60 if far else 30

    def holds(a: int) -> bool:
        rows = rows_of(a, 1, 1)
        return rows.periods == (0, 2 * (a + 1), 2) and rows.agrees_with(lambda r, s: striped_value(a, r, s))

    return verified(f"2 <= a <= {most}, all positions", first_failure(range(2, most + 1), holds))


@paper.claim("table-4", "The values of (2, 1, 1) up to 10, as printed.")
def table_4(far: bool) -> Verdict:
    return _printed(2, 1, 1)


@paper.claim("remark-3", "No value of a game (a, b, c) is above 3.")
def remark_3(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: int(three(a, b, c).values.max()) <= 3)


@paper.claim(
    "only-fully-periodic",
    "Every game (a, b, c) is fully periodic (the paper has met no other).",
    expected=REFUTED,
)
def only_fully_periodic(far: bool) -> Verdict:
    games = list(sweep(far))
    with_preperiod = [abc for abc in games if three(*abc).preperiod]
    bound = sweep_bound(far)
    if not with_preperiod:
        return verified(f"all a, b, c up to {bound}, all positions")
    first = with_preperiod[0]
    before, p, q = three(*first).periods
    return verified(
        f"all a, b, c up to {bound} by their sum",
        f"{first}, with periods ({p}, {q}) from row {before} on only; "
        f"{len(with_preperiod)} of {len(games)} games have a preperiod",
    )


# Section 3


@paper.claim(
    "all-periodic",
    "Every game (a, b, c) is periodic, possibly after a preperiod: the rows repeat, and repeated without end they "
    "satisfy the recurrence everywhere.",
)
def all_periodic(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: satisfies_recurrence(three(a, b, c), a, b, c), PROVED)


def satisfies_recurrence(rows: Rows, a: int, b: int, c: int) -> bool:
    """Whether the rows, repeated, are the mex of their options; beyond what is looked at all repeats."""
    height = len(rows.values) + max(a, c)
    values = np.tile(rows.at(np.arange(height)), (1, 2))
    bits = np.left_shift(1, values.astype(np.int64))
    seen = np.zeros_like(bits)
    seen[a:] |= bits[:-a]
    seen[:, b:] |= bits[:, :-b]
    seen[c:] |= np.roll(bits, -(c % (2 * b)), axis=1)[:-c]
    # The lowest bit that is not set.
    return np.array_equal(~seen & (seen + 1), bits)


@paper.claim(
    "preperiods",
    "The six smallest games with a preperiod, by a + b + c, are (2,2,3), (2,3,2), (3,2,2), (4,1,3), (2,4,3) and "
    "(5,1,3), with preperiods 10, 4, 5, 7, 10, 8 and p = 4, 4, 2, 14, 40, 16; tables by exhaustion agree.",
)
def preperiods(far: bool) -> Verdict:
    stated = {(2, 2, 3): (10, 4, 4), (2, 3, 2): (4, 4, 6), (3, 2, 2): (5, 2, 4), (4, 1, 3): (7, 14, 2)}
    stated |= {(2, 4, 3): (10, 40, 8), (5, 1, 3): (8, 16, 2)}
    found = [abc for abc in sweep(far) if three(*abc).preperiod][:6]
    if found != list(stated):
        return verified("six games", found)

    def holds(item: tuple[Three, tuple[int, int, int]]) -> bool:
        (a, b, c), (before, p, q) = item
        limit = before + 2 * p + 2 * b
        table = table_of(a, b, (c,), limit)
        repeats = np.array_equal(table[before + p :], table[before : limit - p])
        sooner = np.array_equal(table[before - 1 + p], table[before - 1])
        return three(a, b, c).periods == (before, p, q) and repeats and not sooner

    return verified("six games", first_failure(stated.items(), holds))


@paper.claim("conjecture-1", "In (a, a, 1), a >= 3 odd, the values are fully periodic with p = 2a(a + 1), q = 2a.")
def conjecture_1(far: bool) -> Verdict:
    most = 201 if far else 31
    failure = first_failure(range(3, most + 1, 2), lambda a: rows_of(a, a, 1).periods == (0, 2 * a * (a + 1), 2 * a))
    return verified(f"odd a up to {most}, all positions", failure, PROVED)


@paper.claim("one-one-one", "The game (1, 1, 1) has the periods p = q = 2.")
def one_one_one(far: bool) -> Verdict:
    found = three(1, 1, 1).periods
    return verified("all positions", None if found == (0, 2, 2) else found)


@paper.claim("conjecture-2", "In (1, b, 1), b >= 2, the values are fully periodic with p = 4b, q = 2b.")
def conjecture_2(far: bool) -> Verdict:
    most = 400 if far else 80
    failure = first_failure(range(2, most + 1), lambda b: rows_of(1, b, 1).periods == (0, 4 * b, 2 * b))
    return verified(f"2 <= b <= {most}, all positions", failure, PROVED)


@paper.claim("table-5", "The values of (1, 2, 1) up to 10, as printed.")
def table_5(far: bool) -> Verdict:
    return _printed(1, 2, 1)


@paper.claim("conjecture-3", "In (a, a, {1, …, a}), a >= 2, the values are fully periodic with p = a + 2, q = 2a.")
def conjecture_3(far: bool) -> Verdict:
    most = 150 if far else 30
    failure = first_failure(range(2, most + 1), lambda a: rows_of(a, a, *range(1, a + 1)).periods == (0, a + 2, 2 * a))
    return verified(f"2 <= a <= {most}, all positions", failure, PROVED)


@paper.claim("remark-4", "If c is a set, no value is above |c| + 2.")
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
            return verified(extent, (a, b, c))
    return verified(extent, failure, "the bound is met by (3, 3, {1, 2, 3}), not by (2, 3, {1, 2})")


# Beyond the paper


@paper.claim(
    "new-flip-law",
    "G(r, s + b) is G(r, s) with 2j and 2j + 1 exchanged, also for a set c (new); on tables by exhaustion, with which "
    "the rows computed here agree, and on all rows until they repeat.",
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
        return np.array_equal(flipped(table[:, :-b]), table[:, b:]) and np.array_equal(rows, table)

    failure = first_failure(tables, flips)
    if failure is not None:
        return verified(f"{len(tables)} tables up to 39", failure)
    found = over_all(far, lambda a, b, c: _row_flips(three(a, b, c).values, b))
    return Verdict(found.kind, f"{len(tables)} tables up to 39, and {found.extent}", found.note)


def _row_flips(values: Array, b: int) -> bool:
    return np.array_equal(np.roll(values, -b, axis=1), flipped(values))


def flipped(values: Array) -> Array:
    """2j and 2j + 1 exchanged."""
    return values ^ 1


@paper.claim(
    "new-column-period",
    "The smallest column period, counted from row 0, is q = 2b (new); after a preperiod it can be less, "
    "as 2 in (2, 3, 2).",
)
def column_period(far: bool) -> Verdict:
    tail = three(2, 3, 2).column_period(three(2, 3, 2).preperiod)
    if tail != 2:
        return verified("(2, 3, 2)", tail)
    return over_all(far, lambda a, b, c: three(a, b, c).column_period() == 2 * b)


def general_period(a: int, b: int, c: int) -> int:
    """What the row period divides: 2b(a + c) / gcd(2b, c)."""
    return 2 * b * (a + c) // gcd(2 * b, c)


@paper.claim("new-row-period", "The row period p divides 2b(a + c)/gcd(2b, c), with or without a preperiod (new).")
def row_period(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: general_period(a, b, c) % three(a, b, c).period == 0)


def has_shift_law(a: int, b: int, c: int, first: int) -> bool:
    """Whether H(r + a + c, s) = H(r, s + c), with H = min(G, 2), for all rows r from some one on."""
    rows = three(a, b, c)
    low = np.minimum(rows.values[first:], 2)
    later = np.minimum(rows.at(np.arange(first, len(rows.values)) + a + c), 2)
    return np.array_equal(later, np.roll(low, -(c % (2 * b)), axis=1))


def has_four_blocks(a: int, b: int, c: int) -> bool:
    """Whether c = a is an odd multiple of b, as in Proposition 2.4."""
    return a == c and a % b == 0 and a // b % 2 == 1


@paper.claim(
    "new-shift-law-tail",
    "After the preperiod, min(G, 2) at (r + a + c, s) is that at (r, s + c), except if c = a is an odd multiple of b, "
    "where it is not (new).",
)
def shift_law_tail(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: has_shift_law(a, b, c, three(a, b, c).preperiod) != has_four_blocks(a, b, c))


def is_pure(a: int, c: int) -> bool:
    """One of the two steps on red is at least twice the other."""
    return a >= 2 * c or c >= 2 * a


@paper.claim("new-no-preperiod", "If c = 1, a >= 2c or c >= 2a, there is no preperiod (new).")
def no_preperiod(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: three(a, b, c).preperiod == 0 or not (c == 1 or is_pure(a, c)))


@paper.claim("new-shift-law", "If a >= 2c or c >= 2a, the shift law holds from row 0 on (new).")
def shift_law(far: bool) -> Verdict:
    return over_all(far, lambda a, b, c: not is_pure(a, c) or has_shift_law(a, b, c, 0))


def is_two_valued(a: int, b: int, c: int) -> bool:
    """Whether all values should be 0 or 1."""
    by_transfers = a % b == a % c == 0 and (a // b + a // c) % 2 == 1
    return by_transfers or (c % a == c % b == 0 and (c // a + c // b) % 2 == 1)


def two_valued(a: int, b: int, c: int, r: Array, s: Array) -> Array:
    """The values of such a game."""
    if a % c == 0 and (a // b + a // c) % 2 == 1:
        return np.asarray(((s + c * (r // c)) // b + r // c) % 2)
    return np.asarray((s // b + r // a) % 2)


@paper.claim(
    "new-generic-period",
    "If a >= 2c or c >= 2a, and not all values are 0 or 1, p is 2b(a + c)/gcd(2b, c) itself (new).",
)
def generic_period(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        return not is_pure(a, c) or int(rows.values.max()) < 2 or rows.period == general_period(a, b, c)

    return over_all(far, holds)


@paper.claim(
    "new-two-valued",
    "All values are 0 or 1 if and only if b and c divide a and a/b + a/c is odd, or a and b divide c and c/a + c/b is "
    "odd; then the value is ⌊(s + c⌊r/c⌋)/b⌋ + ⌊r/c⌋ mod 2, or ⌊r/a⌋ + ⌊s/b⌋ mod 2 (new).",
)
def only_two_values(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        if not is_two_valued(a, b, c):
            return int(rows.values.max()) > 1
        return rows.agrees_with(lambda r, s: two_valued(a, b, c, r, s))

    return over_all(far, holds)


@paper.claim(
    "new-two-valued-periods",
    "If all values are 0 or 1, there is no preperiod, and p is 2 lcm(b, c) if c divides a, 2a if a divides c (new).",
)
def two_valued_periods(far: bool) -> Verdict:
    def holds(a: int, b: int, c: int) -> bool:
        rows = three(a, b, c)
        if int(rows.values.max()) > 1:
            return True
        return rows.preperiod == 0 and rows.period == (2 * lcm(b, c) if a % c == 0 else 2 * a)

    return over_all(far, holds)


@paper.claim(
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


@paper.claim("new-largest-value", "The largest value of (a, a, {1, …, a}), a >= 2, is 2⌈a/2⌉ + 1 (new).")
def largest_value(far: bool) -> Verdict:
    most = 60 if far else 20
    failure = first_failure(
        range(2, most + 1), lambda a: int(rows_of(a, a, *range(1, a + 1)).values.max()) == 2 * ((a + 1) // 2) + 1
    )
    return verified(f"2 <= a <= {most}, all positions", failure)
