"""`HeapsProof`, `prove_period`: proofs that the Grundy values of single heaps are periodic.

The period gives the Grundy value of a heap of any size, and so the outcome of every sum of heaps in normal play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from sprague.certificates.evidence import HEAPS
from sprague.errors import OutOfReach
from sprague.games import theorems
from sprague.language.positions import Position
from sprague.language.statements import Statement
from sprague.periods.heap_periods import HeapEvidence
from sprague.periods.heap_saltus import find_option_of_value
from sprague.periods.period import NoPeriod, Period, heap_period
from sprague.proofs.proof import Proof
from sprague.rules.breaking import options_with_value, require_breakings
from sprague.rules.ruleset import Ruleset
from sprague.rules.sums import count_components, replace_component


@dataclass(frozen=True, repr=False)
class HeapsProof(Proof):
    """A proof that the Grundy values of single heaps are periodic, or that they rise by a saltus in each period.

    The claim is a formula for the heaps that are P-positions. If the formula contains `value`, it describes the Grundy
    values of all heaps.
    """

    period: Period

    @property
    def kind(self) -> str:
        return HEAPS

    @property
    def heaps(self) -> HeapEvidence:
        """The evidence for the period: the Grundy values of the first heaps."""
        assert isinstance(self.period.evidence, HeapEvidence)
        return self.period.evidence

    @property
    def first(self) -> int:
        """The number of heaps, including the empty heap, whose values come before the first repetition."""
        return self.heaps.preperiod + self.heaps.period

    @property
    def speaks_of_values(self) -> bool:
        """Whether the claim is about Grundy values rather than P-positions."""
        return self.claim is not None and len(Statement.read_claim(self.game, self.claim).names) > 1

    def __contains__(self, position: Sequence[int]) -> bool:
        return self.is_p(self.game.position(position))

    def is_p(self, position: Position) -> bool:
        return self.grundy(position) == 0

    def grundy(self, position: Position) -> int:
        return reduce(xor, map(self.heaps.value, position))

    def winning_options(self, position: Position) -> list[Position]:
        total = self.grundy(position)
        found: dict[Position, None] = {}
        for (heap,) in count_components(self.game, position) if total else ():
            for option in self.options_of_value(heap, self.heaps.value(heap) ^ total):
                found[replace_component(self.game, position, (heap,), option)] = None
        return list(found)

    def options_of_value(self, heap: int, value: int) -> list[Position]:
        """Return at least one option of a heap with the given Grundy value, or an empty list if there is none.

        If the values rise with each period, the proof of the saltus constructs an option of each smaller value. If the
        values rise and the search finds no option of a large heap, the method raises OutOfReach.
        """
        moves = require_breakings(self.game)
        found = list(options_with_value(moves, heap, value, self.heaps.value, self.first))
        if self.heaps.saltus and not found and heap >= self.first:
            if (made := find_option_of_value(moves, self.heaps.rise, heap, value)) is not None:
                return [tuple(sorted(made))]
            raise OutOfReach(f"no option with the Grundy value {value} was found; choose a smaller heap")
        return found

    @property
    def _period_text(self) -> str:
        """The period as text, such as `period 12 from n = 71 on`."""
        return str(self.period).partition(": ")[2]

    def statement(self) -> str:
        if self.claim is None:
            return f"the Grundy values of single heaps of {self._subject()} have {self._period_text}"
        heap = self.game.names[0]
        if self.speaks_of_values:
            return self._function_statement(f"a heap of {heap} chips in {self._subject()}")
        return (
            f"the single heaps of {self._subject()} that are P-positions are exactly "
            f"{self._set_statement('heaps', heap, self.claim)}"
        )

    def argument(self) -> str:
        return "the values repeat for long enough to repeat for all larger heaps"

    def counters(self) -> str:
        return f"{self._period_text}, computed for all heaps of fewer than {self.heaps.looked_at:,} chips"

    def evidence(self) -> dict[str, object]:
        return self.heaps.to_json()


def prove_period(rule: Ruleset, heaps: int | None = None) -> HeapsProof | NoPeriod:
    """Return a proof of the period of single heaps, or a `NoPeriod` if the values of `heaps` heaps do not prove one."""
    found = heap_period(rule, heaps)
    return found if isinstance(found, NoPeriod) else HeapsProof(rule, False, None, found)


def known_results(rule: Ruleset) -> str:
    """Return the known theorems about a game of heaps as text that can be appended to a sentence, or an empty text."""
    return "".join(f"; known theorem: {theorem.statement.rstrip('.')}" for theorem in theorems(rule))
