"""`TotalsStrategy`: for redistribution games, finds the totals of P-positions.

Such a game (see `proofs.totals`) is decided by the set of totals that its P-positions have. These numbers are
counted as far as is quick; a period of theirs is proved by a walk through a window; otherwise an automaton
for the numbers is learnt, from which follows one for the positions, and the kernel equation decides.
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

#: Totals are counted up to the first limit, then to twice as many, and so on; from the second one on they are enough
#: to learn an automaton from, and beyond the last a number of states so large would be asked for that no proof ends.
FIRST_TOTALS, ENOUGH_TOTALS, MOST_TOTALS = 32, 512, 4096
#: Positions tried in counting, or as many as the caller allows if these are more: where they are not enough, each
#: further total takes longer than all before.
TRIED = 400_000_000


class TotalsStrategy(SingleTaskStrategy):
    """The discovery strategy for redistribution games: finds the totals of P-positions, by a period or an automaton."""

    name = "totals"

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self._limit = FIRST_TOTALS  # up to which totals are counted next
        self._members = np.zeros(0, dtype=np.bool_)
        self._tried = 0
        self._digits: tuple[Numeration, ...] = ()  # in which the totals counted so far are still to be read

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
        """Count totals to the next limit, and look for a period."""
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
            self._limit = MOST_TOTALS + 1  # each further total would take longer than all before
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
        """Learn an automaton for the totals, and decide the set of positions that follows by the kernel equation."""
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
                self.attempts.append(Attempt(way, limit, None, "too few totals for it"))
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
