"""Formulas for the P-positions of periodic games: each formula agrees with the oracle."""

from __future__ import annotations

from itertools import product

import pytest

import sprague
from sprague.discovery.discover import discover
from sprague.formulas.position_set import PositionSet
from sprague.periods.period import Period, find_period
from sprague.proofs.proof import WindowProof
from sprague.synthesis.window_formulas import describe_window, window_automaton
from tests.layers import sample
from tests.oracle import Oracle

ONE_OR_TWO = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
PREPERIOD = "subtraction-transfer:a=2,b=3,c=2"
FROM_ONE = "(a, b) -> (a - 2, b + 1) ; (a - 1, b - 1) any order piles >= 1"
GAMES = [ONE_OR_TWO, PREPERIOD, FROM_ONE, "(n) -> (n - 1) ; (n - 3) ; (n - 4)", "(a, b) -> (a - 2, b)"]


@pytest.mark.parametrize("game", sample(GAMES, 3))
def test_the_automaton_of_windows_accepts_the_p_positions(game: str) -> None:
    rule = sprague.game(game)
    period = find_period(rule)
    assert isinstance(period, Period)
    automaton = window_automaton(rule, period.windows)
    assert automaton is not None
    oracle = Oracle(rule.options)
    for position in product(range(rule.floor, 15), repeat=len(rule.names)):
        if rule.is_position(position):
            assert (position in automaton) == (oracle.outcome(position) == "P"), position


def test_a_period_is_printed_with_a_formula() -> None:
    proof = discover(ONE_OR_TWO)
    assert isinstance(proof, WindowProof)
    assert proof.formula is not None
    positions = PositionSet.read(proof.game, proof.formula)
    assert all((position in positions) == proof.is_p(position) for position in product(range(12), repeat=2))


@pytest.mark.slow
def test_long_formulas_of_periods_are_left_out() -> None:
    rule = sprague.game("(a, b) -> (a - 1, b) ; (a - 3, b) ; (a - 4, b) any order")
    period = find_period(rule)
    assert isinstance(period, Period)
    assert describe_window(rule, period.windows) is None
