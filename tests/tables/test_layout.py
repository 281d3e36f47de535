"""Positions are listed as their definition says, in the order of a box."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sprague.tables.layout import box_positions
from tests.properties.rules import examples


@examples(60)
@given(st.data())
def test_positions_of_a_box_within_half_spaces(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    lowest = data.draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    highest = [low + data.draw(st.integers(-1, 4)) for low in lowest]
    before = {i: i - 1 for i in range(1, count) if data.draw(st.booleans())}
    row = st.lists(st.integers(-2, 2), min_size=count, max_size=count)
    half_spaces = data.draw(st.lists(st.tuples(row, st.integers(-4, 9)), max_size=2))
    expected = [
        position
        for position in product(*(range(low, high + 1) for low, high in zip(lowest, highest, strict=True)))
        if all(position[left] <= position[right] for right, left in before.items())
        and all(sum(f * x for f, x in zip(row, position, strict=True)) <= bound for row, bound in half_spaces)
    ]
    found = box_positions(lowest, highest, before, [row for row, _ in half_spaces], [bound for _, bound in half_spaces])
    assert found.shape == (len(expected), count)
    assert [tuple(row) for row in found.tolist()] == expected
