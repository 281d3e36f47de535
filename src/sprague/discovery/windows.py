"""Periods of all piles: a theorem for games with finitely many moves.

The search and its proof, a window of values, are those of `patterns`; here they answer for the whole game or not.
"""

from __future__ import annotations

from sprague.discovery.strategy import Strategy
from sprague.errors import OutOfTime, SpragueError
from sprague.limits import Limits, current, default_memory
from sprague.patterns.periods import NoPeriod, Period, find_period
from sprague.proofs.proof import Proof, WindowProof
from sprague.proofs.undecided import Attempt

#: Positions computed in the search for periods, where the caller says nothing else. Those that are found at all are
#: found in small windows, and there are other ways to go.
IN_WINDOW = 1 << 20


class Windows(Strategy):
    """Look for a period of every pile."""

    name = "periods"

    def applies(self) -> bool:
        return not self.question.given

    def run(self) -> Proof | None:
        asked = self.question
        asked.report("looking for periods")
        try:
            found = find_period(
                asked.rule,
                what="outcome" if asked.misere else "grundy",
                misere=asked.misere,
                limits=Limits(positions=_allowed()),
            )
        except OutOfTime:
            self.attempts.append(Attempt(self.name, None, None, "none was found in time"))
            raise
        except SpragueError:
            return None  # the moves are not finitely many vectors, or there is none
        if isinstance(found, Period) and None not in found.periods:
            return WindowProof(asked.rule, asked.misere, None, found)
        reason = str(found) if isinstance(found, NoPeriod) else found.reason
        self.attempts.append(Attempt(self.name, None, None, reason))
        return None


def _allowed() -> int:
    """How many positions may be computed; each takes a byte."""
    allowed = current().otherwise(Limits(positions=IN_WINDOW, memory=default_memory()))
    return min(allowed.positions or 0, allowed.memory or 0)
