"""`LearningLoop` learns automata from larger and larger tables until one automaton is proved.

Answers from a small table stay true in a larger table, so one learner serves the whole search. An automaton that agrees
with the table is checked for all positions. If the automaton is wrong, it is wrong beyond the table. If the failure of
the kernel equation shows at which position the automaton is wrong, the learner continues from this position
(`RefutedHypothesis`). Otherwise, or if the table is too small for learning, the loop waits for a larger table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.discovery.learning import UNKNOWN, Learner, learn_agreeing_automaton
from sprague.discovery.strategy import Problem, SearchTask
from sprague.discovery.table_oracle import (
    PositionEncoding,
    RefutedHypothesis,
    TableOracle,
    count_positions_below,
)
from sprague.errors import OutOfReach, OutOfTime
from sprague.language.positions import Position
from sprague.proofs.grundy import ValueFailure
from sprague.proofs.kernel_equation import CheckResult, Failure
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.automorphisms import find_automorphisms
from sprague.rules.termination import lowers_chips_or_memory

#: After conversion to piles counted from 0, an automaton may have this many more states than the table has positions. A
#: larger automaton contains no more information than the table, and its refutation takes long.
MOST_RAISED = 1000
SOON = 1 << 16  # computing a table with at most this many positions is faster than refuting a guess
MOST_ROUNDS = 20  # maximum number of guesses refuted before a larger table is computed
MOST_NEAR = 100_000  # options of a failing position are compared with the table only up to this many choices


class AutomatonSearch(Protocol):
    """The search that a learning loop belongs to: the interface to check and accept automata."""

    problem: Problem

    def check(self, guess: Automaton, fewest: bool) -> CheckResult:
        """Decide whether a learnt automaton accepts exactly the positions of the wanted set."""

    def add(self, proved: Automaton, pairs: int) -> Proof | None:
        """Accept a proved set; return the theorem if this was the last set."""


class LearningLoop(SearchTask):
    """The learning loop: a task that learns an automaton in one encoding of positions and tries to prove it."""

    def __init__(
        self, search: AutomatonSearch, oracles: Mapping[int, TableOracle], encoding: PositionEncoding, limits: list[int]
    ) -> None:
        super().__init__()
        self.search, self.encoding = search, encoding
        self._oracles = oracles  # maps the limit of a table to its oracle
        self.name = str(encoding)
        self._limits = limits  # limits of the remaining tables; the first table is in use
        self._learner: Learner | None = None
        self._current_oracle: TableOracle | None = None
        self._guess: Automaton | None = None  # the automaton to be proved, which agrees with the oracle
        self._refuted: list[RefutedHypothesis] = []
        self._corrected: dict[
            Position, bool
        ] = {}  # table positions at which guesses were wrong, with the right answers
        self._rounds = 0  # number of guesses refuted since the last table
        self.is_finished = not limits

    @property
    def limit(self) -> int:
        """The limit of the table that the loop uses or waits for."""
        return self._limits[0]

    def is_waiting(self) -> bool:
        return self.limit not in self._oracles

    def priority(self) -> tuple[int, int]:
        return self.limit, 0 if self._learner is None else len(self._learner.access)

    def step(self) -> Proof | None:
        oracle = self._oracles[self.limit]
        if self._guess is None:
            self._learn(oracle)
            return None
        return self._prove(oracle, self._guess)

    def _learn(self, oracle: TableOracle) -> None:
        """Learn an automaton that agrees with everything known so far."""
        problem = self.search.problem
        problem.report(f"piles below {self.limit}, {self.encoding}: learning")
        learner = self._learner_for(oracle)
        known = {refuted.position: refuted.is_member for refuted in self._refuted} | self._corrected
        tuples = np.vstack([oracle.positions, *known])
        members = np.append(oracle.members, list(known.values())).astype(np.bool_)
        result, capped = "the table is too small to learn from", False
        try:
            self._guess = learn_agreeing_automaton(
                learner,
                tuples - self.encoding.offsets(problem.rule),
                members,
                problem.rule.blocks,
                find_automorphisms(problem.rule).generators,
            )
        except OutOfTime:
            raise
        except OutOfReach:
            result, capped = f"more than {learner.most_states:,} states", len(learner.access) >= learner.most_states
        if self._guess is None:
            self._record(None, result, capped)
            self._await_next_table()

    def _learner_for(self, oracle: TableOracle) -> Learner:
        """Return the learner of the loop, which keeps its previous answers, with this oracle."""
        problem = self.search.problem
        if self._learner is None:
            membership = oracle.membership(self.encoding)
            self._learner = Learner(
                len(problem.rule.names), self.encoding.numeration, membership, memory=problem.limits.memory
            )
        elif self._current_oracle is not oracle:
            strongest = max(self._refuted, key=lambda refuted: refuted.chips, default=None)
            self._learner.use_oracle(oracle.membership(self.encoding, strongest))
        self._current_oracle = oracle
        # An automaton with more states would contain no more information than the table.
        self._learner.most_states = min(problem.states, 16 + len(oracle.positions) // 8)
        return self._learner

    def _prove(self, oracle: TableOracle, encoded: Automaton) -> Proof | None:
        """Try to prove a learnt automaton for all positions."""
        problem = self.search.problem
        try:
            # A small automaton may become very large when piles are counted from 0.
            most = min(problem.states, MOST_RAISED + len(oracle.positions))
            guess = self.encoding.positions(problem.rule, encoded, most)
            problem.report(f"piles below {self.limit}, {self.encoding}: proving {guess.states:,} states")
            checked = self.search.check(guess, fewest=self._can_refine_without_table())
        except OutOfTime:
            raise
        except OutOfReach as error:
            self._record(encoded, f"not decided: {error}")
            self._await_next_table()
            return None
        if checked.failure is None:
            self._record(encoded, "proved")
            return self.search.add(guess, checked.pairs)
        self._record(encoded, f"wrong: {checked.failure}")
        if wrong := self._table_corrections(oracle, guess, checked.failure.position):
            self._corrected |= wrong
            self._guess = None
        elif checked.failure.fewest and self._can_refine_without_table():
            self._refuted.append(RefutedHypothesis(guess, self._full_tuple(checked.failure), len(problem.rule.piles)))
            self._rounds += 1
            self._guess = self._current_oracle = None
        else:
            self._await_next_table()
        return None

    def _full_tuple(self, failure: Failure) -> Position:
        """Return the position of a failure; for the Grundy function, the claimed value is appended."""
        if isinstance(failure, ValueFailure) and len(failure.position) < len(self.search.problem.rule.names):
            return (*failure.position, failure.value)
        return failure.position

    def _table_corrections(self, oracle: TableOracle, guess: Automaton, position: Position) -> dict[Position, bool]:
        """Return the positions near a failure at which the table contradicts the automaton, with the right answers.

        Such positions exist because guesses are compared only with a sample of a large table (`table_oracle`).
        """
        rule = self.search.problem.rule
        if len(position) != len(rule.names):
            return {}  # a failure of the Grundy function has no number for the Nim pile
        near = [position]
        # A tuple beyond the table may have too many options, or may not be a position.
        if rule.is_position(position) and rule.count_choices(position, MOST_NEAR) <= MOST_NEAR:
            near += rule.options(position)
        answers = oracle.membership(PositionEncoding(self.encoding.numeration, 0))(np.array(near))
        wrong = (answers != UNKNOWN) & ((answers == 1) != guess.contains_many(np.array(near)))
        return {near[place]: bool(answers[place]) for place in np.flatnonzero(wrong).tolist()}

    def _can_refine_without_table(self) -> bool:
        """Return whether a refuted automaton can be refined faster than the next table is computed."""
        rule = self.search.problem.rule
        if not lowers_chips_or_memory(rule):
            return False
        if len(self._limits) == 1:
            return True
        return self._rounds < MOST_ROUNDS and count_positions_below(rule, self._limits[1]) > SOON

    def _await_next_table(self) -> None:
        self._guess = None
        self._rounds = 0
        self._limits = self._limits[1:]
        self.is_finished = not self._limits

    def stop_before(self, limit: int) -> None:
        """Drop all remaining tables whose limit is at least `limit`."""
        self._limits = [other for other in self._limits if other < limit]
        self.is_finished = not self._limits

    def _record(self, encoded: Automaton | None, result: str, capped: bool = False) -> None:
        self.attempts.append(self._attempt(encoded, result, capped))

    def _attempt(self, encoded: Automaton | None, result: str, capped: bool = False) -> Attempt:
        if encoded is not None:
            return Attempt(self.name, self.limit, encoded.states, result)
        reached = 0 if self._learner is None else len(self._learner.access)
        return Attempt(self.name, self.limit, None, result, reached, capped)

    def unfinished_attempt(self) -> Attempt | None:
        if self._guess is not None:
            return self._attempt(self._guess, "not decided in time")
        return None if self.is_waiting() else self._attempt(None, "not learnt in time")
