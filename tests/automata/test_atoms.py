"""Automata of conditions accept exactly the tuples for which the condition is true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from operator import eq, ge, gt, le, lt, ne

import numpy as np
import pytest

from sprague.automata.atoms import (
    digit_sum_zero,
    finite,
    linear,
    lowest_power,
    power,
    residue,
    shift,
    valuation_compare,
    valuation_fixed,
    valuation_residue,
)
from sprague.automata.automaton import Automaton, everything, nothing
from sprague.automata.numeration import BINARY, FIBONACCI, TERNARY, TRIBONACCI, Numeration, base, recurrent
from sprague.errors import OutOfReach
from sprague.limits import Limits
from tests.fake_clocks import at_most_calls
from tests.layers import sample
from tests.snapshots import refusal, refused

COMPARE: dict[str, Callable[[float, float], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}
THREE_ONE, FOUR_LESS = recurrent((3, 1)), recurrent((4, -1))
NUMERATIONS = [BINARY, TERNARY, FIBONACCI, THREE_ONE, FOUR_LESS, TRIBONACCI]
#: The first weights, and how many times each of the last ones makes the next, by the book.
WEIGHTS = {
    BINARY: ([1], [2]),
    TERNARY: ([1], [3]),
    FIBONACCI: ([1, 2], [1, 1]),
    THREE_ONE: ([1, 4], [3, 1]),
    FOUR_LESS: ([1, 4], [4, -1]),
    TRIBONACCI: ([1, 2, 4], [1, 1, 1]),
}
LIMITS = {0: 1, 1: 200, 2: 40, 3: 14, 4: 7}


def digits(number: int, numeration: Numeration) -> list[int]:
    """Return the digits of a number by the greedy algorithm, least significant first."""
    first, times = WEIGHTS[numeration]
    weights = list(first)
    while weights[-1] <= number:
        weights.append(sum(c * weight for c, weight in zip(times, weights[::-1], strict=False)))
    out = []
    for weight in reversed(weights):
        digit, number = divmod(number, weight)
        out.append(digit)
    return out[::-1]


def zeros(number: int, numeration: Numeration) -> float:
    word = digits(number, numeration)
    return next((place for place, digit in enumerate(word) if digit), float("inf"))


def check(automaton: Automaton, holds: Callable[..., bool], limit: int | None = None) -> None:
    limit = limit or LIMITS[automaton.tracks]
    expected = np.array([holds(*x) for x in product(range(limit), repeat=automaton.tracks)])
    assert np.array_equal(automaton.to_array(limit), expected.reshape((limit,) * automaton.tracks))


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize("relation", sample(COMPARE, 3))
@pytest.mark.parametrize(
    ("coefficients", "constant"),
    [
        ((), 0),
        ((), -3),
        ((1,), 0),
        ((1,), -12),
        ((1,), 5),
        ((-1,), 100),
        ((3,), -42),
        ((0,), 1),
        ((0,), 0),
        ((1, -1), 0),
        ((1, -1), 7),
        ((2, -3), -5),
        ((2, -4), 1),
        ((-1, -2), 20),
        ((1, 1), -33),
        ((0, 1), -9),
        ((1, 1, -1), 0),
        ((2, -1, -1), 3),
        ((1, 2, 3), -17),
    ],
)
def test_linear_conditions(coefficients: tuple[int, ...], constant: int, relation: str, numeration: Numeration) -> None:
    automaton = linear(coefficients, constant, relation, numeration)
    check(
        automaton,
        lambda *x: COMPARE[relation](sum(c * n for c, n in zip(coefficients, x, strict=True)) + constant, 0),
    )


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_addition_far_out(numeration: Numeration) -> None:
    addition = linear((1, 1, -1), 0, "=", numeration)
    for x, y in [(10**30 + 7, 3**70), (0, 5**40), (2**200 - 1, 2**200 - 1)]:
        assert (x, y, x + y) in addition
        assert (x, y, x + y + 1) not in addition
        assert (x, y, x + y - 1) not in addition


@pytest.mark.slow
@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize("constant", [1_000_000, 999_983, 10**18 + 9])
def test_large_constants_take_few_states(constant: int, numeration: Numeration) -> None:
    for relation in COMPARE:
        automaton = linear((1, -1), -constant, relation, numeration)
        # Three numbers in a carry have more room than one or two.
        assert automaton.states < (20 if len(numeration.recurrence) < 3 else 80) * constant.bit_length()
        for x, y in [(constant, 0), (constant + 5, 5), (constant + 4, 5), (constant + 6, 5), (1, 0), (3 * constant, 7)]:
            assert ((x, y) in automaton) == COMPARE[relation](x - y, constant)


def test_the_sizes_of_known_automata() -> None:
    assert linear((1, 1, -1), 0, "=").states == 3
    assert linear((1, -1), 0, "<").states == 3
    assert digit_sum_zero(4, 2).states == 2
    assert residue((1,), 0, 5, {0}, base(10)).states == 2


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize(
    ("coefficients", "constant", "modulus", "remainders"),
    [
        ((), 4, 3, {1}),
        ((1,), 0, 1, {0}),
        ((1,), 0, 2, {0}),
        ((1,), -3, 7, {0, 2, 13}),
        ((1, 1), 0, 3, {0}),
        ((2, -5), 1, 6, {1, 4}),
        ((1, 2, 3), 0, 4, {3}),
        ((1, 1), 0, 4, set()),
        ((1,), 1, 5, {-1}),
    ],
)
def test_residues(
    coefficients: tuple[int, ...], constant: int, modulus: int, remainders: set[int], numeration: Numeration
) -> None:
    wanted = {r % modulus for r in remainders}
    check(
        residue(coefficients, constant, modulus, remainders, numeration),
        lambda *x: (sum(c * n for c, n in zip(coefficients, x, strict=True)) + constant) % modulus in wanted,
    )


@pytest.mark.parametrize("number", [2, 3, 5, 10])
def test_powers_of_the_base(number: int) -> None:
    powers = {number**k for k in range(9)}
    check(power(base(number), number), lambda x: x in powers)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize(("tracks", "modulus"), [(1, 2), (2, 2), (3, 2), (3, 3), (4, 3), (2, 1)])
def test_digit_sums(tracks: int, modulus: int, numeration: Numeration) -> None:
    written = {n: np.array((digits(n, numeration) + [0] * 12)[:12]) for n in range(200)}
    check(
        digit_sum_zero(tracks, modulus, numeration),
        lambda *x: not np.any(sum(written[n] for n in x) % modulus),
        min(LIMITS[tracks], 24),
    )


def test_xor() -> None:
    check(digit_sum_zero(3, 2), lambda x, y, z: x ^ y ^ z == 0)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_shift_puts_a_zero_behind(numeration: Numeration) -> None:
    def shifted(x: int, y: int) -> bool:
        short, long = [0, *digits(x, numeration)], digits(y, numeration)
        size = max(len(short), len(long))
        return short + [0] * (size - len(short)) == long + [0] * (size - len(long))

    check(shift(numeration), shifted)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_the_lowest_power(numeration: Numeration) -> None:
    def lowest(x: int, y: int) -> bool:
        return (
            x > 0
            and digits(y, numeration)[: 1 + int(zeros(x, numeration))][-1:] == [1]
            and sum(digits(y, numeration)) == 1
        )

    check(lowest_power(numeration), lowest)


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize("relation", sample(COMPARE, 3))
@pytest.mark.parametrize("constant", sample([-2, -1, 0, 1, 3], 2))
def test_valuations(relation: str, constant: int, numeration: Numeration) -> None:
    compare = COMPARE[relation]
    check(valuation_fixed(relation, constant, numeration), lambda x: compare(zeros(x, numeration), constant))
    check(
        valuation_compare(relation, constant, numeration),
        lambda x, y: compare(zeros(x, numeration), zeros(y, numeration) + constant),
    )


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize(("modulus", "remainders"), [(1, {0}), (2, {0}), (2, {1}), (3, {-1, 0}), (3, set())])
def test_valuations_by_residue(modulus: int, remainders: set[int], numeration: Numeration) -> None:
    wanted = {r % modulus for r in remainders}
    check(
        valuation_residue(modulus, remainders, numeration),
        lambda x: zeros(x, numeration) % modulus in wanted if x else bool(wanted),
    )


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_finite_sets(numeration: Numeration) -> None:
    members = [(0, 0), (3, 0), (0, 7), (12, 12), (3, 11)]
    check(finite(members, 2, numeration), lambda *x: x in members)
    assert finite([], 2, numeration) == nothing(2, numeration)
    assert finite([(5,)], 1, numeration) == linear((1,), -5, "=", numeration)
    assert finite([()], 0, numeration) == everything(0, numeration)


def test_conditions_that_say_the_same_are_the_same_automaton() -> None:
    for numeration in NUMERATIONS:
        assert linear((2, -2), 0, "=", numeration) == linear((1, -1), 0, "=", numeration)
        assert ~linear((1, -1), 3, "<", numeration) == linear((1, -1), 3, ">=", numeration)
        assert residue((1,), 0, 6, {0}, numeration) == residue((1,), 0, 2, {0}, numeration) & residue(
            (1,), 0, 3, {0}, numeration
        )
        assert linear((1, -3), 0, "=", numeration).project(1) == residue((1,), 0, 3, {0}, numeration)
    assert shift(TERNARY) == linear((3, -1), 0, "=", TERNARY)


def test_error_texts() -> None:
    refusal(lambda: linear((1,), 0, "=="))
    refusal(lambda: residue((1,), 0, 0, {0}))
    refusal(lambda: power(BINARY, 3))
    refusal(lambda: power(FIBONACCI, 2))
    refusal(lambda: finite([(1, 2)], 3))


def test_too_many_states_are_refused() -> None:
    with Limits(states=50).watch():
        with refused(OutOfReach):
            finite([(2**60,)], 1)
        with refused(OutOfReach):
            linear((1,), -(2**60), "<")
        with refused(OutOfReach):
            residue((1,), 0, 101, {0})
        assert residue((20,), 3, 980, {3}).states == 49


@at_most_calls(100_000)
def test_what_takes_too_many_states_is_refused_at_once() -> None:
    cases: list[tuple[Callable[[], Automaton], str]] = [  # with the number of states or columns that would be needed
        (lambda: residue((1,), 0, 999_999_999, {1}), "999,999,999"),
        (lambda: residue((1,), 0, 5000, {1}, FIBONACCI), "25,000,000"),
        (lambda: linear((10**30, -1), 0, "="), f"{10**30:,}"),
        (lambda: valuation_fixed("=", 10**9), "1,000,000,001"),
        (lambda: valuation_compare("=", -(10**9)), "1,000,000,001"),
        (lambda: valuation_residue(10**9, {1}), "1,000,000,000"),
        (lambda: everything(20), "1,048,576"),
    ]
    for make, needed in cases:
        with refused(OutOfReach, needed):
            make()


def test_numbers_of_any_size_may_stand_in_a_condition() -> None:
    large = linear((10**30,), -(7 * 10**30), "=")
    assert list(large.members()) == [(7,)]
    assert residue((10**30 + 1,), 0, 3, {2}).smallest() == (1,)
