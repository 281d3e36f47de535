"""Pairs that follow the golden ratio up to shifts: Wythoff's game that ends before both piles are empty."""

from __future__ import annotations

from itertools import islice

import pytest

import sprague
from sprague.automata.numeration import FIBONACCI
from sprague.discovery.discover import discover
from sprague.formulas.position_set import PositionSet
from sprague.proofs.position_automata import positions_automaton, translate_set
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.proving import prove
from sprague.synthesis.golden_shifts import golden_shift_formulas
from sprague.synthesis.sample_box import SampleBox
from tests.oracle import Oracle

WYTHOFF = "(a, b) -> (a - k, b) where k >= 1 ; (a - k, b - k) where k >= 1 any order"
FIBONACCI_NUMBER = "fibonacci(b - a)"
LUCAS_NUMBER = (
    "columns(b - a) fibonacci { first: 1 one -> second; second: 0 ones -> third; end -> no; "
    "third: 1 one -> zeros; end -> no; zeros: 0 ones -> zeros }"
)
#: By what the game stops at. Differences that are Fibonacci or Lucas numbers have shifts of their own.
KNOWN = {
    1: "a = fib_shift(b - a - 1) or sum <= 1",
    2: f"a + 1 = fib_shift(b - a - 1) and not {FIBONACCI_NUMBER} or {FIBONACCI_NUMBER} and "
    "(even(fib_zeros(b - a)) and a = fib_shift(b - a - 1) or odd(fib_zeros(b - a)) and a + 2 = fib_shift(b - a - 1)) "
    "or sum <= 2",
    3: f"b - a >= 4 and (a + 2 = fib_shift(b - a - 1) and not {LUCAS_NUMBER} or {LUCAS_NUMBER} and "
    "(even(fib_zeros(b - a)) and a + 1 = fib_shift(b - a - 1) or "
    "odd(fib_zeros(b - a)) and a + 3 = fib_shift(b - a - 1))) or sum <= 3",
}


@pytest.mark.parametrize("stop", KNOWN)
def test_wythoffs_game_with_a_stop_is_described_by_shifts(stop: int) -> None:
    rule = sprague.game(f"{WYTHOFF} stop when a + b <= {stop}")
    proof = prove(rule, KNOWN[stop])
    assert isinstance(proof, AutomatonProof)
    box = SampleBox.of(rule, proof.positions, 20_000)
    assert KNOWN[stop] in golden_shift_formulas(box, proof.positions)
    oracle = Oracle(rule.options, rule.is_won)
    for a in range(12):
        for b in range(a, 40):
            assert ((a, b) in proof) is (oracle.outcome((a, b), False) == "P"), (a, b)


@pytest.mark.slow
def test_single_differences_are_listed_beside_families() -> None:
    rule = sprague.game(f"{WYTHOFF} stop when a + b <= 4")
    proof = discover(rule, numerations=[FIBONACCI], words=False)
    assert isinstance(proof, AutomatonProof)
    texts = list(golden_shift_formulas(SampleBox.of(rule, proof.positions, 20_000), proof.positions))
    assert all("b - a not in {5, 9}" in text for text in texts[:2])
    found = [
        translate_set(PositionSet.read(rule, text), positions_automaton(rule, FIBONACCI)).automaton
        for text in texts[:2]
    ]
    assert proof.positions in found


def test_sets_of_other_digits_or_other_piles_have_no_shifts() -> None:
    for game, formula in (("nim:piles=2", "a = b"), ("nim:piles=3", "xor = 0")):
        rule = sprague.game(game)
        proof = prove(rule, formula)
        assert isinstance(proof, AutomatonProof)
        assert list(islice(golden_shift_formulas(SampleBox.of(rule, proof.positions, 1000), proof.positions), 1)) == []


@pytest.mark.parametrize(
    ("t", "words"),
    [
        (2, "a + b = fib2_shift(b - a - 1) + 1 and b - a is odd or sum <= 1"),
        (3, "a + 2b = fib3_shift(b - a - 1) + 2 and (b - a) mod 3 = 1 or sum <= 1"),
    ],
)
def test_fraenkels_games_with_a_stop(t: int, words: str) -> None:
    both = f"(a - k, b - l) where k >= 1, l >= 1, |k - l| < {t}"
    rule = sprague.game(f"(a, b) -> (a - k, b) where k >= 1 ; {both} any order stop when a + b <= 1")
    proof = prove(rule, words)
    assert isinstance(proof, AutomatonProof)
    assert words in golden_shift_formulas(SampleBox.of(rule, proof.positions, 20_000), proof.positions)
