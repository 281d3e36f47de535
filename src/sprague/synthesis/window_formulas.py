"""`describe_window` finds a formula for the P-positions of a game whose outcomes or Grundy values are periodic.

A window determines the value of a position from the *classes* of its piles. Each number below the end of the first
period has a class of its own; a larger number has the class of a smaller number that differs by a multiple of the
period. The class of 2n + d depends only on the class of n and on d, so an automaton that reads binary digits can
compute all classes; its states are the tuples of classes.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.periods.windows import Window
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.proof import WindowProof
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.formula_cost import formula_cost
from sprague.synthesis.set_formulas import describe_set

MOST_TRANSITIONS = 200_000  # maximum number of transitions of the automaton before it is minimised
MOST_COST = 40  # a formula that costs more is harder to read than the periods


def describe_window(rule: Ruleset, windows: tuple[Window, ...]) -> str | None:
    """Return a formula, or None, for the positions at which the nim-sum of the windows' values is 0.

    >>> import sprague
    >>> from sprague.periods.period import find_period
    >>> taking = sprague.game("(a, b) -> (a - k, b) where 1 <= k <= 2 any order")
    >>> describe_window(taking, find_period(taking).windows)
    'a = b (mod 3)'
    """
    automaton = window_automaton(rule, windows)
    formula = None if automaton is None else describe_set(rule, automaton, programs=False)
    return None if formula is None or formula_cost(formula) > MOST_COST else formula


def with_formula(proof: WindowProof) -> WindowProof:
    """Return a proof with a formula for its P-positions, if a formula is found.

    >>> from sprague.discovery.discover import discover
    >>> taking = discover("(a, b) -> (a - k, b) where 1 <= k <= 2 any order", words=False)
    >>> print(taking.formula, "becomes", with_formula(taking).formula)
    None becomes a = b (mod 3)
    """
    if proof.formula is not None:
        return proof
    return replace(proof, formula=describe_window(proof.game, proof.period.windows))


def window_automaton(rule: Ruleset, windows: tuple[Window, ...]) -> Automaton | None:
    """Return the automaton of the positions whose value is 0, or None if the automaton is too large."""
    tracks, floor = len(rule.names), rule.floor
    starts, periods = [0] * tracks, [1] * tracks
    for window in windows:
        for pile, preperiod, period in zip(window.piles, window.preperiods, window.periods, strict=True):
            starts[pile], periods[pile] = floor + preperiod, period
    shape = [start + period for start, period in zip(starts, periods, strict=True)]
    if prod(shape) << tracks > MOST_TRANSITIONS:
        return None
    classes = np.indices(shape).reshape(tracks, -1)
    table = np.empty((classes.shape[1], 1 << tracks), np.int64)
    for symbol in range(1 << tracks):
        following = []
        for track, (start, period) in enumerate(zip(starts, periods, strict=True)):
            number = 2 * classes[track] + (symbol >> (tracks - 1 - track) & 1)
            following.append(np.where(number < start + period, number, start + (number - start) % period))
        table[:, symbol] = np.ravel_multi_index(tuple(following), tuple(shape))
    value = np.zeros(classes.shape[1], np.int64)
    for window in windows:
        heights = tuple(np.maximum(classes[pile] - floor, 0) for pile in window.piles)
        value ^= window.values[heights].astype(np.int64)
    return Automaton(tracks, BINARY, table, value == 0) & positions_automaton(rule, BINARY)
