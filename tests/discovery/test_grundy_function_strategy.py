"""Grundy functions found as one automaton, from the rule alone."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import sprague
from sprague.automata.numeration import BINARY
from sprague.certificates.evidence import FUNCTION
from sprague.certificates.verification import verify
from sprague.discovery.discover import discover
from sprague.discovery.grundy_function_strategy import GrundyFunctionOracle
from sprague.discovery.table_oracle import PositionEncoding
from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.proofs.grundy import add_nim_pile
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.undecided import Undecided
from tests.fake_clocks import WorkClock
from tests.oracle import Oracle
from tests.snapshots import refused


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("nim:piles=3", "value = xor"),
        ("(a, b) -> (u, v) where u < a, v < b", "value = min"),
        ("(a, b) -> (a - k, b) where 1 <= k <= 3 any order", "value = ((a xor b) mod 4)"),
        ("(a, b) -> (a - 2k, b) where k >= 1 ; (a, b - k) where k >= 1", "value = b xor (a div 2)"),
        # Play is over by the rule, where the sum with a Nim pile is not.
        ("(n) -> (u) where u < n stop when n <= 2", "value = max(n - 2, 0)"),
        # Values are as large as the piles have digits.
        (
            "empty-transfer:boxes=2",
            "columns(a - 1, b - 1, power in power) { start: 0 ones of power -> start; 0 ones and 1 one of power -> "
            "rest; end -> no; rest: 1 or 2 ones and 0 ones of power -> rest }",
        ),
    ],
)
def test_a_grundy_function_is_found_and_described(game: str, claim: str) -> None:
    proof = discover(game, values="all")
    assert isinstance(proof, AutomatonProof)
    assert (proof.kind, proof.claim) == (FUNCTION, claim)
    assert verify(proof)
    rule = proof.game
    oracle = Oracle(rule.options)
    for entries in product(range(rule.floor, 8), repeat=len(rule.names)):
        position = rule.position(entries)
        assert proof.grundy(position) == oracle.grundy(position)


@pytest.mark.slow
def test_a_rounded_value_is_described() -> None:
    proof = discover("(a, b) -> (a - k, b + k) where k >= 1, b + k <= a - k any order", values="all")
    assert isinstance(proof, AutomatonProof)
    assert proof.claim == "value = (max - min) div 2"
    assert verify(proof)


@pytest.mark.slow
def test_what_is_no_automaton_stays_undecided() -> None:
    with WorkClock(1).running():
        found = discover("wythoff", values="all", budget=Limits(seconds=1))
    assert isinstance(found, Undecided)


@pytest.mark.slow
def test_a_refuted_grundy_function_is_refined() -> None:
    # The kernel equation refutes a guess at a position of three piles; the guess has a fourth track for the value.
    rule = "(b, c, d) -> (u, c, d) where u < b ; (u, v, d) where u <= b, v < c ; (u, c, v) where u <= b, v < d"
    limits = Limits(positions=600, states=300, seconds=600)
    found = discover(rule, values="all", numerations=[BINARY], budget=limits, words=False)
    assert isinstance(found, Undecided)
    assert sum(attempt.result.startswith("wrong") for attempt in found.attempts) > 1


def test_values_that_cannot_be_asked_for() -> None:
    with refused(SpragueError):
        discover("nim", values="all", misere=True)


@pytest.mark.parametrize("as_power", [False, True])
def test_an_oracle_knows_every_number_for_a_position(as_power: bool) -> None:
    rule = sprague.game("nim:piles=2")
    table = sprague.tabulate(rule, limit=4)
    table_oracle = GrundyFunctionOracle(add_nim_pile(rule, as_power), table, 0, 2, as_power)
    right = [1 << (a ^ b) if as_power else a ^ b for a, b, _ in table_oracle.positions.tolist()]
    assert (table_oracle.members == (table_oracle.positions[:, 2] == right)).all()
    assert table_oracle.members.any()
    assert not table_oracle.members.all()
    answers = table_oracle.membership(PositionEncoding(BINARY, 0))(
        np.array([[1, 2, 3], [1, 2, 8], [1, 2, 900], [4, 0, 4]])
    )
    assert answers.tolist() == [int(not as_power), int(as_power), 0, -1]
