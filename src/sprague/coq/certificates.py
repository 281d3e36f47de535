"""Certificates as the export to Coq uses them: evidence as automata, claims as text.

Nothing here has to be trusted: Coq checks the evidence, and the statement is compared with the rule and the claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sprague.automata.numeration import Numeration, recurrent
from sprague.certificates.conversion import convert
from sprague.certificates.evidence import FUNCTION, HEAPS, P_POSITIONS, VALUES, Automata, Heaps, Totals, Windows
from sprague.certificates.reader import Certificate as Read
from sprague.certificates.reader import is_version_1, load_json
from sprague.certificates.reader import read_certificate as read_version_2
from sprague.coq.automata import Automaton
from sprague.linear.terms import Linear
from sprague.rules.ruleset import Ruleset
from sprague.rules.statements import POWER, VALUE
from sprague.rules.termination import Pairs, WeightedSums

__all__ = [
    "FUNCTION",
    "HEAPS",
    "POWER",
    "P_POSITIONS",
    "SEVERAL",
    "VALUE",
    "VALUES",
    "Certificate",
    "HeapValues",
    "Sets",
    "Totals",
    "Windows",
    "load_json",
    "read_certificate",
    "split_claims",
]

SEVERAL = " | "  # separates the formulas of several Grundy values


@dataclass(frozen=True)
class Sets:
    """Sets of positions by automata over digits.

    `track` is what the automaton of a Grundy function reads after the position: `value` or `power`. `complete` says
    that the sets of Grundy values have all positions.
    """

    numeration: Numeration
    automata: tuple[Automaton, ...]
    track: str | None = None
    complete: bool = False


@dataclass(frozen=True)
class HeapValues:
    """The values of the heaps 0, 1, …, which repeat from the preperiod on, and rise by `saltus` with each period."""

    preperiod: int
    period: int
    saltus: int
    values: tuple[int, ...]

    @property
    def is_least(self) -> bool:
        """Whether no smaller preperiod or period has the same values."""
        m, p, values = self.preperiod, self.period, self.values
        repeated = values[m:]
        shorter = any(p % q == 0 and repeated == repeated[:q] * (p // q) for q in range(1, p))
        return not self.saltus and not shorter and (m == 0 or values[m - 1] != values[m + p - 1])


@dataclass(frozen=True)
class Certificate:
    """A certificate; `rank` has linear terms in lexicographic order, or is `squares` or `pairs`."""

    kind: str
    rule: Ruleset
    play: str
    rank: tuple[Linear, ...] | str
    claims: tuple[str, ...]
    evidence: Sets | Totals | Windows | HeapValues | None

    @property
    def is_misere(self) -> bool:
        return self.play == "misere"


def read_certificate(data: Mapping[str, Any]) -> Certificate:
    """Return the certificate that a JSON object is, of either version of the format.

    Raises:
        SpragueError: A key is missing or unknown, or has a value that the format does not allow.
    """
    read = read_version_2(convert(data) if is_version_1(data) else data)
    rank: tuple[Linear, ...] | str = ()
    if isinstance(read.rank, WeightedSums):
        rank = read.rank.terms
    elif read.rank is not None:
        rank = "pairs" if isinstance(read.rank, Pairs) else "squares"
    return Certificate(read.kind, read.rule, read.play, rank, tuple(map(str, read.claims)), _evidence(read))


def _evidence(read: Read) -> Sets | Totals | Windows | HeapValues | None:
    match read.evidence:
        case Automata(numeration, automata, track, complete):
            tables = (Automaton(tuple(map(tuple, one.transitions)), frozenset(one.accepting)) for one in automata)
            return Sets(recurrent(tuple(numeration)), tuple(tables), track, complete)
        case Heaps() as heaps:
            return HeapValues(heaps.preperiod, heaps.period, heaps.saltus, tuple(heaps.values))
        case Totals() | Windows() as evidence:
            return evidence
    return None


def load_certificate(path: str | Path) -> Certificate:
    """Read a certificate from a file."""
    return read_certificate(load_json(path))


def split_claims(kind: str, text: str) -> tuple[str, ...]:
    """Return the formulas of a text: one for each Grundy value, or one."""
    return tuple(text.split(SEVERAL)) if kind == VALUES else (text,)
