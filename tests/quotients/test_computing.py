"""Quotients against plain misère search and against the literature, and refused requests."""

from __future__ import annotations

import random
from threading import Event

import pytest

from sprague.errors import Cancelled, SpragueError
from sprague.limits import Limits
from sprague.quotients.misere import compute_quotient
from sprague.quotients.periodicity import ElementPeriod
from tests.quotients.plainly import misere, octal, quotient, sums
from tests.snapshots import refused, snapshot


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "heaps", "chips"),
    [
        ("0.77", 27, 26),
        ("0.07", 25, 24),
        ("0.115", 25, 24),
        ("0.123", 20, 22),
        ("0.6", 12, 20),
        ("4.7", 12, 20),
        ("0.F", 9, 18),
    ],
)
def test_outcomes_are_those_of_plain_search(code: str, heaps: int, chips: int) -> None:
    found, is_p = quotient(code, heaps), misere(octal(code))
    assert found.heaps == heaps
    for position in sums(chips, heaps):
        assert found.is_p(position) == is_p(position), position


@pytest.mark.slow
def test_outcomes_of_random_codes_are_those_of_plain_search() -> None:
    chance, grown = random.Random(13), 0
    for _ in range(120):
        digits = [chance.choice("01234567") for _ in range(chance.randint(1, 3))]
        code = chance.choice(["0.", "0.", "4."]) + "".join(digits) + chance.choice("1234567")
        found = compute_quotient(code, octal(code), 9, budget=Limits(states=1000))
        is_p = misere(octal(code))
        grown += len(found) > 6
        for position in sums(13, found.heaps):
            assert found.is_p(position) == is_p(position), (code, position)
    assert grown > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "elements", "p_elements", "repeat"),
    [
        ("0.1", 2, 1, ElementPeriod(2, 1)),
        ("0.3", 2, 1, ElementPeriod(1, 2)),
        ("0.75", 8, 2, ElementPeriod(8, 2)),
        ("0.123", 20, 5, ElementPeriod(5, 5)),
        ("0.71", 36, 9, ElementPeriod(3, 6)),
        ("0.144", 30, 5, ElementPeriod(12, 10)),
        ("0.152", 34, 6, ElementPeriod(25, 48)),
        ("0.153", 16, 3, ElementPeriod(32, 14)),
        ("0.241", 36, 9, ElementPeriod(4, 10)),
        ("0.351", 22, 6, ElementPeriod(4, 8)),
        ("0.34", 12, 3, ElementPeriod(7, 8)),
        ("0.512", 8, 2, ElementPeriod(16, 6)),
        ("0.115", 42, 12, ElementPeriod(92, 14)),
        ("0.77", 40, 9, ElementPeriod(71, 12)),
    ],
)
def test_quotients_of_all_heaps(code: str, elements: int, p_elements: int, repeat: ElementPeriod) -> None:
    found = quotient(code)
    assert (len(found), len(found.p_elements), found.repeat) == (elements, p_elements, repeat)
    assert found.stopped is None


@pytest.mark.slow
def test_partial_quotients_of_dawsons_kayles_grow() -> None:
    assert quotient("0.07", 27).growth == ((0, 1), (2, 2), (4, 6), (10, 12), (14, 24), (25, 144), (27, 176))


def test_nim_is_tame_with_its_quotient_of_two_elements_more_than_a_group() -> None:
    sizes = [len(compute_quotient("nim", lambda heap: [(left,) for left in range(heap)], most)) for most in range(9)]
    assert sizes == [1, 2, 6, 6, 10, 10, 10, 10, 18]


def test_what_is_beyond_the_limits_ends_with_the_growth_so_far() -> None:
    found = compute_quotient("0.07", octal("0.07"), 30, budget=Limits(states=100))
    assert (found.heaps, found.growth[-1]) == (24, (14, 24))
    snapshot(str(found.stopped))
    found = compute_quotient("0.77", octal("0.77"), 30, budget=Limits(pairs=20))
    snapshot(str(found.stopped))
    found = compute_quotient("0.77", octal("0.77"), budget=Limits(seconds=0))
    assert found.heaps == 0
    snapshot(str(found.stopped))
    found = compute_quotient("nothing", lambda heap: [()] * (heap == 1))
    assert found.heaps == 64
    snapshot(str(found.stopped))


def test_a_cancelled_computation_ends() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(Cancelled):
        compute_quotient("0.77", octal("0.77"), budget=Limits(cancel=cancel))


@pytest.mark.parametrize(
    "heaps",
    [
        -1,
        10_001,
        True,
        "7",
    ],
)
def test_heaps_that_are_no_number_or_too_many_are_refused(heaps: int) -> None:
    with refused(SpragueError):
        compute_quotient("0.77", octal("0.77"), heaps)


def test_moves_that_leave_larger_heaps_are_refused() -> None:
    with refused(SpragueError):
        compute_quotient("growing", lambda heap: [(1, 3)] * (heap == 2), 5)


def test_every_heap_is_reported() -> None:
    messages: list[str] = []
    compute_quotient(
        "nim",
        lambda heap: [(smaller,) for smaller in range(heap)],
        3,
        progress=lambda progress: messages.append(progress.message),
    )
    snapshot("\n".join(messages))
