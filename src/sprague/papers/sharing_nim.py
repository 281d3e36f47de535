"""Three-pile Sharing Nim and the quadratic time winning strategy, re-run.

Long because the paper makes many small claims, and each is a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.games import game
from sprague.papers._claims import (
    CONSISTENT,
    CORRECTED,
    REFUTED,
    Paper,
    Verdict,
    consistent,
    corrected,
    first_failure,
    verified,
)
from sprague.papers._sharing_lists import (
    BOTTOM_ROW,
    GREATEST_A,
    REMOTENESS_COUNTS,
    REMOTENESS_OF_ROW,
    ROW_MAXIMA,
    TABLE_1,
    THIRD_ROW,
    THREE_POSITIONS,
    TWO_POSITIONS,
)
from sprague.rules import Position, Ruleset
from sprague.solve.search import search
from sprague.solve.tabulate import rows, tabulate

Values = npt.NDArray[Any]  # entry [a, b] is G(0, a, b), or a truth about it
Move = tuple[str, int]  # from the third pile: to which, how many

paper = Paper("sharing-nim")

NO_P_RESIDUES = (2, 6, 8, 10, 14, 18, 22, 24, 26, 30)  # of n mod 32, where (0, 0, n) is an N-position
P_RESIDUES = (4, 12, 16, 20, 28)
MOST_SEARCHED = 20_000
EVEN_DIGITS = 0x5555_5555_5555_5555  # 1, 4, 16, …


# Values


@lru_cache(maxsize=2)
def plane(limit: int) -> Values:
    """G(0, a, b) for all a, b below the limit."""
    return rows("sharing-nim", rows=range(limit), limit=limit)


@lru_cache(maxsize=4)
def low_rows(count: int, limit: int, cap: int | None = None) -> Values:
    """The rows a < count of that plane, far out."""
    return rows("sharing-nim", rows=range(count), limit=limit, cap=cap)


@lru_cache(maxsize=2)
def whole_plane(limit: int) -> Values:
    """G(0, a, b) for a <= b, computed without using that columns are palindromes, -1 elsewhere.

    A move between two piles x and y keeps the third pile z, so also x + y - 2z, and leads to every
    position with this number whose two piles differ by less; these are those of lesser spread. `seen`
    has a set of values, as bits, for each number.
    """
    seen: dict[int, int] = {}
    out = np.full((limit, limit), -1, dtype=np.int64)
    for b in range(limit):
        column = []
        for a in range(b + 1):
            reached = seen.get(a + b, 0) | seen.get(b - 2 * a, 0) | seen.get(a - 2 * b, 0)
            column.append((~reached & (reached + 1)).bit_length() - 1)
        for a, value in enumerate(column):
            for line in (a + b, b - 2 * a, a - 2 * b):
                seen[line] = seen.get(line, 0) | 1 << value
        out[: b + 1, b] = column
    return out


def long_rows(far: bool) -> Values:
    """Rows a < 64 for n <= 6000, or a <= 40 for n <= 100,000 with values above 256 cut down to that."""
    return low_rows(41, 100_001, 256) if far else low_rows(64, 6001)


def value_of(values: Values, position: Iterable[int]) -> int:
    low, middle, high = sorted(position)
    return int(values[middle - low, high - low])


def axes(values: Values) -> tuple[Values, Values]:
    """The numbers a and b of all entries, as a column and a row."""
    return np.arange(values.shape[0], dtype=np.int64)[:, None], np.arange(values.shape[1], dtype=np.int64)[None, :]


def first_cell(wrong: Values) -> Position | None:
    """The first (0, a, b) with a <= b where something is wrong: by b, then by a."""
    numbers = np.flatnonzero(np.triu(wrong).T)
    if not len(numbers):
        return None
    b, a = divmod(int(numbers[0]), wrong.shape[0])
    return (0, a, b)


def cells(limit: int) -> Iterator[Position]:
    return ((0, a, b) for b in range(limit) for a in range(b + 1))


def lower_half(values: Values) -> Values:
    """Where a <= b/2: the other half of each column is its mirror image."""
    a, b = axes(values)
    half: Values = 2 * a <= b
    return half


# Formulas


def is_quiet(difference: Values) -> Values:
    """Whether a difference is 0 or 4^k (2l + 1)."""
    quiet: Values = (difference == 0) | (difference & -difference & EVEN_DIGITS != 0)
    return quiet


def is_p(a: Values, b: Values) -> Values:
    """The printed P-positions (0, a, b)."""
    losing: Values = ((a == 0) | (a == b)) & is_quiet(b)
    return losing


def is_one(a: Values, b: Values) -> Values:
    """The 1-positions (0, a, b): (0,0,4k+2), (0,4k+2,4k+2), (0,1,2), (0,2,4k+5), (0,4k+3,4k+5)."""
    equal = ((a == 0) | (a == b)) & (b % 4 == 2)
    apart = ((a == 2) & (b % 4 == 1) & (b >= 5)) | ((a % 4 == 3) & (b == a + 2))
    ones: Values = equal | apart | ((a == 1) & (b == 2))
    return ones


def path_is_p(u: Values, v: Values, rule: str) -> Values:
    """P-positions x - y - z of Graph Nim on a path, with u = x - y and v = z - y."""
    level = (u * v <= 0) & (abs(u + v) <= 1)
    losing: Values = level | ((u == v) & (abs(u) != 2 if rule == "sharing" else abs(u) <= 1))
    return losing


def divisions_by_four(difference: int) -> tuple[bool, int]:
    """The test for P-positions as printed: divide by 4 while possible; is the rest odd? And how many divisions."""
    count = 0
    while difference and difference % 4 == 0:
        difference //= 4
        count += 1
    return difference == 0 or difference % 2 == 1, count


# The rules


@paper.claim(
    "moves", "The moves from (a, b, c) with a <= b <= c are the three printed types, k at most half a difference."
)
def moves(far: bool) -> Verdict:
    limit = 30 if far else 14
    rule = game("sharing-nim")

    def printed(position: Position) -> set[Position]:
        a, b, c = position
        found = {(a + k, b - k, c) for k in range(1, (b - a) // 2 + 1)}
        found |= {(a + k, b, c - k) for k in range(1, (c - a) // 2 + 1)}
        found |= {(a, b + k, c - k) for k in range(1, (c - b) // 2 + 1)}
        return {(x, y, z) for x, y, z in map(sorted, found)}

    positions = combinations_with_replacement(range(limit), 3)
    return verified(f"piles below {limit}", first_failure(positions, lambda p: set(rule.options(p)) == printed(p)))


@paper.claim("terminal", "A position is terminal if and only if its largest and smallest pile differ by at most one.")
def terminal(far: bool) -> Verdict:
    limit = 40 if far else 20
    rule = game("sharing-nim")
    positions = combinations_with_replacement(range(limit), 3)
    failure = first_failure(positions, lambda p: rule.is_terminal(p) == (p[2] - p[0] <= 1))
    return verified(f"piles below {limit}", failure)


@paper.claim(
    "entropy-same-options",
    "On unordered piles Sharing Nim and Entropy Reduction, where two piles must come nearer to each other, "
    "have the same options.",
)
def entropy_same_options(far: bool) -> Verdict:
    sizes = {2: 30, 3: 16, 4: 9, 5: 6} if far else {2: 20, 3: 10, 4: 6, 5: 4}

    def entropy(position: Position) -> set[Position]:
        found = set()
        for i, x in enumerate(position):
            for j, y in enumerate(position):
                for chips in range(1, x + 1):
                    if i != j and abs((x - chips) - (y + chips)) < abs(x - y):
                        after = list(position)
                        after[i], after[j] = x - chips, y + chips
                        found.add(tuple(sorted(after)))
        return found

    for piles, limit in sizes.items():
        rule = game("sharing-nim", piles=piles)
        positions = combinations_with_replacement(range(limit), piles)
        failure = first_failure(positions, lambda p, rule=rule: set(rule.options(p)) == entropy(p))  # type: ignore[misc]
        if failure is not None:
            return verified(f"{piles} piles", failure)
    return verified(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@paper.claim(
    "story", "The story, in which a move takes one bottle, has the same P-positions as the game analysed.", REFUTED
)
def story(far: bool) -> Verdict:
    limit = 61 if far else 13
    bottles = tabulate("one-bottle", limit, what="outcome")
    chips = tabulate("sharing-nim", limit, what="outcome")
    failure = first_failure(cells(limit), lambda position: bool(bottles[position] == chips[position]))
    if failure is None:
        return verified(f"(0, a, b) with b < {limit}")
    return verified(
        f"(0, a, b) with b < {limit}",
        f"{failure}: {bottles[failure]} with one bottle at a time, {chips[failure]} in Sharing Nim, "
        "whose rules let any number move",
    )


@paper.claim("simplification", "G(a, b, c) = G(0, b - a, c - a) for all a <= b <= c, empty piles included.")
def simplification(far: bool) -> Verdict:
    chips = 180 if far else 60
    table = tabulate("sharing-nim", chips=chips)  # a table by chips is filled without reducing positions
    values = dict(table.items())
    failure = first_failure(values, lambda p: values[p] == values[0, p[1] - p[0], p[2] - p[0]])
    return verified(f"all positions with at most {chips} chips", failure)


@paper.claim("table-1", "Table 1, whose content is lost in the text and was computed anew: G(0, a, b), b up to 16.")
def table_1(far: bool) -> Verdict:
    values = plane(300)
    failure = first_failure(cells(17), lambda p: bool(values[p[1], p[2]] == TABLE_1[p[2]][p[1]]))
    return verified("all 153 entries", failure)


@paper.claim("table-1-column-5", "The 5th column of Table 1 is (0, 3, 1, 1, 3, 0).")
def column_5(far: bool) -> Verdict:
    column = [int(value) for value in whole_plane(200)[:6, 5]]
    return verified("the six entries", None if column == [0, 3, 1, 1, 3, 0] else column)


# Symmetry and palindromes


@paper.claim("palindrome", "G(0, a, b) = G(0, b - a, b), so every column of Table 1 is a palindrome.")
def palindrome(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)
    wrong = np.zeros(values.shape, dtype=bool)
    for b in range(limit):
        column = values[: b + 1, b]
        wrong[: b + 1, b] = column != column[::-1]
    return verified(f"b < {limit}, computed without this symmetry", first_cell(wrong))


@paper.claim(
    "isomorphic", "Turning a position over, each pile x to n - x, maps options to options for 3, 4 and 5 piles."
)
def isomorphic(far: bool) -> Verdict:
    sizes = {3: 14, 4: 8, 5: 6} if far else {3: 10, 4: 6, 5: 4}
    for piles, limit in sizes.items():
        rule = game("sharing-nim", piles=piles)

        def is_mapped(position: Position, rule: Ruleset = rule, top: int = limit - 1) -> bool:
            turned = tuple(top - pile for pile in position)
            return set(rule.options(turned)) == {
                tuple(sorted(top - pile for pile in option)) for option in rule.options(position)
            }

        failure = first_failure(combinations_with_replacement(range(limit), piles), is_mapped)
        if failure is not None:
            return verified(f"{piles} piles", failure)
    return verified(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@paper.claim(
    "rows-are-diagonals", "The row G(0, a, 2a + i) and the diagonal G(0, a + i, 2a + i), i = 0, 1, 2, …, are identical."
)
def rows_are_diagonals(far: bool) -> Verdict:
    limit = 1501 if far else 200
    values = whole_plane(limit)

    def agree(a: int) -> bool:
        i = np.arange(limit - 2 * a)
        return np.array_equal(values[a, 2 * a + i], values[a + i, 2 * a + i])

    failure = first_failure(range((limit + 1) // 2), agree)
    return verified(f"2a + i < {limit}, computed without using symmetry", failure)


# P-positions


@paper.claim(
    "p-positions",
    "The P-positions are (0, 0, 0), (0, 0, d) and (0, d, d) for d = 4^k (2l + 1), and no other (0, a, b).",
)
def p_positions(far: bool) -> Verdict:
    limit = 6001 if far else 1500
    values = plane(limit)
    return verified(f"all (0, a, b) with b < {limit}", first_cell((values == 0) != is_p(*axes(values))))


@paper.claim(
    "p-positions-proof",
    "From each N-position (0, a, b) with a <= b/2 the proof's move wins: d = b - 2a, and a chips from the third pile "
    "to the first if d = 4^k (2l + 1), b/2 if d = 2 4^k (2l + 1).",
    CORRECTED,
)
def p_positions_proof(far: bool) -> Verdict:
    limit = 600 if far else 200
    values = plane(limit).astype(np.int64)

    def wins(position: Position, mended: bool) -> bool:
        _, a, b = position
        d = b - 2 * a
        if d == 0 and not mended:
            return False
        chips = a if is_quiet(np.array(d)) else b // 2
        return 1 <= chips <= b // 2 and value_of(values, (chips, a, b - chips)) == 0

    positions = [p for p in cells(limit) if 2 * p[1] <= p[2] and values[p[1], p[2]]]
    return corrected(
        f"b < {limit}",
        first_failure(positions, lambda p: wins(p, mended=False)),
        first_failure(positions, lambda p: wins(p, mended=True)),
        "d = 0 is neither; there a chips to the first pile leave three equal piles",
    )


@paper.claim(
    "quadratic-time",
    "Dividing the difference d of (0, 0, d) by 4 while possible and looking at the last digit tells P-positions, with "
    "at most half as many divisions as d has binary digits (running time itself is not measured).",
)
def quadratic_time(far: bool) -> Verdict:
    limit = 20_000 if far else 6000
    row = low_rows(1, limit, 1)[0].tolist()

    def is_right(d: int) -> bool:
        found, count = divisions_by_four(d)
        return found == (row[d] == 0) and 2 * count <= d.bit_length()

    return verified(f"d < {limit}", first_failure(range(limit), is_right))


def equalisations(position: Position) -> set[Position]:
    """The positions reached by making two piles equal."""
    found = set()
    for kept in range(3):
        low, high = (pile for i, pile in enumerate(position) if i != kept)
        if (high - low) % 2 == 0 and high > low:
            found.add(tuple(sorted((position[kept], (low + high) // 2, (low + high) // 2))))
    return found


@paper.claim(
    "remark-equalising", "From an N-position exactly one of the three moves that make two piles equal wins.", REFUTED
)
def remark_equalising(far: bool) -> Verdict:
    limit = 400 if far else 200
    values = plane(limit)
    counts = [0, 0, 0, 0]
    first: dict[int, Position] = {}
    for position in cells(limit):
        if values[position[1], position[2]]:
            winning = sum(value_of(values, option) == 0 for option in equalisations(position))
            counts[winning] += 1
            first.setdefault(winning, position)
    extent = f"the {sum(counts):,} N-positions (0, a, b) with b < {limit}"
    if counts[1] == sum(counts):
        return verified(extent)
    shown = "; ".join(
        f"{number} for {counts[number]:,}, first {first[number]}" for number in (0, 2, 3) if counts[number]
    )
    smallest = min((first[number] for number in first if number != 1), key=lambda position: position[::-1])
    return verified(extent, f"{smallest}; number of such moves that win: 1 for {counts[1]:,}; {shown}")


@paper.claim(
    "remark-equalising-corrected",
    "With piles x < y < z and d = |x + z - 2y|: moving min(y - x, z - y) chips from z to x wins if and only if d = 0 "
    "or d = 4^k (2l + 1), and otherwise making x and z equal wins.",
)
def remark_corrected(far: bool) -> Verdict:
    limit = 1000 if far else 400
    values = plane(limit).astype(np.int64)

    def holds(position: Position) -> bool:
        x, y, z = position
        chips, d = min(y - x, z - y), abs(x + z - 2 * y)
        quiet = bool(is_quiet(np.array(d)))
        levelled = value_of(values, (x + chips, y, z - chips)) == 0
        half, odd = divmod(z - x, 2)
        return levelled == quiet and (quiet or (not odd and value_of(values, (x + half, y, z - half)) == 0))

    positions = (position for position in cells(limit) if 0 < position[1] < position[2])
    return verified(f"all (0, y, z) with 0 < y < z < {limit}", first_failure(positions, holds))


@paper.claim(
    "two-equal-piles",
    "From an N-position with two equal piles the only winning move makes one of them equal to the third.",
)
def two_equal_piles(far: bool) -> Verdict:
    limit, brute = (6000, 240) if far else (3000, 100)
    row = low_rows(1, limit, 1)[0]
    odd = first_failure(range(limit), lambda n: bool(row[n] == 0 or (n % 2 == 0 and row[n // 2] == 0)))
    if odd is not None:
        return verified(f"differences below {limit}", (0, 0, odd))
    rule, values = game("sharing-nim"), plane(300)
    positions = [p for n in range(brute) for p in ((0, 0, n), (0, n, n)) if row[n]]

    def is_only(position: Position) -> bool:
        winning = {option for option in rule.options(position) if value_of(values, option) == 0}
        return winning == equalisations(position)

    extent = f"differences below {limit}, that it is the only one for those below {brute}"
    return verified(extent, first_failure(positions, is_only))


@paper.claim("count-p", "There are floor(n/3) P-positions with n chips, not counting the order of piles.", CORRECTED)
def count_p(far: bool) -> Verdict:
    limit = 1200 if far else 400
    values = plane(limit)
    a, b = np.nonzero(np.triu(values == 0))
    least = [int(chips) for chips in np.bincount(a + b, minlength=limit)[:limit]]
    # Each (0, a, b) gives the positions of a + b, a + b + 3, … chips.
    counts = least.copy()
    for n in range(3, limit):
        counts[n] += counts[n - 3]
    without_empty = [0, 0, 0, *counts[:-3]]
    wrong = first_failure(range(limit), lambda n: counts[n] == n // 3)
    right = first_failure(range(limit), lambda n: counts[n] == n // 3 + 1 and without_empty[n] == n // 3)
    return corrected(
        f"n < {limit}",
        None if wrong is None else f"n = {wrong}",
        right,
        "floor(n/3) are those without an empty pile; with empty piles, which the paper allows, there is one more",
    )


# Periodicity


@paper.claim(
    "bottom-row-zeros",
    "In the row with a = 1 the entries are 0 for even b.",
    CORRECTED,
)
def bottom_row_zeros(far: bool) -> Verdict:
    limit = 20_000 if far else 6000
    values = low_rows(2, limit, 2)
    wrong = first_failure(range(2, limit, 2), lambda b: bool(values[1, b] == 0))
    right = first_failure(range(1, limit, 2), lambda b: bool(values[0, b] == 0))
    return corrected(
        f"b < {limit}",
        None if wrong is None else (0, 1, wrong),
        None if right is None else (0, 0, right),
        "with piles counted from 0 the row is a = 0 and the entries are those of odd b",
    )


@paper.claim(
    "f-mod-32",
    "(0, 0, n) is P for odd n and n mod 32 in {4, 12, 16, 20, 28}, and N for n mod 32 in "
    "{2, 6, 8, 10, 14, 18, 22, 24, 26, 30}.",
)
def f_mod_32(far: bool) -> Verdict:
    limit = 100_001 if far else 6001
    row = long_rows(far)[0].tolist()

    def is_right(n: int) -> bool:
        if (n % 2 or n % 32 in P_RESIDUES) and row[n] > 0:
            return False
        return bool(row[n] > 0) or n % 32 not in NO_P_RESIDUES

    return verified(f"1 <= n < {limit}", first_failure(range(1, limit), is_right))


def periods(sequence: Values, start: int, most: int) -> list[int]:
    """The periods up to `most` that the sequence has from `start` on."""
    tail = sequence[start:]
    return [p for p in range(1, most + 1) if np.array_equal(tail[p:], tail[:-p])]


@paper.claim(
    "f-not-periodic",
    "Which (0, 0, n) are P is not ultimately periodic: no short period from n = 1000 on, and so none of the values.",
)
def f_not_periodic(far: bool) -> Verdict:
    limit, most = (20_000, 4096) if far else (6000, 1024)
    row = low_rows(1, limit, 1)[0]
    found = periods(row, 1000, most)
    return verified(f"periods up to {most}, n from 1000 to {limit - 1}", f"period {found[0]}" if found else None)


@paper.claim(
    "f-not-periodic-sets",
    "The proof's set of differences s1 - s2 > 0 is {2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26}, and the other even "
    "residues mod 32 are 0, 16, 24, 28, 30.",
)
def f_not_periodic_sets(far: bool) -> Verdict:
    differences = {s - t for s in P_RESIDUES for t in NO_P_RESIDUES if s > t}
    printed = {2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26}
    others = set(range(0, 32, 2)) - differences
    ok = differences == printed and others == {0, 16, 24, 28, 30}
    return verified("both sets", None if ok else sorted(differences))


@paper.claim(
    "table-p",
    "The first 490 values G(0, 0, n), n >= 1 (computed anew), and Table f, which has 1 for each positive one.",
)
def table_p(far: bool) -> Verdict:
    row = long_rows(False)[0].tolist()
    a, b = np.array(0), np.arange(491, dtype=np.int64)
    in_table_f = (~is_p(a, b)).astype(int).tolist()
    failure = first_failure(
        range(1, 491), lambda n: bool(row[n] == BOTTOM_ROW[n - 1] and in_table_f[n] == min(1, BOTTOM_ROW[n - 1]))
    )
    return verified("490 values", failure)


@paper.claim("appendix-row-3", "The values G(0, 2, n) of the appendix (computed anew) for n from 2 to 500.")
def appendix_row(far: bool) -> Verdict:
    row = long_rows(False)[2].tolist()
    failure = first_failure(range(2, 501), lambda n: bool(row[n] == THIRD_ROW[n - 2]))
    return verified("499 values", failure)


def bounded(row: int, first: int, bound: int, far: bool) -> Verdict:
    """Whether the row stays within its bound."""
    limit = 100_001 if far else 6001
    values = long_rows(far)[row, first:]
    above = np.flatnonzero(values > bound)
    attained = [int(n) + first for n in np.flatnonzero(values == bound)]
    shown = ", ".join(map(str, attained[:3]))
    return verified(
        f"n from {first} to {limit - 1}",
        (0, row, int(above[0]) + first) if len(above) else None,
        f"attained at n = {shown}" if attained else "not attained",
    )


@paper.claim("bound-0-0-n", "The values G(0, 0, n), n >= 1, are at most 12, for the first 1000 and beyond.")
def bound_0(far: bool) -> Verdict:
    return bounded(0, 1, 12, far)


@paper.claim("bound-0-2-n", "The values G(0, 2, n), n >= 3, are at most 41, for the first 500 and beyond.")
def bound_2(far: bool) -> Verdict:
    return bounded(2, 3, 41, far)


@paper.claim(
    "bound-0-6-n", "The values G(0, 6, n), n >= 6 (printed: n >= 3), are at most 72, for the first 800 and beyond."
)
def bound_6(far: bool) -> Verdict:
    return bounded(6, 6, 72, far)


@paper.claim(
    "conj-rows-bounded",
    "Each row G(0, a, n) is bounded: up to n = 6000 each row a < 64 has its greatest value before n = 3000, those of "
    "rows 0 to 15 being 12, 37, 41, 65, …, 146 (no finite computation can refute this).",
    CONSISTENT,
)
def rows_bounded(far: bool) -> Verdict:
    near = long_rows(False)
    maxima = near.max(axis=1)
    rising = [int(a) for a in np.flatnonzero(near.argmax(axis=1) > 3000)]
    extent = "rows a < 64 to n = 6000"
    if rising or maxima[:16].tolist() != ROW_MAXIMA:
        return consistent(extent, f"rows still rising: {rising}; greatest values {maxima[:16].tolist()}")
    if not far:
        return consistent(
            extent, note=f"every greatest value is first attained by n = {int(near.argmax(axis=1).max())}"
        )
    beyond = long_rows(far)
    higher = [
        f"row {a} rises to {int(beyond[a].max())} at n = {int(beyond[a].argmax())}"
        for a in range(16)
        if beyond[a].max() > ROW_MAXIMA[a]
    ]
    return consistent(
        f"{extent} and a < 16 to n = 100000", note=f"beyond n = 6000 {', '.join(higher) or 'no row rises higher'}"
    )


@paper.claim(
    "conj-not-periodic",
    "No row is ultimately periodic: none of the rows a < 24 has a period below 1000 in the second half of what is "
    "computed.",
    CONSISTENT,
)
def rows_not_periodic(far: bool) -> Verdict:
    limit = 100_001 if far else 6001
    values = long_rows(far)
    failure = first_failure(range(24), lambda a: not periods(values[a], limit // 2, 999))
    return consistent(f"a < 24, n from {limit // 2} to {limit - 1}", None if failure is None else f"row {failure}")


# 1-positions


@paper.claim(
    "1-positions",
    "The 1-positions are (0, 0, 4k+2), (0, 4k+2, 4k+2), (0, 1, 2), (0, 2, 4k+5) and (0, 4k+3, 4k+5), k >= 0 "
    "(the formula is lost in the text and restored).",
)
def one_positions(far: bool) -> Verdict:
    limit = 6001 if far else 1500
    values = plane(limit)
    return verified(f"all (0, a, b) with b < {limit}", first_cell((values == 1) != is_one(*axes(values))))


def printed_move(q: int, r: int, s: int, t: int) -> Move:
    """The proof's move from (0, a, a + 4s + t), a = 4q + r: from the third pile to which, and how many chips."""
    odd = (s - q) % 2
    first: dict[tuple[int, int], int] = {
        (0, 1): 4 * q + 3,
        (0, 3): 4 * q + 1,
        (1, 0): 4 * q - 2,
        (1, 1): 2 * q + 2 * s + odd,
        (1, 2): 4 * q + 4,
        (1, 3): 4 * q + 3,
        (2, 0): 4 * q,
        (2, 1): 4 * q - 1,
        (2, 2): 4 * q + 1 if s == q else 2 * q + 2 * s + 1 + odd,
        (3, 0): 4 * q + 2,
        (3, 1): 4 * q + 1,
        (3, 2): 4 * q,
        (3, 3): 4 * q + 2 if s == q else 2 * q + 2 * s + 2 + odd,
    }
    second = {(0, 0): 2 * s - 1 + s % 2, (0, 2): 2 * s - s % 2, (2, 3): 2 * s + s % 2}
    return ("first", first[t, r]) if (t, r) in first else ("second", second[t, r])


