"""Totals and windows converted to automata of P-positions.

A position is a P-position if none of certain sums is among some numbers that repeat (totals), or if the value that
repeats (a window) is 0 there. An automaton over binary digits recognises such sums and residues. Coq checks that the
set of this automaton is that of the P-positions. It checks neither how the automaton was derived, nor the totals or
windows themselves, nor values other than 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from sprague.automata.automaton import Automaton as Least
from sprague.automata.numeration import BINARY
from sprague.certificates.evidence import Window
from sprague.coq.automata import Automaton, Budget, explored
from sprague.coq.certificates import P_POSITIONS, Certificate, Sets, Totals, Windows
from sprague.errors import OutOfReach, SpragueError
from sprague.proofs.position_automata import domain
from sprague.proofs.totals import find_redistribution, positions_of_totals
from sprague.rules.ruleset import Ruleset

Vector = tuple[int, ...]


def by_digits(certificate: Certificate, budget: Budget) -> Certificate:
    """Return a certificate of the P-positions alone: the same one, unless it is about totals or windows."""
    rule, evidence = certificate.rule, certificate.evidence
    if isinstance(evidence, Totals):
        found = _with_totals(rule, evidence, certificate.is_misere, budget)
    elif isinstance(evidence, Windows):
        found = _in_windows(rule, evidence, budget) & domain(rule, BINARY)
    else:
        return certificate
    return replace(certificate, kind=P_POSITIONS, evidence=Sets(BINARY, (Automaton.of(found),)))


def _with_totals(rule: Ruleset, totals: Totals, misere: bool, budget: Budget) -> Least:
    """The positions none of whose kept sums is one of the totals, and in misère play with a move."""
    kind = find_redistribution(rule)
    if kind is None:
        raise SpragueError(f"expected a rule that redistributes the chips of any piles of a number, got {rule}")

    def is_total(numbers: Vector) -> bool:
        (number,) = numbers
        return number in totals.small if number < totals.preperiod else number % totals.period in totals.residues

    numbers = _repeating([(totals.preperiod, totals.period)], is_total, budget)
    return positions_of_totals(rule, kind, numbers, misere, budget.states)


def _in_windows(rule: Ruleset, claimed: Windows, budget: Budget) -> Least:
    """The tuples whose value is 0."""
    ends = {
        pile: (m + rule.floor, p)
        for window in claimed.windows
        for pile, m, p in zip(window.piles, window.preperiods, window.periods, strict=True)
    }
    if not set(range(len(rule.piles))) <= {*ends, *claimed.idle}:
        raise OutOfReach("not every pile has a period, so that the windows do not tell which positions are P-positions")

    def is_p(position: Vector) -> bool:
        value = 0
        for window in claimed.windows:
            heights = [position[pile] - rule.floor for pile in window.piles]
            value ^= _value(window, heights) if min(heights) >= 0 else 0
        return value == 0

    return _repeating([ends.get(pile, (0, 1)) for pile in range(len(rule.piles))], is_p, budget)


def _value(window: Window, heights: Sequence[int]) -> int:
    """The value of a window at these heights, which repeats beyond preperiod + period."""
    found: Any = window.values
    for height, m, p in zip(heights, window.preperiods, window.periods, strict=True):
        found = found[height if height < m + p else m + (height - m) % p]
    return int(found)


def _repeating(ends: list[tuple[int, int]], accepts: Callable[[Vector], bool], budget: Budget) -> Least:
    """The tuples that are accepted, where entry i counts modulo its period from its preperiod on: a pair of `ends`."""
    columns = list(product(range(2), repeat=len(ends)))

    def after(numbers: Vector, symbol: int) -> Vector:
        read = (2 * number + digit for number, digit in zip(numbers, columns[symbol], strict=True))
        return tuple(n if n < m + p else m + (n - m) % p for n, (m, p) in zip(read, ends, strict=True))

    found = explored((0,) * len(ends), len(columns), after, accepts, budget)
    accepting = np.isin(np.arange(len(found.transitions)), list(found.accepting))
    return Least(len(ends), BINARY, np.array(found.transitions), accepting)
