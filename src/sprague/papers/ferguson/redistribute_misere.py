"""Claims of Ferguson's Section 4: Empty & Redistribute in misère play."""

from __future__ import annotations

from sprague.papers.claims import Section, Verdict, first_failure, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson.boxes import extents, mismatch, outcomes, repeated
from sprague.papers.ferguson.redistribute import is_p_by_norms, norms_by_play, play
from sprague.papers.general_proofs import GeneralProof, game_specs
from sprague.rules import Position

section = Section("ferguson", ("empty-redistribute",), misere=True)


def misere_v(norm: int, k: int) -> int | None:
    """Return v such that v, …, v, z is Ferguson's misère P-position with `norm` chips, k even; None if none exists."""
    if k < norm < 2 * k:
        return 1 if norm % 2 else None
    if k % 6 == 4 and norm >= 3 * k:
        return {0: 3, 3: 2, 2: 1}.get((norm - 3 * k) % 4)
    return {0: 2, 2: 1}.get((norm - 2 * k) % 3) if norm >= 2 * k else None


def is_one_odd_out(position: Position) -> bool:
    """Return whether k - 1 of k boxes have one chip and the other box is even; for odd k, such positions are P."""
    return position[-2] == 1 and position[-1] % 2 == 0


@section.claim(
    "prop-8-misere-1",
    "In misère play with an odd number k of boxes, the P-positions are 1^(k-1) z with z even.",
    proof=GeneralProof(game_specs("empty-redistribute", "boxes", 3, 5), misere=True),
)
def misere_1(far: bool) -> Verdict:
    chips = {3: 60, 5: 60, 7: 50, 9: 46} if far else {3: 40, 5: 36, 7: 32}
    more = range(9, 40 if far else 20, 2)
    tables = [outcomes("empty-redistribute", chips=most, misere=True, boxes=k) for k, most in chips.items()]
    norm = first_failure(more, lambda k: norms_by_play(k, 4 * k, misere=True) == set(range(k + 1, 4 * k + 1, 2)))
    wrong = [*(mismatch(table, is_one_odd_out) for table in tables), norm, against_theorems(*tables)]
    return verdict(f"{extents(chips, bound='chips up to')}; norms to 4k for odd k to {more[-1]}", *wrong)


def misere_even(tables: dict[int, int], more: dict[int, int]) -> Verdict:
    """Compute the verdict on the claim about misère Empty & Redistribute with an even number k of boxes.

    The claim states which numbers n of chips P-positions can have, and names a P-position x(n) for each of these
    numbers.
    """
    extent = f"{extents(tables, bound='chips up to')}; {extents(more, bound='norms up to')}"
    for k, most in (tables | more).items():
        have, is_p = play(k, most, table=k in tables, misere=True)
        wanted = {n: v for n in range(k, most + 1) if (v := misere_v(n, k)) is not None}
        if extra := have ^ set(wanted):
            return verdict(extent, f"{k} boxes, norm {min(extra)}")
        stated = [tuple(sorted([v] * (k - 1) + [n - (k - 1) * v])) for n, v in wanted.items()]
        if (bad := next((p for p in stated if p[0] < 1 or not is_p(p)), None)) is not None:
            return verdict(extent, bad)
    small = (outcomes("empty-redistribute", chips=most, misere=True, boxes=k) for k, most in tables.items())
    return verdict(extent, against_theorems(*small))


@section.claim(
    "prop-8-misere-2",
    "In misère play with k boxes, k = 0 or 2 modulo 6, the norms of P-positions are the odd n between k and 2k, where "
    "1^(k-1) z is P, and the n >= 2k with n - 2k = 0 or 2 modulo 3, where 2^(k-1) z or 1^(k-1) z is P.",
    proof=GeneralProof(["empty-redistribute:boxes=2"], misere=True, part="the P-positions"),
)
def misere_2(far: bool) -> Verdict:
    more = {k: max(5 * k, 120) for k in (12, 14, 18, 20, 24, 26, 30, 32, 36, 38)} if far else {12: 80, 14: 80, 18: 90}
    return misere_even({2: 60, 6: 44, 8: 40} if far else {2: 60, 6: 36, 8: 32}, more)


@section.claim(
    "prop-8-misere-3",
    "In misère play with k boxes, k = 4 modulo 6, the norms of P-positions below 3k are as for k = 0 or 2 modulo 6; "
    "from 3k on they are the n with n - 3k = 0, 2 or 3 modulo 4, where 3^(k-1) z, 1^(k-1) z or 2^(k-1) z is P.",
    proof=GeneralProof(["empty-redistribute:boxes=4"], misere=True, part="the P-positions"),
)
def misere_3(far: bool) -> Verdict:
    more = {k: max(5 * k, 120) for k in (10, 16, 22, 28, 34, 40)} if far else {10: 90, 16: 100}
    return misere_even({4: 80 if far else 50}, more)


@section.claim(
    "prop-8-misere-example",
    "In misère play only two boxes of 3^5 4^2 7 11 29 can be emptied to win: a box of 4, moving to 3^9 39, or the box "
    "of 29, moving to 2^9 23.",
)
def misere_example(far: bool) -> Verdict:
    start = repeated("3^5 4^2 7 11 29")
    have = norms_by_play(10, 70, misere=True)
    winning = {box for box in start if sum(start) - box in have}
    targets = [(repeated("3^9 39"), 4), (repeated("2^9 23"), 29)]
    bad = first_failure(targets, lambda case: sum(case[0]) == sum(start) - case[1] and is_p_by_norms(case[0], have))
    return verdict("the position", None if winning == {4, 29} else winning, bad)