@paper.claim(
    "1-positions-proof",
    "In each case of the proof, from (0, a, b) with a <= b/2 and value neither 0 nor 1, the printed move is legal and "
    "reaches a 1-position.",
    CORRECTED,
)
def one_positions_proof(far: bool) -> Verdict:
    most_q, most_s = (60, 120) if far else (25, 60)
    values = plane(4 * (most_q + most_s) + 8)
    uncovered: list[Position] = []
    folded: list[Position] = []
    failing: list[Position] = []
    for q, s, r, t in np.ndindex(most_q, most_s, 4, 4):
        a = 4 * q + r
        b = a + 4 * s + t
        if 2 * a > b or values[a, b] <= 1:
            continue
        to, chips = printed_move(q, r, s, t)
        if a == 1 and b % 4 == 3:
            if chips < 1:
                uncovered.append((0, a, b))
            to, chips = "second", 2 * s + 1 - s % 2
        difference = b if to == "first" else b - a
        if 2 * chips > difference:
            folded.append((0, a, b))
            chips = difference - chips
        option = (chips, a, b - chips) if to == "first" else (0, a + chips, b - chips)
        if chips < 1 or value_of(values, option) != 1:
            failing.append((0, a, b))

    def smallest(found: list[Position]) -> Position | None:
        return min(found, key=lambda position: position[::-1], default=None)

    return corrected(
        f"a = 4q + r and b = a + 4s + t with q < {most_q}, s < {most_s}",
        smallest(uncovered + folded),
        smallest(failing),
        f"{len(uncovered)} positions (0, 1, 4s+3), first {smallest(uncovered)}, are told to move -1 chips: there move "
        f"2s+1 (s even) or 2s (s odd) to the second pile; in {len(folded)}, first {smallest(folded)}, the number is "
        "more than half the difference and stands for the difference less that number",
    )


