"""Exhaustive search: how it ends when there is too much to look at."""

from __future__ import annotations

import pytest

import sprague
from sprague.errors import OutOfReach
from sprague.limits import Limits
from sprague.tables.search import search


def test_a_search_of_few_positions_with_many_options_ends_in_time() -> None:
    rule = sprague.game("empty-some", boxes=5, empty=2)
    expected = "looks at more than 5,000 options; ask for a smaller position or allow more"
    with Limits(positions=200).watch(), pytest.raises(OutOfReach, match=expected):
        search(rule, [(12, 12, 12, 12, 12)], "outcome")
