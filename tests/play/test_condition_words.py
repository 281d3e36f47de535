"""Conditions that illegal moves violate, as sentences about piles and chips."""

from __future__ import annotations

import pytest

from sprague.errors import SpragueError
from sprague.play.illegal_moves import describe_move
from sprague.rules import Position, Ruleset, parse


def reason(rule: Ruleset, board: Position, option: Position) -> str:
    with pytest.raises(SpragueError) as error:
        describe_move(rule, board, option)
    return str(error.value).partition(": ")[2]


@pytest.mark.parametrize(
    ("rule", "board", "option", "sentence"),
    [
        (
            "(a, b) -> (u, b) where u < a any order",
            (3, 5),
            (3, 7),
            "pile 2 has 5 chips and would have 7; it must lose",
        ),
        (
            "(a, b) -> (a - k, b) where 1 <= k <= 3 any order",
            (9, 2),
            (4, 2),
            "you would take 5 chips from pile 1; this move takes at most 3",
        ),
        (
            "(a, b) -> (a - k, b) where k >= 2",
            (9, 2),
            (8, 2),
            "you would take 1 chip from pile 1; this move takes at least 2",
        ),
        (
            "(a, b) -> (a - k, b - k) where 1 <= k < 3",
            (9, 9),
            (5, 5),
            "you would take 4 chips from pile 1 and pile 2",
        ),
        (
            "(a, b) -> (a - k, b + k) where 1 <= k <= 2",
            (9, 2),
            (5, 6),
            "you would move 4 chips from pile 1 to pile 2",
        ),
        (
            "(a, b) -> (u, b) where u < a, u >= b",
            (9, 4),
            (2, 4),
            "pile 1 would have 2 chips; it must have at least as many as pile 2",
        ),
        (
            "(a, b) -> (a - k, b) where k >= 1, a - k >= 4",
            (9, 4),
            (2, 4),
            "pile 1 would have 2 chips; it must have at least 4 chips",
        ),
        (
            "(a | t) -> (a - d | d) where 1 <= d <= t",
            (9, 2),
            (4, 5),
            "this move takes at most t = 2 chips",
        ),
        (
            "(a, b) -> (a - k, b) where 1 <= k <= b",
            (9, 2),
            (4, 2),
            "this move takes at most the 2 chips of pile 2",
        ),
        (
            "(a, b) -> (a - k, b + k) where k >= 1, b + k < a - k any order",
            (8, 2),
            (5, 5),
            "the receiving pile must end smaller",
        ),
        (
            "(a, b) -> (a - k, b) where 1 <= k <= a div 2",
            (5, 5),
            (1, 5),
            "you would take 4 chips from pile 1; this move takes at most a div 2 = 2 chips",
        ),
        (
            "(a, b) -> (a - k, b) where k square, k >= 1",
            (5, 5),
            (2, 5),
            "you would take 3 chips from pile 1; the number of chips must be a square",
        ),
        (
            "(a) -> (a - k) where k in {1, 3, 4}",
            (9,),
            (7,),
            "you would take 2 chips from pile 1; the number of chips must be one of 1, 3, 4",
        ),
        ("(a) -> (a - k) where k is odd", (9,), (7,), "this move takes an odd number of chips"),
        ("(a, b) -> (a - k, b) where k >= 1", (5, 5), (6, 5), "pile 1 has 5 chips and would have 6; this move takes"),
        (
            "(a, b) -> (a - 1, b + k) where k <= 3",
            (5, 5),
            (4, 3),
            "pile 2 has 5 chips and would have 3; this move adds",
        ),
        ("(n) -> (u) + (v) where u + v = n, 1 <= u < v", (8,), (4, 4), "two of the new heaps would have 4 chips"),
        (
            "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2",
            (7,),
            (3, 4),
            "the new heaps would have 7 chips together; the rule is: take 1 or 2 chips from a heap; you may break",
        ),
        (
            "(n) -> (u) + (v) where u + v = n - 1 ; (u) + (v) where u + v = n - 2",
            (9,),
            (1,),
            "the new heap would have 1 chip; the rule is: take 1 or 2 chips from a heap; you may break",
        ),
        (
            "(a, b, c) -> (u, b, c) where u < a any order",
            (3, 5, 7),
            (1, 4, 7),
            "the rule is: take any number of chips from one pile",
        ),
        (
            "(a, b) -> (a - k, b + k) where k >= 1 any order",
            (3, 7),
            (0, 7),
            "in this game chips are moved, not taken; the rule is: move any number of chips from one pile to another",
        ),
    ],
)
def test_a_violated_condition_is_told_in_chips(rule: str, board: Position, option: Position, sentence: str) -> None:
    assert sentence in reason(parse(rule), board, option)


def test_piles_are_numbered_as_they_stand_on_the_board() -> None:
    sharing = parse("(a, b, c) -> (a - k, b + k, c) where k >= 1, b + k <= a - k any order")
    assert "pile 3 would have 8 chips and pile 1 only 4; the receiving pile" in reason(sharing, (5, 0, 7), (4, 0, 8))
    assert "pile 1 would have 8 chips and pile 3 only 4; the receiving pile" in reason(sharing, (7, 0, 5), (8, 0, 4))


def test_a_condition_without_a_sentence_is_written_in_notation() -> None:
    assert "mod 2" in reason(parse("(a) -> (a - k) where k >= 1, k mod 2 = 0"), (9,), (6,))
