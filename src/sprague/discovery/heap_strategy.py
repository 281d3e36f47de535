"""Strategy for games whose moves lead to sums: a period of the heaps.

The search and its proof are those of `patterns`. In normal play the values of single heaps tell who wins any sum.
"""

from __future__ import annotations

from sprague.discovery.strategy import Question
from sprague.errors import Cancelled, OutOfReach, OutOfTime
from sprague.games import theorems
from sprague.limits import current
from sprague.periods.period import NoPeriod
from sprague.proofs.heap_proofs import prove_period
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Undecided
from sprague.rules.breaking import why_another_kind

CHECK = "a formula of one's own: sprague check looks for a heap that refutes it, and proves it where there is a period"


def discover_heaps(question: Question) -> Proof | Undecided:
    """The period of the heaps of a game; or how far none was found, and what to try next."""
    rule, misere = question.rule, question.misere
    if misere:
        reason = "a move leads to a sum of heaps, and in misère play single heaps do not tell who wins it"
        return Undecided(rule, misere, None, reason, advice=("the misère quotient, which does: sprague quotient",))
    if question.given:
        return Undecided(rule, misere, None, "the period of heaps is a theorem without digits; ask without --base")
    advice = []
    if (kind := why_another_kind(rule)) is not None:
        known = "".join(f"; what is known: {theorem.statement.rstrip('.')}" for theorem in theorems(rule))
        reason = f"a theorem on periods needs moves that take a fixed number of chips from one heap, and {kind}{known}"
    else:
        question.report("looking for a period of the heaps")
        try:
            found = prove_period(rule, current().positions)
            if not isinstance(found, NoPeriod):
                return found
            reason = found.reason
        except Cancelled:
            reason = "cancelled"
        except OutOfTime:
            reason = f"no period was proved within {question.limits.seconds:g} seconds"
        except OutOfReach as refusal:
            reason = str(refusal)
        except KeyboardInterrupt:
            reason = "interrupted"
        advice.append("more heaps and more time: --positions and --seconds, limits=Limits(positions=…, seconds=…)")
    return Undecided(rule, misere, None, reason, advice=(*advice, CHECK))
