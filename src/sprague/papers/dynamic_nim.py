"""N-pile Dynamic Nim with various endings, re-run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations_with_replacement, product
from math import inf
from operator import xor
from random import Random

import numpy as np

from sprague.games import game
from sprague.games.dynamic_nim import satisfies_companion
from sprague.papers._claims import CORRECTED, Paper, Verdict, corrected, first_failure, verified
from sprague.rules import Position
from sprague.solve.winning_numbers import winning_numbers

Limit = Callable[[int], int]
Formula = Callable[[int, Position], float]

paper = Paper("dynamic-nim")


# As the paper defines it


def power_in(number: int) -> float:
    """Definition 1: the highest power of two that divides a number, infinite for 0."""
    return number & -number if number else inf


def power_below(number: int, bits: int) -> float:
    """Definition 2: the same, but infinite where 2^m divides the number."""
    return inf if number % (1 << bits) == 0 else power_in(number)


def bits_of(k: int) -> int:
    """The m with 2^(m-1) <= k < 2^m."""
    return next(m for m in range(1, k + 2) if 1 << (m - 1) <= k < 1 << m)


def digitwise(first: int, second: int) -> int:
    """Definition 5: the binary digits added one by one, without carrying."""
    digits = range(max(first.bit_length(), second.bit_length()))
    return sum(((first >> digit) + (second >> digit)) % 2 << digit for digit in digits)


def is_suitable(limit: Limit, up_to: int) -> bool:
    """Definition 3, for numbers up to a bound."""
    powers = {1 << digit for digit in range(up_to.bit_length())}
    return all(power_in(n) <= limit(n) and (n not in powers or limit(n) < 2 * n) for n in range(1, up_to + 1))


def ideal(k: int, piles: Position) -> float:
    """The smallest winning number of the ideal theorem."""
    m = bits_of(k)
    low = sum(pile % (1 << m) for pile in piles) - k
    high = reduce(xor, (pile >> m << m for pile in piles))
    return min(power_below(low, m), power_in(high))


def to_the_last(k: int, piles: Position) -> float:
    """The smallest winning number of Theorem 2."""
    return power_in(reduce(xor, piles))


def to_one(k: int, piles: Position) -> float:
    """The smallest winning number of Theorem 3."""
    return power_in(reduce(xor, piles, 1))


def violates(k: int, piles: Position) -> bool:
    """Whether these piles break the companion condition of k."""
    m, excess = bits_of(k), sum(piles) - k
    if max(piles) >= 1 << m or excess < 0:
        return False
    return max(piles) < power_below(excess, m) < inf


def companion_by_definition(k: int, n: int) -> bool:
    """The companion condition, all piles tried."""
    return not any(violates(k, piles) for piles in combinations_with_replacement(range(1 << bits_of(k)), n))


def companion(k: int, n: int) -> bool:
    """The companion condition, sum by sum: the smallest largest pile of a sum is that of the most even piles."""
    top = 1 << bits_of(k)
    excess = np.arange(n * (top - 1) - k + 1)
    largest = -(-(excess + k) // n)
    return bool(np.all((excess % top == 0) | ((excess & -excess) <= largest)))


# Limit functions


def suitable(count: int) -> list[Limit]:
    """Suitable functions: the two of the paper, the least there is, a large one, and random ones."""

    def large(n: int) -> int:
        return 2 * n - 1 if n & (n - 1) == 0 else 10 * n

    named: list[Limit] = [lambda n: n, lambda n: 2 * n - 1, lambda n: n & -n, large]
    return (named + [random_suitable(Random(seed)) for seed in range(max(0, count - 4))])[:count]


def random_suitable(random: Random) -> Limit:
    return listed([random.randint(n & -n, 3 * n - 1 if n & (n - 1) else 2 * n - 1) for n in range(1, 200)])


def listed(values: list[int]) -> Limit:
    return lambda n: values[n - 1]


def unsuitable(random: Random) -> tuple[int, Limit, Limit]:
    """A place x <= 24, a suitable function, and the same made unsuitable at x."""
    right = random_suitable(random)
    x = random.choice([n for n in range(1, 25) if n & (n - 1) == 0 or n % 2 == 0])
    too_small = list(range(1, x & -x))
    too_large = [2 * x + more for more in range(5)] if x & (x - 1) == 0 else []
    wrong = random.choice(too_small + too_large)
    return x, right, lambda n: wrong if n == x else right(n)


# Games


def smallest(k: int, f: Limit, n: int, limit: int, misere: bool = False) -> dict[Position, float]:
    """The smallest winning number of all positions with piles below the limit, by exhaustion."""
    return dict(winning_numbers(game("dynamic-nim", piles=n, stop=k, limit=f), limit, misere=misere).items())


def taken(piles: Position, d: int) -> Iterator[Position]:
    """The piles after taking d from one of them."""
    for index, pile in enumerate(piles):
        if pile >= d:
            yield tuple(sorted((*piles[:index], pile - d, *piles[index + 1 :])))


def strategy_failure(k: int, f: Limit, n: int, limit: int, formula: Formula) -> tuple[Position, float, float] | None:
    """The first piles of at least k chips where the formula is wrong, or taking its number from some pile loses."""
    numbers = smallest(k, f, n, limit)
    for piles, found in numbers.items():
        if sum(piles) < k:
            continue
        number = formula(k, piles)
        loses = number < inf and any(numbers[left] <= f(int(number)) for left in taken(piles, int(number)))
        if found != number or loses:
            return piles, found, number
    return None


# The claims


@paper.claim(
    "definitions",
    "The printed values of the powers of two in 1, -24, 0, 3·2^(m-1), -1 and -5·2^(m+1), and 38 ⊕ 21 = 51.",
)
def definitions(far: bool) -> Verdict:
    most = 60 if far else 20
    values: list[tuple[object, float, float]] = [("g(1)", power_in(1), 1), ("g(-24)", power_in(-24), 8)]
    values += [("g(0)", power_in(0), inf), ("38 + 21", digitwise(38, 21), 51)]
    for m in range(1, most + 1):
        values += [((m, 0), power_below(0, m), inf), ((m, "3·2^(m-1)"), power_below(3 << m >> 1, m), 1 << m >> 1)]
        values += [((m, -1), power_below(-1, m), 1), ((m, "-5·2^(m+1)"), power_below(-5 << (m + 1), m), inf)]
    return verified(f"m up to {most}", first_failure(values, lambda value: value[1] == value[2]))


@paper.claim("digitwise-sum", "Digitwise addition makes the numbers from 0 on an Abelian group.")
def group(far: bool) -> Verdict:
    most = 40 if far else 16

    def holds(numbers: Position) -> bool:
        a, b, c = numbers
        associative = digitwise(digitwise(a, b), c) == digitwise(a, digitwise(b, c))
        return associative and digitwise(a, b) == digitwise(b, a) and digitwise(a, 0) == a and digitwise(a, a) == 0

    return verified(f"numbers below {most}", first_failure(product(range(most), repeat=3), holds))


@paper.claim("suitable-examples", "f(N) = N and f(N) = 2N - 1 are suitable (while 2N is not).")
def suitable_examples(far: bool) -> Verdict:
    most = 4096 if far else 128
    functions: list[tuple[str, Limit, bool]] = [("N", lambda n: n, True), ("2N - 1", lambda n: 2 * n - 1, True)]
    functions.append(("2N", lambda n: 2 * n, False))
    return verified(f"N up to {most}", first_failure(functions, lambda item: is_suitable(item[1], most) == item[2]))


@paper.claim(
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

    return verified(f"k and sums up to {most}", first_failure(product(range(1, most + 1), range(most + 1)), holds))


@paper.claim(
    "companion-by-sums",
    "The companion condition, tried on all piles, can be read off the most even piles of each sum.",
)
def by_sums(far: bool) -> Verdict:
    most = {1: 64, 2: 32, 3: 16, 4: 8, 5: 8} if far else {1: 32, 2: 16, 3: 12, 4: 6, 5: 4}
    pairs = [(k, n) for n, last in most.items() for k in range(1, last)]
    failure = first_failure(pairs, lambda pair: companion(*pair) == companion_by_definition(*pair))
    return verified(", ".join(f"k < {last} for n = {n}" for n, last in most.items()), failure)


@paper.claim(
    "theorem-1",
    "For suitable f, the ideal theorem (its number is the smallest that wins, and wins from any pile that has it) "
    "holds for (k, f, n) if and only if (k, n) satisfies the companion condition.",
)
def theorem_1(far: bool) -> Verdict:
    near_ranges = {1: (16, 50), 2: (12, 20), 3: (18, 12), 4: (9, 6), 5: (6, 4)}
    far_ranges = {1: (40, 120), 2: (24, 40), 3: (18, 18), 4: (9, 9), 5: (6, 6)}
    functions = suitable(8 if far else 5)
    count = 0
    for n, (stops, most) in (far_ranges if far else near_ranges).items():
        # Near, each k has one of the functions in turn.
        for k in range(1, stops):
            for f in functions if far else [functions[k % len(functions)]]:
                failure = strategy_failure(k, f, n, most + 1, ideal)
                count += 1
                if (failure is None) != companion(k, n):
                    return verified(f"{count} triples", (k, n, failure))
    return verified(f"{count} triples (k, f, n), n up to 5")


@paper.claim(
    "theorem-2", "For k = 0 and suitable f, g is the power of two in the nim-sum, and wins from any pile that has it."
)
def theorem_2(far: bool) -> Verdict:
    return _closed_form(far, 0, to_the_last)


@paper.claim(
    "theorem-3",
    "For k = 1, suitable f and at least one chip, g is the power of two in the nim-sum of the piles and 1, and wins "
    "from any pile that has it.",
)
def theorem_3(far: bool) -> Verdict:
    return _closed_form(far, 1, to_one)


def _closed_form(far: bool, k: int, formula: Formula) -> Verdict:
    sizes = {1: 150, 2: 40, 3: 16, 4: 9} if far else {1: 64, 2: 20, 3: 9, 4: 5}
    functions = suitable(8 if far else 5)
    for (n, most), f in product(sizes.items(), functions):
        failure = strategy_failure(k, f, n, most + 1, formula)
        if failure is not None:
            return verified(f"{n} piles", failure)
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    return verified(f"{len(functions)} suitable f: {extent}")


@paper.claim("theorem-3-is-theorem-1", "For k = 1 the formula of Theorem 3 is the ideal one.")
def theorem_3_cast(far: bool) -> Verdict:
    most = 40 if far else 16
    positions = (p for n in range(1, 5) for p in combinations_with_replacement(range(most // n + 1), n) if sum(p))
    return verified(
        f"up to 4 piles, up to {most} chips", first_failure(positions, lambda p: ideal(1, p) == to_one(1, p))
    )


@paper.claim(
    "theorem-3-misere", "Theorem 3 also gives the smallest winning numbers of the misère game with k = 0, f suitable."
)
def theorem_3_misere(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12, 4: 7} if far else {1: 40, 2: 14, 3: 7, 4: 4}
    functions = suitable(8 if far else 5)
    for (n, most), f in product(sizes.items(), functions):
        numbers = smallest(0, f, n, most + 1, misere=True)
        failure = first_failure(numbers.items(), lambda item: sum(item[0]) < 1 or item[1] == to_one(1, item[0]))
        if failure is not None:
            return verified(f"{n} piles", failure)
    return verified(", ".join(f"{n} piles up to {most}" for n, most in sizes.items()))


@paper.claim(
    "theorem-4",
    "The ideal theorem holds for a suitable f and fails once f is made unsuitable at one number, whatever k "
    "(already with one pile, hence with any number).",
)
def theorem_4(far: bool) -> Verdict:
    count, most = (300, 160) if far else (40, 130)
    random = Random(4)
    for trial in range(count):
        x, right, wrong = unsuitable(random)
        k = 1 + trial % 9
        if is_suitable(wrong, 30) or not is_suitable(right, 30):
            return verified(f"{trial} functions", (k, x, "the function is not as meant"))
        if strategy_failure(k, wrong, 1, most + 1, ideal) is None:
            return verified(f"{trial} functions", (k, x, "no failure"))
        failure = strategy_failure(k, right, 1, most + 1, ideal)
        if failure is not None:
            return verified(f"{trial} functions", (k, failure))
    doubled = strategy_failure(1, lambda n: 2 * n, 1, 20, ideal)
    extent = f"{count} random f unsuitable at one x <= 24, k up to 9, a pile up to {most}"
    if doubled != ((4,), 3, 1):
        return verified(extent, doubled)
    return verified(extent, note="f(N) = 2N with k = 1 fails first at (4): 3 is the smallest winning number, not 1")


@paper.claim(
    "theorem-4-single-pile",
    "With one pile, all k are alike: (A) with k is as (A - k) with 0, for any f, suitable or not.",
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
                return verified(f"piles up to {most}", (k, failure))
    return verified(f"{count} random f, k < {stops}, a pile up to {most}")


@paper.claim(
    "theorem-4-proof",
    "With k = 0 and f unsuitable at x, Theorem 2 is wrong for one of the two piles of the proof: "
    "2^j g(x) > x and 2^j g(x) - x, or 3x and 2x.",
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
            return verified(f"{trial} functions", (x, f(x), piles))
    return verified(f"{count} random f unsuitable at one x <= 24")


@paper.claim(
    "misere",
    "With at least k + 1 chips, the misère game of (k, f) has the smallest winning numbers of the normal game of "
    "(k + 1, f), f suitable.",
)
def misere(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12, 4: 7} if far else {1: 40, 2: 14, 3: 8, 4: 5}
    functions = suitable(8 if far else 3)
    return _misere(sizes, functions, range(9) if far else range(5), "suitable")


@paper.claim("misere-any-f", "The same for any f, suitable or not (the paper asks for a suitable one).")
def misere_any(far: bool) -> Verdict:
    sizes = {1: 80, 2: 26, 3: 12} if far else {1: 40, 2: 12, 3: 7}
    random = Random(7)
    functions = [listed([random.randint(1, 3 * n) for n in range(1, 200)]) for _ in range(40 if far else 6)]
    return _misere(sizes, functions, range(5) if far else range(3), "random")


def _misere(sizes: dict[int, int], functions: list[Limit], stops: range, which: str) -> Verdict:
    for (n, most), f, k in product(sizes.items(), functions, stops):
        played, normal = smallest(k, f, n, most + 1, misere=True), smallest(normal_stop(k), f, n, most + 1)
        failure = first_failure(played, lambda p: sum(p) < k + 1 or played[p] == normal[p])  # noqa: B023
        if failure is not None:
            return verified(f"{n} piles", (k, failure, played[failure], normal[failure]))
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    return verified(f"{len(functions)} {which} f, k up to {stops[-1]}, {extent}")


def normal_stop(k: int) -> int:
    """Where the normal game ends that is as the misère game ending at k."""
    return k + 1


@paper.claim(
    "misere-moves",
    "The winning moves of the misère game of (k, f) are those of the normal game of (k + 1, f) that leave at least "
    "k + 1 chips; the others, which win there, lose here.",
)
def misere_moves(far: bool) -> Verdict:
    sizes = {1: 60, 2: 20, 3: 9} if far else {1: 30, 2: 10, 3: 6}
    undershot = 0
    for (n, most), f, k in product(sizes.items(), suitable(5 if far else 3), range(6 if far else 4)):
        rule = game("dynamic-nim", piles=n, stop=k, limit=f)
        played = winning_numbers(rule, most + 1, misere=True)
        normal = smallest(normal_stop(k), f, n, most + 1)
        for piles in normal:
            if sum(piles) <= k + 1:
                continue
            for d in range(1, max(piles) + 1):
                for left in taken(piles, d):
                    wins_normal, wins = normal[left] > f(d), played.outcome(left, f(d)) == "P"
                    undershot += wins_normal and not wins
                    if wins != (wins_normal and sum(left) >= k + 1):
                        return verified(f"{n} piles", (k, piles, left))
    extent = ", ".join(f"{n} piles up to {most}" for n, most in sizes.items())
    return verified(extent, None if undershot else "no move undershoots", note=f"{undershot} moves undershoot")


@paper.claim("remark-k-1", "(1, n) satisfies the companion condition for every n.")
def remark_k_1(far: bool) -> Verdict:
    most = 2000 if far else 300
    return verified(f"n up to {most}", first_failure(range(1, most + 1), lambda n: companion(1, n)))


@paper.claim(
    "remark-large-pile", "If some pile has at least 2^m chips and the ideal number is finite, some pile has as many."
)
def remark_large_pile(far: bool) -> Verdict:
    sizes = {1: 130, 2: 64, 3: 34, 4: 18} if far else {1: 64, 2: 24, 3: 14, 4: 10}

    def holds(item: tuple[int, Position]) -> bool:
        k, piles = item
        return max(piles) < 1 << bits_of(k) or not max(piles) < ideal(k, piles) < inf

    items = (
        (k, piles)
        for n, most in sizes.items()
        for k in range(1, 16 if far else 8)
        for piles in combinations_with_replacement(range(most + 1), n)
        if sum(piles) >= k
    )
    return verified(", ".join(f"{n} piles up to {most}" for n, most in sizes.items()), first_failure(items, holds))


def _companions(pairs: Iterator[tuple[int, int]], rule: Callable[[int, int], bool], extent: str) -> Verdict:
    return verified(extent, first_failure(pairs, lambda pair: companion(*pair) == rule(*pair)))


def _stops(far: bool) -> int:
    return 2100 if far else 300


@paper.claim("theorem-5", "(k, 2) satisfies the companion condition for all k.")
def theorem_5(far: bool) -> Verdict:
    most = _stops(far)
    return _companions(((k, 2) for k in range(1, most)), lambda k, n: True, f"k < {most}")


@paper.claim("theorem-6", "(k, 1) satisfies the companion condition for all k.")
def theorem_6(far: bool) -> Verdict:
    most = _stops(far)
    return _companions(((k, 1) for k in range(1, most)), lambda k, n: True, f"k < {most}")


@paper.claim("theorem-7", "(k, n) with k >= 4 and n >= 4 never satisfies the companion condition.")
def theorem_7(far: bool) -> Verdict:
    most = _stops(far)
    pairs = product(range(4, most), range(4, 13))
    return _companions(pairs, lambda k, n: False, f"k < {most} and n up to 12")


@paper.claim("theorem-7-proof", "For k >= 4, the most even four piles of k + 2^(m-1) chips break the condition.")
def theorem_7_proof(far: bool) -> Verdict:
    most = 2100 if far else 300

    def even_piles(k: int) -> Position:
        share, more = divmod(k + (1 << bits_of(k) >> 1), 4)
        return tuple([share] * (4 - more) + [share + 1] * more)

    return verified(f"4 <= k < {most}", first_failure(range(4, most), lambda k: violates(k, even_piles(k))))


@paper.claim("theorem-8", "(2, n) satisfies the companion condition if and only if n <= 3.")
def theorem_8(far: bool) -> Verdict:
    most = 100 if far else 12
    return _companions(((2, n) for n in range(1, most + 1)), lambda k, n: n <= 3, f"n up to {most}")


@paper.claim("theorem-9", "(3, n) satisfies the companion condition if and only if n <= 4.")
def theorem_9(far: bool) -> Verdict:
    most = 100 if far else 12
    return _companions(((3, n) for n in range(1, most + 1)), lambda k, n: n <= 4, f"n up to {most}")


def is_just_below_a_power(k: int) -> bool:
    """Theorem 10: k is 2^m - 2 or 2^m - 1."""
    m = bits_of(k)
    return k in {(1 << m) - 2, (1 << m) - 1}


@paper.claim(
    "theorem-10", "(k, 3) with k >= 4 satisfies the companion condition if and only if k is 2^m - 2 or 2^m - 1."
)
def theorem_10(far: bool) -> Verdict:
    most = _stops(far)
    pairs = ((k, 3) for k in range(4, most))
    return _companions(pairs, lambda k, n: is_just_below_a_power(k), f"4 <= k < {most}")


@paper.claim(
    "theorem-10-proof",
    "The last line of the proof has 2^m - 2 + 2^(m-1) = 3·2^(m-1) - 3; it is 3·2^(m-1) - 2, more than three piles "
    "below 2^(m-1) can hold.",
    expected=CORRECTED,
)
def theorem_10_proof(far: bool) -> Verdict:
    most = 200 if far else 60

    def bound(m: int) -> int:
        return (1 << m) - 2 + (1 << m >> 1)

    wrong = first_failure(range(3, most), lambda m: bound(m) == 3 * (1 << m >> 1) - 3)
    right = first_failure(
        range(3, most), lambda m: bound(m) == 3 * (1 << m >> 1) - 2 and bound(m) > 3 * ((1 << m >> 1) - 1)
    )
    shown = None if wrong is None else f"m = {wrong}"
    return corrected(f"3 <= m < {most}", shown, right, "with - 2 the contradiction is there")


@paper.claim("theorems-5-to-10", "Theorems 5 to 10 and the case k = 1 together decide the condition for all (k, n).")
def complete(far: bool) -> Verdict:
    most = _stops(far)
    pairs = product(range(1, most), range(1, 13))
    return _companions(pairs, satisfies_companion, f"k < {most} and n up to 12")


@paper.claim(
    "witnesses",
    "(1,1,1,1) breaks the condition of (2, 4) and (1,1,1,1,1) that of (3, 5); with f(N) = N the ideal theorem fails "
    "there first, and for (4, 3) at (2,3,3).",
)
def witnesses(far: bool) -> Verdict:
    expected: dict[tuple[int, int], tuple[Position, float]] = {
        (2, 4): ((1, 1, 1, 1), 2),
        (3, 5): ((1, 1, 1, 1, 1), 2),
        (4, 3): ((2, 3, 3), 4),
    }
    for (k, n), (piles, number) in expected.items():
        failure = strategy_failure(k, lambda x: x, n, 8 if far else 5, ideal)
        if not violates(k, piles) or failure != (piles, inf, number):
            return verified("three pairs", (k, n, failure))
    return verified("three pairs", note="no number wins there, where the formula has 2, 2 and 4")


@paper.claim(
    "theorem-8-9-proofs",
    "Below 4 chips per pile only piles of 0 and 1 can be in trouble with k = 2, 3, and of these (1,1,1), (1,1,0), "
    "(1,0,0) with k = 2 and (1,1,1,1), …, (1,0,0,0) with k = 3 are not.",
)
def small_proofs(far: bool) -> Verdict:
    most = 9 if far else 6
    for k, n in product((2, 3), range(1, most)):
        for piles in combinations_with_replacement(range(4), n):
            if violates(k, piles) and (max(piles) > 1 or sum(piles) <= k + 1):
                return verified(f"fewer than {most} piles", (k, piles))
    return verified(f"fewer than {most} piles")
