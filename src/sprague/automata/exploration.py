"""The function `explore` builds an automaton from a start state and a step function by visiting all reachable states.

The caller gives a start state, a function that returns the state after one more column of digits, and a test for
accepting states. A state can be any hashable object.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

import numpy as np

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import SizeLimit, state_limit
from sprague.automata.transition_table import Flags, Transitions

Memory = TypeVar("Memory", bound=Hashable)
Column = TypeVar("Column", bound=Hashable)


def explore(
    tracks: int,
    numeration: Numeration,
    columns: Sequence[Column],
    start: Memory,
    step: Callable[[Memory, Column], Memory],
    accepts: Callable[[Memory], bool],
) -> Automaton:
    """Visit all states reachable from a start state by a step function, and return the automaton with these states."""
    distinct = list(dict.fromkeys(columns))
    place = {column: i for i, column in enumerate(distinct)}
    rows, accepting = explore_table(distinct, start, step, accepts, state_limit(len(columns)))
    return Automaton(tracks, numeration, rows[:, [place[column] for column in columns]], accepting)


def explore_table(
    columns: Sequence[Column],
    start: Memory,
    step: Callable[[Memory, Column], Memory],
    accepts: Callable[[Memory], bool],
    bound: SizeLimit,
) -> tuple[Transitions, Flags]:
    """Return the transition table of the states reached from a start state, and an accepting flag for each of them."""
    names = {start: 0}
    memories = [start]
    rows = []
    for memory in memories:  # the loop appends each newly found state to `memories`
        row = []
        for column in columns:
            target = step(memory, column)
            if target not in names:
                names[target] = len(memories)
                memories.append(target)
            row.append(names[target])
        rows.append(row)
        bound.check("the automaton of a condition", len(memories))
        limits.check()
    return np.array(rows, np.int32), np.array([accepts(memory) for memory in memories], np.bool_)


def digit_pairs(numeration: Numeration) -> list[tuple[int, int]]:
    """Return all pairs of digits in the order of their symbols, for the exploration of an automaton with two tracks."""
    return [(symbol // numeration.digits, symbol % numeration.digits) for symbol in range(numeration.digits**2)]
