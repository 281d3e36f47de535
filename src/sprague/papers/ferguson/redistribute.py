"""Claims of Ferguson's Section 4: Empty & Redistribute in normal play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sprague.games import empty_redistribute as solved
from sprague.papers.claims import (
    CORRECTED,
    GAP,
    MISPRINT,
    Section,
    Verdict,
    corrected,
    first_failure,
    first_found,
    verdict,
)
from sprague.papers.closed_forms import against_theorems
from sprague.papers.ferguson.boxes import extents, mismatch, norms, outcomes, repeated
from sprague.papers.general_proofs import GeneralProof, game_specs
from sprague.rules import Position

section = Section("ferguson", ("empty-redistribute",))


def f(k: int) -> int:
    return next(j for j in range(1, k + 1) if (k - 1) % (j + 1))


def in_r(norm: int, k: int) -> bool:
    """Return whether a number is in Ferguson's set R(k), by the definition of R(k) in the paper."""
    last = f(k)
    inner = any(j * k <= norm < (j + 1) * k and (norm - j * (k - 1)) % (j + 1) == 0 for j in range(1, last))
    return inner or (norm >= k * last and (norm - last * (k - 1)) % (last + 1) == 0)


def in_s(norm: int, k: int) -> bool:
    return norm >= k and not in_r(norm, k)


def x(norm: int, k: int) -> Position:
    """Return the P-position with `norm` chips that the paper gives: k - 1 boxes of v chips and one box of z chips."""
    j = f(k) if norm >= f(k) * k else norm // k
    v = (norm - j * (k - 1)) % (j + 1)
    return tuple(sorted([v] * (k - 1) + [norm - (k - 1) * v]))


def is_prime_power(number: int) -> bool:
    divisor = next(d for d in range(2, number + 1) if number % d == 0)
    while number % divisor == 0:
        number //= divisor
    return number == 1


@section.claim(
    "notation-example", "1^3 2^3 3^2 5 is the position (1,1,1,2,3,3,5) of seven boxes.", CORRECTED, erratum=MISPRINT
)
def notation_example(far: bool) -> Verdict:
    meant = (1, 1, 1, 2, 3, 3, 5)
    printed, right = repeated("1^3 2^3 3^2 5"), repeated("1^3 2 3^2 5")
    wrong = None if printed == meant else printed
    return corrected("the example", wrong, None if right == meant else right, "it should read 1^3 2 3^2 5")


@section.claim(
    "f-facts",
    "f(k) = 1 if and only if k is even, f(7) = 3, f(61) = 6, f(k) is never 5, and f(k) + 1 is always a prime power.",
)
def f_facts(far: bool) -> Verdict:
    most = 200_000 if far else 20_000
    named = None if (f(7), f(61)) == (3, 6) else "f(7) or f(61)"

    def holds(k: int) -> bool:
        value = f(k)
        return value == solved.f(k) and (value == 1) == (k % 2 == 0) and value != 5 and is_prime_power(value + 1)

    failure = first_failure(range(2, most + 1), holds)
    return verdict(f"k up to {most}", named, failure)


@section.claim(
    "r-examples",
    "R(6) = {7, 9, 11, …}, R_2(7) = {15, 18}, R(7) = {8, 10, 12, 15, 18, 22, 26, 30, …}, "
    "S(7) = {7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29, …}.",
)
def r_examples(far: bool) -> Verdict:
    printed_s = {7, 9, 11, 13, 14, 16, 17, 19, 20, 21, 23, 24, 25, 27, 28, 29}
    checks = {
        "R(6)": {n for n in range(60) if in_r(n, 6)} == set(range(7, 60, 2)),
        "R_2(7)": {n for n in range(14, 21) if in_r(n, 7)} == {15, 18},
        "R(7)": {n for n in range(60) if in_r(n, 7)} == {8, 10, 12, 15, 18, *range(22, 60, 4)},
        "S(7)": {n for n in range(30) if in_s(n, 7)} == printed_s,
        "S(7) by play": norms(outcomes("empty-redistribute", chips=29, boxes=7)) == printed_s,
    }
    return verdict("the printed numbers", first_failure(checks, lambda name: checks[name]))


@section.claim("x-examples", "With seven boxes x(7) = 1^7, x(16) = 1^6 10 and x(28) = 2^6 16, and all three are P.")
def x_examples(far: bool) -> Verdict:
    table = outcomes("empty-redistribute", chips=28, boxes=7)
    printed = {7: repeated("1^7"), 16: repeated("1^6 10"), 28: repeated("2^6 16")}
    return verdict(
        "the printed positions", first_failure(printed, lambda n: x(n, 7) == printed[n] and table[printed[n]] == "P")
    )


