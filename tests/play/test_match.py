"""A match as a value."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague
from sprague.errors import SpragueError
from sprague.games import game
from sprague.play.match import Match
from tests.properties.random_rules import examples
from tests.snapshots import refusal, snapshot

BLOCKING = "(a, b) -> (u, b) where u < a ; (a - k, b - k) where k >= 1 any order block 1"


def test_a_match_as_the_front_has_it() -> None:
    match = sprague.Match(sprague.game("nim"), (3, 5, 7), misere=False)
    assert len(match.moves()) == 15
    assert match.hint() == (2, 5, 7)
    match.play((3, 5, 6))
    assert (match.position, match.mover, match.history, match.outcome) == ((3, 5, 6), 1, ((3, 5, 6),), "P")
    match.undo()
    assert (match.position, match.mover, match.history, match.outcome) == ((3, 5, 7), 0, (), "N")
    assert not match.is_over
    assert match.winner is None
    snapshot(repr(match))


@pytest.mark.parametrize(("misere", "winner"), [(False, 0), (True, 1)])
def test_who_has_won(misere: bool, winner: int) -> None:
    match = Match("nim", (0, 2), misere=misere).play((0, 0))
    assert (match.is_over, match.winner, match.moves()) == (True, winner, [])
    refusal(lambda: match.play((0, 0)))
    refusal(match.hint)


def test_a_match_that_begins_at_its_end() -> None:
    assert Match("nim", (0, 0)).winner == 1
    assert Match("nim", (0, 0), misere=True).winner == 0


def test_win_when_wins_in_misere_play_too() -> None:
    rule = game("(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3")
    for misere in (False, True):
        assert Match(rule, (2, 3), misere=misere).play((0, 3)).winner == 0


def test_forbidden_options() -> None:
    match = Match(BLOCKING, (3, 6))
    assert match.hint() == (3, 3)
    match.forbid([(3, 3)])
    assert (3, 3) not in match.moves()
    assert match.outcome == "P"
    refusal(lambda: match.play((3, 3)))
    match.play((0, 6), forbid=[(0, 0)])
    assert match.forbidden == ((0, 0),)
    assert (0, 0) not in match.moves()
    refusal(lambda: match.play((0, 5), [(0, 1), (0, 2)]))
    refusal(lambda: match.play((0, 5), [(0, 6)]))
    refusal(lambda: match.forbid([]))


def test_whoever_has_only_forbidden_options_loses() -> None:
    match = Match(BLOCKING, (0, 1), forbid=[(0, 0)])
    assert (match.is_over, match.winner, match.moves()) == (True, 1, [])


def test_a_sum_of_games() -> None:
    match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,))
    assert (match.position, match.outcome, match.hint()) == (((3, 5), (7,)), "N", ((1, 3), (7,)))
    match.play(((3, 5), (2, 4)))
    assert match.position == ((3, 5), (2, 4))
    refusal(lambda: match.play(((3, 4), (2, 3))))
    refusal(lambda: match.play(((3, 4),)))
    refusal(Match.of_sum)
    refusal(lambda: Match.of_sum(game(BLOCKING) @ (1, 2)))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Match("nim", 5.0),  # type: ignore[arg-type]
        lambda: Match("nim", (3, -1)),
        lambda: Match("nim", (3, 1), misere=1),  # type: ignore[arg-type]
        lambda: Match("nim", (3, 1), players=("a\nb", "c")),
        lambda: Match("nim", (3, 1)).undo(),
        lambda: Match.of_sum((3, 1)),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_match(make: Callable[[], object]) -> None:
    refusal(make)


def test_too_many_moves_are_not_listed() -> None:
    match = Match("nim", (10**100, 10**90))
    refusal(match.moves)
    assert match.play(match.hint()).outcome == "P"


RULES = ["nim:piles=3", "wythoff", "kayles", "dynamic-nim", "empty-transfer:boxes=3", BLOCKING, "sharing-nim"]


@examples(60)
@given(st.sampled_from(RULES), st.booleans(), st.integers(0, 10**6), st.integers(0, 8))
def test_undo_takes_back_a_move_and_text_keeps_a_match(text: str, misere: bool, seed: int, moves: int) -> None:
    rule, random = game(text), Random(seed)
    match = Match(rule, tuple(random.randint(1, 7) for _ in rule.names), misere=misere and not rule.blocking)
    for _ in range(moves):
        if match.is_over:
            break
        before = match.copy()
        option = random.choice(match.moves())
        forbidden = [] if not rule.blocking else random.sample(options := rule.options(option), min(1, len(options)))
        match.play(option, forbidden)
        assert match != before
        assert match.copy().undo() == before
    assert Match.from_text(match.to_text()) == match
    assert match.undo(len(match.history)).position == match.start


def test_a_match_is_no_key() -> None:
    with pytest.raises(TypeError):
        hash(Match("nim", (1, 2)))
    assert Match("nim", (1, 2)) != (1, 2)
    assert Match("nim", (1, 2)) != Match("nim", (1, 2), misere=True)
    with pytest.raises(SpragueError):
        Match("nim", (1, 2)).play((1, 2))
