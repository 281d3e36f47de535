"""Explanations of illegal moves."""

from __future__ import annotations

import pytest

from sprague.play.match import Match
from sprague.rules import Position
from tests.snapshots import refusal, snapshot


@pytest.mark.parametrize(
    ("text", "position", "wanted"),
    [
        ("nim", (3, 5, 7), (3, 5, 8)),
        ("nim", (3, 5, 7), (1, 4, 7)),
        ("sharing-nim", (3, 5, 7), (3, 4, 8)),
        ("dynamic-nim", (5, 9, 3), (4, 5, 3)),
        ("dynamic-nim", (5, 9, 3), (5, 7, 9)),
        ("empty-transfer:boxes=3", (3, 5, 7), (1, 2, 3)),
        ("grundys-game", (8,), (4, 4)),
        ("kayles", (7,), (3, 4)),
        ("(a, b) -> (a - k, b) where 1 <= k <= a div 2 any order", (5, 5), (1, 5)),
        ("(a, b) -> (a - k, b) where k square, k >= 1 any order", (5, 5), (3, 5)),
        ("(a, b) -> (a - k, b) where k >= 1", (5, 5), (6, 5)),
        ("(a, b, c) -> (u, b, c) where u < a in a circle", (5, 5, 3), (5, 5, 4)),
        ("subtraction-transfer:a=2,b=2,c=1", (4, 4), (3, 4)),
    ],
)
def test_the_message_names_the_violated_condition(text: str, position: Position, wanted: Position) -> None:
    message = str(refusal(lambda: Match(text, position).play(wanted)))
    snapshot(message.partition(": ")[2])


def test_very_large_piles_are_no_trouble() -> None:
    refusal(lambda: Match("nim", (5, 10**100)).play((7, 10**100)))
