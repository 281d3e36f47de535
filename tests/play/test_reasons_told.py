"""Reasons in full: in the words of theorems, by what a search counted, as digits that an automaton reads."""

from __future__ import annotations

import pytest

from sprague.games import game
from sprague.play.match import Match
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.store import keep

RULE = "(a, b) -> (u, b) where u < a any order"


def test_a_theorem_in_its_own_words() -> None:
    assert Match("nim", (3, 5, 6)).why() == [
        "In binary every column of (3, 5, 6) has an even number of ones; any move breaks that.",
        "Bouton's theorem: A position is P if and only if every binary column has an even number of ones; "
        "the value is the nim-sum.",
        "From C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901).",
    ]


def test_a_search_by_what_it_counted() -> None:
    assert Match(RULE, (2, 2)).why() == [
        "None of the 2 options of (2, 2) is a P-position.",
        "By exhaustive computation: all 6 positions that can be reached.",
    ]


@pytest.mark.parametrize("position", [(5, 5), (5, 9)])
def test_digits_as_an_automaton_reads_them(position: tuple[int, int]) -> None:
    proof = prove(game(RULE), "a = b")
    assert isinstance(proof, Proof)
    keep(proof)
    assert Match(RULE, position).why()[1:] == [
        "Proved for all positions: the P-positions of this game are exactly a = b.",
        "The automaton reads (5, 5) in base 2, the most significant digits first:",
        "  1 0 1",
        "  1 0 1",
        "  states 0 0 0 0: the last one accepts, so that it is a P-position",
    ]
    assert Match(RULE, (2**70, 2**70)).why()[2] == (
        "The automaton reads (1180591620717411303424, 1180591620717411303424) in base 2, 71 columns of digits."
    )


def test_sums_by_their_values() -> None:
    assert Match("kayles", (3, 7)).why()[0] == "The values of 3, 7 are 3, 2, and their nim-sum is 1."
    lines = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,)).why()
    assert lines[0] == "The nim-sum of 6, 2 is 4."
    assert lines[1].startswith("The 1st game, nim:piles=2 3,5 has value 6, because of theorem: Bouton's theorem")
