"""The digits that theorems read: column sums are compared with brute force, runs of automata with the proved set."""

from __future__ import annotations

from itertools import product

import pytest

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.games import game
from sprague.play.explanations import AutomatonRun
from sprague.play.single_game import SingleGame
from sprague.proofs.proof import Proof
from sprague.proofs.proving import prove
from sprague.proofs.store import keep
from tests.oracle import Oracle

TWICE = "(a, b) -> (a - k, b) where k >= 1, a - k >= b ; (a - k, b - k) where k >= 1 any order"


@pytest.mark.parametrize(
    ("name", "numeration", "modulus"),
    [("nim:piles=3", "base 2", 2), ("moore-nim:piles=3", "base 2", 3), ("rim", "base 3", 3), ("trim", "base 3", 3)],
)
def test_positions_are_p_exactly_if_the_modulus_divides_every_column_sum(
    name: str, numeration: str, modulus: int
) -> None:
    rule = game(name)
    system = SingleGame(rule, misere=False).digit_system
    assert system is not None
    assert (str(system.numeration), system.modulus) == (numeration, modulus)
    oracle = Oracle(rule.options)
    for position in product(range(5), repeat=len(rule.piles)):
        if position != tuple(sorted(position)):
            continue
        words = [system.numeration.write(pile, length=4).tolist() for pile in position]
        sums = [sum(column) for column in zip(*words, strict=True)]
        assert all(total % modulus == 0 for total in sums) == (oracle.outcome(position) == "P"), position


@pytest.mark.parametrize(
    ("name", "numeration"),
    [
        ("wythoff", "Fibonacci digits"),
        ("sharing-nim", "base 2"),
        ("empty-transfer", "base 2"),
        ("dynamic-nim", "base 2"),
    ],
)
def test_theorems_that_read_digits_in_another_way_have_no_modulus(name: str, numeration: str) -> None:
    system = SingleGame(game(name), misere=False).digit_system
    assert system is not None
    assert (str(system.numeration), system.modulus) == (numeration, None)


@pytest.mark.parametrize("name", ["kayles", "exact-nim", "subtraction-transfer", TWICE])
def test_other_games_have_no_digit_system(name: str) -> None:
    assert SingleGame(game(name), misere=False).digit_system is None


def test_misere_nim_has_the_columns_of_nim() -> None:
    system = SingleGame(game("nim"), misere=True).digit_system
    assert system is not None
    assert system.modulus == 2


@pytest.mark.parametrize(
    ("name", "largest", "weights"), [("nim", 0, [1]), ("nim", 8, [8, 4, 2, 1]), ("wythoff", 7, [5, 3, 2, 1])]
)
def test_the_weights_are_enough_for_the_largest_pile(name: str, largest: int, weights: list[int]) -> None:
    system = SingleGame(game(name), misere=False).digit_system
    assert system is not None
    assert system.weights(largest) == weights


def test_a_stored_proof_reads_digits_and_its_run_ends_at_the_outcome() -> None:
    proof = prove(TWICE, "a = 2b")
    assert isinstance(proof, Proof)
    keep(proof)
    playable = SingleGame(game(TWICE), misere=False)
    system = playable.digit_system
    assert system is not None
    assert (str(system.numeration), system.modulus) == ("base 2", None)
    for position in [(4, 8), (5, 7), (9, 14)]:
        run = playable.automaton_run(position)
        assert run is not None
        assert run.accepts
        assert playable.is_p(run.position)
        weights = system.weights(max(run.position))
        for place, pile in enumerate(run.position):
            assert sum(weight * column[place] for weight, column in zip(weights, run.columns, strict=True)) == pile


def test_states_are_described_by_the_digits_that_may_follow() -> None:
    # State 0: no digit 1 so far; state 1: one digit 1; state 2: more than one.
    once = Automaton(1, BINARY, [[0, 1], [1, 2], [2, 2]], [False, True, False])
    assert AutomatonRun.of(once, (5,)).words == [
        "so far the digits are not those of a P-position; later digits can change this",
        "so far the digits are those of a P-position",
        "so far the digits are those of a P-position",
        "this is not a P-position, whatever digits follow",
    ]
    some = Automaton(1, BINARY, [[0, 1], [1, 1]], [False, True])
    assert AutomatonRun.of(some, (4,)).words[1:] == ["this is a P-position, whatever digits follow"] * 3