@paper.claim(
    "1-positions-periodic",
    "The 1-positions of the bottom row and, for b >= 4, of row a = 2, and of the diagonals that mirror them, have "
    "period 4; with a <= b/2 the only other one is (0, 1, 2).",
)
def one_positions_periodic(far: bool) -> Verdict:
    limit = 6001 if far else 1500
    ones = plane(limit) == 1
    n = np.arange(limit)
    lines = {
        "bottom row": ones[0],
        "row 2": ones[2, 4:],
        "main diagonal": ones[n, n],
        "third diagonal": ones[n[2:-2], n[2:-2] + 2],
    }
    failure = first_failure(
        lines, lambda name: bool(lines[name].any()) and np.array_equal(lines[name][4:], lines[name][:-4])
    )
    others = ones & lower_half(ones)
    others[[0, 2]] = False
    found = [(0, int(a), int(b)) for a, b in zip(*np.nonzero(others), strict=True)]
    return verified(f"b < {limit}", failure if failure is not None or found == [(0, 1, 2)] else found[:3])


# The distribution of values


@paper.claim("lists", "The eight printed lists of all b <= 300 with G(0, a, b) = 2 or 3, a <= b/2, for a = 0, 1, 2, 3.")
def lists(far: bool) -> Verdict:
    values = low_rows(4, 301)
    count = 0
    for g, printed in ((2, TWO_POSITIONS), (3, THREE_POSITIONS)):
        for a, listed in printed.items():
            found = [int(b) for b in np.flatnonzero(values[a] == g) if b >= 2 * a]
            if found != listed:
                return verified("the eight lists", f"g = {g}, a = {a}: {sorted(set(found) ^ set(listed))[:3]}")
            count += len(listed)
    return verified(f"all {count} entries")


