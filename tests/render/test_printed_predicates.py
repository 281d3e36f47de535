"""Predicates in plain Python, written from the texts of printed theorems, agree with the formulas and the oracle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations, product
from math import inf

import pytest

import sprague
from sprague.formulas.position_set import PositionSet
from tests.layers import sample
from tests.oracle import Oracle

Predicate = Callable[..., bool]

ONE_OR_THREE = "(n | t) -> (n - k | k) where 1 <= k <= 3, k != t"
QUEEN = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where 1 <= k <= 3 any order"
NEAR = "(a, b) -> (u, b) where u < a ; (a - k, b - l) where k >= 1, l >= 1, -1 <= k - l <= 1 any order"


def digits(n: int, times: int) -> list[int]:
    """Return the digits of n, the last one first; each weight is `times` the last one plus the one before."""
    weights = [1, times + 1]
    while weights[-1] <= n:
        weights.append(times * weights[-1] + weights[-2])
    found = []
    for weight in reversed(weights):
        found.append(n // weight)
        n %= weight
    return found[::-1]


def shift(n: int, times: int = 1) -> int:
    weights = [1, times + 1]
    for _ in digits(n, times):
        weights.append(times * weights[-1] + weights[-2])
    return sum(weight * digit for weight, digit in zip(weights[1:], digits(n, times), strict=False))


def zeros(n: int, times: int = 1) -> float:
    return next((place for place, digit in enumerate(digits(n, times)) if digit), inf)


def fib_low(n: int) -> float:
    weights = [1, 2]
    for _ in digits(n, 1):
        weights.append(weights[-1] + weights[-2])
    return next((weight for weight, digit in zip(weights, digits(n, 1), strict=False) if digit), inf)


def v2(n: int) -> float:
    return zeros_of(bin(n)) if n else inf


def zeros_of(text: str) -> int:
    return len(text) - len(text.rstrip("0"))


def low2(n: int) -> float:
    return 2 ** zeros_of(bin(n)) if n else inf


def even(n: float) -> bool:
    return n == inf or n % 2 == 0


def columns(numbers: Sequence[int], base: int, modulus: int) -> bool:
    while any(numbers):
        if sum(number % base for number in numbers) % modulus:
            return False
        numbers = [number // base for number in numbers]
    return True


def in_some_order(predicate: Predicate) -> Predicate:
    return lambda *piles: any(predicate(*order) for order in permutations(piles))


def slow(a: int, b: int, c: int) -> bool:
    total = a + b + c
    pairs = a + b <= c and a % 2 == b % 2 == 0
    return (2 * max(a, b, c) < total and total % 4 == 1) or pairs or a % 2 == b % 2 == c % 2 == 0


def queen(a: int, b: int) -> bool:
    return (
        (a == b and a % 4 == 0)
        or (b == a + 1 and (a % 8 == 6 or a == 1))
        or (b == a + 2 and ((a >= 9 and a % 8 == 1) or a == 3))
        or (b == a + 3 and a % 8 == 2 and a != 2)
    )


# Game, misère, the formula of the theorem, the predicate, and the number of sizes of each pile that are tried.
THEOREMS: list[tuple[str, bool, str, Predicate, int]] = [
    ("exact-nim:piles=4", False, "at least 3 piles = min", lambda *p: p.count(min(p)) >= 3, 4),
    (
        "(a, b, c) -> (a - 1, b - 1, c) any order",
        False,
        "in some order: 2max < sum and sum mod 4 = 1 or a + b <= c and a is even and b is even or all piles even",
        in_some_order(slow),
        7,
    ),
    (
        "empty-all-but-one:boxes=3",
        True,
        "max >= 3 and (all piles x: 3 <= x mod 10 <= 4 or x <= 2)",
        lambda *p: max(p) >= 3 and all(3 <= x % 10 <= 4 or x <= 2 for x in p),
        7,
    ),
    (
        "empty-redistribute:boxes=4",
        True,
        "max >= 2 and (all piles x: sum - x >= 9 and (sum - x) mod 4 = 1 or sum - x in {3, 4, 6})",
        lambda *p: (
            max(p) >= 2 and all((sum(p) - x >= 9 and (sum(p) - x) % 4 == 1) or sum(p) - x in {3, 4, 6} for x in p)
        ),
        4,
    ),
    (
        "dynamic-nim:piles=2",
        True,
        "t >= 1 and t < low2(a xor b xor 1)",
        lambda a, b, t: t >= 1 and t < low2(a ^ b ^ 1),
        7,
    ),
    ("dynamic-nim:piles=1,limit=2x", False, "t < fib_low(a)", lambda a, t: t < fib_low(a), 20),
    (
        "wythoff",
        False,
        "a = fib_shift(b) and even(fib_zeros(b))",
        in_some_order(lambda a, b: a == shift(b) and even(zeros(b))),
        16,
    ),
    (
        NEAR,
        False,
        "a = fib2_shift(b) and even(fib2_zeros(b))",
        in_some_order(lambda a, b: a == shift(b, 2) and even(zeros(b, 2))),
        15,
    ),
    ("trim:piles=3", False, "all columns base 3 mod 3 = 0", lambda *p: columns(p, 3, 3), 6),
    (
        "rim:piles=2,base=3",
        True,
        "all columns(a, b, 2) base 3 mod 3 = 0",
        lambda a, b: columns((a, b, 2), 3, 3),
        14,
    ),
    (
        "one-bottle:piles=2",
        True,
        "min + (sum div 2) is odd",
        lambda a, b: (min(a, b) + (a + b) // 2) % 2 == 1,
        14,
    ),
    (
        "sharing-nim",
        False,
        "a = b and even(v2(a - c))",
        in_some_order(lambda a, b, c: a == b and even(v2(abs(a - c)))),
        7,
    ),
    ("nim:piles=3", True, "xor = 0 iff max >= 2", lambda a, b, c: (a ^ b ^ c == 0) == (max(a, b, c) >= 2), 6),
    ("moore-nim:piles=4,width=2", False, "all columns mod 3 = 0", lambda *p: columns(p, 2, 3), 4),
    (
        "subtraction-transfer:a=4,b=4,c=1",
        True,
        "(5x + y) mod 8 >= 4",
        lambda x, y: (5 * x + y) % 8 >= 4,
        18,
    ),
    (
        "exact-nim:piles=3,least=1,most=2",
        True,
        "all piles equal and a >= 2 or sum = 1",
        lambda *p: (len(set(p)) == 1 and p[0] >= 2) or sum(p) == 1,
        6,
    ),
    (
        ONE_OR_THREE,
        False,
        "n mod 4 = 0 or t in {1, 3} and n = t (mod 4)",
        lambda n, t: n % 4 == 0 or (t in {1, 3} and n % 4 == t % 4),
        20,
    ),
    ("empty-transfer:boxes=3", False, "v2(a) = v2(b) = v2(c)", lambda a, b, c: v2(a) == v2(b) == v2(c), 7),
    ("chocolate-bar:k=2", False, "xor = 0", lambda x, y, z: x ^ y ^ z == 0, 8),
    (
        "exact-nim:piles=5,least=4,most=4",
        True,
        "in some order: a <= b <= c <= d <= e and b = 1 and (a = 0 or c = 1)",
        in_some_order(lambda a, b, c, d, e: a <= b <= c <= d <= e and b == 1 and (a == 0 or c == 1)),
        3,
    ),
    (
        QUEEN,
        False,
        "in some order: a = b and a mod 4 = 0 or b = a + 1 and (a mod 8 = 6 or a = 1) or "
        "b = a + 2 and (a >= 9 and a mod 8 = 1 or a = 3) or b = a + 3 and a mod 8 = 2 and a != 2",
        in_some_order(queen),
        20,
    ),
]


@pytest.mark.parametrize(("game", "misere", "formula", "predicate", "sizes"), sample(THEOREMS, 8))
def test_predicates_from_the_text_agree_with_the_formula_and_the_oracle(
    game: str, misere: bool, formula: str, predicate: Predicate, sizes: int
) -> None:
    rule = sprague.game(game)
    positions, oracle = PositionSet.read(rule, formula), Oracle(rule.options)
    entries = [range(rule.lowest(name), rule.lowest(name) + sizes) for name in rule.names]
    for position in filter(rule.is_position, product(*entries)):
        expected = oracle.outcome(position, misere) == "P"
        assert bool(predicate(*position)) == (position in positions) == expected, position
