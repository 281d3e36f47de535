"""Claims beyond Ferguson's paper: new results on its games, checked by exhaustive computation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import cast

import numpy as np

from sprague.games import game
from sprague.papers.claims import CONSISTENT, GUESS, REFUTED, Section, Verdict, consistent, first_failure, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson import keep_one
from sprague.papers.ferguson.boxes import extents, mismatch, norms, outcomes, smallest, valuation
from sprague.papers.ferguson.redistribute import in_s
from sprague.papers.ferguson.transfer import even_boxes, table_of
from sprague.papers.general_proofs import GeneralProof
from sprague.proofs.totals import count_totals, find_redistribution
from sprague.results.base import Measure
from sprague.rules import Position
from sprague.tables.search import search
from sprague.tables.tabulate import tabulate

section = Section("ferguson", ("empty-transfer",))


# Empty & Transfer


def in_mod_3_class(position: Position) -> bool:
    twos = sum(box % 3 == 2 for box in position)
    few = twos % 3 == 0 and 3 <= twos <= len(position) - 2
    return few and even_boxes(position) >= 3 and all(box % 3 for box in position)


@section.claim(
    "new-transfer-mod-3",
    "Let k >= 5 boxes be given, at least three of them even, none divisible by 3, and t of them 2 modulo 3. If 3 "
    "divides t and 3 <= t <= k - 2, the position is P.",
)
def mod_3(far: bool) -> Verdict:
    sizes = {5: 28, 6: 16, 7: 11, 8: 8} if far else {5: 14, 6: 10}
    tables = [table_of(boxes, most) for boxes, most in sizes.items()]
    wrong = (smallest(p for p, value in table.items() if in_mod_3_class(p) and value != "P") for table in tables)
    return verdict(extents(sizes), *wrong, against_theorems(*tables))


def ones_and_twos_is_p(boxes: int, pairs: int) -> bool:
    return pairs % 3 == 0 if pairs < boxes else boxes % 3 != 2


@section.claim(
    "new-transfer-ones-and-twos",
    "If i of the k boxes have two chips and the others have one, the position is P if and only if i < k and 3 divides "
    "i, or i = k and k is not 2 modulo 3.",
)
def ones_and_twos(far: bool) -> Verdict:
    most = 12 if far else 9

    def holds(case: tuple[int, int]) -> bool:
        boxes, pairs = case
        start = (1,) * (boxes - pairs) + (2,) * pairs
        found = search(game("empty-transfer", boxes=boxes), [start], "outcome")
        return (found[start] == 0) == ones_and_twos_is_p(boxes, pairs)

    cases = [(boxes, pairs) for boxes in range(2, most + 1) for pairs in range(boxes + 1)]
    small = (tabulate(game("empty-transfer", boxes=boxes), 3) for boxes in (5, 6))
    failure = first_failure(cases, holds)
    return verdict(f"2 to {most} boxes", failure, against_theorems(*small))


def misere_two_is_p(position: Position) -> bool:
    return position != (1, 1) and all(box == 1 or box % 3 == 2 for box in position)


@section.claim(
    "transfer-misere-2",
    "In misère play a position of two boxes is P if and only if each box is 1 or is 2 modulo 3, and not both are 1.",
    proof=GeneralProof(["empty-transfer:boxes=2"], misere=True),
)
def misere_two(far: bool) -> Verdict:
    most = 200 if far else 120
    table = table_of(2, most, misere=True)
    return verdict(f"boxes up to {most}", mismatch(table, misere_two_is_p), against_theorems(table))


def are_adjacent(u: int, v: int) -> bool:
    return valuation(u) == valuation(v)


@section.claim(
    "new-transfer-3-graph",
    "The P-positions of three boxes are the triangles of a graph whose vertices are the box sizes, in misère play "
    "without (1,1,1). In normal play two sizes are adjacent if and only if the same power of two divides both exactly.",
)
def graph_game(far: bool) -> Verdict:
    most = 60 if far else 32
    triples = list(combinations_with_replacement(range(1, most + 1), 3))
    for misere in (False, True):
        losing = set(table_of(3, most, misere).P_positions())
        edges = {pair for a, b, c in losing for pair in ((a, b), (a, c), (b, c))}
        triangles = {(a, b, c) for a, b, c in triples if {(a, b), (a, c), (b, c)} <= edges}
        expected = losing | {(1, 1, 1)} if misere and (1, 1) in edges else losing
        pairs = combinations_with_replacement(range(1, most + 1), 2)
        # If the sizes u and v are adjacent, (u, u, v) is a P-position in the table, so every edge can be read from the
        # table.
        joined = edges if misere else {(u, v) for u, v in pairs if are_adjacent(u, v)}
        if (wrong := smallest([*(triangles ^ expected), *(joined ^ edges)])) is not None:
            return verdict(f"boxes up to {most}", wrong)
    return verdict(f"boxes up to {most}")


MISERE_CLIQUE = {1, 3, 9, 11, 16, 21, 23, 28}


@section.claim(
    "new-transfer-misere-3",
    "For z >= 64 the misère position (1,1,z) is P if and only if z modulo 32 is 1, 3, 9, 11, 16, 21, 23 or 28; "
    "(1,y,z) is P for any two such sizes y and z, and no P-position contains such a size and another size from 64 on.",
    CONSISTENT,
)
def misere_three(far: bool) -> Verdict:
    most = 220 if far else 130
    losing = set(table_of(3, most, misere=True).P_positions())
    large = range(64, most + 1)
    row = first_failure(large, lambda z: ((1, 1, z) in losing) == (z % 32 in MISERE_CLIQUE))
    clique = [z for z in large if z % 32 in MISERE_CLIQUE]
    pairs = combinations_with_replacement(clique, 2)
    joined = first_failure(pairs, lambda pair: (1, *pair) in losing)
    kinds = ((p, {z % 32 in MISERE_CLIQUE for z in p if z >= 64}) for p in losing)
    mixed = smallest(position for position, kind in kinds if len(kind) == 2)
    return consistent(f"boxes up to {most}", row, joined, mixed)


@section.claim(
    "probe-misere-4-doubling",
    "In misère play a position of four boxes is P if and only if the position with all boxes doubled is P.",
    REFUTED,
    erratum=GUESS,
)
def misere_doubling(far: bool) -> Verdict:
    most = 10 if far else 6
    table = table_of(4, 2 * most, misere=True)
    # The position (1, 1, 1, 1) is terminal, so it is always an exception to the claim.
    inner = [p for p in table.positions() if 1 < p[-1] <= most]
    wrong = smallest(p for p in inner if table[p] != table[tuple(2 * box for box in p)])
    return verdict(f"boxes up to {most}, doubled, without 1^4", wrong)


def remoteness(position: Position) -> int:
    even = [box for box in position if box % 2 == 0]
    return 2 * (min(even).bit_length() - 1) - 1 if even else 2 * (max(position).bit_length() - 1)


@section.claim(
    "new-transfer-2-remoteness",
    "If both boxes are odd, the remoteness is twice the binary logarithm of the larger box, rounded down. Otherwise it "
    "is 1 less than twice the rounded binary logarithm of the smallest even box.",
)
def remoteness_of_two(far: bool) -> Verdict:
    most = 200 if far else 100
    table = tabulate(game("empty-transfer", boxes=2), most + 1, what="remoteness")
    return verdict(f"boxes up to {most}", smallest(p for p, value in table.items() if value != remoteness(p)))


def suspense(position: Position) -> int:
    even = {box for box in position if box % 2 == 0}
    if not even:
        return 0 if position == (1, 1) else 2
    return 1 if even == {2} else 3


@section.claim(
    "new-transfer-2-suspense",
    "The suspense of two boxes is 0 for (1,1), 2 for other pairs of odd boxes, 1 if every even box has 2 chips, and 3 "
    "otherwise.",
)
def suspense_of_two(far: bool) -> Verdict:
    most = 200 if far else 100
    table = tabulate(game("empty-transfer", boxes=2), most + 1, what="suspense")
    return verdict(f"boxes up to {most}", smallest(p for p, value in table.items() if value != suspense(p)))


SUSPENSE_OF_THREE = {0: 1, 1: 2, 2: 18, 3: 124, 4: 407, 5: 1947, 6: 9, 7: 92}
REMOTENESS_OF_THREE = {
    0: 1,
    1: 24,
    2: 4,
    3: 133,
    4: 13,
    5: 347,
    6: 39,
    7: 672,
    8: 121,
    9: 821,
    10: 234,
    11: 168,
    12: 23,
}


@section.claim(
    "new-transfer-3-suspense",
    "Of the 2600 positions of three boxes up to 24 chips, 1, 2, 18, 124, 407, 1947, 9, 92 have suspense 0 to 7, "
    "and 1, 24, 4, 133, 13, 347, 39, 672, 121, 821, 234, 168, 23 have remoteness 0 to 12.",
)
def suspense_of_three(far: bool) -> Verdict:
    rule = game("empty-transfer", boxes=3)
    wanted = {"suspense": SUSPENSE_OF_THREE, "remoteness": REMOTENESS_OF_THREE}
    counted = {
        what: Counter(value for _, value in tabulate(rule, 25, what=cast("Measure", what)).items()) for what in wanted
    }
    failure = first_failure(wanted, lambda what: dict(counted[what]) == wanted[what])
    return verdict("boxes up to 24", None if failure is None else sorted(counted[failure].items()))


# The referee's game: empty j of k boxes


def referee_norms(boxes: int, empty: int, chips: int) -> set[int]:
    return norms(outcomes("empty-some", chips=chips, boxes=boxes, empty=empty))


def scaled(smaller: set[int], factor: int, chips: int) -> set[int]:
    """Return the norms (numbers of chips of P-positions) claimed for a game with `factor` times as many boxes."""
    return {n for n in range(chips + 1) if n // factor in smaller}


@section.claim(
    "new-referee-scaling",
    "For fewer than ten boxes, the game of emptying dj of dk boxes has a P-position of norm n if and only if the game "
    "of emptying j of k boxes has a P-position of norm floor(n/d).",
    games=("empty-some",),
)
def scaling(far: bool) -> Verdict:
    chips = {4: 60, 6: 50, 8: 40, 9: 40} if far else {4: 48, 6: 36}
    cases = [
        (k, j, d)
        for large in chips
        for k in range(2, large)
        for j in range(1, k)
        for d in [large // k]
        if d * k == large
    ]

    def holds(case: tuple[int, int, int]) -> bool:
        k, j, d = case
        most = chips[d * k]
        return referee_norms(d * k, d * j, most) == scaled(referee_norms(k, j, most // d), d, most)

    return verdict(extents(chips, bound="chips up to"), first_failure(cases, holds))


@section.claim(
    "new-referee-scaling-10",
    "The game of emptying 4 of 10 boxes has a P-position of norm n if and only if the game of emptying 2 of 5 boxes "
    "has one of norm floor(n/2).",
    REFUTED,
    erratum=GUESS,
    games=("empty-some",),
)
def scaling_of_ten(far: bool) -> Verdict:
    # A table of ten boxes would be too small to contain the counterexample, so compute the totals without a table.
    small, large = (find_redistribution(game("empty-some", boxes=5 * d, empty=2 * d)) for d in (1, 2))
    assert small is not None
    assert large is not None
    none = np.zeros(0, dtype=np.bool_)
    few, many = (count_totals(kind, False, limit, none, 10**9)[0] for kind, limit in ((small, 22), (large, 44)))
    wanted = scaled(set(np.flatnonzero(few).tolist()), 2, 43)
    return verdict("chips up to 43", min(wanted ^ set(np.flatnonzero(many).tolist()), default=None))


@section.claim(
    "new-referee-runs",
    "In the game of emptying 5 of 7 boxes, the numbers n >= 7 that are not norms of P-positions form runs of five "
    "consecutive numbers.",
    CONSISTENT,
    games=("empty-some",),
)
def runs(far: bool) -> Verdict:
    most = 600 if far else 240
    kind = find_redistribution(game("empty-some", boxes=7, empty=5))
    assert kind is not None
    members, _ = count_totals(kind, False, most, np.zeros(0, dtype=np.bool_), 10**9)
    missing = np.flatnonzero(~members[7:]) + 7
    rows = np.split(missing, np.flatnonzero(np.diff(missing) > 1) + 1)
    return consistent(f"norms below {most}", first_failure(rows, lambda row: len(row) == 5))


def in_half_norms(norm: int, boxes: int) -> bool:
    return norm >= boxes and norm % boxes < boxes // 2


@section.claim(
    "new-referee-half",
    "In the game of emptying j of 2j boxes, the norms of P-positions are the n >= 2j with n mod 2j < j.",
    games=("empty-some",),
    proof=GeneralProof(["empty-some:boxes=4,empty=2"], part="the P-positions"),
)
def half(far: bool) -> Verdict:
    chips = {2: 80, 4: 70, 6: 50, 8: 40, 10: 38} if far else {2: 60, 4: 48, 6: 36}

    def holds(boxes: int) -> bool:
        wanted = {n for n in range(chips[boxes] + 1) if in_half_norms(n, boxes)}
        return referee_norms(boxes, boxes // 2, chips[boxes]) == wanted

    return verdict(extents(chips, bound="chips up to"), first_failure(chips, holds))


@section.claim(
    "new-referee-endpoints",
    "In the game of emptying 1 of k boxes, the norms of P-positions are the set S(k) of Proposition 8; in the game of "
    "emptying k - 1 boxes, the P-positions are those of Proposition 7.",
    games=("empty-some",),
)
def endpoints(far: bool) -> Verdict:
    chips = {3: 60, 4: 48, 5: 44, 6: 40, 7: 38, 8: 36} if far else {3: 40, 4: 36, 5: 32}

    def holds(boxes: int) -> bool:
        most = chips[boxes]
        last = outcomes("empty-some", chips=most, boxes=boxes, empty=boxes - 1)
        one = {n for n in range(most + 1) if in_s(n, boxes)}
        return referee_norms(boxes, 1, most) == one and mismatch(last, keep_one.is_p) is None

    return verdict(extents(chips, bound="chips up to"), first_failure(chips, holds))