@paper.claim("2-positions", "2-positions (0, a, b) with a <= b/2 have a <= 3.", CONSISTENT)
def two_positions(far: bool) -> Verdict:
    return _greatest_a(2, 3, far)


@paper.claim("3-positions", "3-positions (0, a, b) with a <= b/2 have a <= 3.", REFUTED)
def three_positions(far: bool) -> Verdict:
    return _greatest_a(3, 3, far)


@paper.claim(
    "3-positions-corrected",
    "3-positions (0, a, b) with a <= b/2 and b <= 6000 have a <= 4; among those with a <= 40 and b <= 100,000 the "
    "first with a > 4 is (0, 5, 47523).",
)
def three_positions_corrected(far: bool) -> Verdict:
    found = _greatest_a(3, 4, far)
    if not far:
        return verified(found.extent, None if found.kind == CONSISTENT else found.note)
    return verified(found.extent, None if "(0, 5, 47523)" in found.note else found.note or "none with a > 4")


def _greatest_a(g: int, bound: int, far: bool) -> Verdict:
    """Whether a <= bound where G(0, a, b) = g: for all a near by, for a <= 40 far out."""
    near = plane(6001 if far else 1500)
    extent = f"all a with b < {len(near)}"
    found = first_cell((near == g) & lower_half(near) & (axes(near)[0] > bound))
    limit = 100_001 if far else 6001
    extent += f", a <= 40 with b < {limit}"
    values = long_rows(far)[:41]
    a, b = np.nonzero((values == g) & lower_half(values) & (axes(values)[0] > bound))
    if found is None and len(a):
        found = min(((0, int(x), int(y)) for x, y in zip(a, b, strict=True)), key=lambda position: position[::-1])
    return consistent(extent, found)


