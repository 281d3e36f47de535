"""Claims about periodicity in Sharing Nim, and about the tables of Grundy values in the appendix."""

from __future__ import annotations

import numpy as np

from sprague.papers.claims import (
    CONSISTENT,
    CORRECTED,
    GAP,
    MISPRINT,
    Section,
    Verdict,
    consistent,
    corrected,
    first_failure,
    verdict,
)
from sprague.papers.sharing_nim.lists import BOTTOM_ROW, ROW_MAXIMA, THIRD_ROW
from sprague.papers.sharing_nim.values import Values, is_p, long_rows, low_rows

section = Section("sharing-nim", ("sharing-nim",))

NO_P_RESIDUES = (2, 6, 8, 10, 14, 18, 22, 24, 26, 30)  # residues of n modulo 32 for which (0, 0, n) is an N-position
P_RESIDUES = (4, 12, 16, 20, 28)


@section.claim(
    "bottom-row-zeros",
    "In the row with a = 1 the entries are 0 for even b.",
    CORRECTED,
    erratum=MISPRINT,
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
        "with indices from 0 the row is a = 0, and its entries are 0 for odd b",
    )


@section.claim(
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

    return verdict(f"1 <= n < {limit}", first_failure(range(1, limit), is_right))


def periods(sequence: Values, start: int, most: int) -> list[int]:
    """Return all p <= `most` such that a sequence of values has period p from index `start` on."""
    tail = sequence[start:]
    return [p for p in range(1, most + 1) if np.array_equal(tail[p:], tail[:-p])]


@section.claim(
    "f-not-periodic",
    "The set of n such that (0, 0, n) is P is not ultimately periodic: it has no short period from n = 1000 on. So the "
    "values are not ultimately periodic, either.",
)
def f_not_periodic(far: bool) -> Verdict:
    limit, most = (20_000, 4096) if far else (6000, 1024)
    row = low_rows(1, limit, 1)[0]
    found = periods(row, 1000, most)
    return verdict(f"periods up to {most}, n from 1000 to {limit - 1}", f"period {found[0]}" if found else None)


@section.claim(
    "f-not-periodic-sets",
    "The set of differences s1 - s2 > 0 in the proof is {2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26}, and the other even "
    "residues mod 32 are 0, 16, 24, 28, 30.",
)
def f_not_periodic_sets(far: bool) -> Verdict:
    differences = {s - t for s in P_RESIDUES for t in NO_P_RESIDUES if s > t}
    printed = {2, 4, 6, 8, 10, 12, 14, 18, 20, 22, 26}
    others = set(range(0, 32, 2)) - differences
    ok = differences == printed and others == {0, 16, 24, 28, 30}
    return verdict("both sets", None if ok else sorted(differences))


@section.claim(
    "f-not-periodic-proof",
    "For p = 2^r (2q + 1) 32 the proof takes n = 2^s (2t + 1) 32 with s > r of the other parity. For odd r it "
    "concludes that (0, 0, n) is P, because 5 + r is even.",
    CORRECTED,
    erratum=GAP,
)
def f_not_periodic_proof(far: bool) -> Verdict:
    most = 6 if far else 4
    factors = range(1, 2 * most, 2)
    pairs = [(r, s) for r in range(most) for s in range(r + 1, most + 2, 2)]
    numbers = [(r % 2, q << (r + 5), t << (s + 5)) for r, s in pairs for q in factors for t in factors]
    row = low_rows(1, max(p + n for _, p, n in numbers) + 1, 1)[0].tolist()

    def holds(case: tuple[int, int, int]) -> bool:
        odd, p, n = case
        return (row[n] == 0, row[n + p] == 0) == (not odd, bool(odd))

    wrong = first_failure(numbers, lambda case: not case[0] or row[case[2]] == 0)
    shown = None if wrong is None else f"p = {wrong[1]}, n = {wrong[2]}"
    note = "for odd r (0, 0, n + p) is P and (0, 0, n) is N; for even r (0, 0, n) is P and (0, 0, n + p) is N"
    return corrected(f"r < {most}, q and t < {most}", shown, first_failure(numbers, holds), note)


@section.claim(
    "table-p",
    "The first 490 values G(0, 0, n), n >= 1 (computed by Sprague), agree with Table f, which has a 1 for each "
    "positive value.",
)
def table_p(far: bool) -> Verdict:
    row = long_rows(False)[0].tolist()
    a, b = np.array(0), np.arange(491, dtype=np.int64)
    in_table_f = (~is_p(a, b)).astype(int).tolist()
    failure = first_failure(
        range(1, 491), lambda n: bool(row[n] == BOTTOM_ROW[n - 1] and in_table_f[n] == min(1, BOTTOM_ROW[n - 1]))
    )
    return verdict("490 values", failure)


@section.claim("appendix-row-3", "The values G(0, 2, n) of the appendix for n from 2 to 500 (computed by Sprague).")
def appendix_row(far: bool) -> Verdict:
    row = long_rows(False)[2].tolist()
    failure = first_failure(range(2, 501), lambda n: bool(row[n] == THIRD_ROW[n - 2]))
    return verdict("499 values", failure)


def bounded(row: int, first: int, bound: int, far: bool) -> Verdict:
    """Compute the verdict on the claim that all values of a row are at most `bound` from index `first` on."""
    limit = 100_001 if far else 6001
    values = long_rows(far)[row, first:]
    above = np.flatnonzero(values > bound)
    attained = [int(n) + first for n in np.flatnonzero(values == bound)]
    shown = ", ".join(map(str, attained[:3]))
    return verdict(
        f"n from {first} to {limit - 1}",
        (0, row, int(above[0]) + first) if len(above) else None,
        note=f"attained at n = {shown}" if attained else "not attained",
    )


@section.claim("bound-0-0-n", "The values G(0, 0, n), n >= 1, are at most 12, for the first 1000 and beyond.")
def bound_0(far: bool) -> Verdict:
    return bounded(0, 1, 12, far)


@section.claim("bound-0-2-n", "The values G(0, 2, n), n >= 3, are at most 41, for the first 500 and beyond.")
def bound_2(far: bool) -> Verdict:
    return bounded(2, 3, 41, far)


@section.claim(
    "bound-0-6-n", "The values G(0, 6, n), n >= 6 (printed: n >= 3), are at most 72, for the first 800 and beyond."
)
def bound_6(far: bool) -> Verdict:
    return bounded(6, 6, 72, far)


@section.claim(
    "conj-rows-bounded",
    "Each row G(0, a, n) is bounded. Up to n = 6000 each row a < 64 attains its greatest value before n = 3000; the "
    "greatest values of rows 0 to 15 are 12, 37, 41, 65, …, 146 (no finite computation can refute boundedness).",
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


@section.claim(
    "conj-not-periodic",
    "No row is ultimately periodic: none of the rows a < 24 has a period below 1000 in the second half of the computed "
    "range.",
    CONSISTENT,
)
def rows_not_periodic(far: bool) -> Verdict:
    limit = 100_001 if far else 6001
    values = long_rows(far)
    failure = first_failure(range(24), lambda a: not periods(values[a], limit // 2, 999))
    return consistent(f"a < 24, n from {limit // 2} to {limit - 1}", None if failure is None else f"row {failure}")
