"""Separate Nim piles: detection, and learning from the values of the other entries."""

from __future__ import annotations

import json
from itertools import product

import pytest

from sprague.automata.numeration import BINARY
from sprague.certificates.verification import verify
from sprague.discovery.discover import DEFAULT, discover
from sprague.discovery.nim_pile_strategy import NimPileStrategy, find_nim_pile
from sprague.discovery.strategy import Problem
from sprague.limits import Limits
from sprague.proofs.proof import AutomatonProof
from sprague.proofs.undecided import Undecided
from sprague.rules import parse
from sprague.tables.tabulate import tabulate
from tests.oracle import Oracle

#: What lies beside the Nim pile, cut from the larger side: a chocolate bar.
BAR = (
    "(x, y, z) -> (u, y, z) where u < x ; (x, u, z) where u < y ; (x, min(y, u), u) where u < z positions where y <= z"
)


@pytest.mark.parametrize(
    ("text", "place", "others"),
    [
        ("(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2", 0, "(y) -> (y - k) where 1 <= k <= 2"),
        ("(y, x) -> (y, x - k) where k >= 1 ; (y - k, x) where 1 <= k <= 2", 1, "(y) -> (y - k) where 1 <= k <= 2"),
        (
            "(a, b, c) -> (a, b, u) where u < c ; (a - k, b - k, c) where k >= 1 any order of a, b",
            2,
            "(a, b) -> (a - k, b - k) where k >= 1 any order",
        ),
    ],
)
def test_a_nim_pile_is_found(text: str, place: int, others: str) -> None:
    found = find_nim_pile(parse(text))
    assert found is not None
    assert (found.place, found.others) == (place, parse(others))


@pytest.mark.parametrize(
    "text",
    [
        "(a, b) -> (u, b) where u < a any order",  # either is one, but they are not told apart
        "(x, y) -> (x - k, y) where 1 <= k <= 3 ; (x, y - k) where 1 <= k <= 2",
        "(x, y) -> (x - k, y) where k >= 2 ; (x, y - k) where 1 <= k <= 2",
        "(x, y) -> (u, y) where u < x, y >= 1 ; (x, y - k) where 1 <= k <= 2",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= x",
        "(x, y) -> (u, y) where u < x ; (x - k, y - k) where k >= 1",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where k >= 1 positions where x <= y",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2 stop when y = 1",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2 win when x = 5",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2 block 1",
        "(x, y) -> (u, y) where u < x ; (x, y - k) where 1 <= k <= 2 piles >= 1",
        "(x) -> (u) where u < x",
    ],
)
def test_what_is_no_nim_pile(text: str) -> None:
    assert find_nim_pile(parse(text)) is None


def search(text: str) -> NimPileStrategy:
    rule = parse(text)
    pile = find_nim_pile(rule)
    assert pile is not None
    return NimPileStrategy(Problem(rule, False, None, (BINARY,), True, DEFAULT, lambda text: None), pile)


def test_a_table_of_the_others_knows_the_positions_of_the_game() -> None:
    digits = search(BAR)
    table_oracle = digits.tables.oracle_of(tabulate(digits.tabulated, limit=6))
    rule = digits.problem.rule
    oracle = Oracle(rule.options)
    members = {tuple(position) for position in table_oracle.positions[table_oracle.members].tolist()}
    expected = [position for position in product(range(12), range(6), range(6)) if rule.is_position(position)]
    assert members == {position for position in expected if oracle.outcome(position) == "P"}


@pytest.mark.slow
def test_what_is_learnt_is_proved_of_the_game_itself() -> None:
    proof = discover(BAR, numerations=[BINARY], budget=Limits(seconds=200), words=False)
    assert isinstance(proof, AutomatonProof)
    assert proof.game == parse(BAR)
    oracle = Oracle(proof.game.options)
    for position in product(range(14), range(10), range(10)):
        if proof.game.is_position(position):
            assert (position in proof) is (oracle.outcome(position) == "P"), position
    verify(json.loads(json.dumps(proof.certificate())))


def test_the_smallest_positions_are_those_of_the_game() -> None:
    found = discover(BAR, numerations=[BINARY], budget=Limits(positions=40, seconds=200), words=False)
    assert isinstance(found, Undecided)
    oracle = Oracle(found.game.options)
    every = sorted((p for p in product(range(8), repeat=3) if found.game.is_position(p)), key=lambda p: (sum(p), p))
    assert list(found.smallest) == [p for p in every if oracle.outcome(p) == "P"][: len(found.smallest)]
    assert found.smallest
