"""Certificates as the export to Coq needs them: the rule, the claims, the rank and the evidence, as Python values.

Nothing here has to be trusted: Coq checks the evidence, and the statement is compared with the rule and the claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from sprague.automata.numeration import Numeration, numeration
from sprague.certificates import evidence as format_evidence
from sprague.certificates import reading
from sprague.coq.dfa import Automaton
from sprague.errors import SpragueError
from sprague.rules.linear import Linear
from sprague.rules.ranks import Pairs, WeightedSums
from sprague.rules.ruleset import Ruleset

MOST_TEXT = 20_000  # characters of a rule or formula
SEVERAL = " | "  # separates the formulas of several Grundy values

P_POSITIONS, VALUES, FUNCTION = "p-positions", "grundy-values", "grundy-function"
TOTALS, WINDOW, HEAPS = "totals", "window", "heaps"
TRACKS = {None: "number", "value": "number", "power": "power of two"}


@dataclass(frozen=True)
class Sets:
    """Sets of positions by automata over digits.

    `track` is what the automaton of a Grundy function reads after the position: `number` or `power of two`. `complete`
    says that the sets of Grundy values have all positions.
    """

    numeration: Numeration
    automata: tuple[Automaton, ...]
    track: str = "number"
    complete: bool = False


@dataclass(frozen=True)
class Totals:
    """The numbers `small`, all below the preperiod, and those from it on with one of the residues."""

    preperiod: int
    period: int
    small: frozenset[int]
    residues: frozenset[int]

    def __contains__(self, number: int) -> bool:
        return number in self.small if number < self.preperiod else number % self.period in self.residues


@dataclass(frozen=True)
class Window:
    """The values of some piles at heights below preperiod + period, row by row; beyond, they repeat."""

    piles: tuple[int, ...]
    preperiods: tuple[int, ...]
    periods: tuple[int, ...]
    values: tuple[int, ...]

    def value(self, heights: tuple[int, ...]) -> int:
        place = 0
        for height, m, p in zip(heights, self.preperiods, self.periods, strict=True):
            place = place * (m + p) + (height if height < m + p else m + (height - m) % p)
        return self.values[place]


@dataclass(frozen=True)
class Windows:
    """Windows of Grundy values or outcomes, and the piles on which nothing depends."""

    idle: tuple[int, ...]
    windows: tuple[Window, ...]


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
    """A certificate: `rank` has linear terms in lexicographic order, or is `squares` or `pairs`."""

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
    """Return the certificate that a JSON object is.

    Raises:
        SpragueError: A key is missing or unknown, or has a value that the format does not allow.
    """
    read = reading.read_certificate(data)
    return Certificate(
        read.kind,
        read.rule,
        read.play,
        _rank(read),
        tuple(str(claim) for claim in read.claims),
        _evidence(read.evidence),
    )


def split_claims(kind: str, text: str) -> tuple[str, ...]:
    """Return the formulas of a text: one for each Grundy value, or one."""
    return tuple(text.split(SEVERAL)) if kind == VALUES else (text,)


def refuse(expected: str, got: object) -> NoReturn:
    """Raise an error for evidence that Coq cannot be given."""
    shown = repr(got)
    raise SpragueError(
        f"not a certificate: expected {expected}, got {shown if len(shown) < 200 else shown[:200] + '…'}"
    )


def _rank(read: reading.Certificate) -> tuple[Linear, ...] | str:
    if read.rank is None:  # heaps, whose chips fall
        return tuple(map(Linear.of, read.rule.names))
    if isinstance(read.rank, WeightedSums):
        return read.rank.terms
    return "pairs" if isinstance(read.rank, Pairs) else "squares"


def _evidence(given: format_evidence.Evidence) -> Sets | Totals | Windows | HeapValues | None:
    match given:
        case format_evidence.Automata():
            automata = tuple(
                Automaton(tuple(map(tuple, one.transitions)), frozenset(one.accepting)) for one in given.automata
            )
            digits = numeration(",".join(map(str, given.numeration)))
            return Sets(digits, automata, TRACKS[given.track], given.complete)
        case format_evidence.Totals():
            return Totals(given.preperiod, given.period, frozenset(given.small), frozenset(given.residues))
        case format_evidence.Windows():
            return Windows(given.idle, tuple(map(_window, given.windows)))
        case format_evidence.Heaps():
            return HeapValues(given.preperiod, given.period, given.saltus, given.values)
    return None


def _window(given: format_evidence.Window) -> Window:
    flat: list[Any] = given.values
    for _ in given.piles[1:]:
        flat = [value for row in flat for value in row]
    return Window(given.piles, given.preperiods, given.periods, tuple(flat))
