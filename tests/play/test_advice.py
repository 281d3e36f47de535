"""Ratings of moves, compared with the oracle and with a plain search."""

from __future__ import annotations

import pytest

from sprague.games import game
from sprague.play.match import Match
from sprague.tables.search import search
from tests.oracle import Oracle
from tests.snapshots import snapshot


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("text", "position"), [("nim", (2, 3, 4)), ("kayles", (3, 5)), ("sharing-nim", (0, 3, 8))])
def test_all_moves_are_judged_and_the_best_come_first(text: str, position: tuple[int, ...], misere: bool) -> None:
    rule = game(text)
    oracle, remoteness = Oracle(rule.options, rule.is_won), search(rule, [position], "remoteness", misere)
    analysis = Match(rule, position, misere=misere).analyse()
    assert sorted(judged.option for judged in analysis.moves) == sorted(rule.options(position))
    for judged in analysis.moves:
        assert judged.outcome == oracle.outcome(judged.option, misere)
        assert judged.grundy == (None if misere else oracle.grundy(judged.option))
        assert judged.remoteness == remoteness[judged.option]
    won = [judged.remoteness for judged in analysis.moves if judged.wins]
    lost = [judged.remoteness for judged in analysis.moves if not judged.wins]
    assert [judged.wins for judged in analysis.moves] == [True] * len(won) + [False] * len(lost)
    assert won == sorted(won, key=lambda length: length or 0)
    assert lost == sorted(lost, key=lambda length: -(length or 0))


def test_an_analysis_is_cut_with_a_count() -> None:
    lines = Match("nim", (3, 5, 7)).analyse().lines(4)
    snapshot("\n".join(lines))
    snapshot("\n".join(Match("nim", (0, 0)).analyse().lines()))


def test_of_very_many_moves_those_that_win_are_judged() -> None:
    match = Match("nim", (10**20, 10**30))
    analysis = match.analyse()
    assert [judged.option for judged in analysis.moves] == [(10**20, 10**20)]
    snapshot(analysis.lines()[-1])
    lost = match.play((10**20, 10**20)).analyse().lines()
    snapshot("\n".join(lost))


def test_a_hint_wins_soonest_or_loses_latest() -> None:
    advice = Match("nim", (1, 1, 2)).advice()
    assert (advice.option, advice.wins, advice.moves_left) == ((0, 1, 1), True, 2)
    lost = Match("nim", (1, 2, 3)).advice()
    rule = game("nim")
    latest = max(search(rule, [option], "remoteness")[option] for option in rule.options((1, 2, 3)))
    assert (lost.wins, lost.moves_left) == (False, latest)
    far = Match("(a, b) -> (a - k, b) where 1 <= k <= b any order", (10**30, 10**30)).advice()
    assert (far.wins, far.verdict) == (None, None)
    assert "tries at least" in far.refusal or "positions" in far.refusal


def test_only_what_is_not_forbidden_is_judged() -> None:
    match = Match("(a, b) -> (u, b) where u < a any order block 1", (1, 2), forbid=[(0, 1)])
    assert sorted(judged.option for judged in match.analyse().moves) == sorted(match.moves())
    assert match.hint() != (0, 1)
