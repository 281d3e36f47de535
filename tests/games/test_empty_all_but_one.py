"""Empty-All-But-One: each box is compared with the definition."""

from __future__ import annotations

import pytest

from sprague.games.empty_all_but_one import KeepOne, MisereKeepOne
from sprague.games.support.theorems import Theorem
from tests.games.boxes import (
    is_redistribution,
)


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("boxes", [2, 3, 4, 5, 6, 7, 9, 12])
def test_keep_one_is_right_box_by_box(boxes: int, misere: bool) -> None:
    """A box is worth keeping if its chips are a sum of k boxes that are not: by definition, for three periods.

    In misère play one of these must be k or more, because the position must not be terminal.
    """
    theorem: Theorem = MisereKeepOne(boxes) if misere else KeepOne(boxes)
    sums = [1] + [0] * boxes  # bit s of sums[c]: c boxes not worth keeping, together s chips
    lasting = 0  # the sums of k such boxes that make a P-position
    period = (boxes - 1) * (2 * boxes - 1)
    for box in range(1, 3 * period + 2):
        worth_keeping = bool(lasting >> box & 1)
        position = (*(1,) * (boxes - 1), box)
        if box >= boxes:
            assert theorem.is_p(position) != worth_keeping, box
        moves = theorem.winning_moves(position)
        assert bool(moves) == worth_keeping, box
        for move in moves:
            assert theorem.is_p(move)
            assert is_redistribution(position, move, range(boxes - 1, boxes))
            assert list(move) == sorted(move)
        if not worth_keeping:
            for count in range(1, boxes + 1):
                sums[count] |= sums[count - 1] << box
            if box >= boxes or not misere:
                lasting |= sums[boxes - 1] << box
