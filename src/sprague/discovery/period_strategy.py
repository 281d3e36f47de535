"""Discovery of periods: `PeriodStrategy` for all piles, `discover_heap_period` for single heaps.

The package `periods` finds and proves periods. For games whose heaps split, a period of single heaps is enough, because
in normal play the Grundy values of single heaps determine the value of every sum.
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

# Default limit on the positions that are computed in the search for periods; most periods are found in small windows.
IN_WINDOW = 1 << 20


class PeriodStrategy(SingleTaskStrategy):
    """The discovery strategy that searches for a period of every pile, in a single step."""

    name = "periods"

    def applies(self) -> bool:
        return not self.problem.given

    def step(self) -> Proof | None:
        problem = self.problem
        problem.report("searching for periods")
        found: Period | NoPeriod | None
        try:
            found = find_period(
                problem.rule,
                what="outcome" if problem.misere else "grundy",
                misere=problem.misere,
                budget=Limits(positions=_allowed()),
            )
        except (OutOfTime, Cancelled):
            raise
        except SpragueError:
            found = None  # the search for periods does not apply to the rule of the problem
        if isinstance(found, Period) and isinstance(found.evidence, HeapEvidence):
            # discard a period of single heaps, because the solver proves the period itself and a theorem about
            # P-positions is stronger
            found = None
        self.is_finished = True
        if isinstance(found, Period) and None not in found.periods:
            return WindowProof(problem.rule, problem.misere, None, found)
        if found is not None:
            reason = str(found) if isinstance(found, NoPeriod) else found.reason
            self.attempts.append(Attempt(self.name, None, None, reason))
        return None

    def unfinished_attempt(self) -> Attempt:
        return Attempt(self.name, None, None, "no period was found in time")


def _allowed() -> int:
    """Return how many positions the search for periods may compute; each position takes one byte of memory."""
    allowed = current().with_defaults(Limits(positions=IN_WINDOW, memory=default_memory()))
    return min(allowed.positions or 0, allowed.memory or 0)


CHECK = "guess a formula: sprague check searches for a counterexample, and proves the formula if there is a period"


def discover_heap_period(problem: Problem) -> Proof | Undecided:
    """Return a proof that the values of single heaps are periodic, or `Undecided` with advice."""
    rule, misere = problem.rule, problem.misere
    if misere:
        reason = "moves lead to sums of heaps, and in misère play the outcomes of single heaps do not decide sums"
        return Undecided(rule, misere, None, reason, advice=("compute the misère quotient: sprague quotient",))
    if problem.given:
        return Undecided(rule, misere, None, "a period of heaps does not use a numeration; leave out --base")
    advice = []
    if (kind := breaking_obstacle(rule)) is not None:
        needed = "the theorem on periods needs moves that take a fixed number of chips from one heap"
        reason = f"{needed}, but {kind}{known_results(rule)}"
    else:
        problem.report("searching for a period of the heaps")
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
        advice.append(
            "allow more heaps and more time; on the command line: --positions and --seconds; in Python: "
            "budget=Limits(positions=…, seconds=…)"
        )
    return Undecided(rule, misere, None, reason, advice=(*advice, CHECK))
