"""Discovery for redistribution games, `TotalsStrategy`: the set of total numbers of chips of P-positions.

In a redistribution game (see `proofs.totals`), the total of a position is its number of chips, and the set of totals of
P-positions determines the outcomes of all positions. The strategy first finds out which small totals belong to
P-positions. If the totals are periodic, a computation over one window proves the period. If the totals are not
periodic, the strategy learns an automaton for the totals, derives an automaton for the positions, and checks the kernel
equation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sprague.automata.numeration import Numeration
from sprague.certificates.evidence import P_POSITIONS
from sprague.discovery.learning import UNKNOWN, Answers, Learner, Numbers, learn_agreeing_automaton
from sprague.discovery.strategy import Problem, SingleTaskStrategy
from sprague.errors import OutOfReach, OutOfTime
from sprague.limits import current
from sprague.proofs.kernel_equation import check_kernel
from sprague.proofs.proof import AutomatonProof, Proof, TotalsProof
from sprague.proofs.totals import (
    Redistribution,
    check_totals,
    count_totals,
    find_redistribution,
    guess_totals,
    positions_of_totals,
)
from sprague.proofs.undecided import Attempt

# Totals are computed up to `FIRST_TOTALS`, then twice as many, and so on, up to `MOST_TOTALS`. Automata for more than
# `MOST_TOTALS` totals would be too large for a proof. Automata are learnt from at least `ENOUGH_TOTALS` totals.
FIRST_TOTALS, ENOUGH_TOTALS, MOST_TOTALS = 32, 512, 4096
# Default limit on the positions that are tried when totals are computed; above this limit, each further total takes
# very long.
TRIED = 400_000_000


class TotalsStrategy(SingleTaskStrategy):
    """The discovery strategy for redistribution games; it finds the totals of P-positions by periods or automata."""

    name = "totals"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._limit = FIRST_TOTALS  # the next bound up to which totals are computed
        self._members = np.zeros(0, dtype=np.bool_)
        self._tried = 0
        self._digits: tuple[Numeration, ...] = ()  # numerations that are still to be tried for the computed totals

    def applies(self) -> bool:
        problem = self.problem
        return not problem.given and problem.values is None and find_redistribution(problem.rule) is not None

    def step(self) -> Proof | None:
        kind = find_redistribution(self.problem.rule)
        assert kind is not None
        if self._digits:
            proof = self._by_digits(kind, self._members, self._digits[0])
            self._digits = self._digits[1:]
        else:
            proof = self._further(kind)
        self.is_finished = not self._digits and self._limit > MOST_TOTALS
        return proof

    def _further(self, kind: Redistribution) -> Proof | None:
        """Compute the totals of P-positions up to the next bound, and search for a period."""
        problem, limit = self.problem, self._limit
        problem.report(f"totals below {limit}")
        most = max(TRIED, current().positions or 0)
        members, more = count_totals(kind, problem.misere, limit, self._members, most - self._tried)
        proof = self._by_period(kind, members)
        self._members, self._tried = members, self._tried + more
        if len(members) == limit:
            self._limit *= 2
            self._digits = problem.numerations if limit >= ENOUGH_TOTALS else ()
        else:
            self._limit = MOST_TOTALS + 1  # stop, because each further total would take very long
        return proof

    def _by_period(self, kind: Redistribution, members: NDArray[np.bool_]) -> Proof | None:
        problem = self.problem
        guess = guess_totals(members)
        if guess is None:
            return None
        try:
            walked = check_totals(kind, guess, problem.misere)
        except OutOfTime:
            raise
        except OutOfReach:
            return None
        if walked.failure is not None:
            return None
        return TotalsProof(problem.rule, problem.misere, None, guess, walked.tried)

    def _by_digits(self, kind: Redistribution, members: NDArray[np.bool_], numeration: Numeration) -> Proof | None:
        """Learn an automaton for the totals of P-positions; check the kernel equation for the resulting positions."""
        problem, limit = self.problem, len(members)

        def membership(numbers: Numbers) -> Answers:
            known = numbers[:, 0] < limit
            return np.where(known, members[np.where(known, numbers[:, 0], 0)], UNKNOWN).astype(np.int8)

        learner = Learner(1, numeration, membership, limit // 16, problem.limits.memory)
        way = f"totals in {numeration}"
        problem.report(f"totals below {limit}, {numeration}: learning")
        try:
            totals = learn_agreeing_automaton(learner, np.arange(limit)[:, None], members)
            if totals is None:
                self.attempts.append(Attempt(way, limit, None, "too few totals to learn from"))
                return None
            problem.report(f"totals below {limit}, {numeration}: proving {totals.states} states")
            guess = positions_of_totals(problem.rule, kind, totals, problem.misere, problem.states * 10)
            comparison = check_kernel(problem.rule, guess, problem.misere)
        except OutOfTime:
            raise
        except OutOfReach as error:
            self.attempts.append(Attempt(way, limit, None, str(error)))
            return None
        result = "proved" if comparison.failure is None else f"wrong: {comparison.failure}"
        self.attempts.append(Attempt(way, limit, totals.states, result))
        if comparison.failure is not None:
            return None
        return AutomatonProof(problem.rule, problem.misere, None, P_POSITIONS, (guess,), comparison.pairs)
