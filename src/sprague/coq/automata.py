"""Deterministic automata as tables, for the export to Coq, with a limit on their states."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import numpy as np

from sprague.automata.automaton import Automaton as Least
from sprague.automata.numeration import Numeration
from sprague.errors import OutOfReach
from sprague.limits import Limits, check

DEFAULT = Limits(seconds=300, states=500_000)


@dataclass(frozen=True)
class Budget:
    """The most states that an automaton may have."""

    states: int

    @staticmethod
    def of(limits: Limits | None = None) -> Budget:
        whole = Limits.of(limits).with_defaults(DEFAULT)
        assert whole.states is not None
        return Budget(whole.states)

    def keep_states(self, count: int) -> None:
        """Raise `OutOfReach` if there are more states, and `OutOfTime` if the time is over."""
        check()
        if count > self.states:
            raise OutOfReach(
                f"the export to Coq takes more than {self.states:,} states; allow more with Limits(states=…), "
                "or take a smaller game"
            )


T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Automaton:
    """Transitions by symbol, for states counted from 0, the start. Coq counts states from 1."""

    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    @staticmethod
    def of(automaton: Least) -> Automaton:
        """The table of an automaton of the prover."""
        rows = tuple(map(tuple, automaton.table.tolist()))
        return Automaton(rows, frozenset(np.flatnonzero(automaton.accepting).tolist()))

    def loops(self, state: int) -> bool:
        """Whether no symbol leaves the state."""
        return set(self.transitions[state]) == {state}

    def contains(self, numbers: Sequence[int], numeration: Numeration) -> bool:
        """Whether the digits of these numbers, read side by side, lead to an accepting state."""
        words = [numeration.write(number).tolist() for number in numbers]
        length = max(map(len, words), default=0)
        state = 0
        for column in zip(*([0] * (length - len(word)) + word for word in words), strict=True):
            state = self.transitions[state][symbol_of(column, numeration.digits)]
        return state in self.accepting


def symbol_of(column: Iterable[int], digits: int) -> int:
    """Return the number of a column of digits, of which there are so many."""
    symbol = 0
    for digit in column:
        symbol = symbol * digits + digit
    return symbol


def arranged(automaton: Automaton, order: Sequence[int], digits: int) -> Automaton:
    """Return the set of the tuples that have entry i of a tuple of the given set at the place order[i]."""
    columns = product(range(digits), repeat=len(order))
    symbols = [symbol_of((column[place] for place in order), digits) for column in columns]
    rows = tuple(tuple(row[symbol] for symbol in symbols) for row in automaton.transitions)
    return Automaton(rows, automaton.accepting)


def same_set(one: Automaton, two: Automaton) -> bool:
    """Whether two automata accept the same words."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    for left, right in waiting:
        if (left in one.accepting) != (right in two.accepting):
            return False
        for pair in zip(one.transitions[left], two.transitions[right], strict=True):
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def explored(
    start: T, symbols: int, after: Callable[[T, int], T], accepts: Callable[[T], bool], budget: Budget
) -> Automaton:
    """Return the least automaton whose states are those that can be reached from the start."""
    number = {start: 0}
    rows: list[list[int]] = []
    waiting = [start]
    for state in waiting:
        row = []
        for symbol in range(symbols):
            following = after(state, symbol)
            if following not in number:
                number[following] = len(waiting)
                waiting.append(following)
            row.append(number[following])
        rows.append(row)
        budget.keep_states(len(waiting))
    return minimised(rows, [accepts(state) for state in waiting], budget)


def minimised(rows: Sequence[Sequence[int]], accepting: Sequence[bool], budget: Budget) -> Automaton:
    """Return the least automaton for the same set, by Moore's algorithm: refine classes until they are stable."""
    groups, count = [int(accepts) for accepts in accepting], 0
    while count < (count := len(set(groups))):
        budget.keep_states(count)
        keys: dict[tuple[int, ...], int] = {}
        signatures = [(group, *(groups[target] for target in row)) for group, row in zip(groups, rows, strict=True)]
        groups = [keys.setdefault(key, len(keys)) for key in signatures]
    # State 0 comes first, so its group is 0.
    firsts = {group: state for state, group in reversed(list(enumerate(groups)))}
    table = tuple(tuple(groups[t] for t in rows[firsts[group]]) for group in range(len(firsts)))
    return Automaton(table, frozenset(group for group, state in firsts.items() if accepting[state]))
