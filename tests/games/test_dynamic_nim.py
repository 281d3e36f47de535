"""Dynamic Nim: where the companion condition fails, and how answers are explained."""

from __future__ import annotations

import pytest

import sprague
from sprague.games import theorems
from sprague.games.dynamic_nim import Ideal, companion_witness, satisfies_companion
from tests.oracle import Oracle, Position


def test_where_the_companion_condition_fails_it_fails_at_the_witness() -> None:
    for piles, most in ((1, 70), (2, 40), (3, 40), (4, 20), (5, 12), (6, 8)):
        for stop in range(1, most):
            found = companion_witness(stop, piles)
            assert (found is None) == satisfies_companion(stop, piles), (stop, piles)
            if found is not None:
                half = 2 ** (stop.bit_length() - 1)
                assert (len(found), sum(found)) == (piles, stop + half)
                assert max(found) < half


@pytest.mark.parametrize(("stop", "piles"), [(2, 4), (3, 5), (4, 3), (5, 3), (4, 4)])
def test_the_formula_is_wrong_at_the_witness(stop: int, piles: int) -> None:
    """It says that being allowed 2^(m-1) chips makes the difference; but no pile has as many, so it makes none."""
    found = companion_witness(stop, piles)
    assert found is not None
    formula = Ideal(1, stop)
    number = formula.smallest(found)
    assert number is not None
    assert number > max(found)
    rule = sprague.game("dynamic-nim", piles=piles, stop=stop)
    assert theorems(rule) == []
    fewer, enough = (*found, number - 1), (*found, number)
    assert formula.is_p(fewer)
    assert not formula.is_p(enough)
    assert Oracle(rule.options).outcome(fewer) == Oracle(rule.options).outcome(enough)


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        (
            "dynamic-nim:stop=3,limit=2x-1",
            (5, 9, 3),
            "Modulo 4 the piles of (5, 9) add up to 2, and 2 - 3 = -1. The power of two in it, 1, is the smallest "
            "number that wins. After taking it the opponent may take 1, and has no winning number as small.",
        ),
        (
            "dynamic-nim:stop=3",
            (5, 6, 8),
            "Modulo 4 the piles of (5, 6) add up to 3, and 3 - 3 = 0 is a multiple of 4; with the piles rounded "
            "down to multiples of 4 the nim-sum is 0, so no number of chips wins.",
        ),
        (
            "dynamic-nim",
            (4, 6, 1),
            "The nim-sum of (4, 6) is 2. The power of two in it, 2, is the smallest number that wins, but only 1 "
            "may be taken.",
        ),
    ],
)
def test_explanations(game: str, position: Position, words: str) -> None:
    assert sprague.solve(game, position).explanation == words


def test_explanation_in_misere_play() -> None:
    answer = sprague.solve("dynamic-nim", (4, 5, 9), misere=True)
    assert answer.because.source.startswith("Theorem 3 (misère)")
    assert answer.explanation == "The nim-sum of (4, 5) and 1 is 0, so no number of chips wins."
