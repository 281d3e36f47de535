"""The review of a match: the rating of every move, compared with the oracle."""

from __future__ import annotations

from random import Random

import pytest

from sprague.limits import Limits
from sprague.play.match import Match
from sprague.play.review import review_lines, review_match, summary_lines
from tests.oracle import Oracle
from tests.snapshots import snapshot

NAMES, POSSESSIVES = ("you", "the computer"), ("Your", "The computer's")


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("game", "start"),
    [("nim", (3, 4, 2)), ("wythoff", (4, 6)), ("kayles", (5, 3)), ("sharing-nim", (0, 2, 5))],
)
def test_every_rating_agrees_with_the_outcomes_of_the_oracle(game: str, start: tuple[int, ...], misere: bool) -> None:
    random, match = Random(3), Match(game, start, misere=misere)
    while not match.is_over:
        match.play(random.choice(match.moves()))
    oracle = Oracle(match.playable.options)
    for move, before, after in zip(review_match(match), match.turns, match.turns[1:], strict=False):
        was, now = (oracle.outcome(turn.option, misere) for turn in (before, after))
        assert move.rating == ("lost" if was == "P" else "kept" if now == "P" else "mistake")
        assert (move.better is not None) == (move.rating == "mistake")
        if move.better is not None:
            assert oracle.outcome(match.playable.normalize(move.better), misere) == "P"


def test_a_review_as_text() -> None:
    match = Match("nim", (7, 3, 5)).play((7, 2, 5)).play((7, 2, 4)).play((5, 2, 4))
    snapshot("\n".join(review_lines(match, NAMES, POSSESSIVES)))
    assert [move.rating for move in review_match(match)] == ["kept", "lost", "mistake"]
    assert review_match(match)[2].better == (6, 2, 4)


def test_a_match_without_mistakes_and_one_without_moves() -> None:
    match = Match("nim", (1, 1)).play((0, 1)).play((0, 0))
    assert list(summary_lines(match, review_match(match), POSSESSIVES)) == ["No move threw a win away."]
    snapshot("\n".join(review_lines(Match("nim", (1, 1)), NAMES, POSSESSIVES)))


def test_a_position_that_is_too_large_is_not_rated() -> None:
    match = Match("(a, b) -> (a - 1, b) ; (a, b - 1) ; (a - 2, b + 1)", (900, 900), budget=Limits(positions=5))
    assert [move.rating for move in review_match(match.play((899, 900)))] == ["unknown"]


def test_forbidden_options_count() -> None:
    match = Match("(a, b) -> (u, b) where u < a any order block 1", (1, 2), forbid=[(1, 1)])
    rated = review_match(match.play((0, 2), [(0, 0)]))
    assert rated[0].rating in ("kept", "mistake", "lost")
    assert (rated[0].rating == "kept") == (match.outcome == "P")
