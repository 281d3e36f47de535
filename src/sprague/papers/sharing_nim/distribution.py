"""Claims about the positions of value 1 in Sharing Nim, and about the distribution of larger values."""

from __future__ import annotations

import numpy as np

from sprague.papers.claims import (
    CONSISTENT,
    CORRECTED,
    FALSE_STATEMENT,
    GAP,
    REFUTED,
    Section,
    Verdict,
    consistent,
    corrected,
    first_failure,
    verdict,
)
from sprague.papers.general_proofs import GeneralProof
from sprague.papers.sharing_nim.lists import GREATEST_A, THREE_POSITIONS, TWO_POSITIONS
from sprague.papers.sharing_nim.values import (
    Truths,
    Values,
    against_closed_form,
    axes,
    first_cell,
    long_rows,
    low_rows,
    lower_half,
    plane,
    value_of,
)
from sprague.rules import Position

section = Section("sharing-nim", ("sharing-nim",))
Move = tuple[str, int]  # the name of the pile that receives chips from the third pile, and the number of chips


# 1-positions


def is_one(a: Values, b: Values) -> Truths:
    """Return an array that is true where (0, a, b) is a 1-position, that is, has Grundy value 1.

    The 1-positions are (0,0,4k+2), (0,4k+2,4k+2), (0,1,2), (0,2,4k+5) and (0,4k+3,4k+5).
    """
    equal = ((a == 0) | (a == b)) & (b % 4 == 2)
    apart = ((a == 2) & (b % 4 == 1) & (b >= 5)) | ((a % 4 == 3) & (b == a + 2))
    ones: Truths = equal | apart | ((a == 1) & (b == 2))
    return ones


@section.claim(
    "1-positions",
    "The 1-positions are (0, 0, 4k+2), (0, 4k+2, 4k+2), (0, 1, 2), (0, 2, 4k+5) and (0, 4k+3, 4k+5), k >= 0 "
    "(the formula is missing in the text, and Sprague restored it).",
    proof=GeneralProof(["sharing-nim:piles=3"], grundy=True),
)
def one_positions(far: bool) -> Verdict:
    limit = 6001 if far else 1500
    values = plane(limit)
    failure = first_cell((values == 1) != is_one(*axes(values)))
    return verdict(f"all (0, a, b) with b < {limit}", failure, against_closed_form())


def printed_move(q: int, r: int, s: int, t: int) -> Move:
    """Return the move that the paper's proof gives from the position (0, a, a + 4s + t), where a = 4q + r."""
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


@section.claim(
    "1-positions-proof",
    "In each case of the proof, the printed move from (0, a, b), where a <= b/2 and the value is neither 0 nor 1, is "
    "legal and leads to a 1-position.",
    CORRECTED,
    erratum=GAP,
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
        f"for {len(uncovered)} positions (0, 1, 4s+3), first {smallest(uncovered)}, the proof moves -1 chips: move "
        f"2s+1 chips (s even) or 2s chips (s odd) to the second pile instead; for {len(folded)} positions, first "
        f"{smallest(folded)}, the printed number k exceeds half the difference d, and d - k chips must move",
    )


@section.claim(
    "1-positions-periodic",
    "The 1-positions have period 4 in the bottom row, in row a = 2 for b >= 4, and in the diagonals that mirror these "
    "rows; the only other 1-position with a <= b/2 is (0, 1, 2).",
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
    return verdict(f"b < {limit}", failure if failure is not None or found == [(0, 1, 2)] else found[:3])


# The distribution of Grundy values


@section.claim(
    "lists", "The eight printed lists contain all b <= 300 with G(0, a, b) = 2 or 3, a <= b/2, for a = 0, 1, 2, 3."
)
def lists(far: bool) -> Verdict:
    values = low_rows(4, 301)
    count = 0
    for g, printed in ((2, TWO_POSITIONS), (3, THREE_POSITIONS)):
        for a, listed in printed.items():
            found = [int(b) for b in np.flatnonzero(values[a] == g) if b >= 2 * a]
            if found != listed:
                return verdict("the eight lists", f"g = {g}, a = {a}: {sorted(set(found) ^ set(listed))[:3]}")
            count += len(listed)
    return verdict(f"all {count} entries")


@section.claim("2-positions", "2-positions (0, a, b) with a <= b/2 have a <= 3.", CONSISTENT)
def two_positions(far: bool) -> Verdict:
    return _greatest_a(2, 3, far)


@section.claim("3-positions", "3-positions (0, a, b) with a <= b/2 have a <= 3.", REFUTED, erratum=FALSE_STATEMENT)
def three_positions(far: bool) -> Verdict:
    return _greatest_a(3, 3, far)


@section.claim(
    "3-positions-corrected",
    "3-positions (0, a, b) with a <= b/2 and b <= 6000 have a <= 4; among those with a <= 40 and b <= 100,000 the "
    "first with a > 4 is (0, 5, 47523).",
)
def three_positions_corrected(far: bool) -> Verdict:
    found = _greatest_a(3, 4, far)
    if not far:
        return verdict(found.extent, None if found.kind == CONSISTENT else found.note)
    return verdict(found.extent, None if "(0, 5, 47523)" in found.note else found.note or "none with a > 4")


def _greatest_a(g: int, bound: int, far: bool) -> Verdict:
    """Compute the verdict on the conjecture: if (0, a, b) has Grundy value g and a <= b/2, then a <= bound.

    The test covers the positions (0, a, b) with small b and any a, and with large b and a <= 40.
    """
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


@section.claim(
    "distribution",
    "For b <= 200 and a <= b/2, the greatest a with G(0, a, b) = 4, …, 10 is 6, 6, 7, 9, 12, 11, 13.",
)
def distribution(far: bool) -> Verdict:
    values = plane(300)[:201, :201]
    half = lower_half(values)
    found = {g: int(np.nonzero((values == g) & half)[0].max()) for g in GREATEST_A}
    return verdict("b <= 200", None if found == GREATEST_A else found)


@section.claim("conj-2g-1", "If a <= b/2 and G(0, a, b) = g >= 2, then a <= 2g - 1.", CONSISTENT)
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
        note=f"for b < {len(values)} equality for g = {', '.join(map(str, equal)) or 'none'} only",
    )
