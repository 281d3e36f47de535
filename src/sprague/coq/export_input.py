"""Read a certificate for the export to Coq (`read_certificate`), and convert its evidence to automata.

You do not need to trust this module, because Coq checks the evidence and compares the statement with the rule and the
claims.

Totals and windows are converted to automata over binary digits. The totals, which are the numbers of chips of the
P-positions, form a periodic set. In normal play, a position is a P-position if and only if none of its options has a
listed total of chips. Windows define Grundy values that are periodic in each pile. A position is a P-position if its
Grundy value is 0. Coq checks that the automaton recognises exactly the P-positions. Coq does not check the totals or
windows of a certificate, their conversion to an automaton, or Grundy values other than 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from sprague.automata.automaton import Automaton as NumberSet
from sprague.automata.numeration import BINARY, Numeration, recurrent
from sprague.certificates.conversion import convert
from sprague.certificates.evidence import P_POSITIONS, VALUES, Automata, Heaps, Totals, Window, Windows
from sprague.certificates.reader import Certificate as Read
from sprague.certificates.reader import is_version_1
from sprague.certificates.reader import read_certificate as read_version_2
from sprague.coq.automaton_tables import Automaton, StateLimit, explore
from sprague.errors import OutOfReach, SpragueError
from sprague.linear.terms import Linear
from sprague.proofs.position_automata import positions_automaton
from sprague.proofs.totals import find_redistribution, positions_of_totals
from sprague.rules.ruleset import Ruleset
from sprague.rules.termination import Pairs, WeightedSums

Vector = tuple[int, ...]

SEVERAL = " | "  # separator between the formulas for different Grundy values


@dataclass(frozen=True)
class DigitSets:
    """Evidence of a certificate for the export to Coq: sets of positions, each recognised by an automaton.

    The automaton of a Grundy function reads an additional number after the position; `track` is its name, `value` or
    `power`. `complete` is true if every position is in one of the sets.
    """

    numeration: Numeration
    automata: tuple[Automaton, ...]
    track: str | None = None
    complete: bool = False


@dataclass(frozen=True)
class Certificate:
    """A certificate in the form that the export to Coq reads.

    `rank` is a list of linear terms that are compared lexicographically, or the word `squares`, or the word `pairs`.
    """

    kind: str
    rule: Ruleset
    play: str
    rank: tuple[Linear, ...] | str
    claims: tuple[str, ...]
    evidence: DigitSets | Totals | Windows | Heaps | None

    @property
    def is_misere(self) -> bool:
        """Whether the certificate is about misère play."""
        return self.play == "misere"


def read_certificate(data: Mapping[str, Any]) -> Certificate:
    """Return the `Certificate` for the export to Coq from the JSON object of a certificate of version 1 or 2.

    Raises:
        SpragueError: a key is missing or unknown, or has a value that the format does not allow.
    """
    read = read_version_2(convert(data) if is_version_1(data) else data)
    rank: tuple[Linear, ...] | str = ()
    if isinstance(read.rank, WeightedSums):
        rank = read.rank.terms
    elif read.rank is not None:
        rank = "pairs" if isinstance(read.rank, Pairs) else "squares"
    return Certificate(read.kind, read.rule, read.play, rank, tuple(map(str, read.claims)), _evidence(read))


def _evidence(read: Read) -> DigitSets | Totals | Windows | Heaps | None:
    match read.evidence:
        case Automata(numeration, automata, track, complete):
            tables = (Automaton(tuple(map(tuple, one.transitions)), frozenset(one.accepting)) for one in automata)
            return DigitSets(recurrent(tuple(numeration)), tuple(tables), track, complete)
        case Heaps() | Totals() | Windows() as evidence:
            return evidence
    return None


def split_claims(kind: str, text: str) -> tuple[str, ...]:
    """Return the formulas in the claim of a certificate for Coq: one for each Grundy value, or a single formula."""
    return tuple(text.split(SEVERAL)) if kind == VALUES else (text,)


def convert_to_automata(certificate: Certificate, limit: StateLimit) -> Certificate:
    """Return the certificate with its totals or windows converted to an automaton that recognises the P-positions."""
    rule, evidence = certificate.rule, certificate.evidence
    if isinstance(evidence, Totals):
        found = _with_totals(rule, evidence, certificate.is_misere, limit)
    elif isinstance(evidence, Windows):
        found = _in_windows(rule, evidence, limit) & positions_automaton(rule, BINARY)
    else:
        return certificate
    return replace(certificate, kind=P_POSITIONS, evidence=DigitSets(BINARY, (Automaton.of(found),)))


def _with_totals(rule: Ruleset, totals: Totals, misere: bool, limit: StateLimit) -> NumberSet:
    """Return the set of P-positions for given totals: positions from which no move keeps a listed number of chips."""
    kind = find_redistribution(rule)
    if kind is None:
        raise SpragueError(
            "expected a redistribution game, in which moves redistribute the chips of a fixed number of piles, got "
            f"{rule}"
        )

    def is_total(numbers: Vector) -> bool:
        (number,) = numbers
        return number in totals.small if number < totals.preperiod else number % totals.period in totals.residues

    numbers = _repeating([(totals.preperiod, totals.period)], is_total, limit)
    return positions_of_totals(rule, kind, numbers, misere, limit.states)


def _in_windows(rule: Ruleset, claimed: Windows, limit: StateLimit) -> NumberSet:
    """Return the set of P-positions for given windows: the positions at which all window values have the nim-sum 0."""
    ends = {
        pile: (m + rule.floor, p)
        for window in claimed.windows
        for pile, m, p in zip(window.piles, window.preperiods, window.periods, strict=True)
    }
    if not set(range(len(rule.piles))) <= {*ends, *claimed.idle}:
        raise OutOfReach("the P-positions are not determined, because the certificate states no period for some pile")

    def is_p(position: Vector) -> bool:
        value = 0
        for window in claimed.windows:
            heights = [position[pile] - rule.floor for pile in window.piles]
            value ^= _value(window, heights) if min(heights) >= 0 else 0
        return value == 0

    return _repeating([ends.get(pile, (0, 1)) for pile in range(len(rule.piles))], is_p, limit)


def _value(window: Window, heights: Sequence[int]) -> int:
    """Return the value of a window at the given heights of piles; large heights are first reduced by whole periods."""
    found: Any = window.values
    for height, m, p in zip(heights, window.preperiods, window.periods, strict=True):
        found = found[height if height < m + p else m + (height - m) % p]
    return int(found)


def _repeating(ends: list[tuple[int, int]], accepts: Callable[[Vector], bool], limit: StateLimit) -> NumberSet:
    """Return the set of tuples that a periodic test accepts; `ends[i]` is the pair (preperiod, period) of entry i."""
    columns = list(product(range(2), repeat=len(ends)))

    def after(numbers: Vector, symbol: int) -> Vector:
        read = (2 * number + digit for number, digit in zip(numbers, columns[symbol], strict=True))
        return tuple(n if n < m + p else m + (n - m) % p for n, (m, p) in zip(read, ends, strict=True))

    found = explore((0,) * len(ends), len(columns), after, accepts, limit)
    accepting = np.isin(np.arange(len(found.transitions)), list(found.accepting))
    return NumberSet(len(ends), BINARY, np.array(found.transitions), accepting)
