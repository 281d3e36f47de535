"""`find_least_member` finds the same member as a comparison of all members."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sprague.automata.automaton import Automaton
from sprague.automata.least_member import find_least_member
from sprague.automata.words import Position
from tests.properties.random_rules import examples
from tests.properties.test_automata_laws import several


@examples(80)
@given(st.data(), several(1))
def test_the_least_member_is_the_least_of_all(data: st.DataObject, one: list[Automaton]) -> None:
    (a,) = one
    counted = data.draw(st.integers(0, a.tracks))

    def find(within: Automaton) -> Position | None:
        return (a & within).smallest()

    def order(member: Position) -> tuple[int, Position, Position]:
        return sum(member[:counted]), member[counted:], member

    first = a.smallest()
    if first is None:
        return
    least = find_least_member(find, first, counted, a.numeration)
    assert least in a
    limit = {0: 1, 1: 60, 2: 20, 3: 9}[a.tracks]
    small = [tuple(map(int, member)) for member in np.argwhere(a.to_array(limit))]
    if small:
        assert order(least) <= min(map(order, small))
    if least in small:
        assert least == min(small, key=order)