@section.claim("lemma-4", "If j <= f(k), then (k-1)j is not in S(k).")
def lemma_4(far: bool) -> Verdict:
    most = 3000 if far else 1000
    pairs = ((k, j) for k in range(2, most) for j in range(1, f(k) + 1))
    return verdict(f"k below {most}", first_failure(pairs, lambda pair: not in_s((pair[0] - 1) * pair[1], pair[0])))


def reachable(parts: Iterable[int], count: int, total: int) -> bool:
    """Return whether `total` is a sum of exactly `count` parts, each of which may occur several times."""
    least = min(parts := list(parts), default=0)
    if not parts or (rest := total - count * least) < 0:
        return False
    steps = [part - least for part in parts if least < part <= least + rest]
    sums, mask = 1, (1 << (rest + 1)) - 1
    for _ in range(count):
        if sums >> rest & 1:
            return True
        new = sums
        for step in steps:
            new |= sums << step & mask
        if new == sums:
            break
        sums = new
    return bool(sums >> rest & 1)


def norms_by_play(k: int, most: int, misere: bool = False) -> set[int]:
    """Return all numbers n <= `most` such that some P-position of Empty & Redistribute with k boxes has n chips.

    From a position of n chips, a move that empties a box of x chips can lead to any position of n - x chips. A
    position of n chips is therefore P if, for every box x, no P-position has n - x chips.
    """
    found: set[int] = set()
    for norm in range(k, most + 1):
        if misere and norm == k:
            continue
        if reachable((box for box in range(1, norm - k + 2) if norm - box not in found), k, norm):
            found.add(norm)
    return found


def is_p_by_norms(position: Position, found: set[int]) -> bool:
    return all(sum(position) - box not in found for box in set(position))


def play(k: int, most: int, table: bool, misere: bool = False) -> tuple[set[int], Callable[[Position], bool]]:
    """Return the numbers of chips that P-positions have, and a function that tests whether a position is P."""
    if not table:
        have = norms_by_play(k, most, misere)
        return have, lambda position: is_p_by_norms(position, have)
    losing = set(outcomes("empty-redistribute", chips=most, misere=misere, boxes=k).P_positions())
    return {sum(position) for position in losing}, losing.__contains__


def many_boxes(far: bool) -> dict[int, int]:
    """Return numbers of boxes that are too large for tables, each with the largest tested number of chips."""
    counts = [*range(10, 41), 43, 49, 61, 73, 85, 121] if far else [10, 11, 13, 19, 25, 31]
    return {k: (f(k) + 3) * k for k in counts}


CHIPS = {2: 60, 3: 50, 4: 44, 5: 40, 6: 36, 7: 36, 8: 30}
CHIPS_FAR = {2: 200, 3: 120, 4: 80, 5: 70, 6: 60, 7: 56, 8: 52, 9: 48}


def plays(far: bool) -> Iterator[tuple[int, int, set[int], Callable[[Position], bool]]]:
    """Yield each tested number of boxes, the largest tested number of chips, and the two results of `play`."""
    for k, most in (CHIPS_FAR if far else CHIPS).items():
        yield (k, most, *play(k, most, table=True))
    for k, most in many_boxes(far).items():
        yield (k, most, *play(k, most, table=False))


def redistribute_extent(far: bool) -> str:
    numbers = ", ".join(map(str, many_boxes(far)))
    return f"{extents(CHIPS_FAR if far else CHIPS, bound='chips up to')}; norms of {numbers} boxes to (f(k) + 3)k"


@section.claim(
    "prop-8-norms",
    "In Empty & Redistribute S(k) is the set of the norms of P-positions, so every position with a norm in R(k) is N.",
)
def prop_8_norms(far: bool) -> Verdict:
    for k, most, have, _ in plays(far):
        for stated in (in_s, solved.in_s):
            if extra := {n for n in range(most + 1) if stated(n, k)} ^ have:
                return verdict(redistribute_extent(far), f"{k} boxes, norm {min(extra)}")
    return verdict(redistribute_extent(far))


@section.claim(
    "prop-8-positions", "For every n in S(k) the position x(n) has k boxes of at least one chip, has norm n, and is P."
)
def prop_8_positions(far: bool) -> Verdict:
    for k, most, _, is_p in plays(far):
        norms_of_p = [n for n in range(k, most + 1) if in_s(n, k)]
        stated = [(n, position(n, k)) for n in norms_of_p for position in (x, solved.p_position)]
        bad = (p for n, p in stated if len(p) != k or p[0] < 1 or sum(p) != n or not is_p(p))
        if (found := next(bad, None)) is not None:
            return verdict(redistribute_extent(far), found)
    return verdict(redistribute_extent(far))


