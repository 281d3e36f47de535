"""Exhaustive search: its end if there are too many positions."""

from __future__ import annotations

import sprague
from sprague.errors import OutOfReach
from sprague.limits import Limits
from sprague.tables.search import search
from tests.snapshots import refused


def test_a_search_of_few_positions_with_many_options_ends_in_time() -> None:
    rule = sprague.game("empty-some", boxes=5, empty=2)
    with Limits(positions=200).watch(), refused(OutOfReach):
        search(rule, [(12, 12, 12, 12, 12)], "outcome")
