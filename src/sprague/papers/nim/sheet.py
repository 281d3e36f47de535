"""Claims of an information sheet on Nim, about P-positions of three piles and winning moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor

from sprague.games import game
from sprague.papers.claims import GUESS, REFUTED, Section, Verdict, first_failure, first_found, verdict
from sprague.papers.closed_forms import against_theorems
from sprague.papers.general_proofs import GeneralProof, game_specs
from sprague.rules import Position
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

section = Section("nim", ("nim",))


def is_even(position: Position) -> bool:
    """Return whether a position of Nim is an E-triplet, that is, every binary column has an even number of ones."""
    digits = max(pile.bit_length() for pile in position)
    return all(sum(pile >> column & 1 for pile in position) % 2 == 0 for column in range(digits))


def outcomes(piles: int, limit: int) -> Table:
    return tabulate(game("nim", piles=piles), limit, what="outcome")


@section.claim(
    "theorem",
    "A triplet is a losing position if and only if every binary column has an even number of ones.",
    proof=GeneralProof(["nim:piles=3"]),
)
def theorem(far: bool) -> Verdict:
    limit = 129 if far else 65
    table = outcomes(3, limit)
    failure = first_failure(table.items(), lambda item: (item[1] == "P") == is_even(item[0]))
    return verdict(f"piles up to {limit - 1}", failure, against_theorems(outcomes(3, 33)))


@section.claim(
    "any-number-of-piles",
    "For any number of piles, a position is losing if and only if every binary column has an even number of ones.",
    proof=GeneralProof(game_specs("nim", "piles", 1, 2, 4, 5)),
)
def any_number(far: bool) -> Verdict:
    sizes = {1: 64, 2: 64, 4: 20 if far else 12, 5: 12 if far else 8}
    for piles, limit in sizes.items():
        table = outcomes(piles, limit)
        failure = first_failure(table.items(), lambda item: (item[1] == "P") == is_even(item[0]))
        if (wrong := first_found([failure, against_theorems(table)])) is not None:
            return verdict(f"{piles} piles", wrong)
    return verdict(", ".join(f"{piles} piles below {limit}" for piles, limit in sizes.items()))


@section.claim("listed", "(1,2,3), (1,4,5), (1,6,7), (1,8,9), (2,4,6), …, (5,9,12), (5,11,14) and (N,N,0) are losing.")
def listed(far: bool) -> Verdict:
    printed = [(1, 2, 3), (1, 4, 5), (1, 6, 7), (1, 8, 9), (2, 4, 6), (2, 5, 7), (2, 8, 10), (2, 9, 11)]
    printed += [(3, 4, 7), (3, 5, 6), (3, 8, 11), (3, 9, 10), (5, 9, 12), (5, 11, 14)]
    table = outcomes(3, 41)
    positions = printed + [(0, n, n) for n in range(41)]
    return verdict("the printed list and N up to 40", first_failure(positions, lambda position: table[position] == "P"))


@section.claim("winning", "(N,M,0) with N != M and (N,N,M) with M > 0 are winning (the sheet omits the conditions).")
def winning(far: bool) -> Verdict:
    table = outcomes(3, 41)
    positions = [(0, n, m) for n, m in combinations_with_replacement(range(41), 2) if n != m]
    positions += [(n, n, m) for n, m in product(range(41), range(1, 41))]
    return verdict("piles up to 40", first_failure(positions, lambda position: table[position] == "N"))


@section.claim(
    "larger-third", "A triplet that has two numbers in common with a losing one and a larger third one is winning."
)
def larger_third(far: bool) -> Verdict:
    limit = 64 if far else 32
    table = outcomes(3, limit)
    places = ((p, place) for p in table.P_positions() for place in range(3))
    larger = ((*p[:i], more, *p[i + 1 :]) for p, i in places for more in range(p[i] + 1, limit))
    return verdict(f"piles up to {limit - 1}", first_failure(larger, lambda position: table[position] == "N"))


@section.claim(
    "table", "The printed table of third numbers for first two numbers from 0 to 7, and its pattern of boxes up to 15."
)
def box_table(far: bool) -> Verdict:
    table = outcomes(3, 16)
    third = [[next((c for c in range(16) if table[a, b, c] == "P"), -1) for b in range(16)] for a in range(16)]
    printed = [[0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 3, 2, 5, 4, 7, 6], [2, 3, 0, 1, 6, 7, 4, 5], [3, 2, 1, 0, 7, 6, 5, 4]]
    printed += [[4, 5, 6, 7, 0, 1, 2, 3], [5, 4, 7, 6, 1, 0, 3, 2], [6, 7, 4, 5, 2, 3, 0, 1], [7, 6, 5, 4, 3, 2, 1, 0]]
    if [row[:8] for row in third[:8]] != printed:
        return verdict("64 entries", third)
    boxes = [(size, a, b) for size in (2, 4, 8) for a in range(size) for b in range(size)]
    failure = next(((s, a, b) for s, a, b in boxes if third[a][b + s] != third[a][b] + s), None)
    return verdict("64 entries and boxes of 2, 4 and 8", failure)


@section.claim(
    "sum-guess",
    "In a losing triplet two numbers add up to the third (a guess that the sheet rejects later).",
    REFUTED,
    erratum=GUESS,
)
def first_guess(far: bool) -> Verdict:
    limit = 64 if far else 32
    found = [p for p in outcomes(3, limit).P_positions() if p[0] + p[1] != p[2]]
    troublesome = [(3, 5, 6), (3, 9, 10), (5, 9, 12), (5, 11, 14)]
    if found and not set(troublesome) <= set(found):
        return verdict("the four printed triplets", None)
    return verdict(f"piles up to {limit - 1}", min(found, key=sum, default=None))


@section.claim(
    "sum-guess-4",
    "Losing triplets whose smallest entry is 4 are (4, x, x + 4), so the guess about sums is true for them.",
)
def sum_guess(far: bool) -> Verdict:
    limit = 300 if far else 120
    table = outcomes(3, limit)
    found = [p for p in table.P_positions() if p[0] == 4]
    return verdict(f"piles up to {limit - 1}", first_failure(found, lambda position: position[2] == position[1] + 4))


@section.claim("fraction", "Of the 8^n triplets of n binary digits, 4^n are losing: the fraction 2^-n.")
def fraction(far: bool) -> Verdict:
    digits = 6 if far else 5
    for n in range(digits + 1):
        table = outcomes(3, 2**n)
        losing = int((table.to_array() == "P").sum())
        if losing != 4**n:
            return verdict(f"{digits} digits", (n, losing))
    return verdict(f"{digits} digits")


@section.claim("fact-1", "Taking coins from one pile of an E-triplet never leaves an E-triplet, and (0,0,0) is one.")
def fact_1(far: bool) -> Verdict:
    limit = 40 if far else 24
    rule = game("nim", piles=3)
    even = [p for p in combinations_with_replacement(range(limit), 3) if is_even(p)]
    failure = first_failure(even, lambda position: not any(is_even(option) for option in rule.options(position)))
    return verdict(f"piles up to {limit - 1}", failure if even[:1] == [(0, 0, 0)] else (0, 0, 0))


@section.claim(
    "the-move", "Any pile with a one in the leftmost odd column can be lowered so that all columns are even."
)
def the_move(far: bool) -> Verdict:
    limit = 64 if far else 40

    def works(position: Position) -> bool:
        total = reduce(xor, position)
        top = 1 << (total.bit_length() - 1) if total else 0
        places = [place for place, pile in enumerate(position) if pile & top]
        lowered = [(*position[:i], position[i] ^ total, *position[i + 1 :]) for i in places]
        return all(sum(after) < sum(position) and is_even(after) for after in lowered)

    positions: Iterable[Position] = combinations_with_replacement(range(limit), 3)
    failure = first_failure(positions, works)
    return verdict(f"piles up to {limit - 1}", failure)
