"""`PositionEncoding`: positions whose piles count from their floor, and back again."""

from __future__ import annotations

import numpy as np
import pytest

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.discovery.table_oracle import PositionEncoding
from sprague.errors import OutOfReach
from sprague.rules import parse
from tests.snapshots import refused


@pytest.mark.parametrize("floor", [0, 1, 2])
def test_positions_are_raised_to_their_floor(floor: int) -> None:
    rule = parse(f"(a, b | t) -> (a - 1, b | t) any order piles >= {floor}")
    heights = Automaton(3, BINARY, [[0, 1, 1, 0, 1, 0, 0, 1], [1, 0, 1, 1, 0, 0, 1, 0]], [True, False])
    encoding = PositionEncoding(BINARY, floor)
    raised = encoding.positions(rule, heights, 1000)
    for position in np.ndindex(9, 9, 9):
        below = tuple(int(entry) for entry in np.array(position) - encoding.offsets(rule))
        assert (position in raised) is (min(below) >= 0 and below in heights)
    assert str(encoding) == ("base 2, piles counted from their minimum" if floor else "base 2")


def test_a_set_that_grows_too_large_when_raised_is_left() -> None:
    heights = Automaton(2, BINARY, [[0, 1, 1, 0], [1, 0, 1, 1]], [True, False])
    rule = parse("(a, b) -> (a - 1, b) any order piles >= 1")
    with refused(OutOfReach):
        PositionEncoding(BINARY, 1).positions(rule, heights, 3)
