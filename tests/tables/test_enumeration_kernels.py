"""Kernels of conditions agree with the functions for numbers of any size."""

from itertools import product

import numpy as np
import pytest

from sprague import integers, jit
from sprague.tables.kernels import enumeration as plain

kernels = jit.compile_lazily(plain)


@pytest.fixture(params=["plain", "compiled"], autouse=True)
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", request.param)


def test_squares_and_primes() -> None:
    numbers = [*range(-3, 200), *(root * root + by for root in (46341, 2**30, 3 * 10**9) for by in (-1, 0, 1))]
    for number in numbers:
        assert kernels.is_square(number) == integers.is_square(number)
    for number in [*range(-3, 200), 1009**2, 1009 * 1013, 10**9 + 7]:
        assert kernels.is_prime(number) == integers.is_prime(number)


@pytest.mark.parametrize("number", range(-3, 30))
def test_powers_and_divisors(number: int) -> None:
    for base in (2, 3):
        assert kernels.is_power(number, base) == integers.is_power(number, base)
    for divisor in range(-4, 5):
        assert kernels.divides(divisor, number) == integers.divides(divisor, number)


def test_the_first_member_that_is_not_below() -> None:
    members = np.array([9, 9, 0, 1, 4, 9, 16], np.int32)
    assert [kernels.first_member(members, 2, 7, low) for low in (0, 1, 2, 16, 17)] == [2, 3, 4, 6, 7]
    for guess in range(2, 8):
        ends = [kernels.end_of_members(members, 2, 7, high, guess) for high in (-2, -1, 0, 1, 3, 4, 15, 16, 99)]
        assert ends == [2, 2, 3, 4, 4, 5, 6, 7, 7]


@pytest.mark.parametrize("is_sorted", [0, 1])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("floor", [0, 2])
def test_the_next_run_of_positions(is_sorted: int, count: int, floor: int) -> None:
    top = floor + 3
    expected = list(product(range(floor, top + 1), repeat=count))
    if is_sorted:
        expected = [position[::-1] for position in expected if list(position[::-1]) == sorted(position)]
    running = 0 if is_sorted else count - 1
    position = np.full(count, floor, np.int64)
    found: list[tuple[int, ...]] = []
    while len(found) < len(expected):
        end = position[1] if is_sorted and count > 1 else top
        for height in range(floor, end + 1):
            position[running] = height
            found.append(tuple(position.tolist()))
        kernels.next_run(position, np.full(count, top), is_sorted, floor)
    assert found == expected
