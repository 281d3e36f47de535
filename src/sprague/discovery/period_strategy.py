"""Strategy for games with finitely many moves: a period of all piles.

The search and its proof, a window of values, are those of `patterns`; here they answer for the whole game or not.
"""

from __future__ import annotations

from sprague.discovery.strategy import OneWay
from sprague.errors import Cancelled, OutOfTime, SpragueError
from sprague.limits import Limits, current, default_memory
from sprague.periods.heap_periods import HeapEvidence
from sprague.periods.period import NoPeriod, Period, find_period
from sprague.proofs.proof import Proof, WindowProof
from sprague.proofs.undecided import Attempt

#: Positions computed in the search for periods, where the caller says nothing else. Those that are found at all are
#: found in small windows, and there are other ways to go.
IN_WINDOW = 1 << 20


class Windows(OneWay):
    """Look for a period of every pile, all in one step."""

    name = "periods"

    def applies(self) -> bool:
        return not self.question.given

    def step(self) -> Proof | None:
        asked = self.question
        asked.report("looking for periods")
        found: Period | NoPeriod | None
        try:
            found = find_period(
                asked.rule,
                what="outcome" if asked.misere else "grundy",
                misere=asked.misere,
                limits=Limits(positions=_allowed()),
            )
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            found = None  # the moves are not finitely many vectors, or there is none
        if isinstance(found, Period) and isinstance(found.evidence, HeapEvidence):
            found = None  # `Knowledge` proves it when values are asked for; a set of P-positions tells more of who wins
        self.over = True
        if isinstance(found, Period) and None not in found.periods:
            return WindowProof(asked.rule, asked.misere, None, found)
        if found is not None:
            reason = str(found) if isinstance(found, NoPeriod) else found.reason
            self.attempts.append(Attempt(self.name, None, None, reason))
        return None

    def unfinished(self) -> Attempt:
        return Attempt(self.name, None, None, "none was found in time")


def _allowed() -> int:
    """How many positions may be computed; each takes a byte."""
    allowed = current().with_defaults(Limits(positions=IN_WINDOW, memory=default_memory()))
    return min(allowed.positions or 0, allowed.memory or 0)
