"""Slices of tables."""

from __future__ import annotations

import pytest

from sprague import SpragueError, tabulate
from sprague.tables.slices import take_slice
from tests.oracle import Oracle
from tests.snapshots import refused


def test_a_slice_has_the_values_of_its_positions() -> None:
    table = tabulate("subtraction-transfer:a=1,b=2,c=1", limit=9)
    oracle = Oracle(table.game.options)
    part = take_slice(table, {"x": 4})
    assert (part.axes, part.fixed, part.starts) == (("y",), {"x": 4}, (0,))
    assert dict(part.items()) == {(4, y): oracle.grundy((4, y)) for y in range(9)}


def test_piles_begin_at_their_floor_and_the_first_may_be_cut_off() -> None:
    table = tabulate("empty-transfer", limit=6)
    oracle = Oracle(table.game.options)
    part = take_slice(table, {"b": 2}, most=3)
    assert part.starts == (1, 1)
    assert dict(part.items()) == {
        (a, 2, c): oracle.grundy(tuple(sorted((a, 2, c)))) for a in range(1, 4) for c in range(1, 4)
    }
    assert len(part) == 9


def test_remembered_numbers_may_be_fixed_too() -> None:
    table = tabulate("dynamic-nim:piles=2", limit=5, what="outcome")
    part = take_slice(table, {"t": 3})
    assert part.axes == ("a", "b")
    assert dict(part.items()) == {(a, b, 3): table[a, b, 3] for a in range(5) for b in range(5)}


def test_what_is_no_position_is_left_out() -> None:
    table = tabulate("(a, b) -> (u, b) where u < a any order positions where a != b", limit=4)
    part = take_slice(table, {})
    assert len(part) == 12
    assert all(a != b for (a, b), _ in part.items())
    part = take_slice(tabulate("nim", chips=3, what="outcome"), {"c": 1})
    assert {position for position, _ in part.items()} == {(a, b, 1) for a in range(3) for b in range(3 - a)}


def test_the_differences_of_three_piles_are_a_triangle() -> None:
    table = tabulate("sharing-nim", limit=6)
    part = take_slice(table)
    assert part.heading == "(0, a\\b)"
    assert dict(part.items()) == {(0, a, b): table[0, a, b] for b in range(6) for a in range(b + 1)}
    assert take_slice(table, {"c": 0}).heading == "a\\b, c=0"


@pytest.mark.parametrize(
    "fixed",
    [
        {"x": 1},
        {"a": 1, "b": 0, "c": 1},
        {"a": 1.5},
        {"a": 4},
    ],
)
def test_refusals(fixed: dict[str, int]) -> None:
    with refused(SpragueError):
        take_slice(tabulate("nim", limit=4), fixed)
