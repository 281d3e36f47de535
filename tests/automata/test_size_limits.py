"""Size limits of automata, up to numbers that 64-bit kernels can count."""

from __future__ import annotations

import pytest

from sprague.automata import size_limits as room
from sprague.limits import Limits


@pytest.mark.parametrize("most", [2**62, 2**70])
def test_limits_beyond_all_measure_stay_within_what_kernels_count_with(most: int) -> None:
    with Limits(memory=most, states=most, pairs=most).watch():
        rooms = [room.state_limit(4), *room.subset_limits(4), room.pair_limit(), *room.guess_product_limits(4)]
    assert {found.most * 2**16 < 2**63 for found in rooms} == {True}
    assert min(found.most for found in rooms) > 10**9
