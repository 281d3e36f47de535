"""Why a move is not legal."""

from __future__ import annotations

import pytest

from sprague.play.match import Match
from sprague.rules import Position
from tests.refusals import message_of


@pytest.mark.parametrize(
    ("text", "position", "wanted", "why"),
    [
        ("nim", (3, 5, 7), (3, 5, 8), "the move to (u, b, c) with a = 7 and u = 8 needs u < a, and 8 < 7 is not so"),
        (
            "nim",
            (3, 5, 7),
            (1, 4, 7),
            "a move leads from (a, b, c) to (u, b, c) where u < a; no choice makes that of it",
        ),
        (
            "sharing-nim",
            (3, 5, 7),
            (3, 4, 8),
            "the move to (a - k, b + k, c) with a = 5, b = 7 and k = 1 needs b + k <= a - k, and 8 <= 4 is not so",
        ),
        (
            "dynamic-nim",
            (5, 9, 3),
            (4, 5, 3),
            "the move to (a - d, b | d) with t = 3 and d = 5 needs 1 <= d <= t, and 1 <= 5 <= 3 is not so",
        ),
        ("dynamic-nim", (5, 9, 3), (5, 7, 9), "the move to these piles makes t = 2"),
        (
            "empty-transfer:boxes=3",
            (3, 5, 7),
            (1, 2, 3),
            "the move to (u, v, c) with b = 7, u = 1 and v = 2 needs u + v = b, and 3 = 7 is not so",
        ),
        (
            "grundys-game",
            (8,),
            (4, 4),
            "the move to (u) + (v) with u = 4 and v = 4 needs 1 <= u < v, and 1 <= 4 < 4 is not so",
        ),
        (
            "kayles",
            (7,),
            (3, 4),
            "the move to (u) + (v) with n = 7, u = 3 and v = 4 needs u + v = n - 1, and 7 = 6 is not so; "
            "the move to (u) + (v) with n = 7, u = 3 and v = 4 needs u + v = n - 2, and 7 = 5 is not so",
        ),
        (
            "(a, b) -> (a - k, b) where 1 <= k <= a div 2 any order",
            (5, 5),
            (1, 5),
            "the move to (a - k, b) with a = 5 and k = 4 needs 1 <= k <= a div 2, and 1 <= 4 <= 2 is not so",
        ),
        (
            "(a, b) -> (a - k, b) where k square, k >= 1 any order",
            (5, 5),
            (3, 5),
            "the move to (a - k, b) with k = 2 needs that k is a square (0, 1, 4, 9, …)",
        ),
        (
            "(a, b) -> (a - k, b) where k >= 1",
            (5, 5),
            (6, 5),
            "the move to (a - k, b) would need k = -1, and choices are natural numbers",
        ),
        (
            "(a, b, c) -> (u, b, c) where u < a in a circle",
            (5, 5, 3),
            (5, 5, 4),
            "the move to (u, b, c) with c = 3 and u = 4 needs u < c, and 4 < 3 is not so",
        ),
        (
            "subtraction-transfer:a=2,b=2,c=1",
            (4, 4),
            (3, 4),
            "a move leads from (x, y) to (x - 2, y) or (x, y - 2) or (x - 1, y + 1); no choice makes that of it",
        ),
    ],
)
def test_the_condition_that_fails_is_told(text: str, position: Position, wanted: Position, why: str) -> None:
    message = message_of(lambda: Match(text, position).play(wanted))
    assert message.startswith("no move leads from ")
    assert message.partition(": ")[2] == why


def test_very_large_piles_are_no_trouble() -> None:
    message = message_of(lambda: Match("nim", (5, 10**100)).play((7, 10**100)))
    assert message.endswith("the move to (u, b) with a = 5 and u = 7 needs u < a, and 7 < 5 is not so")
