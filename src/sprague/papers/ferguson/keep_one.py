"""Claims of Ferguson's Section 3, Empty-All-But-One, and of the selective game in Section 4."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product

from sprague.games import game
from sprague.papers.claims import (
    CORRECTED,
    FALSE_STATEMENT,
    Section,
    Verdict,
    corrected,
    first_failure,
    first_found,
    verdict,
)
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson.boxes import extents, mismatch, outcomes, smallest
from sprague.papers.general_proofs import GeneralProof, game_specs
from sprague.rules import Position

section = Section("ferguson", ("empty-all-but-one",))
Keeps = Callable[[int], list[tuple[int, ...]]]  # maps a number of boxes to the sets of box indices that moves may keep


# Empty-All-But-One


def is_p(position: Position) -> bool:
    """Return whether Proposition 7 says that a position of Empty-All-But-One is P."""
    k = len(position)
    return all(1 <= box % (k * (k - 1)) < k for box in position)


def is_misere_p(position: Position) -> bool:
    """Return whether Proposition 7 says that a position of Empty-All-But-One is P in misère play."""
    k = len(position)
    q = (k - 1) * (2 * k - 1)
    return all(box < k or k <= box % q <= 2 * k - 2 for box in position) and max(position) >= k


@section.claim(
    "eabo-terminal",
    "A position of Empty-All-But-One with k boxes is terminal if and only if every box has fewer than k chips.",
)
def terminal(far: bool) -> Verdict:
    sizes = {2: 12, 3: 9, 4: 8, 5: 7 if far else 6}
    cases = [p for k, most in sizes.items() for p in combinations_with_replacement(range(1, most + 1), k)]
    rules = {k: game("empty-all-but-one", boxes=k) for k in sizes}
    return verdict(extents(sizes), first_failure(cases, lambda p: rules[len(p)].is_terminal(p) == (max(p) < len(p))))


@section.claim(
    "prop-7",
    "A position of Empty-All-But-One with k boxes is P if and only if every box is 1 to k - 1 modulo k(k-1).",
    proof=GeneralProof(game_specs("empty-all-but-one", "boxes", 2, 3, 4), title="Proposition 7"),
)
def prop_7(far: bool) -> Verdict:
    sizes = {2: 200, 3: 90, 4: 50, 5: 24} if far else {2: 100, 3: 44, 4: 26}
    chips = {5: 70, 6: 70, 7: 65, 8: 65} if far else {5: 44, 6: 40}
    tables = [outcomes("empty-all-but-one", most + 1, boxes=k) for k, most in sizes.items()]
    tables += [outcomes("empty-all-but-one", chips=most, boxes=k) for k, most in chips.items()]
    extent = f"{extents(sizes)}; {extents(chips, bound='chips up to')}"
    wrong = (mismatch(table, is_p) for table in tables)
    return verdict(extent, *wrong, against_theorems(*tables))


@section.claim(
    "prop-7-misere",
    "In misère play, with q = (k-1)(2k-1), a position of Empty-All-But-One is P if and only if every box has fewer "
    "than k chips or is k to 2k - 2 modulo q, and some box has at least k chips.",
    proof=GeneralProof(
        game_specs("empty-all-but-one", "boxes", 2, 3), misere=True, far_games=["empty-all-but-one:boxes=4"]
    ),
)
def prop_7_misere(far: bool) -> Verdict:
    sizes = {2: 200, 3: 90, 4: 50, 5: 24} if far else {2: 100, 3: 44, 4: 26}
    chips = {5: 70, 6: 70, 7: 65, 8: 65} if far else {5: 44, 6: 40}
    tables = [outcomes("empty-all-but-one", most + 1, misere=True, boxes=k) for k, most in sizes.items()]
    tables += [outcomes("empty-all-but-one", chips=most, misere=True, boxes=k) for k, most in chips.items()]
    extent = f"{extents(sizes)}; {extents(chips, bound='chips up to')}"
    wrong = (mismatch(table, is_misere_p) for table in tables)
    return verdict(extent, *wrong, against_theorems(*tables))


# Selective-Empty & Redistribute


def with_ones(norm: int, boxes: int) -> Position:
    return (1,) * (boxes - 1) + (norm - boxes + 1,)


@section.claim(
    "selective",
    "In the selective game the norms of P-positions are the multiples of k, and 1^(k-1) z is P if k divides its norm.",
    games=("selective-empty-redistribute",),
)
def selective(far: bool) -> Verdict:
    chips = {2: 80, 3: 60, 4: 44, 5: 36, 6: 32, 7: 30} if far else {2: 40, 3: 33, 4: 28, 5: 25}

    tables = {k: outcomes("selective-empty-redistribute", chips=most, boxes=k) for k, most in chips.items()}

    def holds(k: int) -> bool:
        losing = set(tables[k].P_positions())
        wanted = set(range(k, chips[k] + 1, k))
        return {sum(p) for p in losing} == wanted and all(with_ones(n, k) in losing for n in wanted)

    wrong = [first_failure(chips, holds), against_theorems(*tables.values())]
    return verdict(extents(chips, bound="chips up to"), *wrong)


@section.claim(
    "selective-2k",
    "In the selective game 2^k is P if k is odd, and N if k is even.",
    games=("selective-empty-redistribute",),
)
def selective_twos(far: bool) -> Verdict:
    counts = range(2, 8 if far else 6)
    tables = {k: outcomes("selective-empty-redistribute", chips=2 * k, boxes=k) for k in counts}
    return verdict(
        f"{counts[0]} to {counts[-1]} boxes", first_failure(counts, lambda k: tables[k][(2,) * k] == "NP"[k % 2])
    )


def emptied_on_circle(boxes: int) -> list[tuple[int, ...]]:
    """Return the sets of boxes that a move can keep if the emptied boxes must be consecutive on a circle."""
    runs = product(range(boxes), range(1, boxes))
    return [tuple((start + step) % boxes for step in range(length)) for start, length in runs]


def kept_in_row(boxes: int) -> list[tuple[int, ...]]:
    """Return all sets of consecutive boxes in a row of boxes, except the set of all boxes."""
    return [tuple(range(start, end)) for start, end in combinations(range(boxes + 1), 2) if end - start < boxes]


def emptied_in_row(boxes: int) -> list[tuple[int, ...]]:
    """Return the sets of boxes that a move can keep if the emptied boxes must be consecutive in a row."""
    return [tuple(place for place in range(boxes) if place not in run) for run in kept_in_row(boxes)]


def ordered_p_positions(boxes: int, chips: int, keeps: Keeps) -> set[Position]:
    """Return the P-positions of Selective Empty & Redistribute if moves may keep only the sets of boxes in `keeps`.

    A move may share out the kept chips in any way, so a position is P if no move leaves a number of chips that a
    smaller P-position has.
    """
    losing: set[Position] = set()
    found: set[int] = set()
    for norm in range(boxes, chips + 1):
        walls = ((0, *inner, norm) for inner in combinations(range(1, norm), boxes - 1))
        positions = [tuple(high - low for low, high in pairwise(wall)) for wall in walls]
        stuck = [p for p in positions if not any(sum(p[i] for i in kept) in found for kept in keeps(boxes))]
        losing.update(stuck)
        if stuck:
            found.add(norm)
    return losing


@section.claim(
    "selective-consecutive",
    "If the boxes are ordered and the emptied boxes must be consecutive, the selective game has the same norms of "
    "P-positions, and 1^(k-1) z in any order is P for these norms.",
    CORRECTED,
    erratum=FALSE_STATEMENT,
    games=("selective-empty-redistribute",),
)
def selective_consecutive(far: bool) -> Verdict:
    chips = {2: 40, 3: 30, 4: 24, 5: 20} if far else {2: 30, 3: 24, 4: 18, 5: 15}

    def failure(keeps: Keeps) -> object:
        for k, most in chips.items():
            losing = ordered_p_positions(k, most, keeps)
            wanted = set(range(k, most + 1, k))
            if extra := {sum(p) for p in losing} ^ wanted:
                return f"{k} boxes, norm {min(extra)}"
            solution = [order for n in wanted for order in permutations(with_ones(n, k))]
            if (missing := smallest(order for order in solution if order not in losing)) is not None:
                return missing
        return None

    return corrected(
        extents(chips, bound="chips up to"),
        failure(emptied_in_row),
        first_found(map(failure, (emptied_on_circle, kept_in_row))),
        "it is true if the boxes form a circle, or if the kept boxes must be consecutive",
    )
