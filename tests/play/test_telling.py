"""What is said about a match."""

from __future__ import annotations

import pytest

from sprague.play.match import Match
from sprague.play.players import LEVELS
from sprague.play.telling import aim, example, forms_of_moves, hint_told, how_to_move, moves_made, moves_told, why_told
from sprague.rules import Position

BLOCKING = "(a, b) -> (u, b) where u < a any order block {}"


@pytest.mark.parametrize(
    ("text", "position", "misere", "said"),
    [
        ("nim", (3, 5), False, "nim:piles=2: whoever makes the last move wins."),
        ("nim", (3, 5), True, "nim:piles=2: whoever makes the last move loses."),
        (
            "(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3",
            (3, 5),
            False,
            "(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3\n"
            "Whoever makes the last move wins, and whoever "
            "reaches a position where a + b equals 3 wins at once.",
        ),
        (
            BLOCKING.format(1),
            (3, 5),
            False,
            f"{BLOCKING.format(1)}\nWhoever makes the last move wins. "
            "Whoever has moved forbids one option of the other.",
        ),
        (
            BLOCKING.format(2),
            (3, 5),
            False,
            f"{BLOCKING.format(2)}\nWhoever makes the last move wins. "
            "Whoever has moved forbids up to 2 options of the other.",
        ),
    ],
)
def test_what_is_played(text: str, position: Position, misere: bool, said: str) -> None:
    assert aim(Match(text, position, misere=misere)) == said


def test_how_a_move_is_typed() -> None:
    match = Match("sharing-nim", (0, 2, 9))
    assert example(match) in match.moves()
    assert how_to_move(match) == (
        "Type a move: 2>1 1, or 1,1,9, means 'move 1 chip from the 2nd pile to the 1st'; help tells the rest."
    )
    assert how_to_move(Match("nim", (0, 0))) == "Type help for what can be typed."
    assert any("2=3+1" in line for line in forms_of_moves(Match("kayles", (5,))))
    assert not any("2=3+1" in line for line in forms_of_moves(match))
    assert any("forbid" in line for line in forms_of_moves(Match(BLOCKING.format(1), (1, 2))))


def test_moves_are_listed_if_they_are_few() -> None:
    assert list(moves_told(Match("nim", (0, 1)))) == ["#1   2-1         take 1 chip from the 2nd pile"]
    assert list(moves_told(Match("nim", (0, 0)))) == ["no move is left"]
    assert list(moves_told(Match("nim", (0, 5000)))) == [
        "there are up to 5,000 moves, too many to list; analyse tells the best"
    ]


def test_hints_and_reasons() -> None:
    assert list(hint_told(Match("nim", (10**30, 10**40)))) == [
        f"2-{10**40 - 10**30}: take {10**40 - 10**30} chips from the 2nd pile. That wins."
    ]
    assert next(hint_told(Match("nim", (10**30, 10**30)))).startswith("Every move loses against best play. 1-1 leaves ")
    far = next(hint_told(Match("(a, b) -> (a - k, b) where 1 <= k <= b any order", (10**30, 10**30))))
    assert far.startswith("Who wins here is out of reach: this game: ")
    assert next(why_told(Match("nim", (3, 3)))) == "3,3 is a P-position: whoever is to move loses against best play."


def test_the_moves_that_were_made() -> None:
    match = Match("nim", (3, 5)).play((3, 3)).play((0, 3))
    assert list(moves_made(match, ("you", "the computer"))) == [
        "The match so far, from 3,5:",
        "   1. you: take 2 chips from the 2nd pile: 3,3",
        "   2. the computer: take 3 chips from the 1st pile: 0,3",
    ]


def test_a_single_move_is_told_as_one() -> None:
    (told,) = hint_told(Match("nim", (0, 0, 3)))
    assert told.endswith("That wins, at once.")
    match = Match("sharing-nim", (2, 9, 14)).play((4, 9, 12))
    assert (
        LEVELS["teacher"]
        .question(match)
        .startswith("from 2,9,14 there was a winning move, and yours is another: after it I can win.")
    )
