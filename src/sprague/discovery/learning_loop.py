"""Learning loops: a `LearningLoop` learns automata from larger and larger tables until one is proved.

A table gives a complete list of the members of the wanted set below its limit. `PrefixTree` learns an automaton from
the list of members. If the members with fewer digits already give the same automaton, the loop tries to prove this
automaton for all positions. If the automaton changes, or if the proof fails, the loop waits for a larger table.

If the next table would be very large, the loop continues with the current table. A `Learner` then learns an automaton
by membership queries to the table. If the kernel equation refutes an automaton and gives a position at which the
automaton is wrong, the learner uses this position as a counterexample (`RefutedHypothesis`). Answers from a small table
are also true in a larger table, so one learner serves the whole search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.discovery.learning import UNKNOWN, Learner, close_under_reordering, learn_agreeing_automaton
from sprague.discovery.prefix_tree import PrefixTree, count_digits
from sprague.discovery.strategy import Problem, SearchTask
from sprague.discovery.table_oracle import (
    PositionEncoding,
    RefutedHypothesis,
    TableOracle,
)
from sprague.errors import OutOfReach, OutOfTime
from sprague.language.positions import Position
from sprague.limits import Limits
from sprague.proofs.grundy import ValueFailure
from sprague.proofs.kernel_equation import CheckResult, Failure
from sprague.proofs.proof import Proof
from sprague.proofs.undecided import Attempt
from sprague.rules.automorphisms import find_automorphisms
from sprague.rules.termination import lowers_chips_or_memory

# An automaton that is converted to piles counted from 0 may have at most this many more states than the table has
# positions. A larger automaton contains no more information than the table, and refuting the automaton takes long.
MOST_RAISED = 1000
SOON = 1 << 20  # a table with at most this many entries is computed faster than a wrong automaton is refuted
# Wait for tables with up to `LISTED_SOON` entries if the members with the most digits added at most this fraction of
# the states. The list of members from a larger table then probably determines the automaton.
CONVERGING_GROWTH = 1 / 4
LISTED_SOON = 10_000_000
MOST_ROUNDS = 20  # maximum number of automata that are refuted before a larger table is computed
# A learnt automaton is not checked if the wanted set is known to need more than `MANY_TIMES` times as many states.
MANY_TIMES = 2
# An automaton that still changes when the list of members grows is checked only if the members with the most digits add
# at most this fraction of its states. The check of an unstable automaton compares at most `FEW_PAIRS` pairs of states.
SLOW_GROWTH = 1 / 20
FEW_PAIRS = 50_000
# maximum number of choices at a failing position; with more choices, the options of the position are not compared with
# the table
MOST_NEAR = 100_000


class AutomatonSearch(Protocol):
    """The interface through which a learning loop checks automata and reports proved sets to its search."""

    problem: Problem

    def check(self, guess: Automaton, fewest: bool) -> CheckResult:
        """Decide by proof whether the automaton of a learning loop accepts exactly the positions of the wanted set."""

    def add(self, proved: Automaton, pairs: int) -> Proof | None:
        """Accept a proved set of a learning loop; return the theorem if this was the last set."""

    def table_size(self, limit: int) -> int:
        """Return the number of entries of the table with a given limit on piles, as a measure of the work."""


class LearningLoop(SearchTask):
    """A task that learns an automaton for one encoding of positions, and tries to prove that it is right."""

    def __init__(
        self, search: AutomatonSearch, oracles: Mapping[int, TableOracle], encoding: PositionEncoding, limits: list[int]
    ) -> None:
        super().__init__()
        self.search, self.encoding = search, encoding
        self._oracles = oracles  # maps the limit of a table to the oracle that reads it
        self.name = str(encoding)
        self._limits = limits  # limits of the current table and of all tables after it
        self._learner: Learner | None = None
        self._current_oracle: TableOracle | None = None
        # the automaton to be proved, which agrees with the oracle; None if it must be learnt first
        self._guess: Automaton | None = None
        # whether the members with fewer digits give the same automaton; only a stable automaton may be refined
        self._is_stable = True
        self._is_converging = False  # whether the listed members with the most digits added few states to the automaton
        self._tree: PrefixTree | None = None  # the members in the current table, before the loop learns from them
        self._listed_digits = 0  # number of digits of the members in the most recently used list
        self._is_listed = False  # whether the list of members of the current table has been used
        self._refuted: list[RefutedHypothesis] = []
        self._corrected: dict[
            Position, bool
        ] = {}  # for each table position at which an automaton was wrong, the correct answer
        self._rounds = 0  # number of automata refuted since the last table
        self._fewest_states = 0  # lower bound on the number of states of every automaton of the wanted set
        self.is_finished = not limits

    @property
    def limit(self) -> int:
        """The limit of the table that the learning loop uses or waits for."""
        return self._limits[0]

    def is_waiting(self) -> bool:
        return self.limit not in self._oracles

    def priority(self) -> tuple[int, int]:
        return self.limit, 0 if self._learner is None else len(self._learner.access)

    def step(self) -> Proof | None:
        oracle = self._oracles[self.limit]
        if self._guess is None:
            if not self._is_listed:
                self._learn_from_list(oracle)
            else:
                self._learn(oracle)
            return None
        return self._prove(oracle, self._guess)

    def _learn_from_list(self, oracle: TableOracle) -> None:
        """Learn an automaton from the list of all members of the wanted set in the table.

        The automaton is used only if members with fewer digits give the same automaton, or one with almost as many
        states.
        """
        try:
            if self._tree is None and (tree := self._prefix_tree(oracle)) is not None:
                self._tree = tree  # keep the tree for the next step, so that an interruption does not discard the tree
                return
            if self._tree is not None:
                self._learn_from_tree(self._tree)
                self._listed_digits = self._tree.digits
        except OutOfTime:
            raise  # the scheduler repeats the step with more time
        except OutOfReach as error:
            self._record(None, str(error))
        self._is_listed, self._tree = True, None
        if not self.is_finished and self._guess is None and self._is_next_list_better():
            self._await_next_table()

    def _prefix_tree(self, oracle: TableOracle) -> PrefixTree | None:
        """Return the prefix tree of the members in a table; None if it would have no more digits than the last tree."""
        problem, numeration = self.search.problem, self.encoding.numeration
        limit = oracle.complete_limit - self.encoding.floor
        if (members := oracle.listed) is None or count_digits(numeration, limit) <= self._listed_digits:
            return None
        problem.report(f"piles below {self.limit}, {self.encoding}: learning from {len(members):,} members")
        return PrefixTree(members - self.encoding.offsets(problem.rule), numeration, limit, problem.limits.memory)

    def _learn_from_tree(self, tree: PrefixTree) -> None:
        """Learn an automaton from a prefix tree of members; the search ends if the automaton has too many states."""
        most = self.search.problem.states
        guess = tree.automaton(most)
        if guess is None:
            self._record(None, f"more than {most:,} states", most)
            self.is_finished = True
            return
        # The listed members distinguish any two states, except the dead state, from which no member can be reached.
        self._fewest_states = max(self._fewest_states, guess.states - 1)
        before = tree.automaton(most, tree.digits - 1)
        self._is_converging = before is not None and guess.states <= before.states * (1 + CONVERGING_GROWTH)
        if before is not None and guess.states <= before.states * (1 + SLOW_GROWTH):
            stable = before.has_same_table(guess)
            symmetric = guess if self._is_symmetric(guess) else self._closed(guess) if stable else None
            self._guess, self._is_stable = symmetric, stable or symmetric is None
        if self._guess is None:
            self._record(guess, "the automaton changes with the size of the table")

    def _is_symmetric(self, guess: Automaton) -> bool:
        """Return whether a learnt automaton is invariant under the automorphisms of the rule."""
        rule = self.search.problem.rule
        return guess.asymmetry_witness(rule.blocks, find_automorphisms(rule).generators) is None

    def _closed(self, guess: Automaton) -> Automaton | None:
        """Return the closure of a learnt automaton under reordering, if it is invariant under all automorphisms."""
        closed = close_under_reordering(guess, self.search.problem.rule.blocks, self.search.problem.states)
        return closed if closed is not None and self._is_symmetric(closed) else None

    def _learn(self, oracle: TableOracle) -> None:
        """Learn, by membership queries, an automaton that agrees with everything that is known so far."""
        problem = self.search.problem
        problem.report(f"piles below {self.limit}, {self.encoding}: learning")
        learner = self._learner_for(oracle)
        known = {refuted.position: refuted.is_member for refuted in self._refuted} | self._corrected
        tuples = np.vstack([oracle.positions, *known])
        members = np.append(oracle.members, list(known.values())).astype(np.bool_)
        result, capped = "the table is too small to learn from", 0
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
            result = f"more than {learner.most_states:,} states"
            capped = learner.most_states if len(learner.access) >= learner.most_states else 0
        if self._guess is not None and MANY_TIMES * self._guess.states < self._fewest_states:
            result = "the list of members needs more states"
            self._guess = None
        if self._guess is None:
            self._record(None, result, capped)
            self._await_next_table()

    def _learner_for(self, oracle: TableOracle) -> Learner:
        """Return the learner of the loop, which now uses the given oracle; it keeps its answers from other oracles."""
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
        # An automaton with more states than the table has positions contains no more information than the table.
        self._learner.most_states = min(problem.states, 16 + len(oracle.positions) // 8)
        return self._learner

    def _prove(self, oracle: TableOracle, encoded: Automaton) -> Proof | None:
        """Try to prove a learnt automaton for all positions."""
        problem = self.search.problem
        try:
            # A small automaton may become very large when it is converted to piles counted from 0.
            most = min(problem.states, MOST_RAISED + len(oracle.positions))
            guess = self.encoding.positions(problem.rule, encoded, most)
            problem.report(f"piles below {self.limit}, {self.encoding}: proving {guess.states:,} states")
            with Limits(pairs=None if self._is_stable else FEW_PAIRS).watch():
                checked = self.search.check(guess, fewest=self._is_stable and self._can_refine_without_table())
        except OutOfTime:
            raise
        except OutOfReach as error:
            self._record(encoded, f"not decided: {error}")
            self._drop_guess()
            return None
        if checked.failure is None:
            self._record(encoded, "proved")
            return self.search.add(guess, checked.pairs)
        self._record(encoded, f"wrong: {checked.failure}")
        if not self._is_stable:
            self._drop_guess()
        elif wrong := self._table_corrections(oracle, guess, checked.failure.position):
            self._corrected |= wrong
            self._guess = None
        elif checked.failure.fewest and self._can_refine_without_table():
            self._refuted.append(RefutedHypothesis(guess, self._full_tuple(checked.failure), len(problem.rule.piles)))
            self._rounds += 1
            self._guess = self._current_oracle = None
        else:
            self._drop_guess()
        return None

    def _drop_guess(self) -> None:
        """Give up an automaton that was not proved, and wait for a larger table or learn from the table by queries."""
        if self._is_stable or self._is_next_list_better():
            self._await_next_table()
        self._guess, self._is_stable = None, True

    def _full_tuple(self, failure: Failure) -> Position:
        """Return the position at which a proof failed; for the Grundy function, append the claimed value."""
        if isinstance(failure, ValueFailure) and len(failure.position) < len(self.search.problem.rule.names):
            return (*failure.position, failure.value)
        return failure.position

    def _table_corrections(self, oracle: TableOracle, guess: Automaton, position: Position) -> dict[Position, bool]:
        """Return the positions near a failure at which the table contradicts the automaton, each with the right answer.

        The table can contradict a learnt automaton, because automata are compared only with a sample of a large table
        (`table_oracle`).
        """
        rule = self.search.problem.rule
        if len(position) != len(rule.names):
            return {}  # a failing position of the Grundy function does not contain the number of the Nim pile
        near = [position]
        # Beyond the table, ignore tuples that are not positions, and positions with too many options.
        if rule.is_position(position) and rule.count_choices(position, MOST_NEAR) <= MOST_NEAR:
            near += rule.options(position)
        answers = oracle.membership(PositionEncoding(self.encoding.numeration, 0))(np.array(near))
        wrong = (answers != UNKNOWN) & ((answers == 1) != guess.contains_many(np.array(near)))
        return {near[place]: bool(answers[place]) for place in np.flatnonzero(wrong).tolist()}

    def _can_refine_without_table(self) -> bool:
        """Return whether refining a refuted automaton takes less time than computing the next table."""
        rule = self.search.problem.rule
        if not lowers_chips_or_memory(rule):
            return False
        if len(self._limits) == 1:
            return True
        return self._rounds < MOST_ROUNDS and not self._is_next_table_soon()

    def _is_next_table_soon(self) -> bool:
        """Return whether computing the next table takes less time than refuting a wrong automaton."""
        return len(self._limits) > 1 and self.search.table_size(self._limits[1]) <= SOON

    def _is_next_list_better(self) -> bool:
        """Return whether to wait for the next table's list of members after the current list gave no automaton."""
        most = LISTED_SOON if self._is_converging else SOON
        return len(self._limits) > 1 and self.search.table_size(self._limits[1]) <= most

    def _await_next_table(self) -> None:
        self._guess = None
        self._is_listed = False
        self._rounds = 0
        self._limits = self._limits[1:]
        self.is_finished = not self._limits

    def stop_before(self, limit: int) -> None:
        """Drop those remaining tables of the learning loop whose limit is at least `limit`."""
        self._limits = [other for other in self._limits if other < limit]
        self.is_finished = not self._limits

    def _record(self, encoded: Automaton | None, result: str, capped: int = 0) -> None:
        self.attempts.append(self._attempt(encoded, result, capped))

    def _attempt(self, encoded: Automaton | None, result: str, capped: int = 0) -> Attempt:
        """Return the record of an attempt to learn; `capped` is the limit on states that ended the attempt, or 0."""
        if encoded is not None:
            return Attempt(self.name, self.limit, encoded.states, result)
        reached = capped or max(self._fewest_states, 0 if self._learner is None else len(self._learner.access))
        return Attempt(self.name, self.limit, None, result, reached, capped > 0)

    def unfinished_attempt(self) -> Attempt | None:
        if self._guess is not None:
            return self._attempt(self._guess, "not decided in time")
        return None if self.is_waiting() else self._attempt(None, "not learnt in time")