@paper.claim(
    "distribution",
    "Up to b = 200, a <= b/2 and G(0, a, b) = 4, …, 10 have a at most 6, 6, 7, 9, 12, 11, 13, all attained.",
)
def distribution(far: bool) -> Verdict:
    values = plane(300)[:201, :201]
    half = lower_half(values)
    found = {g: int(np.nonzero((values == g) & half)[0].max()) for g in GREATEST_A}
    return verified("b <= 200", None if found == GREATEST_A else found)


@paper.claim("conj-2g-1", "If a <= b/2 and G(0, a, b) = g >= 2, then a <= 2g - 1.", CONSISTENT)
def conjecture(far: bool) -> Verdict:
    values = plane(6001 if far else 1500)
    a, _ = axes(values)
    wide = values.astype(np.int32)
    asked = (wide >= 2) & lower_half(values)
    equal = sorted({int(g) for g in wide[asked & (a == 2 * wide - 1)]})
    low = long_rows(far)[:41].astype(np.int32)
    outside = np.argwhere((low >= 2) & lower_half(low) & (axes(low)[0] > 2 * low - 1))
    found = first_cell(asked & (a > 2 * wide - 1))
    if found is None and len(outside):
        found = (0, int(outside[0][0]), int(outside[0][1]))
    return consistent(
        f"all b < {len(values)}, a <= 40 with b < {low.shape[1]}",
        found,
        f"for b < {len(values)} equality for g = {', '.join(map(str, equal)) or 'none'} only",
    )


