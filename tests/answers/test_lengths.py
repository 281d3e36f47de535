"""Remoteness near the end of play."""

from __future__ import annotations

from functools import cache

import pytest

from sprague.answers.lengths import Lengths
from sprague.games import game
from sprague.rules import Position


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("text", "position"), [("nim", (2, 3, 3)), ("kayles", (2, 5)), ("wythoff", (4, 5))])
def test_remoteness_is_what_it_means(text: str, position: Position, misere: bool) -> None:
    """The winner hurries, the loser drags it out: straight from the definition."""
    rule = game(text)

    @cache
    def length(here: Position) -> int:
        after = [length(option) for option in rule.options(here)]
        # An even number of moves from an option on ends with the move that was made there; in misère play, an odd one.
        won = [moves for moves in after if moves % 2 == int(misere)]
        return 1 + (min(won) if won else max(after)) if after else 0

    assert Lengths(rule, misere).remoteness(position) == length(position)


def test_what_is_far_or_has_no_meaning_is_not_known() -> None:
    lengths = Lengths(game("nim:piles=2"))
    assert lengths.remoteness((10**6, 10**6)) is None
    assert lengths.remoteness((1, 1)) == 2
    assert Lengths(game("(a, b) -> (u, b) where u < a any order block 1")).remoteness((1, 2)) is None
    won = game("(a, b) -> (a - k, b) where k >= 1 any order win when a + b = 3")
    assert Lengths(won, misere=True).remoteness((2, 3)) is None
    assert Lengths(won).remoteness((2, 3)) == 1
