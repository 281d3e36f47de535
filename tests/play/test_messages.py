"""Messages during a match."""

from __future__ import annotations

import pytest

from sprague.play.match import Match
from sprague.play.messages import (
    example_move,
    goal_text,
    hint_lines,
    history_lines,
    move_list_lines,
    move_prompt,
    move_syntax_lines,
    reason_lines,
)
from sprague.play.players import LEVELS
from sprague.rules import Position
from tests.snapshots import snapshot

BLOCKING = "(a, b) -> (u, b) where u < a any order block {}"


@pytest.mark.parametrize(
    ("text", "position", "misere"),
    [
        ("nim", (3, 5), False),
        ("nim", (3, 5), True),
        ("(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3", (3, 5), False),
        (BLOCKING.format(1), (3, 5), False),
        (BLOCKING.format(2), (3, 5), False),
    ],
)
def test_what_is_played(text: str, position: Position, misere: bool) -> None:
    snapshot(goal_text(Match(text, position, misere=misere)))


def test_how_a_move_is_typed() -> None:
    match = Match("sharing-nim", (0, 2, 9))
    assert example_move(match) in match.moves()
    snapshot(move_prompt(match))
    snapshot(move_prompt(Match("nim", (0, 0))))
    assert any("2=3+1" in line for line in move_syntax_lines(Match("kayles", (5,))))
    assert not any("2=3+1" in line for line in move_syntax_lines(match))
    assert any("forbid" in line for line in move_syntax_lines(Match(BLOCKING.format(1), (1, 2))))


def test_moves_are_listed_if_they_are_few() -> None:
    snapshot("\n".join(list(move_list_lines(Match("nim", (0, 1))))))
    snapshot("\n".join(list(move_list_lines(Match("nim", (0, 0))))))
    snapshot("\n".join(list(move_list_lines(Match("nim", (0, 5000))))))


def test_hints_and_reasons() -> None:
    snapshot("\n".join(list(hint_lines(Match("nim", (10**30, 10**40))))))
    snapshot(next(hint_lines(Match("nim", (10**30, 10**30)))))
    far = next(hint_lines(Match("(a, b) -> (a - k, b) where 1 <= k <= b any order", (10**30, 10**30))))
    snapshot(far)
    snapshot(next(reason_lines(Match("nim", (3, 3)))))


def test_the_moves_that_were_made() -> None:
    match = Match("nim", (3, 5)).play((3, 3)).play((0, 3))
    snapshot("\n".join(list(history_lines(match, ("you", "the computer")))))


def test_a_single_move_has_a_singular_message() -> None:
    (hint,) = hint_lines(Match("nim", (0, 0, 3)))
    snapshot(hint)
    match = Match("sharing-nim", (2, 9, 14)).play((4, 9, 12))
    snapshot(LEVELS["teacher"].question(match))
