"""Formulas: the meaning and the notation of each construct, and refused input."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from sprague.errors import NotationError, OutOfTime, SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.formulas.position_set import PositionSet
from sprague.language.conditions import FALSE, TRUE, Compare, Exists, Formula, Not
from sprague.language.expressions import Expression
from sprague.language.formula_parser import parse_formula
from sprague.limits import Limits
from sprague.linear.terms import Linear
from tests.snapshots import refused

NAMES = ("a", "b", "c")


def is_true(text: str, *entries: int) -> bool:
    return bool(evaluate(parse_formula(text, NAMES), dict(zip(NAMES, entries, strict=True))))


def holding(text: str, below: int = 4) -> set[tuple[int, ...]]:
    return {entries for entries in product(range(below), repeat=3) if is_true(text, *entries)}


def boxes(condition: str, below: int = 4) -> set[tuple[int, ...]]:
    """Return the positions for which a Python function finds the condition true."""
    code = compile(condition, "condition", "eval")
    return {
        (a, b, c)
        for a, b, c in product(range(below), repeat=3)
        if eval(code, {"a": a, "b": b, "c": c, "x": (a, b, c), "pairs": list(combinations((a, b, c), 2))})
    }


MEANINGS = [
    ("a square", "a in (0, 1, 4)"),
    ("not (a + b is prime)", "a + b not in (2, 3, 5)"),
    ("a - b square or b - c prime", "a - b in (0, 1) or b - c in (2, 3)"),
    ("a divides b", "b == 0 or (a > 0 and b % a == 0)"),
    ("not a divides b + c", "b + c > 0 and (a == 0 or (b + c) % a > 0)"),
    ("a - b divides c", "c == 0 or (a != b and c % (a - b) == 0)"),
    ("all piles prime", "all(n in (2, 3) for n in x)"),
    ("some pile divides a + 2", "any(n and (a + 2) % n == 0 for n in x)"),
    ("a < b", "a < b"),
    ("a<=b", "a <= b"),
    ("a ≤ b", "a <= b"),
    ("a == b", "a == b"),
    ("a ≠ b", "a != b"),
    ("a > b >= c", "a > b >= c"),
    ("1 <= a < b != c", "1 <= a < b != c"),
    ("2a - b = c", "2*a - b == c"),
    ("2*a − b·3 = -1", "2*a - 3*b == -1"),
    ("3(a + b) = 2(c + 1) + 1", "3*(a + b) == 2*(c + 1) + 1"),
    ("-a + b = 1", "b - a == 1"),
    ("a mod 3 = 1", "a % 3 == 1"),
    ("2a mod 3 = 1", "2*a % 3 == 1"),
    ("2 * (a mod 3) = b", "2*(a % 3) == b"),
    ("(a + b) mod 3 = c mod 2", "(a + b) % 3 == c % 2"),
    ("(a - b) mod 3 = 1", "(a - b) % 3 == 1"),
    ("(a ≡ b (mod 3))", "a % 3 == b % 3"),
    ("not (a + 1 ≡ b mod 3) or a = 2", "(a + 1) % 3 != b % 3 or a == 2"),
    ("a mod 3 mod 2 = 1", "a % 3 % 2 == 1"),
    ("a is even", "a % 2 == 0"),
    ("a + b odd", "(a + b) % 2 == 1"),
    ("odd(a - b)", "(a - b) % 2 == 1"),
    ("even (a) and odd(b)", "a % 2 == 0 and b % 2 == 1"),
    ("a power of 3", "a in (1, 3)"),
    ("a + b is power of 2", "a + b in (1, 2, 4)"),
    ("a in {1, 3}", "a in (1, 3)"),
    ("a + b is in {0}", "a + b == 0"),
    ("a xor b = c", "a ^ b == c"),
    ("a xor b xor c = 0", "a ^ b ^ c == 0"),
    ("(a xor b) + 1 = c", "(a ^ b) + 1 == c"),
    ("a + 1 xor b = c", "(a + 1) ^ b == c"),
    ("xor = 0", "a ^ b ^ c == 0"),
    ("xor(a, b) = c", "a ^ b == c"),
    ("bitand(a, b) = c", "a & b == c"),
    ("bitor(a, b + 1, c) = 3", "a | (b + 1) | c == 3"),
    ("max = 2", "max(x) == 2"),
    ("max(a, b + 1) <= min(c, 2)", "max(a, b + 1) <= min(c, 2)"),
    ("2max - min = sum", "2*max(x) - min(x) == sum(x)"),
    ("sum(a, 2b) = 3", "a + 2*b == 3"),
    ("max(a) = b", "a == b"),
    ("true", "True"),
    ("false", "False"),
    ("not a = b", "a != b"),
    ("not not a = b", "a == b"),
    ("not (a = b and b = c)", "not (a == b == c)"),
    ("a = b or b = c and c = 1", "a == b or b == c and c == 1"),
    ("(a = b or b = c), c = 1", "(a == b or b == c) and c == 1"),
    ("a = 1 implies b = 1 implies c = 1", "a != 1 or b != 1 or c == 1"),
    ("(a = 1 implies b = 1) implies c = 1", "not (a != 1 or b == 1) or c == 1"),
    ("a = 1 iff b = 1 iff c = 1", "((a == 1) == (b == 1)) == (c == 1)"),
    ("((a)) = ((b) + (1))", "a == b + 1"),
    ("all piles odd", "all(y % 2 for y in x)"),
    ("all piles are even", "all(y % 2 == 0 for y in x)"),
    ("some pile is odd", "any(y % 2 for y in x)"),
    ("some piles odd", "any(y % 2 for y in x)"),
    ("no pile odd", "not any(y % 2 for y in x)"),
    ("some two piles odd", "sum(y % 2 for y in x) >= 2"),
    ("exactly two piles odd", "sum(y % 2 for y in x) == 2"),
    ("exactly 0 piles odd", "sum(y % 2 for y in x) == 0"),
    ("exactly four piles odd", "False"),
    ("at least two piles > 1", "sum(y > 1 for y in x) >= 2"),
    ("at most one pile > 1", "sum(y > 1 for y in x) <= 1"),
    ("at most four piles > 1", "True"),
    ("at least 0 piles > 1", "True"),
    ("all piles mod 3 = 1", "all(y % 3 == 1 for y in x)"),
    ("all piles in {0, 3}", "all(y in (0, 3) for y in x)"),
    ("some pile power of 2", "any(y in (1, 2) for y in x)"),
    ("all piles < max + 1", "True"),
    ("all piles x: x < a + 1", "all(y <= a for y in x)"),
    ("exactly one pile x: x = max", "sum(y == max(x) for y in x) == 1"),
    ("some pile x: some pile y: x = y + 2", "any(y == z + 2 for y in x for z in x)"),
    ("all piles equal", "a == b == c"),
    ("all piles are equal", "a == b == c"),
    ("some piles equal", "any(y == z for y, z in pairs)"),
    ("some two piles equal", "any(y == z for y, z in pairs)"),
    ("no two piles equal", "not any(y == z for y, z in pairs)"),
    ("no piles equal", "not any(y == z for y, z in pairs)"),
    ("some three piles equal", "a == b == c"),
    ("all 2 piles equal", "a == b == c"),
    ("some four piles equal", "False"),
    ("all columns mod 2 = 0", "a ^ b ^ c == 0"),
    ("all columns base 2 mod 3 = 0", "all(sum(y >> i & 1 for y in x) % 3 == 0 for i in range(2))"),
    ("all columns(a, b) base 3 mod 3 = 0", "all((a // d + b // d) % 3 == 0 for d in (1, 3)) or a == b == 0"),
    ("all columns(a + 1, b) mod 2 = 0", "a + 1 == b"),
    ("exists n <= a: 2n = a", "a % 2 == 0"),
    ("exists n <= a - 2: n = b", "b <= a - 2"),
    ("exists n, m <= a: n + m = b and n = 2m", "b % 3 == 0 and 2 * b <= 3 * a"),
    ("all n <= a: n < b", "a < b"),
    ("all n, m <= a: n + m <= b", "2 * a <= b"),
    ("a = b\nand\nb = c", "a == b == c"),
    ("fib_shift(a) = b", "b == (0, 2, 3, 5)[a]"),
    ("fib_zeros(a) = b", "(a, b) in ((1, 0), (2, 1), (3, 2))"),
    ("fib_low(a) = b", "(a, b) in ((1, 1), (2, 2), (3, 3))"),
    ("fib3_low(a + b) = c", "(a + b, c) in ((1, 1), (2, 1), (3, 1), (5, 1), (6, 1))"),  # weights 1, 4, 13
    ("fib2_shift(a) = b", "b == (0, 3, 6, 7)[a]"),  # weights 1, 3, 7, 17
    ("fib3_shift(a + b) = c + 12", "(a + b, c) in ((3, 0), (4, 1))"),  # weights 1, 4, 13
    ("fib3_zeros(a + b) = c", "(a + b, c) in ((1, 0), (2, 0), (3, 0), (4, 1), (5, 0), (6, 0))"),
]


@pytest.mark.parametrize(("text", "condition"), MEANINGS)
def test_every_construct_says_what_it_should(text: str, condition: str) -> None:
    assert holding(text) == boxes(condition)


@pytest.mark.parametrize("text", [text for text, _ in MEANINGS])
def test_every_construct_is_written_so_that_it_is_read_again(text: str) -> None:
    formula = parse_formula(text, NAMES)
    again = parse_formula(str(formula), NAMES)
    assert str(again) == str(formula)
    for entries in product(range(4), repeat=3):
        values = dict(zip(NAMES, entries, strict=True))
        assert evaluate(again, values) == evaluate(formula, values)


@pytest.mark.parametrize("text", [text for text, _ in MEANINGS])
def test_every_construct_is_decided_on_arrays(text: str) -> None:
    formula = parse_formula(text, NAMES)
    cells = np.indices((4, 4, 4)).reshape(3, -1)
    found = np.broadcast_to(evaluate(formula, dict(zip(NAMES, cells, strict=True))), 64)
    assert {tuple(cell) for cell in cells.T[found].tolist()} == holding(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a > b", "a > b"),
        ("even(v2(c - a))", "v2(c - a) mod 2 = 0"),
        ("a + (b mod 3) = 1", "a + (b mod 3) = 1"),
        ("2*(b mod 3) = 1", "2*(b mod 3) = 1"),
        ("(2b) mod 3 = 1", "(2b) mod 3 = 1"),
        ("(0 - 3) mod 2 = 1", "(-3) mod 2 = 1"),
        ("-max(a, b) = a xor b", "-max(a, b) = (a xor b)"),
        ("(1 = 1 or 2 = 2) and 3 = 4", "(1 = 1 or 2 = 2) and 3 = 4"),
        ("true or (exists n: n = a)", "true or (exists n: n = a)"),
        ("not a = b", "not (a = b)"),
        ("all columns base 3 mod 2 = 0", "all columns(a, b, c) base 3 mod 2 = 0"),
        ("all n <= a: n = 0", "not (exists n <= a: not (n = 0))"),
    ],
)
def test_formulas_are_written_plainly(text: str, shown: str) -> None:
    assert str(parse_formula(text, NAMES)) == shown


@pytest.mark.parametrize(
    ("text", "entries", "expected"),
    [
        ("v2(a) = 3", (8, 0, 0), True),
        ("v2(a - b) = 3", (1, 9, 0), True),
        ("v3(a) = 2", (18, 0, 0), True),
        ("v6(a) = 1", (12, 0, 0), True),
        ("low2(a) = 4", (12, 0, 0), True),
        ("low3(a) = 9", (18, 0, 0), True),
        # v2(0) is larger than any number, equal to itself and divisible by everything.
        ("v2(a) > 999999999", (0, 0, 0), True),
        ("v2(a) > 999999999*b", (0, 10**1000, 0), True),
        ("v2(a) = v2(b)", (0, 0, 0), True),
        ("v2(a) = v2(b)", (0, 8, 0), False),
        ("v2(a) = v2(b) + 1", (0, 0, 0), False),
        ("v2(a) < v2(b) + 1", (0, 0, 0), True),
        ("v2(a) - v2(a) = 0", (0, 0, 0), True),
        ("v2(a) even", (0, 0, 0), True),
        ("v2(a) + 1 is odd", (0, 0, 0), True),
        ("v2(a) mod 7 = 0", (0, 0, 0), True),
        ("v2(a) power of 2", (0, 0, 0), False),
        ("low2(a) power of 2", (0, 0, 0), False),
        ("low2(a) = low3(b)", (0, 0, 0), True),
        ("low2(a) > b", (0, 10**50, 0), True),
        ("max(v2(a), b) = v2(0)", (0, 3, 0), True),
        ("min(v2(a), b) = b", (0, 3, 0), True),
        ("v2(v2(a)) = v2(0)", (0, 0, 0), True),
        ("v2(v2(a) + 4) = 2", (0, 0, 0), True),
        ("low2(v2(a)) = v2(0)", (0, 0, 0), True),
        ("fib_zeros(a) > 100", (0, 0, 0), True),
        ("fib_low(a) > 100", (0, 0, 0), True),
        # What a function does not speak of makes a comparison false, and its opposite too.
        ("(a - b xor c) = 1", (0, 1, 0), False),
        ("(a - b xor c) != 1", (0, 1, 0), False),
        ("not (a - b xor c) = 1", (0, 1, 0), True),
        ("(a - b xor 0) = (a - b xor 0)", (0, 1, 0), True),
        ("(a - b xor 0) - (a - b xor 0) = 1", (0, 1, 0), False),
        ("(v2(a) xor 1) >= 0", (0, 0, 0), False),
        ("bitand(a - b, 1) >= 0", (0, 1, 0), False),
        ("low2(a - b) >= 0", (0, 1, 0), False),
        ("fib_shift(a - b) >= 0", (0, 1, 0), False),
        ("all columns(a - b, b) mod 2 = 0", (0, 1, 0), False),
        ("all columns(v2(a)) mod 1 = 0", (0, 0, 0), False),
        ("a - b power of 2", (0, 1, 0), False),
        ("exists n <= (a - b xor 0): true", (0, 1, 0), False),
        ("exists n <= -v2(a): true", (0, 1, 0), False),
    ],
)
def test_v2_of_0_and_numbers_below_0(text: str, entries: tuple[int, ...], expected: bool) -> None:
    assert is_true(text, *entries) is expected
    arrays = {name: np.array([entry, 5], dtype=object) for name, entry in zip(NAMES, entries, strict=True)}
    if max(entries) < 2**62:
        arrays = {name: array.astype(np.int64) for name, array in arrays.items()}
    formula = parse_formula(text, NAMES)
    found = np.broadcast_to(evaluate(formula, arrays), 2).tolist()
    assert found == [expected, evaluate(formula, dict.fromkeys(NAMES, 5))]


def test_numbers_of_many_digits_are_decided_at_once() -> None:
    large = 3**200_000
    assert is_true("v3(a) = 200000 and low3(a) = a and a power of 3 and odd(a)", large, 0, 0)
    assert is_true("a xor b = c and all columns mod 2 = 0 and v2(c) = 0", 2 * large, 1, 2 * large + 1)
    assert is_true("all columns(a, 2b) base 3 mod 3 = 0", large, large, 0)
    assert is_true("max = a and 2a - b > c", large, 5, large - 1)
    assert is_true("fib_shift(a) = b and fib_zeros(a) = 1999", *fibonacci_pair(2001), 0)


def fibonacci_pair(index: int) -> tuple[int, int]:
    one, two = 1, 1
    for _ in range(index - 1):
        one, two = two, one + two
    return one, two


def test_arrays_do_not_overflow() -> None:
    large = np.array([10**10, 10**10 + 1, 3])
    formula = parse_formula("999999999*max(999999999a, b) = 999999999*max(999999999b, a)", ("a", "b"))
    assert np.asarray(evaluate(formula, {"a": large, "b": large})).tolist() == [True] * 3
    assert np.asarray(evaluate(formula, {"a": large, "b": large + 1})).tolist() == [False] * 3


def test_fibonacci_digits_are_limited() -> None:
    with refused(SpragueError):
        is_true("fib_shift(a) = b", 2**10_000, 0, 0)


def test_numbers_are_tried_only_up_to_a_bound() -> None:
    with refused(SpragueError):
        is_true("exists n: n = a", 1, 1, 1)
    with refused(SpragueError):
        is_true("exists n <= v2(a): n = 1", 0, 1, 1)


def test_numbers_tried_within_numbers_tried_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.formulas.evaluation.TRIED", 1000)
    assert is_true("exists n <= 20: exists m <= 20: n = a and m = b", 20, 20, 0)
    with refused(SpragueError):
        is_true("exists n <= 50: exists m <= 50: n + m > 100", 0, 0, 0)
    with Limits(positions=10_000).watch():
        assert not is_true("exists n <= 50: exists m <= 50: n + m > 100", 0, 0, 0)
    with pytest.raises(OutOfTime), Limits(seconds=0).watch():
        is_true("exists n <= 50: n = a", 0, 0, 0)


def products(text: str, *entries: int) -> bool:
    formula = parse_formula(text, NAMES, products=True)
    again = parse_formula(str(formula), NAMES, products=True)
    values = dict(zip(NAMES, entries, strict=True))
    assert evaluate(again, values) == evaluate(formula, values)
    arrays = {name: np.array([value]) for name, value in values.items()}
    assert np.broadcast_to(evaluate(formula, arrays), 1).tolist() == [evaluate(formula, values)]
    return bool(evaluate(formula, values))


def test_products_of_names_where_they_are_allowed() -> None:
    assert products("b = 2a(a + 1) and c = a*a*a", 3, 24, 27)
    assert products("(a + 1)(a - 1) = a*a - 1 and 2*(a*b mod 5) = 4", 3, 24, 0)
    assert products("a*b*c = 3*b*a*9 and not a(b + 1) = a(b + 2)", 3, 2**40, 27)
    assert products("a*b*c > 999999999", 2**31, 2**31, 2**31)
    assert not products("v2(a)*b >= 0", 0, 1, 1)
    with refused(SpragueError):
        products("*".join("a" * 10) + " = 1", 1, 1, 1)


# Substitution


def name(text: str) -> Expression:
    return Expression.of(text)


def test_substitution_captures_no_name() -> None:
    formula = parse_formula("exists n <= a: n = b", NAMES)
    moved = formula.substitute({"b": Linear.of("n"), "a": Linear.of("n")})
    assert str(moved) == "exists n' <= n: n' = n"
    assert moved.names == {"n"}
    assert evaluate(moved, {"n": 3}) is True


def test_substitution_leaves_quantified_names_alone_but_not_in_the_bound() -> None:
    inner = Exists("n", Compare(name("n"), "=", name("b")), name("n"))
    assert str(inner.substitute({"n": Linear.of("c")})) == "exists n <= c: n = b"
    assert inner.names == {"n", "b"}


def test_substitution_within_two_quantifiers_of_one_name() -> None:
    twice = Exists("n", Exists("n'", Compare(name("n") + name("n'"), "=", name("b")), name("b")), name("b"))
    moved = twice.substitute({"b": Linear.of("n") + Linear.of("n'")})
    assert moved.names == {"n", "n'"}
    assert evaluate(moved, {"n": 1, "n'": 2}) is True
    assert str(parse_formula(str(moved), ("n", "n'"))) == str(moved)


# In any order


def test_a_set_tries_only_orders_that_the_formula_tells_apart() -> None:
    names = tuple(f"x{number}" for number in range(1, 21))
    everything = (tuple(range(20)),)
    for text in ("all piles odd", "xor = 0", "exactly one pile even", "max - min <= 1 and sum mod 3 = 1"):
        positions = PositionSet(parse_formula(text, names), names, everything)
        assert (1,) * 20 not in positions or text != "exactly one pile even"
        assert positions.mask([np.array([1])] * 20).tolist() == [(1,) * 20 in positions]
    largest = PositionSet(parse_formula("v2(x1 - x2) = 0 and x3 = 5", names), names, everything)
    assert (*[1] * 18, 5, 2) in largest
    assert (*[1] * 19, 5) not in largest


def test_too_many_orders_are_refused() -> None:
    names = tuple(f"x{number}" for number in range(1, 21))
    chain = PositionSet(
        parse_formula(" and ".join(f"x{n} < x{n + 1}" for n in range(1, 20)), names), names, (tuple(range(20)),)
    )
    with refused(SpragueError):
        assert (1,) * 20 in chain


def test_only_piles_of_a_block_change_places() -> None:
    formula = parse_formula("a = 1 and t = 2", ("a", "b", "t"), ("a", "b"))
    positions = PositionSet(formula, ("a", "b", "t"), ((0, 1),))
    assert (5, 1, 2) in positions
    assert (2, 1, 5) not in positions
    assert str(positions) == "in some order: a = 1 and t = 2"
    with refused(SpragueError):
        assert (1, 2) in positions


def test_piles_are_those_given() -> None:
    formula = parse_formula("all piles odd and t = 2", ("a", "b", "t"), ("a", "b"))
    assert evaluate(formula, {"a": 1, "b": 3, "t": 2}) is True


def test_names_may_be_words_of_the_notation() -> None:
    names = ("pile", "max", "one")
    assert evaluate(parse_formula("all piles <= pile and max = 2one", names), {"pile": 4, "max": 4, "one": 2}) is True
    assert evaluate(parse_formula("all piles <= pile", names), {"pile": 1, "max": 4, "one": 2}) is False


# What is refused


ERRORS = [
    ("", 1),
    ("a", 2),
    ("a =", 4),
    ("a = b c", 7),
    ("a = d", 5),
    ("a b = 1", 3),
    ("a * b = 1", 5),
    ("v2(a)*b = 1", 7),
    ("a + b mod 3 = 1", 5),
    ("-a mod 3 = 1", 2),
    ("a mod 0 = 1", 7),
    ("a mod b = 1", 7),
    ("a power of 1", 12),
    ("a is 3", 6),
    ("a in {}", 7),
    ("a in {1 2}", 9),
    ("v1(a) = 1", 1),
    ("low11(a) = 1", 1),
    ("v2 = 1", 4),
    ("v2(a = 1", 6),
    ("odd a", 5),
    ("(a = b", 7),
    ("a = b)", 6),
    ("not", 4),
    ("exists a: a = 1", 8),
    ("exists n a = 1", 10),
    ("exists 3: a = 1", 8),
    ("some n: n = 1", 6),
    ("at two piles odd", 4),
    ("exactly piles odd", 9),
    ("all two piles odd", 1),
    ("all columns mod 2 = 1", 21),
    ("all columns base 1 mod 2 = 0", 18),
    ("a = 1234567890", 5),
    ("99999 * 99999 a = 1", 9),
    ("999999999a + a = 1", 14),
    ("sum(999999999a, a) = 1", 18),
    ("a = b ! c", 7),
    ("a = b and\nb < < c", 15),
]


@pytest.mark.parametrize(("text", "place"), ERRORS)
def test_an_error_points_at_the_character(text: str, place: int) -> None:
    with refused(NotationError) as caught:
        parse_formula(text, NAMES)
    assert caught.value.offset == place - 1


DEEP = [
    "(" * 50 + "a" + ")" * 50 + " = b",
    "(" * 50 + "a = b" + ")" * 50,
    "not " * 20_000 + "a = b",
    "a = b implies " * 5_000 + "a = b",
    "max(a, " * 50 + "a" + ")" * 50 + " = b",
    "exists n: " * 1 + "".join(f"exists n{i}: " for i in range(60)) + "a = n",
    " iff ".join(["a = b"] * 30),
    " + ".join(f"v2(a + {n})" for n in range(5_000)) + " = 0",
]


@pytest.mark.parametrize("text", DEEP)
def test_what_would_grow_too_large_is_refused(text: str) -> None:
    with refused(SpragueError):
        parse_formula(text, NAMES)


@pytest.mark.slow
def test_groups_of_many_piles_are_counted_before_they_are_made() -> None:
    names = tuple(f"x{number}" for number in range(1, 65))
    for text, cases in (("some 32 piles equal", "1,832,624,140,942,590,534"), ("at least 3 piles odd", "41,664")):
        with refused(SpragueError, cases):
            parse_formula(text, names)
    with refused(SpragueError):
        parse_formula("all piles x: all piles y: all piles z: x = y or z = x", names)


@pytest.mark.slow
def test_a_long_formula_is_read_in_time_that_grows_with_its_length() -> None:
    text = " or ".join(f"(a + {n}) mod 7 = b and not ((c) = (a))" for n in range(2_000))
    formula = parse_formula(text, NAMES)
    assert evaluate(formula, {"a": 0, "b": 6, "c": 1}) is True


def test_true_and_false_are_the_empty_junctions() -> None:
    assert parse_formula("true", NAMES) == TRUE
    assert parse_formula("false", NAMES) == FALSE
    both: Formula = Not(TRUE)
    assert evaluate(both, {}) is False


def test_squares_primes_and_divisors_of_any_size_and_on_arrays() -> None:
    assert is_true("a square and not b square", 10**60, 10**60 + 1, 0)
    assert is_true("a prime and not b prime", 2**61 - 1, 2**61 + 1, 0)
    assert is_true("a divides b and not b divides a", 7**40, 7**90, 0)
    assert is_true("a divides v2(b) and not v2(b) square and not v2(b) prime", 7, 0, 0)
    with refused(SpragueError):
        is_true("a prime", 10**30 + 1, 0, 0)
    numbers = np.arange(-4, 50)
    for text in ("a square", "a prime", "a divides 24", "24 divides a", "a divides a - 12"):
        found = evaluate(parse_formula(text, NAMES), {"a": numbers, "b": numbers, "c": numbers})
        assert np.asarray(found).tolist() == [is_true(text, int(n), 0, 0) for n in numbers]


def test_products_are_for_tables() -> None:
    squares = parse_formula("a*b <= c*c - 2a", NAMES, products=True)
    assert evaluate(squares, {"a": 3, "b": 4, "c": 5}) is True
    assert str(squares) == "a*b <= -2a + c*c"
