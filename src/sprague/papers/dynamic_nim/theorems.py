"""Claims about the definitions and Theorems 1 to 4 of Dynamic Nim."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import inf
from random import Random

from sprague.games import dynamic_nim as solved
from sprague.games.dynamic_nim import satisfies_companion
from sprague.papers.claims import Section, Verdict, first_failure, first_found, verdict
from sprague.papers.dynamic_nim.formulas import (
    Formula,
    Limit,
    bits_of,
    closed_form_failure,
    companion,
    companion_by_definition,
    digitwise,
    ideal,
    is_suitable,
    listed,
    power_below,
    power_in,
    smallest,
    strategy_failure,
    suitable,
    to_one,
    to_the_last,
    unsuitable,
)
from sprague.papers.general_proofs import GeneralProof
from sprague.rules import Position

section = Section("dynamic-nim", ("dynamic-nim",))
NUMBER = "that the number is the smallest that wins"
PILES = "1, 2 and 3 piles with f(N) = N and f(N) = 2N - 1"


def proved_games(*stops: int) -> list[str]:
    """Return the names of the games for which a theorem is proved: Dynamic Nim with 1 to 3 piles and given stops."""
    return [
        f"dynamic-nim:piles={piles},stop={stop},limit={limit}"
        for piles in (1, 2, 3)
        for limit in ("x", "2x-1")
        for stop in stops
        if stop == 0 or satisfies_companion(stop, piles)
    ]


@section.claim(
    "definitions",
    "The printed values of the largest powers of two that divide 1, -24, 0, 3·2^(m-1), -1 and -5·2^(m+1), and "
    "38 ⊕ 21 = 51.",
)
def definitions(far: bool) -> Verdict:
    most = 60 if far else 20
    values: list[tuple[object, float, float]] = [("g(1)", power_in(1), 1), ("g(-24)", power_in(-24), 8)]
    values += [("g(0)", power_in(0), inf), ("38 + 21", digitwise(38, 21), 51)]
    for m in range(1, most + 1):
        values += [((m, 0), power_below(0, m), inf), ((m, "3·2^(m-1)"), power_below(3 << m >> 1, m), 1 << m >> 1)]
        values += [((m, -1), power_below(-1, m), 1), ((m, "-5·2^(m+1)"), power_below(-5 << (m + 1), m), inf)]
    return verdict(f"m up to {most}", first_failure(values, lambda value: value[1] == value[2]))


@section.claim("digitwise-sum", "The nonnegative integers with digitwise addition are an Abelian group.")
def group(far: bool) -> Verdict:
    most = 40 if far else 16

    def holds(numbers: Position) -> bool:
        a, b, c = numbers
        associative = digitwise(digitwise(a, b), c) == digitwise(a, digitwise(b, c))
        return associative and digitwise(a, b) == digitwise(b, a) and digitwise(a, 0) == a and digitwise(a, a) == 0

    return verdict(f"numbers below {most}", first_failure(product(range(most), repeat=3), holds))


@section.claim("suitable-examples", "f(N) = N and f(N) = 2N - 1 are suitable (while 2N is not).")
def suitable_examples(far: bool) -> Verdict:
    most = 4096 if far else 128
    functions: list[tuple[str, Limit, bool]] = [("N", lambda n: n, True), ("2N - 1", lambda n: 2 * n - 1, True)]
    functions.append(("2N", lambda n: 2 * n, False))
    return verdict(
        f"N up to {most}",
        first_failure(
            functions, lambda item: is_suitable(item[1], most) == item[2] == solved.is_suitable(item[1], most)
        ),
    )


@section.claim(
    "remark-values",
    "The first part of the ideal formula is infinite or one of 1, 2, …, 2^(m-1), and the second at least 2^m.",
)
def remark_values(far: bool) -> Verdict:
    most = 200 if far else 60

    def holds(item: tuple[int, int]) -> bool:
        k, total = item
        m = bits_of(k)
        return (
            power_below(total - k, m) in {inf, *(1 << digit for digit in range(m))} and power_in(total << m) >= 1 << m
        )

    return verdict(f"k and sums up to {most}", first_failure(product(range(1, most + 1), range(most + 1)), holds))


@section.claim(
    "companion-by-sums",
    "The companion condition for all piles follows from the most even piles of each sum.",
)
def by_sums(far: bool) -> Verdict:
    most = {1: 64, 2: 32, 3: 16, 4: 8, 5: 8} if far else {1: 32, 2: 16, 3: 12, 4: 6, 5: 4}
    pairs = [(k, n) for n, last in most.items() for k in range(1, last)]
    failure = first_failure(
        pairs, lambda pair: companion(*pair) == companion_by_definition(*pair) == solved.companion_condition(*pair)
    )
    return verdict(", ".join(f"k < {last} for n = {n}" for n, last in most.items()), failure)


@section.claim(
    "theorem-1",
    "For suitable f, the ideal theorem holds for (k, f, n) if and only if (k, n) satisfies the companion condition. "
    "The ideal theorem states that its number g is the smallest that wins, and wins from any pile that has g chips.",
    proof=GeneralProof(
        proved_games(2, 3, 4, 5, 6, 7),
        part=NUMBER,
        description=f"{PILES}, and k from 2 to 7 with the companion condition",
    ),
)
def theorem_1(far: bool) -> Verdict:
    near_ranges = {1: (16, 50), 2: (12, 20), 3: (18, 12), 4: (9, 6), 5: (6, 4)}
    far_ranges = {1: (40, 120), 2: (24, 40), 3: (18, 18), 4: (9, 9), 5: (6, 6)}
    functions = suitable(8 if far else 5)
    count = 0
    for n, (stops, most) in (far_ranges if far else near_ranges).items():
        # A quick run tests each stop k with only one limit function, and cycles through the limit functions.
        for k in range(1, stops):
            for f in functions if far else [functions[k % len(functions)]]:
                failure = strategy_failure(k, f, n, most + 1, ideal)
                count += 1
                if (failure is None) != companion(k, n):
                    return verdict(f"{count} triples", (k, n, failure))
    pairs = [(k, n) for n, last in {1: 9, 2: 8, 3: 8}.items() for k in range(2, last)]
    wrong = first_found(closed_form_failure(k, n, {1: 40, 2: 12, 3: 5}[n]) for k, n in pairs)
    return verdict(f"{count} triples (k, f, n), n up to 5", wrong)


@section.claim(
    "theorem-2",
    "For k = 0 and suitable f, g is the largest power of two that divides the nim-sum, and taking g chips wins from "
    "any pile with at least g chips.",
    proof=GeneralProof(proved_games(0), part=NUMBER, description=PILES),
)
def theorem_2(far: bool) -> Verdict:
    return _closed_form(far, 0, to_the_last)


@section.claim(
    "theorem-3",
    "For k = 1, suitable f and at least one chip, g is the largest power of two that divides the nim-sum of the piles "
    "and 1, and taking g chips wins from any pile with at least g chips.",
    proof=GeneralProof(proved_games(1), part=NUMBER, description=PILES),
)
def theorem_3(far: bool) -> Verdict:
    return _closed_form(far, 1, to_one)


def _closed_form(far: bool, k: int, formula: Formula) -> Verdict:
    sizes = {1: 150, 2: 40, 3: 16, 4: 9} if far else {1: 64, 2: 20, 3: 9, 4: 5}
    functions = suitable(8 if far else 5)
    for (n, most), f in product(sizes.items(), functions):
        failure = strategy_failure(k, f, n, most + 1, formula)
        if failure is not None:
            return verdict(f"{n} piles", failure)
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    wrong = first_found(closed_form_failure(k, n, {1: 40, 2: 12, 3: 5}[n]) for n in (1, 2, 3))
    return verdict(f"{len(functions)} suitable f: {extent}", wrong)


@section.claim("theorem-3-is-theorem-1", "For k = 1 the formula of Theorem 3 is the ideal one.")
def theorem_3_cast(far: bool) -> Verdict:
    most = 40 if far else 16
    positions = (p for n in range(1, 5) for p in combinations_with_replacement(range(most // n + 1), n) if sum(p))
    return verdict(
        f"up to 4 piles, up to {most} chips", first_failure(positions, lambda p: ideal(1, p) == to_one(1, p))
    )


@section.claim(
    "theorem-3-misere",
    "Theorem 3 also gives the smallest winning numbers of the misère game with k = 0, f suitable.",
    proof=GeneralProof(proved_games(0), misere=True, description=PILES),
)
def theorem_3_misere(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12, 4: 7} if far else {1: 40, 2: 14, 3: 7, 4: 4}
    functions = suitable(8 if far else 5)
    for (n, most), f in product(sizes.items(), functions):
        numbers = smallest(0, f, n, most + 1, misere=True)
        failure = first_failure(numbers.items(), lambda item: sum(item[0]) < 1 or item[1] == to_one(1, item[0]))
        if failure is not None:
            return verdict(f"{n} piles", failure)
    return verdict(", ".join(f"{n} piles up to {most}" for n, most in sizes.items()))


@section.claim(
    "theorem-4",
    "For every k, the ideal theorem holds for a suitable f and fails if f is made unsuitable at one number (with one "
    "pile, hence with any number of piles).",
)
def theorem_4(far: bool) -> Verdict:
    count, most = (300, 160) if far else (40, 130)
    random = Random(4)
    for trial in range(count):
        x, right, wrong = unsuitable(random)
        k = 1 + trial % 9
        if is_suitable(wrong, 30) or not is_suitable(right, 30):
            return verdict(f"{trial} functions", (k, x, "the test function is wrong"))
        if strategy_failure(k, wrong, 1, most + 1, ideal) is None:
            return verdict(f"{trial} functions", (k, x, "no failure"))
        failure = strategy_failure(k, right, 1, most + 1, ideal)
        if failure is not None:
            return verdict(f"{trial} functions", (k, failure))
    doubled = strategy_failure(1, lambda n: 2 * n, 1, 20, ideal)
    extent = f"{count} random f unsuitable at one x <= 24, k up to 9, a pile up to {most}"
    if doubled != ((4,), 3, 1):
        return verdict(extent, doubled)
    return verdict(extent, note="f(N) = 2N with k = 1 fails first at (4): 3 is the smallest winning number, not 1")


@section.claim(
    "theorem-4-single-pile",
    "With one pile, the position (A) with stop k is equivalent to (A - k) with stop 0, for any f, suitable or not.",
)
def single_pile(far: bool) -> Verdict:
    count, most, stops = (40, 120, 20) if far else (12, 60, 8)
    random = Random(5)
    for _ in range(count):
        f = listed([random.randint(1, 3 * n) for n in range(1, 200)])
        plain = smallest(0, f, 1, most + 1)
        for k in range(1, stops):
            numbers = smallest(k, f, 1, most + 1)
            failure = first_failure(range(k, most + 1), lambda a: numbers[a,] == plain[a - k,])  # noqa: B023
            if failure is not None:
                return verdict(f"piles up to {most}", (k, failure))
    return verdict(f"{count} random f, k < {stops}, a pile up to {most}")


@section.claim(
    "theorem-4-proof",
    "If k = 0 and f is unsuitable at x, Theorem 2 is false for one of the two piles in the proof: 2^j g(x) > x and "
    "2^j g(x) - x, or 3x and 2x.",
)
def theorem_4_proof(far: bool) -> Verdict:
    count = 300 if far else 60
    random = Random(6)
    for trial in range(count):
        x, _, f = unsuitable(random)
        power = x & -x
        top = power
        while top <= x:
            top *= 2
        piles = (2 * x, 3 * x) if f(x) >= 2 * x and power == x else (top - x, top)
        numbers = smallest(0, f, 1, max(piles) + 1)
        if all(numbers[pile,] == to_the_last(0, (pile,)) for pile in piles):
            return verdict(f"{trial} functions", (x, f(x), piles))
    return verdict(f"{count} random f unsuitable at one x <= 24")
