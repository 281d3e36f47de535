"""Proposed start positions."""

from __future__ import annotations

from random import Random

import pytest

from sprague.games import catalogue, game
from sprague.play.start_positions import propose_start
from sprague.solver.answer import solve
from tests.fake_clocks import WorkClock
from tests.oracle import Oracle
from tests.snapshots import refusal


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_a_position_is_proposed_for_every_game(misere: bool) -> None:
    for entry in catalogue():
        rule = entry()
        with WorkClock(3).running():  # the seconds that `propose_start` allows itself
            position = propose_start(rule, misere, Random(1))
        assert rule.position(position) == position
        assert solve(rule, position, misere=misere).outcome == "N", entry.name


def test_the_winning_move_is_not_obvious() -> None:
    rule = game("nim")
    oracle = Oracle(rule.options)
    for seed in range(20):
        position = propose_start(rule, False, Random(seed))
        winning = [option for option in rule.options(position) if oracle.outcome(option) == "P"]
        assert 0 < len(winning) <= 0.15 * len(rule.options(position))
        assert all(0 not in option and len(set(option)) == 3 for option in winning)


def test_the_seed_determines_the_start_position() -> None:
    proposed = [propose_start(game("wythoff"), False, Random(seed)) for seed in (1, 1, 2, 3)]
    assert proposed[0] == proposed[1]
    assert len(set(proposed)) > 1


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a any order block 1",
        "(a, b) -> (a - k, b) where 1 <= k <= 3 ; (a, b - k) where 1 <= k <= 3 positions where a >= b",
        "(a, b) -> (a - 7, b - 7) positions where a = b",
    ],
)
def test_rules_that_were_typed(text: str) -> None:
    rule = game(text)
    position = propose_start(rule, False, Random(1))
    assert not rule.is_terminal(position)


def test_a_game_without_moves() -> None:
    rule = game("(a, b) -> (a - 1, b) positions where a = b + 7 or a = 0 and b = 0")
    refusal(lambda: propose_start(rule, False, Random(1)))
