"""Explanations of outcomes: by theorems, by searches, and by the digits that an automaton reads."""

from __future__ import annotations

import pytest

from sprague.games import game
from sprague.play.match import Match
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.store import keep
from tests.snapshots import snapshot

RULE = "(a, b) -> (u, b) where u < a any order"


def test_a_theorem_in_its_own_words() -> None:
    snapshot("\n".join(Match("nim", (3, 5, 6)).why()))


def test_a_search_by_what_it_counted() -> None:
    snapshot("\n".join(Match(RULE, (2, 2)).why()))


@pytest.mark.parametrize("position", [(5, 5), (5, 9)])
def test_digits_as_an_automaton_reads_them(position: tuple[int, int]) -> None:
    proof = prove(game(RULE), "a = b")
    assert isinstance(proof, Proof)
    keep(proof)
    snapshot("\n".join(Match(RULE, position).why()[1:]))
    snapshot(Match(RULE, (2**70, 2**70)).why()[2])


def test_sums_by_their_values() -> None:
    snapshot(Match("kayles", (3, 7)).why()[0])
    lines = Match.of_sum(game("nim:piles=2") @ (3, 5), game("kayles") @ (7,)).why()
    assert lines[0] == "The nim-sum of 6, 2 is 4."
    snapshot(lines[1])