# Beyond the paper


@paper.claim("new-two-piles", "Two piles that differ by d have the value floor(d/2) (not in the paper).")
def two_piles(far: bool) -> Verdict:
    limit = 400 if far else 120
    table = tabulate(game("sharing-nim", piles=2), limit)
    failure = first_failure(table.items(), lambda item: bool(item[1] == abs(item[0][0] - item[0][1]) // 2))
    return verified(f"piles below {limit}", failure)


@paper.claim("new-suspense", "Suspense numbers are at most 3 (not in the paper).", CONSISTENT)
def suspense(far: bool) -> Verdict:
    limit = 201 if far else 61
    table = tabulate("sharing-nim", limit, what="suspense")
    counts: dict[int, int] = {}
    for position in cells(limit):
        counts[table[position]] = counts.get(table[position], 0) + 1
    failure = first_failure(cells(limit), lambda position: bool(table[position] <= 3))
    shown = ", ".join(f"{number} for {counts[number]:,}" for number in sorted(counts))
    return consistent(f"(0, a, b) with b < {limit}", failure, f"suspense {shown}")


@paper.claim(
    "new-remoteness", "Known remoteness numbers: how often each occurs for b <= 60, and those of (0, 0, n), n <= 32."
)
def remoteness(far: bool) -> Verdict:
    table = tabulate("sharing-nim", 61, what="remoteness")
    counts = np.bincount([table[position] for position in cells(61)]).tolist()
    row = [table[0, 0, n] for n in range(33)]
    return verified(
        "(0, a, b) with b <= 60", None if (counts, row) == (REMOTENESS_COUNTS, REMOTENESS_OF_ROW) else counts
    )


# Graph Nim


def graph_values(graph: str, rule: str, limit: int, what: str = "outcome") -> Values:
    """Grundy values, or outcomes (0 for P), indexed by the piles; small boxes are searched position by position."""
    ruleset = game("graph-nim", graph=graph, rule=rule)
    piles = len(ruleset.piles)
    if limit**piles > MOST_SEARCHED:
        found: Values = tabulate(ruleset, limit, what=what).to_array()
        return (found != "P").astype(int) if what == "outcome" else found
    values = search(ruleset, product(range(limit), repeat=piles), what, most=MOST_SEARCHED + 1)
    return np.array([values[place] for place in np.ndindex(*[limit] * piles)]).reshape((limit,) * piles)


def first_place(wrong: Values) -> Position | None:
    """The first position where something is wrong: by chips, then in the order of its piles."""
    places = np.argwhere(wrong)
    if not len(places):
        return None
    return min((tuple(int(pile) for pile in place) for place in places), key=lambda place: (sum(place), place))


def path_of_three(rule: str, far: bool) -> Verdict:
    limit = 151 if far else 18
    x, y, z = np.indices((limit, limit, limit))
    wrong = (graph_values("path3", rule, limit) == 0) != path_is_p(x - y, z - y, rule)
    return verified(f"piles below {limit}", first_place(wrong))


@paper.claim(
    "new-path3-sharing",
    "On the path x - y - z, with u = x - y and v = z - y, a position is P if and only if uv <= 0 and |u + v| <= 1, or "
    "u = v and |u| is not 2 (not in the paper).",
)
def path3_sharing(far: bool) -> Verdict:
    return path_of_three("sharing", far)


@paper.claim(
    "new-path3-entropy",
    "If on this path the difference only has to shrink, a position is P if and only if uv <= 0 and |u + v| <= 1, or "
    "u = v and |u| <= 1 (not in the paper).",
)
def path3_entropy(far: bool) -> Verdict:
    return path_of_three("entropy", far)


def complete_graph(rule: str, limit: int) -> Verdict:
    wrong = graph_values("complete3", rule, limit, "grundy") != tabulate("sharing-nim", limit).to_array()
    return verified(f"piles below {limit}", first_place(wrong))


@paper.claim("graph-complete", "Graph Nim on the complete graph of three vertices has the values of Sharing Nim.")
def complete_sharing(far: bool) -> Verdict:
    return complete_graph("sharing", 25 if far else 15)


@paper.claim("graph-complete-entropy", "So it has if the difference only has to shrink.")
def complete_entropy(far: bool) -> Verdict:
    return complete_graph("entropy", 25 if far else 15)


def mirrored(half: Position, graph: str) -> Position:
    """The position whose second half mirrors the first: read backwards on a path, opposite on a cycle."""
    return (*half, *(half[::-1] if graph == "path" else half))


def mirrors(graph: str, far: bool) -> Verdict:
    sizes = {4: 21, 6: 5} if far else {4: 9, 6: 3}
    for piles, limit in sizes.items():
        values = graph_values(f"{graph}{piles}", "sharing", limit)
        positions = (mirrored(half, graph) for half in product(range(limit), repeat=piles // 2))
        failure = first_failure(positions, lambda position, values=values: bool(values[position] == 0))  # type: ignore[misc]
        if failure is not None:
            return verified(f"{piles} piles", failure)
    return verified(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@paper.claim("new-path4-mirror", "Positions (a, b, b, a) on a path, and (a, b, c, c, b, a), are P (not in the paper).")
def path_mirror(far: bool) -> Verdict:
    return mirrors("path", far)


@paper.claim(
    "new-cycle4-mirror", "Positions (a, b, a, b) on a cycle, and (a, b, c, a, b, c), are P (not in the paper)."
)
def cycle_mirror(far: bool) -> Verdict:
    return mirrors("cycle", far)


@paper.claim(
    "graph-rules-differ",
    "On every graph, also on the path of three vertices, outcomes are the same whether the receiving pile must not "
    "become the larger or the difference only has to shrink (not in the paper).",
    REFUTED,
)
def rules_differ(far: bool) -> Verdict:
    limit = 24 if far else 8
    sharing, entropy = (graph_values("path3", rule, limit) for rule in ("sharing", "entropy"))
    found = first_place(sharing != entropy)
    if found is None:
        return verified(f"the path of three, piles below {limit}")
    shown = f"{found}: {'PN'[sharing[found]]} and {'PN'[entropy[found]]}"
    return verified(f"the path of three, piles below {limit}", shown)
