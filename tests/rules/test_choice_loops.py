"""The choices of a move as nested loops with bounds that hold for every position."""

from __future__ import annotations

from itertools import count

import pytest

from sprague.errors import OutOfReach, SpragueError
from sprague.limits import Limits
from sprague.linear.constraints import solve_equations
from sprague.rules import Linear, parse
from sprague.rules import choice_loops as choices
from sprague.rules.choice_loops import Bound, ChoiceLoops, Range
from tests.snapshots import refused

A, K, U, V = (Linear.of(name) for name in "akuv")


def loops_of(text: str) -> ChoiceLoops:
    return parse(text).enumerators[0].loops[0]


def test_the_range_of_a_choice() -> None:
    bounds = Range.of("k", [2 * K - A, A - 3 * K - 1, A - 5])
    assert bounds == Range([Bound(A, 2)], [Bound(A - 1, 3)])
    assert bounds.is_not_empty() == [2 * (A - 1) - 3 * A]


@pytest.mark.parametrize(
    ("text", "position", "choices"),
    [
        ("(a) -> (a - k) where 1 <= k <= 2", {"a": 5}, [{"k": 1}, {"k": 2}]),
        ("(a) -> (a - k) where 1 <= k <= 2", {"a": 1}, [{"k": 1}]),  # the option is a position, too
        ("(a) -> (a - 2k) where k >= 1", {"a": 5}, [{"k": 1}, {"k": 2}]),
        ("(a, b) -> (u, v) where u + v = b", {"a": 9, "b": 1}, [{"u": 0, "v": 1}, {"u": 1, "v": 0}]),
        ("(a, b) -> (u, v) where u + v = b any order", {"a": 9, "b": 2}, [{"u": 0, "v": 2}, {"u": 1, "v": 1}]),
        ("(a) -> (a - k) where k power of 2, k mod 3 = 1", {"a": 9}, [{"k": 1}, {"k": 4}]),
        ("(a) -> (a - k) where k = 3, k = 2k - 3", {"a": 4}, [{"k": 3}]),
        ("(a) -> (a - k) where k < a, 2k > 2a", {"a": 4}, []),
        ("(a, b) -> (a - k, b) where 1 <= k <= 2, b = 1", {"a": 4, "b": 2}, []),
    ],
)
def test_the_choices_at_a_position(text: str, position: dict[str, int], choices: list[dict[str, int]]) -> None:
    found = [dict(values) for values in loops_of(text).run(position, count())]
    assert found == [position | choice for choice in choices]


def test_a_power_is_visited_not_checked() -> None:
    (loop,) = loops_of("(a) -> (a - k) where k power of 3, k power of 9").loops
    assert str(loop.visit) == "k power of 3"
    assert [str(check) for check in loop.checks] == ["k power of 9"]


def test_checks_stand_where_their_last_name_gets_its_value() -> None:
    loops = loops_of("(a, b) -> (u, v) where u < a, v < b, a mod 2 = 0, u mod 2 = 1, u + v != 3")
    assert [str(check) for check in loops.guard_checks] == ["a mod 2 = 0"]
    assert [[str(check) for check in loop.checks] for loop in loops.loops] == [["u mod 2 = 1"], ["u + v != 3"]]


def test_a_contradiction_is_detected_before_play() -> None:
    assert not loops_of("(a, b) -> (a - k, b) where k >= 3, k + j <= 2, j <= k").possible


@pytest.mark.parametrize("text", ["(a) -> (u)", "(a, b) -> (u, b) where a <= u"])
def test_a_choice_without_an_upper_bound_is_refused(text: str) -> None:
    with refused(SpragueError):
        parse(text)


def test_equations_are_solved_for_the_last_name_in_them() -> None:
    assert solve_equations([U + V - A], ["u", "v"]) == ({"v": A - U}, [])
    assert solve_equations([U + V - A, U - K], ["u", "v"]) == ({"v": A - K, "u": K}, [])


def test_what_would_take_a_division_stays() -> None:
    assert solve_equations([2 * U - A], ["u"]) == ({}, [2 * U - A])
    assert solve_equations([2 * U - A, U - V], ["u", "v"]) == ({"v": U}, [2 * U - A])


def test_as_many_choices_are_tried_as_positions_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "TRIED", 1_000)
    rule = parse("(a) -> (u) where u < a")
    with refused(OutOfReach):
        rule.options((5_000,))
    with refused(OutOfReach):
        list(loops_of("(a) -> (u) where u < a").run({"a": 5_000}, count()))
    with Limits(positions=5_000).watch():
        assert len(rule.options((5_000,))) == 5_000
