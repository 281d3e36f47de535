"""The distribution of values in three-pile games of differences, for large piles."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import OutOfTime, SpragueError
from sprague.limits import Limits
from sprague.tables.special.difference_games import find_distribution
from tests.fake_clocks import WorkClock
from tests.oracle import Oracle
from tests.snapshots import refused


def test_where_values_stand_far_out() -> None:
    known = Oracle(sprague.game("sharing-nim").options)
    limit = 24
    far = find_distribution("sharing-nim", limit, 100)
    for found in far.occurrences:
        places = [(a, b) for b in range(limit) for a in range(b // 2 + 1) if known.grundy((0, a, b)) == found.value]
        assert found.count == len(places)
        assert (found.first[1:], found.last[1:]) == (places[0], places[-1])
        assert found.furthest[1:] == max(places, key=lambda place: (place[0], -place[1]))
    assert find_distribution("sharing-nim", limit, 3).occurrences == far.occurrences[:3]
    assert far[0].first == (0, 0, 0)


def test_what_cannot_be_looked_at_is_refused() -> None:
    with refused(SpragueError):
        find_distribution("sharing-nim", 4, 20)[9]
    with refused(SpragueError):
        find_distribution("nim", 10, 4)
    with refused(SpragueError):
        find_distribution("sharing-nim", 0, 4)


def test_the_time_limit_is_respected() -> None:
    with WorkClock(0.3).running(), pytest.raises(OutOfTime):
        find_distribution("sharing-nim", 10_000, 64, budget=Limits(seconds=0.3))
