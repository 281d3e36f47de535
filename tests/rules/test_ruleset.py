"""Rulesets: positions, options and texts; invalid positions and long computations are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import sprague
from sprague.errors import OutOfReach
from sprague.rules import Ruleset, moves, parse
from sprague.rules import choice_loops as choices
from tests.fake_clocks import at_most_calls
from tests.snapshots import refusal, refused

# A rule, a position, the options.
PLAYED: list[tuple[str, tuple[int, ...], list[tuple[int, ...]]]] = [
    ("(a, b) -> (u, b) where a > u", (2, 1), [(0, 1), (1, 1)]),
    ("(a, b) -> (u, b) where u < a any order", (2, 1), [(0, 2), (0, 1), (1, 1)]),
    ("(a) -> (u) where 2 <= u < a", (5,), [(2,), (3,), (4,)]),
    ("(a) -> (u) where a > u >= 3", (5,), [(3,), (4,)]),
    ("(a) -> (u) where u != 1, u < a", (3,), [(0,), (2,)]),
    ("(a) -> (u) where u mod 3 = 1, u < a", (9,), [(1,), (4,), (7,)]),
    ("(a) -> (u) where (a - u) mod 4 = 2 mod 4, u <= a", (9,), [(3,), (7,)]),
    ("(a) -> (a - k) where k power of 2", (9,), [(8,), (7,), (5,), (1,)]),
    ("(a) -> (a - k) where k - 1 power of 3", (12,), [(10,), (8,), (2,)]),
    ("(a) -> (a - k) where k power of 2, k power of 4", (9,), [(8,), (5,)]),
    ("(a) -> (u) where 2u = a", (8,), [(4,)]),
    ("(a) -> (u) where 2u = a", (7,), []),
    ("(a) -> (u) where 3u = 2a", (6,), [(4,)]),
    ("(a, b) -> (u, v) where u + v = a, u < v", (4, 9), [(0, 4), (1, 3)]),
    ("(a, b) -> (a - 1, b) where a = b", (3, 3), [(2, 3)]),
    ("(a, b) -> (a - 1, b) where a = b", (4, 3), []),
    ("(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t any order", (3, 1, 2), [(0, 3, 1), (1, 2, 1), (1, 1, 3)]),
    ("(a) -> (a - 1) stop when a = 3 or a = 5", (5,), []),
    ("(a) -> (a - 1) stop when a = 3 stop when a = 5", (3,), []),
    ("(a) -> (a - 1) stop when a = 3 or a = 5", (4,), [(3,)]),
    ("(a) -> (a - 1) win when a mod 2 = 1", (3,), []),
    ("(a) -> (a - 1) piles >= 2", (2,), []),
    ("(a) -> (u) where 2u = 1", (5,), []),
    ("(α, β') -> (α - 1, β' + 2)", (2, 0), [(1, 2)]),
    # To swap u and v changes who gets which, but not what is reached.
    ("(a, b, c, d) -> (u, v, v, u) where u + v = a any order", (0, 0, 0, 1), [(0, 0, 0, 0), (0, 0, 1, 1)]),
]


@pytest.mark.parametrize(("text", "position", "options"), PLAYED)
def test_a_rule_is_played_as_it_reads(text: str, position: tuple[int, ...], options: list[tuple[int, ...]]) -> None:
    assert sorted(parse(text).options(position)) == sorted(options)
    assert parse(text).is_terminal(position) == (not options)


NIM = "(a, b) -> (u, b) where u < a any order"


HUGE = 10**70


@pytest.mark.parametrize(
    ("rule", "name", "position"),
    [
        (NIM, "", (1,)),
        (NIM, "nim:piles=2", (1, 2, 3)),
        (NIM, "", ()),
        (NIM, "", (1, -2)),
        (NIM, "", (HUGE, -1)),
        (NIM, "", (1, 2.0)),
        (NIM, "", "12"),
        (NIM, "", (10**5000, 1.5)),
        (NIM, "", (10**5000, 1, 2)),
        ("(a, b) -> (u, v) where u + v = b any order piles >= 1", "", (0, 3)),
        ("(a, b | t) -> (a - d, b | d) where 1 <= d <= t", "", (5, 6)),
        ("(a | t) -> (a - d | d) where 1 <= d <= t", "", (5, -1)),
    ],
)
@pytest.mark.parametrize("ask", [Ruleset.options, Ruleset.moves, Ruleset.is_terminal, Ruleset.is_won])
def test_what_is_no_position_of_the_game_is_refused(
    ask: Callable[[Ruleset, object], object], rule: str, name: str, position: object
) -> None:
    game = parse(rule, name=name)
    refusal(lambda: ask(game, position))


@pytest.mark.parametrize("value", [-3, "x", 1.5, None])
def test_a_function_must_give_natural_numbers(value: object) -> None:
    rule = parse("(a | t) -> (a - 1 | f(a))", {"f": lambda argument: value})  # type: ignore[dict-item,return-value]
    refusal(lambda: rule.options((3, 0)))


def test_a_function_decides_what_is_remembered() -> None:
    rule = parse("(a | t) -> (a - 1 | f(a + 1))", {"f": lambda number: number * number})
    assert rule.options((3, 0)) == [(2, 16)]
    assert not rule.is_linear
    assert parse("(a | t) -> (a - 1 | t)").is_linear


@pytest.mark.parametrize("count", [0, 65])
def test_a_game_has_1_to_64_piles(count: int) -> None:
    piles = tuple(f"x{number}" for number in range(count))
    refusal(lambda: Ruleset.from_families(piles, ()))


@pytest.mark.parametrize("ask", [Ruleset.options, Ruleset.moves])
def test_too_many_options_are_out_of_reach(
    ask: Callable[[Ruleset, tuple[int, ...]], list[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moves, "MOST_OPTIONS", 1_000)
    rule = parse("(a) -> (u) where u < a")
    assert len(ask(rule, (1_000,))) == 1_000
    with refused(OutOfReach):
        ask(rule, (1_001,))


@pytest.mark.parametrize("ask", [Ruleset.options, Ruleset.moves])
@pytest.mark.parametrize(
    ("rule", "count"),
    [
        # A choice that changes nothing, and choices that all fail a condition.
        ("(a, b) -> (a - 1, b) where k <= b, (k + a) mod 3 = (k + a + 3) mod 3", 1),
        ("(a, b) -> (a - 1, k) where k <= b, (k + a) mod 3 = k mod 3", 0),
    ],
)
def test_choices_are_not_tried_without_end(
    ask: Callable[[Ruleset, tuple[int, ...]], list[object]], rule: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "TRIED", 1_000)
    assert len(ask(parse(rule), (5, 999))) == count
    with refused(OutOfReach):
        ask(parse(rule), (5, 1_000))
    with refused(OutOfReach):
        ask(parse(rule), (5, 10**12))


def test_the_move_between_many_equal_piles_is_found_at_once() -> None:
    rule = sprague.game("moore-nim:piles=24,width=12")
    with at_most_calls(2_000_000):  # there are 2,704,156 ways to choose the twelve piles
        move = rule.move_to((1,) * 24, (0,) * 12 + (1,) * 12)
    assert move.option == (0,) * 12 + (1,) * 12
