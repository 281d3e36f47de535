"""Ranges of parameters: the games of a survey."""

from __future__ import annotations

from typing import Any

import pytest

from sprague.errors import SpragueError
from sprague.surveys.ranges import ParameterRanges
from tests.snapshots import refused


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1..3", [{"a": 1}, {"a": 2}, {"a": 3}]),
        ("a=7", [{"a": 7}]),
        ("a=3..9:3", [{"a": 3}, {"a": 6}, {"a": 9}]),
        ("a = 1 .. 2 , b = a", [{"a": 1, "b": 1}, {"a": 2, "b": 2}]),
        ("a=1..2,b=2a+1", [{"a": 1, "b": 3}, {"a": 2, "b": 5}]),
        ("a=1..2,b=1..a", [{"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 2, "b": 2}]),
        ("a=2,b=3,c=1..max(a,b)", [{"a": 2, "b": 3, "c": c} for c in (1, 2, 3)]),
        ("a=2..3,c={1..a}", [{"a": 2, "c": (1, 2)}, {"a": 3, "c": (1, 2, 3)}]),
        ("a=5,c={1..a:2,2,1}", [{"a": 5, "c": (1, 2, 3, 5)}]),
        ("c={4,2},a=1..2", [{"c": (2, 4), "a": 1}, {"c": (2, 4), "a": 2}]),
    ],
)
def test_ranges(text: str, expected: list[dict[str, Any]]) -> None:
    ranges = ParameterRanges.parse(text)
    assert list(ranges) == expected
    assert len(ranges) == len(expected)
    assert ParameterRanges.parse(str(ranges)) == ranges


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a=",
        "a=1..3:0",
        "a=1:2",
        "a=1,a=2",
        "a=b",
        "a=1,b=c",
        "a=1..2..3",
        "a=1 or 1",
        "a=3..1",
        "a=1..100000,b=1..100000",
        "c={1..100000}",
        "a=0,b=1..v2(a)",
    ],
)
def test_ranges_that_are_refused(text: str) -> None:
    with refused(SpragueError):
        len(ParameterRanges.parse(text))
