"""Periods observed in sequences: the least period with preperiod and saltus, or none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague.errors import SpragueError
from sprague.periods.sequences import (
    NoSequencePeriod,
    Records,
    SequencePeriod,
    find_records,
    find_sequence_period,
)
from tests.properties.random_rules import examples
from tests.snapshots import refused, snapshot


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([7] * 4, SequencePeriod(0, 1, 0, 4)),
        ([0, 1] * 5, SequencePeriod(0, 2, 0, 10)),
        ([0, 1, 2] * 4 + [0], SequencePeriod(0, 3, 0, 13)),
        ([9, 9, 0, 1, 0, 1, 0, 1], SequencePeriod(2, 2, 0, 8)),
        (list(range(10)), SequencePeriod(0, 1, 1, 10)),
        ([5, 0, 1, 4, 5, 8, 9, 12, 13, 16], SequencePeriod(1, 2, 4, 10)),
        ([10 - n for n in range(6)], SequencePeriod(0, 1, -1, 6)),
        ([0, 1, 0, 0, 1, 0, 1, 0], NoSequencePeriod(8)),
        ([0, 1, 2, 3, 0, 1, 2], NoSequencePeriod(7)),
        ([0, 0, 0, 0, 1], NoSequencePeriod(5)),
        ([1], NoSequencePeriod(1)),
        ([], NoSequencePeriod(0)),
        (["P", "N"] * 3, SequencePeriod(0, 2, 0, 6)),
        ([n * n for n in range(50)], NoSequencePeriod(50)),
    ],
)
def test_known_sequences(values: list[int], expected: SequencePeriod | NoSequencePeriod) -> None:
    assert find_sequence_period(values) == expected


def naive(values: list[int]) -> tuple[int, int, int] | None:
    """The least (m + p, m) with everything checked one by one, under the same standard of evidence."""
    count = len(values)
    for total in range(1, count // 2 + 1):
        for m in range(total):
            p = total - m
            rise = values[m + p] - values[m]
            if all(values[n + p] == values[n] + rise for n in range(m, count - p)):
                return m, p, rise
    return None


@examples(300)
@given(st.lists(st.integers(0, 2), max_size=24))
def test_small_sequences_as_by_trying_all(values: list[int]) -> None:
    found = find_sequence_period(values)
    expected = naive(values)
    result = (found.preperiod, found.period, found.saltus) if found else None
    if expected is None or result is None:
        assert result == expected
    else:
        assert sum(result[:2]) == sum(expected[:2])
        m, p, rise = result
        assert all(values[n + p] == values[n] + rise for n in range(m, len(values) - p))


@examples(200)
@given(
    before=st.lists(st.integers(0, 3), max_size=6),
    period=st.lists(st.integers(0, 3), min_size=1, max_size=7),
    rise=st.integers(-2, 2),
    more=st.integers(0, 9),
)
def test_a_true_period_is_found_with_its_least_numbers(
    before: list[int], period: list[int], rise: int, more: int
) -> None:
    length = 2 * (len(before) + len(period)) + more
    values = before + [period[n % len(period)] + rise * (n // len(period)) for n in range(max(0, length - len(before)))]
    # The least numbers, found on far more of the sequence than is shown.
    far = before + [period[n % len(period)] + rise * (n // len(period)) for n in range(200)]
    least = naive(far)
    assert least is not None
    m, p, saltus = least
    assert find_sequence_period(values) == SequencePeriod(m, p, saltus, len(values))


@pytest.mark.slow
def test_long_sequences_and_their_start() -> None:
    row = np.tile(np.arange(99_991) % 7 == 3, 2).astype(np.uint8)
    whole = np.concatenate((np.ones(5, dtype=np.uint8), np.tile(row[:99_991], 10)))
    found = find_sequence_period(whole, start=3)
    assert found == SequencePeriod(8, 99_991, 0, 3 + len(whole))
    snapshot(str(found))
    assert not find_sequence_period(sprague.rows("sharing-nim", [0], 3000)[0])


def test_the_words() -> None:
    snapshot(str(find_sequence_period([0, 1, 0, 0, 1])))
    snapshot(str(find_sequence_period([0, 0, 2, 2, 4, 4])))
    assert find_sequence_period([0, 1, 2, 3], saltus=False) == NoSequencePeriod(4)


def test_what_is_no_sequence_is_refused() -> None:
    with refused(SpragueError):
        find_sequence_period(np.zeros((2, 2), dtype=np.int64))
    with refused(SpragueError):
        find_sequence_period(np.array([0.5]))


def test_records() -> None:
    row = sprague.rows("sharing-nim", [0], 40)[0].tolist()
    found = find_records(row)
    assert (found.largest, found.at, found.seen) == (12, 24, 40)
    for place, value in found.records:
        assert value == row[place] > max(row[:place], default=-1)
    assert find_records([3, 3], start=5) == Records(((5, 3),), 7)
    with refused(SpragueError):
        find_records([])
