"""Claims about the P-positions of Sharing Nim."""

from __future__ import annotations

import numpy as np

from sprague.games import game
from sprague.games.sharing_nim import count_p_positions
from sprague.papers.claims import (
    CORRECTED,
    FALSE_STATEMENT,
    GAP,
    REFUTED,
    Section,
    Verdict,
    corrected,
    first_failure,
    verdict,
)
from sprague.papers.general_proofs import GeneralProof
from sprague.papers.sharing_nim.values import (
    against_closed_form,
    axes,
    cells,
    first_cell,
    is_p,
    is_quiet,
    low_rows,
    plane,
    value_of,
)
from sprague.rules import Position

section = Section("sharing-nim", ("sharing-nim",))


@section.claim(
    "p-positions",
    "The P-positions are (0, 0, 0), (0, 0, d) and (0, d, d) for d = 4^k (2l + 1), and no other (0, a, b).",
    proof=GeneralProof(["sharing-nim:piles=3"]),
)
def p_positions(far: bool) -> Verdict:
    limit = 6001 if far else 1500
    values = plane(limit)
    failure = first_cell((values == 0) != is_p(*axes(values)))
    return verdict(f"all (0, a, b) with b < {limit}", failure, against_closed_form())


@section.claim(
    "p-positions-proof",
    "From each N-position (0, a, b) with a <= b/2 the move in the proof wins: let d = b - 2a, and move chips from the "
    "third pile to the first, a chips if d = 4^k (2l + 1) and b/2 chips if d = 2 4^k (2l + 1).",
    CORRECTED,
    erratum=GAP,
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
        "d = 0 is missing; in this case moving a chips to the first pile leaves three equal piles",
    )


def divisions_by_four(difference: int) -> tuple[bool, int]:
    """Divide a number by 4 as often as possible; return whether the result is odd or 0, and the number of divisions."""
    count = 0
    while difference and difference % 4 == 0:
        difference //= 4
        count += 1
    return difference == 0 or difference % 2 == 1, count


@section.claim(
    "quadratic-time",
    "(0, 0, d) is P if and only if dividing d by 4 while possible leaves an odd number or 0. The number of divisions "
    "is at most half the number of binary digits of d (running time is not measured).",
)
def quadratic_time(far: bool) -> Verdict:
    limit = 20_000 if far else 6000
    row = low_rows(1, limit, 1)[0].tolist()

    def is_right(d: int) -> bool:
        found, count = divisions_by_four(d)
        return found == (row[d] == 0) and 2 * count <= d.bit_length()

    return verdict(f"d < {limit}", first_failure(range(limit), is_right))


def equalisations(position: Position) -> set[Position]:
    """Return the options of a position of Sharing Nim in which the two piles of the move are equal."""
    found = set()
    for kept in range(3):
        low, high = (pile for i, pile in enumerate(position) if i != kept)
        if (high - low) % 2 == 0 and high > low:
            found.add(tuple(sorted((position[kept], (low + high) // 2, (low + high) // 2))))
    return found


@section.claim(
    "remark-equalising",
    "From an N-position exactly one of the three moves that make two piles equal wins.",
    REFUTED,
    erratum=FALSE_STATEMENT,
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
        return verdict(extent)
    shown = "; ".join(
        f"{number} for {counts[number]:,}, first at {first[number]}" for number in (0, 2, 3) if counts[number]
    )
    smallest = min((first[number] for number in first if number != 1), key=lambda position: position[::-1])
    return verdict(extent, f"{smallest}; number of winning moves of this kind: 1 for {counts[1]:,} positions; {shown}")


@section.claim(
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
    failure = first_failure(positions, holds)
    return verdict(f"all (0, y, z) with 0 < y < z < {limit}", failure, against_closed_form())


@section.claim(
    "two-equal-piles",
    "From an N-position with two equal piles, the only winning move makes one of them equal to the third pile.",
)
def two_equal_piles(far: bool) -> Verdict:
    limit, brute = (6000, 240) if far else (3000, 100)
    row = low_rows(1, limit, 1)[0]
    odd = first_failure(range(limit), lambda n: bool(row[n] == 0 or (n % 2 == 0 and row[n // 2] == 0)))
    if odd is not None:
        return verdict(f"differences below {limit}", (0, 0, odd))
    rule, values = game("sharing-nim"), plane(300)
    positions = [p for n in range(brute) for p in ((0, 0, n), (0, n, n)) if row[n]]

    def is_only(position: Position) -> bool:
        winning = {option for option in rule.options(position) if value_of(values, option) == 0}
        return winning == equalisations(position)

    extent = f"differences below {limit}; uniqueness for differences below {brute}"
    return verdict(extent, first_failure(positions, is_only))


@section.claim(
    "count-p", "There are floor(n/3) P-positions of n chips on unordered piles.", CORRECTED, erratum=FALSE_STATEMENT
)
def count_p(far: bool) -> Verdict:
    limit = 1200 if far else 400
    values = plane(limit)
    a, b = np.nonzero(np.triu(values == 0))
    least = [int(chips) for chips in np.bincount(a + b, minlength=limit)[:limit]]
    # Adding one chip to each pile of a P-position gives a P-position with 3 more chips.
    counts = least.copy()
    for n in range(3, limit):
        counts[n] += counts[n - 3]
    without_empty = [0, 0, 0, *counts[:-3]]
    wrong = first_failure(range(limit), lambda n: counts[n] == n // 3)

    def is_right(n: int) -> bool:
        found = counts[n], without_empty[n]
        stated = count_p_positions(n, empty_piles=True), count_p_positions(n, empty_piles=False)
        return found == (n // 3 + 1, n // 3) == stated

    right = first_failure(range(limit), is_right)
    return corrected(
        f"n < {limit}",
        None if wrong is None else f"n = {wrong}",
        right,
        "floor(n/3) counts P-positions without empty piles; with empty piles, which are allowed, there is one more",
    )
