"""Periods of quotients: the exact bound of the theorem, and agreement with longer computations."""

from __future__ import annotations

import pytest

from sprague.quotients.periodicity import ElementPeriod, MoveBounds, find_element_period
from tests.quotients.plainly import quotient


@pytest.mark.parametrize("code", ["0.75", "0.123", "0.34", "0.512", "0.71", "0.351", "4.3"])
def test_heaps_beyond_those_that_prove_it_repeat(code: str) -> None:
    found = quotient(code)
    assert found.repeat is not None
    longer = quotient(code, 2 * found.heaps + 10)
    assert len(longer) == len(found)
    assert [found.element((heap,)) for heap in range(longer.heaps + 1)] == list(longer.monoid.heaps)


def test_one_heap_less_proves_nothing() -> None:
    elements, shape = [0, 1, 2, 3] * 6, MoveBounds(taken=3, parts=2)
    assert find_element_period(elements[: 2 * (1 + 4) + 3], shape) == ElementPeriod(1, 4)
    assert find_element_period(elements[: 2 * (1 + 4) + 2], shape) is None
    assert find_element_period(elements[:14], MoveBounds(taken=3, parts=2, start=11)) is None
    assert find_element_period(elements[:15], MoveBounds(taken=3, parts=2, start=11)) == ElementPeriod(1, 4)


def test_a_heap_before_the_period_is_itself() -> None:
    repeat = ElementPeriod(5, 3)
    assert [repeat.known(heap) for heap in range(12)] == [0, 1, 2, 3, 4, 5, 6, 7, 5, 6, 7, 5]
