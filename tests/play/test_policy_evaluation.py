"""Exact outcomes of all positions up to a bound, and policies evaluated by them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sprague import SpragueError
from sprague.play.policy_evaluation import ExactOutcomes, Policy
from sprague.rules import Position
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

GAMES = [("nim", 4), ("wythoff", 7), ("subtraction-transfer:a=1,b=2,c=1", 6), ("fulves-merger:boxes=2", 5)]


@pytest.mark.parametrize("misere", [False, True])
def test_heaps_that_are_split_are_known_too(misere: bool) -> None:
    exact = ExactOutcomes.of("kayles", 6, misere=misere, heaps=2)
    oracle = Oracle(exact.game.options, exact.game.is_won)
    assert {(5,), (3, 4), (5, 5)} <= set(exact.starts)
    assert all(exact.outcome(position) == oracle.outcome(position, misere) for position in exact.outcomes)
    best = exact.evaluate(lambda position, options: exact.perfect_move(position))
    assert best.right == best.won == best.winnable > 0


@pytest.mark.parametrize(("game", "limit"), GAMES)
@pytest.mark.parametrize("misere", [False, True])
def test_outcomes_agree_with_the_oracle_and_perfect_play_wins_all(game: str, limit: int, misere: bool) -> None:
    exact = ExactOutcomes.of(game, limit, misere=misere)
    oracle = Oracle(exact.game.options, exact.game.is_won)
    assert exact.starts
    for position in exact.outcomes:
        assert exact.outcome(position) == oracle.outcome(position, misere)
    best = exact.evaluate(lambda position, options: exact.perfect_move(position))
    assert best.right == best.won == best.winnable > 0
    assert best.mistakes == ()


def wins_by_play(exact: ExactOutcomes, policy: Policy, position: Position) -> bool:
    """Whether a policy wins from a position against every defence, played out naively."""
    option = policy(position, exact.game.options(position))
    answers = exact.game.options(option)
    if not answers:
        return exact.outcome(option) == "P"
    return all(bool(exact.game.options(a)) and wins_by_play(exact, policy, a) for a in answers)


@pytest.mark.parametrize("game", ["nim", "wythoff"])
def test_a_policy_is_measured_exactly(game: str) -> None:
    exact = ExactOutcomes.of(game, 4)

    def last(position: Position, options: Sequence[Position]) -> Position:
        return options[-1]

    found = exact.evaluate(last)
    winnable = [p for p in exact.outcomes if exact.outcome(p) == "N"]
    right = [p for p in winnable if exact.outcome(exact.game.options(p)[-1]) == "P"]
    assert (found.winnable, found.right) == (len(winnable), len(right))
    assert set(found.mistakes) == set(winnable) - set(right)
    assert found.won == sum(wins_by_play(exact, last, p) for p in winnable)
    assert 0 < found.won <= found.right < found.winnable
    snapshot(str(found))


def test_perfect_play_wins_fast_and_loses_slowly() -> None:
    exact = ExactOutcomes.of("(n) -> (n - 1) ; (n - 3) ; (n - 4)", 12)
    assert exact.perfect_move((4,)) == (0,)  # 2 would win as well, later
    assert exact.outcome((7,)) == "P"
    assert exact.perfect_move((7,)) in [(6,), (4,), (3,)]


def test_refusals() -> None:
    with refused(SpragueError):
        ExactOutcomes.of("nim", 0)
    with pytest.raises(SpragueError):
        ExactOutcomes.of("nim", 4).evaluate(lambda position, options: (9, 9, 9))
