"""Listed positions agree with their definition, in the order of a box."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.tables import layout
from sprague.tables.layout import PositionBox
from tests.properties.random_rules import examples


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
    box = PositionBox(lowest, highest, before, [row for row, _ in half_spaces], [bound for _, bound in half_spaces])
    found = box.positions()
    assert found.shape == (len(expected), count)
    assert [tuple(row) for row in found.tolist()] == expected
    assert box.count() == len(expected)


def test_of_many_positions_some_are_drawn_to_count_them(monkeypatch: pytest.MonkeyPatch) -> None:
    # Rows of 32, and every 32nd position: taken at equal distances, all would begin with the same two entries.
    monkeypatch.setattr(layout, "SAMPLE_SIZE", 1 << 10)
    box = PositionBox([0] * 4, [31] * 4, {2: 1, 3: 2}, [[3, 1, 1, 1]], [90])
    assert 0.95 < box.count() / len(box.positions()) < 1.05
