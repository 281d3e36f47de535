"""Rows of Grundy values of subtraction-transfer games, up to their repetition, for the claims of Lengyel's paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from sprague.games import game
from sprague.games.theory.subtraction_transfer import known_theorems
from sprague.papers.claims import Verdict, first_failure, verdict
from sprague.papers.general_proofs import GeneralProof
from sprague.rules import Ruleset
from sprague.tables.tabulate import tabulate

Array = npt.NDArray[np.integer]
Values = Callable[[Array, Array], Array]
Half = dict[int, int]
Row = tuple[tuple[int, int], ...]
Three = tuple[int, int, int]

PROVED = "now a theorem, see docs/subtraction-transfer.md"
SETTLED = "proved by A. Danai, P. Ellis and T. Thanatipanonda, arXiv 2602.14325; see docs/subtraction-transfer.md"
MOST_ROWS = 2_000_000  # maximum number of rows of a game; the rows of all games in the paper repeat much earlier


@dataclass(frozen=True)
class Rows:
    """All Grundy values of a subtraction-transfer game: 2b columns, and all rows up to the end of one period."""

    values: npt.NDArray[np.uint8]
    preperiod: int
    period: int

    def at(self, rows: Array) -> Array:
        """Return the Grundy values in the given rows; the row numbers may be arbitrarily large."""
        inside = rows < len(self.values)
        return self.values[np.where(inside, rows, self.preperiod + (rows - self.preperiod) % self.period)]

    def column_period(self, first: int = 0) -> int:
        """Return the smallest period of the columns of Grundy values in all rows from `first` on."""
        width = self.values.shape[1]
        tail = self.values[first:]
        return next(q for q in range(1, width + 1) if width % q == 0 and np.array_equal(np.roll(tail, q, axis=1), tail))

    @property
    def periods(self) -> tuple[int, int, int]:
        return self.preperiod, self.period, self.column_period()

    def agrees_with(self, formula: Values) -> bool:
        """Return whether all stored Grundy values agree with a formula in the row r and the column s."""
        return np.array_equal(self.values, formula(*np.indices(self.values.shape)))


def rows_of(a: int, b: int, *transfers: int) -> Rows:
    """Compute the rows of Grundy values of the game (a, b, transfers) until the last max(a, c) rows repeat.

    A row is stored as a list of Grundy values, each with a bit mask that marks which of the 2b columns have this value.
    For each row, the function checks that columns have period 2b: the third block of b columns must equal the first
    block.
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
        # Brent's method of cycle detection compares the last `reach` rows with the rows before a marked row. The index
        # of the marked row doubles: reach, 2 reach, 4 reach, …
        if count > mark and rows[-1] == rows[mark - 1] and rows[count - reach :] == rows[mark - reach : mark]:
            period, first = count - mark, mark
            while first and rows[first - 1] == rows[first - 1 + period]:
                first -= 1
            return Rows(spelt_out(kinds, width)[np.array(rows[: first + period])], first, period)
        if count == 2 * mark:
            mark = count
    raise RuntimeError(
        f"no period was found among the first {MOST_ROWS:,} rows of Grundy values of the game {(a, b, transfers)}"
    )


def next_row(options: list[tuple[Row, int]], b: int, width: int, low: int) -> Row:
    """Return the next row of Grundy values; `options` lists the rows of its options, each with a column shift."""
    seen: Half = {}
    for row, shift in options:
        for value, where in row:
            turned = (where >> shift | where << (width - shift)) & ((1 << width) - 1)
            seen[value] = seen.get(value, 0) | turned
    first = excluded(seen, low)
    second = excluded(joined(seen, first, lambda where: where << b), low << b)
    third = excluded(joined(seen, second, lambda where: where >> b), low)
    if third != first:
        raise RuntimeError("the columns of Grundy values do not have the claimed period 2b")
    return tuple(sorted(joined(first, second, lambda where: where).items()))


def excluded(seen: Half, free: int) -> Half:
    """Return, for each column that the bit mask `free` marks, the mex of the values in `seen`."""
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
    """Convert rows of a subtraction-transfer game from bit masks to arrays of Grundy values."""
    size = (width + 7) // 8
    pairs = [pair for row in kinds for pair in row]
    data = np.frombuffer(b"".join(where.to_bytes(size, "little") for _, where in pairs), dtype=np.uint8)
    bits = np.unpackbits(data.reshape(-1, size), axis=1, count=width, bitorder="little")
    starts = np.cumsum([0, *(len(row) for row in kinds[:-1])])
    weighted = bits * np.array([value for value, _ in pairs], dtype=np.uint8)[:, None]
    return np.asarray(np.add.reduceat(weighted, starts, axis=0, dtype=np.uint8))


def closed_forms_hold(rows: Rows, a: int, b: int, *transfers: int) -> bool:
    """Return whether the catalogue's closed forms agree with the computed rows of a game at about 150 positions."""
    count, width = rows.values.shape
    positions = list(product(range(0, count, count // 12 + 1), range(0, width, width // 12 + 1)))
    known = (theorem for theorem in known_theorems(a, b, transfers) if not theorem.misere)
    return all(theorem.value(r, s) == rows.values[r, s] for theorem in known for r, s in positions)


@cache
def three(a: int, b: int, c: int) -> Rows:
    return rows_of(a, b, c)


def sweep(far: bool) -> Iterator[Three]:
    """Yield all subtraction-transfer games (a, b, c) with a, b, c up to a bound, ordered by the sum a + b + c."""
    numbers = range(1, sweep_bound(far) + 1)
    games = [(a, b, c) for a in numbers for b in numbers for c in numbers]
    yield from sorted(games, key=lambda abc: (sum(abc), abc))


def sweep_bound(far: bool) -> int:
    return 20 if far else 8


def over_all(far: bool, holds: Callable[[int, int, int], bool], note: str = "") -> Verdict:
    bound = sweep_bound(far)
    failure = first_failure(sweep(far), lambda abc: holds(*abc))
    return verdict(f"all a, b, c up to {bound}, all positions", failure, note=note)


# Tables


def rule_of(a: int, b: int, *transfers: int) -> Ruleset:
    return game("subtraction-transfer", a=a, b=b, c=transfers)


@cache
def table_of(a: int, b: int, transfers: tuple[int, ...], limit: int) -> Array:
    """Return a table of Grundy values of a subtraction-transfer game, by exhaustive computation."""
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


def as_printed(a: int, b: int, c: int) -> Verdict:
    table, printed = table_of(a, b, (c,), 11), PRINTED[a, b, c].split()
    entries = ((r, s) for r in range(11) for s in range(11))
    failure = first_failure(entries, lambda rs: int(table[rs]) == int(printed[rs[0]][rs[1]]))
    return verdict("121 entries", failure)


def prove_values(title: str, *games: tuple[int, int, int | str]) -> GeneralProof:
    """Return a proof of the Grundy values, but not of the periods, of subtraction-transfer games."""
    specs = [f"subtraction-transfer:a={a},b={b},c={c}" for a, b, c in games]
    return GeneralProof(specs, grundy=True, part="the values", title=title)
