"""`PeriodStrategy`, `discover_heap_period`: the search for periods of all piles, or of single heaps.

The search and its proof, a window of values, are those of `patterns`; here they answer for the whole game or not.

The search and its proof are those of `patterns`. In normal play the values of single heaps tell who wins any sum.
"""

from __future__ import annotations

from sprague.discovery.strategy import Problem, SingleTaskStrategy
from sprague.errors import Cancelled, OutOfReach, OutOfTime, SpragueError
from sprague.limits import Limits, current, default_memory
from sprague.periods.heap_periods import HeapEvidence
from sprague.periods.period import NoPeriod, Period, find_period
from sprague.proofs.heap_proofs import known_results, prove_period
from sprague.proofs.proof import Proof, WindowProof
from sprague.proofs.undecided import Attempt, Undecided
from sprague.rules.breaking import breaking_obstacle

#: Positions computed in the search for periods, where the caller says nothing else. Those that are found at all are
#: found in small windows, and there are other ways to go.
IN_WINDOW = 1 << 20


class PeriodStrategy(SingleTaskStrategy):
    """The discovery strategy that looks for a period of every pile, in one step."""

    name = "periods"

    def applies(self) -> bool:
        return not self.problem.given

    def step(self) -> Proof | None:
        problem = self.problem
        problem.report("looking for periods")
        found: Period | NoPeriod | None
        try:
            found = find_period(
                problem.rule,
                what="outcome" if problem.misere else "grundy",
                misere=problem.misere,
                limits=Limits(positions=_allowed()),
            )
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            found = None  # the moves are not finitely many vectors, or there is none
        if isinstance(found, Period) and isinstance(found.evidence, HeapEvidence):
            found = None  # `Knowledge` proves it when values are asked for; a set of P-positions tells more of who wins
        self.is_finished = True
        if isinstance(found, Period) and None not in found.periods:
            return WindowProof(problem.rule, problem.misere, None, found)
        if found is not None:
            reason = str(found) if isinstance(found, NoPeriod) else found.reason
            self.attempts.append(Attempt(self.name, None, None, reason))
        return None

    def unfinished_attempt(self) -> Attempt:
        return Attempt(self.name, None, None, "none was found in time")


def _allowed() -> int:
    """Return the number of positions that may be computed, one byte each."""
    allowed = current().with_defaults(Limits(positions=IN_WINDOW, memory=default_memory()))
    return min(allowed.positions or 0, allowed.memory or 0)


CHECK = "a formula of one's own: sprague check looks for a heap that refutes it, and proves it where there is a period"


def discover_heap_period(problem: Problem) -> Proof | Undecided:
    """Discover the period of the heaps of a game: return its proof, or the attempts and advice."""
    rule, misere = problem.rule, problem.misere
    if misere:
        reason = "a move leads to a sum of heaps, and in misère play single heaps do not tell who wins it"
        return Undecided(rule, misere, None, reason, advice=("the misère quotient, which does: sprague quotient",))
    if problem.given:
        return Undecided(rule, misere, None, "the period of heaps is a theorem without digits; ask without --base")
    advice = []
    if (kind := breaking_obstacle(rule)) is not None:
        needed = "a theorem on periods needs moves that take a fixed number of chips from one heap"
        reason = f"{needed}, and {kind}{known_results(rule)}"
    else:
        problem.report("looking for a period of the heaps")
        try:
            found = prove_period(rule, current().positions)
            if not isinstance(found, NoPeriod):
                return found
            reason = found.reason
        except Cancelled:
            reason = "cancelled"
        except OutOfTime:
            reason = f"no period was proved within {problem.limits.seconds:g} seconds"
        except OutOfReach as refusal:
            reason = str(refusal)
        except KeyboardInterrupt:
            reason = "interrupted"
        advice.append("more heaps and more time: --positions and --seconds, limits=Limits(positions=…, seconds=…)")
    return Undecided(rule, misere, None, reason, advice=(*advice, CHECK))
