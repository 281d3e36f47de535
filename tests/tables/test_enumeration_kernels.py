"""The kernels of conditions tell the same numbers as those for numbers of any size."""

import numpy as np
import pytest

from sprague import integers, jit
from sprague.tables.kernels import enumeration as plain
from sprague.tables.kernels.enumeration import DIVIDES, NOT, POWER, PRIME, SQUARE

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
def test_what_is_said_of_a_number_and_its_opposite(number: int) -> None:
    for base in (2, 3):
        assert kernels.relation_holds(POWER, number, 0, base) == integers.is_power(number, base)
        assert kernels.relation_holds(POWER + NOT, number, 0, base) != integers.is_power(number, base)
    assert kernels.relation_holds(SQUARE + NOT, number, 0, 0) != integers.is_square(number)
    assert kernels.relation_holds(PRIME + NOT, number, 0, 0) != integers.is_prime(number)
    for divisor in range(-4, 5):
        assert kernels.relation_holds(DIVIDES, divisor, number, 0) == integers.divides(divisor, number)
        assert kernels.relation_holds(DIVIDES + NOT, divisor, number, 0) != integers.divides(divisor, number)


def test_the_first_member_that_is_not_below() -> None:
    members = np.array([9, 9, 0, 1, 4, 9, 16], np.int32)
    assert [kernels.first_member(members, 2, 7, low) for low in (0, 1, 2, 16, 17)] == [2, 3, 4, 6, 7]
