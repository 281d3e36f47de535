"""Automata for Coq files: the classes `Automaton` and `ArrayAutomaton`, minimisation and construction."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sprague.automata.automaton import Automaton as NumberSet
from sprague.automata.numeration import Numeration
from sprague.automata.transition_table import minimise
from sprague.automata.words import encode_word
from sprague.errors import OutOfReach
from sprague.limits import Limits, check

DEFAULT_LIMITS = Limits(seconds=300, states=500_000)

State = TypeVar("State", bound=Hashable)
Numbers = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class StateLimit:
    """A limit on the number of states of the automaton tables that the export to Coq builds."""

    states: int

    @staticmethod
    def of(limits: Limits | None = None) -> StateLimit:
        """Return the limit on states in `limits`, or the default limit."""
        whole = Limits.of(limits).with_defaults(DEFAULT_LIMITS)
        assert whole.states is not None
        return StateLimit(whole.states)

    def check(self, count: int) -> None:
        """Raise `OutOfReach` if `count` exceeds the limit, and `OutOfTime` if the time limit is exceeded."""
        check()
        if count > self.states:
            raise OutOfReach(
                f"the export to Coq needs more than {self.states:,} states; choose a smaller game, or allow more "
                "with Limits(states=…)"
            )


@dataclass(frozen=True)
class Automaton:
    """A complete automaton for Coq: a table `transitions[state][symbol]` with start state 0 (start state 1 in Coq)."""

    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    @staticmethod
    def of(numbers: NumberSet) -> Automaton:
        """Return the table of an automaton of `sprague.automata`."""
        return Automaton.from_arrays(numbers.table, numbers.accepting)

    @staticmethod
    def from_arrays(table: Numbers, accepting: npt.NDArray[np.generic]) -> Automaton:
        """Return the automaton with the given array of transitions and one accepting flag for each state."""
        return Automaton(tuple(map(tuple, table.tolist())), frozenset(np.flatnonzero(accepting).tolist()))

    def is_sink(self, state: int) -> bool:
        """Return whether every symbol leads from the state back to the same state."""
        return set(self.transitions[state]) == {state}

    def contains(self, numbers: Sequence[int], numeration: Numeration) -> bool:
        """Return whether the automaton accepts the digits of the given numbers, read in parallel."""
        state = 0
        for symbol in encode_word(numbers, numeration).tolist():
            state = self.transitions[state][symbol]
        return state in self.accepting


def project_symbols(tracks: Sequence[int], digits: int, total: int) -> Numbers:
    """For each column of `total` digits, return the symbol that an automaton with only some of the tracks reads."""
    columns = np.indices((digits,) * total).reshape(total, -1)
    symbols = np.zeros(columns.shape[1], dtype=np.int64)
    for track in tracks:
        symbols = symbols * digits + columns[track]
    return symbols


@dataclass(frozen=True, eq=False)
class ArrayAutomaton:
    """An automaton stored in numpy arrays, which allow fast products; `table[state, symbol]` is the next state."""

    table: Numbers
    accepting: Flags

    @staticmethod
    def of(automaton: Automaton, tracks: Sequence[int], digits: int, total: int) -> ArrayAutomaton:
        """Return the automaton that reads columns of `total` digits and ignores all digits outside the given tracks."""
        table = np.array(automaton.transitions, dtype=np.int64)[:, project_symbols(tracks, digits, total)]
        return ArrayAutomaton(table, np.isin(np.arange(len(table)), list(automaton.accepting)))

    @property
    def _sinks(self) -> Flags:
        found: Flags = (self.table == np.arange(len(self.table))[:, None]).all(axis=1)
        return found

    def restrict(self, other: ArrayAutomaton, accepted: bool, limit: StateLimit) -> ArrayAutomaton:
        """Return the automaton of the words that this automaton accepts and that `other` accepts (or rejects).

        In the resulting automaton, one state represents all pairs of states from which no word is accepted.
        """
        dead = self._sinks & ~self.accepting
        other_dead = other._sinks & (other.accepting != accepted)
        width = len(other.table)
        number = np.full(len(self.table) * width, -1, dtype=np.int64)
        # the first explored pair from which no word is accepted; this pair represents all pairs with this property
        first_dead = -1
        pairs, rows = np.zeros(1, dtype=np.int64), []
        reached = [pairs]
        number[0], count = 0, 1
        while len(pairs):
            left, right = self.table[pairs // width], other.table[pairs % width]
            targets = left * width + right
            lost = dead[left] | other_dead[right]
            if lost.any():
                first_dead = int(targets[lost][0]) if first_dead < 0 else first_dead
                targets[lost] = first_dead
            flat = targets.ravel()
            pairs = np.unique(flat[number[flat] < 0])
            number[pairs] = np.arange(count, count + len(pairs))
            count += len(pairs)
            rows.append(number[targets])
            reached.append(pairs)
            limit.check(count)
        every = np.concatenate(reached)
        accepting = self.accepting[every // width] & (other.accepting[every % width] == accepted)
        return ArrayAutomaton(np.concatenate(rows), accepting)

    def minimised(self) -> ArrayAutomaton:
        """Return the minimal automaton of the same language; its states are numbered in breadth-first order."""
        table, labels = minimise(self.table.astype(np.int32), self.accepting)
        return ArrayAutomaton(table.astype(np.int64), labels.astype(np.bool_))

    def to_automaton(self) -> Automaton:
        """Return the same automaton with its transitions as tuples."""
        return Automaton.from_arrays(self.table, self.accepting)


def explore(
    start: State, symbols: int, step: Callable[[State, int], State], accepts: Callable[[State], bool], limit: StateLimit
) -> Automaton:
    """Build an automaton for Coq from the states reachable from `start`, and return the minimal automaton."""
    number = {start: 0}
    rows: list[list[int]] = []
    states = [start]
    for state in states:
        row = []
        for symbol in range(symbols):
            target = step(state, symbol)
            if target not in number:
                number[target] = len(states)
                states.append(target)
            row.append(number[target])
        rows.append(row)
        limit.check(len(states))
    return minimal_automaton(rows, [accepts(state) for state in states])


def minimal_automaton(rows: Sequence[Sequence[int]], accepting: Sequence[bool]) -> Automaton:
    """Return the minimal automaton for Coq that accepts the same words as the given table of transitions."""
    return Automaton.from_arrays(*minimise(np.array(rows, dtype=np.int32), accepting))
