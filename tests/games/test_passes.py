"""Passes: the theorem of `docs/discoveries.md` that only the parity of the number of passes matters, for many games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import sprague
from tests.oracle import Oracle, Position

GAMES = [
    ("nim:piles=2", 6),
    ("nim:piles=3", 5),
    ("wythoff", 12),
    ("moore-nim:piles=3,width=2", 4),
    ("sharing-nim", 6),
    ("(a, b) -> (a - 2, b) ; (a, b - 2) ; (a - 1, b + 1)", 6),
    ("(a, b) -> (a - k, b) where k > b any order", 9),
    ("(a, b) -> (u, b) where u < a any order stop when a + b <= 3", 7),
]


@pytest.mark.parametrize(("text", "top"), GAMES)
@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
def test_two_passes_are_none_and_three_are_one(text: str, top: int, misere: bool) -> None:
    rule = sprague.game(text)

    def options(position: Position) -> Iterator[Position]:
        *piles, passes = position
        reached = rule.options(piles)
        yield from ((*option, passes) for option in reached)
        if reached and passes:
            yield (*piles, passes - 1)

    oracle = Oracle(options)
    for piles in product(range(top), repeat=len(rule.piles)):
        none, one, two, three = (oracle.outcome((*piles, passes), misere) for passes in range(4))
        assert (two, three) == (none, one)
        assert not (none == one == "P") or rule.is_terminal(piles)