@section.claim(
    "p-iff-norms-in-r",
    "A position of norm n is P if and only if n - x_i is in R(k) for every box x_i.",
    CORRECTED,
    erratum=GAP,
    proof=GeneralProof(game_specs("empty-redistribute", "boxes", 3, 5), part="the corrected statement"),
)
def p_iff_in_r(far: bool) -> Verdict:
    sizes = dict.fromkeys(range(2, 8), 36 if far else 24)
    tables = [outcomes("empty-redistribute", chips=most, boxes=k) for k, most in sizes.items()]
    wrong = (mismatch(table, lambda p: all(in_r(sum(p) - box, len(p)) for box in p)) for table in tables)
    right = (mismatch(table, lambda p: not any(in_s(sum(p) - box, len(p)) for box in p)) for table in tables)
    note = "numbers below k are not in R(k), but leave no move; the position is P if and only if no n - x_i is in S(k)"
    return corrected(
        extents(sizes, bound="chips up to"), first_found(wrong), first_found([*right, against_theorems(*tables)]), note
    )


@section.claim(
    "even-k",
    "With an even number of boxes, a position of Empty & Redistribute is P if and only if every box is odd.",
    proof=GeneralProof(game_specs("empty-redistribute", "boxes", 2, 4, 6)),
)
def even_k(far: bool) -> Verdict:
    chips = {2: 79, 4: 60, 6: 50, 8: 44} if far else {2: 79, 4: 47, 6: 35, 8: 29}
    tables = [outcomes("empty-redistribute", chips=most, boxes=k) for k, most in chips.items()]
    wrong = (mismatch(table, lambda p: all(box % 2 for box in p)) for table in tables)
    return verdict(extents(chips, bound="chips up to"), *wrong, against_theorems(*tables))


EXCEPTIONS = {
    *map(repeated, ("1^7", "1^6 3", "1^6 5", "1^5 3^2", "1^6 7", "1^5 3 5", "1^4 3^3", "2^7", "1^6 10", "1^4 4^3")),
    *map(repeated, ("2^6 5", "1^6 13", "1^5 7^2", "1^4 4^2 7", "1^3 4^4", "2^5 5^2")),
}


def is_listed(position: Position) -> bool:
    """Return whether a position of seven boxes is in one of the four classes in Ferguson's list of P-positions."""
    residues = {box % 4 for box in position}
    two = residues == {3}
    three = position[:6] == (2,) * 6 and position[6] % 4 == 0 and position[6] >= 8
    four = residues == {1} and sum(position) >= 23
    ones = position.count(1)
    left_out = (ones >= 5 and 9 in position) or (ones >= 4 and position.count(5) >= 2)
    return position in EXCEPTIONS or two or three or (four and not left_out)


@section.claim(
    "k7-list",
    "With seven boxes the P-positions are the 16 printed exceptions; the positions whose boxes are all 3 modulo 4; 2^6 "
    "z with z >= 8 divisible by 4; and the positions of at least 23 chips whose boxes are all 1 modulo 4, except 1^5 9 "
    "z and 1^4 5^2 z.",
)
def k7_list(far: bool) -> Verdict:
    chips = 66 if far else 46
    table = outcomes("empty-redistribute", chips=chips, boxes=7)
    wrong = [mismatch(table, is_listed), mismatch(table, lambda p: solved.k7_class(p) is not None)]
    return verdict(f"up to {chips} chips", *wrong, against_theorems(table))


@section.claim(
    "k7-sums",
    "The positions in the first class of this list have fewer than 21 chips; the numbers of chips in the other classes "
    "are 1, 0 and 3 modulo 4. Of the P-positions with fewer than 21 chips, only 2^6 8 is not in the first class.",
)
def k7_sums(far: bool) -> Verdict:
    chips = 66 if far else 46
    losing = list(outcomes("empty-redistribute", chips=chips, boxes=7).P_positions())
    sums = {2: 1, 3: 0, 4: 3}

    def holds(position: Position) -> bool:
        number, total = solved.k7_class(position), sum(position)
        in_first = total < 21 and position != repeated("2^6 8")
        return number == 1 if in_first else number in sums and total % 4 == sums[number]

    return verdict(f"up to {chips} chips", first_failure(losing, holds))
