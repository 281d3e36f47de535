"""Misère sums of different games, solved by search."""

from __future__ import annotations

from functools import cache

import pytest

import sprague
from sprague.limits import Limits
from sprague.rules import Position, Ruleset
from sprague.solver.misere_sums import solve_misere_sum
from tests.snapshots import refusal, snapshot

GAMES = [("kayles", "wythoff", (1, 1)), ("kayles", "nim:piles=2", (1, 2)), ("0.07", "(n) -> (n - 1) ; (n - 3)", (5,))]


def _is_p(games: tuple[Ruleset, ...], start: tuple[Position, ...]) -> bool:
    @cache
    def is_p(parts: tuple[Position, ...]) -> bool:
        options = [
            (*parts[:i], option, *parts[i + 1 :])
            for i, (game, part) in enumerate(zip(games, parts, strict=True))
            for option in game.options(part)
        ]
        return bool(options) and not any(map(is_p, options))

    return is_p(start)


@pytest.mark.parametrize(("one", "two", "beside"), GAMES)
@pytest.mark.parametrize("heaps", [(1,), (2,), (5,), (2, 3), (1, 1, 4)])
def test_outcomes_and_moves_are_those_of_plain_recursion(one: str, two: str, beside: Position, heaps: Position) -> None:
    games = sprague.game(one), sprague.game(two)
    total = solve_misere_sum([games[0] @ heaps, games[1] @ beside])
    start = games[0].position(heaps), games[1].position(beside)
    assert (total.outcome == "P") == _is_p(games, start)
    for number, game in enumerate(games):
        for option in game.options(start[number]):
            reached = (option, start[1]) if number == 0 else (start[0], option)
            wins = (number, option) in {(move.component, move.option) for move in total.winning_moves}
            assert wins == _is_p(games, reached)


def test_the_text_of_a_misere_sum() -> None:
    total = solve_misere_sum([sprague.game("kayles") @ (3,), sprague.game("nim:piles=1") @ (1,)])
    snapshot("\n".join(str(total).split("\n")))
    assert total.to_json()["play"] == "misere"


def test_sums_that_cannot_be_searched_are_refused() -> None:
    nim = sprague.game("nim:piles=2")
    refusal(lambda: solve_misere_sum([nim @ (9, 9), nim @ (9, 8)], Limits(positions=100)))
    merger = sprague.game("fulves-merger")
    position = (1,) * len(merger.names)
    refusal(lambda: solve_misere_sum([nim @ (1, 1), merger @ position]))
    endless = sprague.game("(a) -> (a + 1) ; (a - 1)")
    refusal(lambda: solve_misere_sum([nim @ (1, 1), endless @ (1,)]))
