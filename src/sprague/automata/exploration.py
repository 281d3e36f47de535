"""Construction of automata state by state, from a start state and a step function.

A condition says what it remembers at the start, what after one more column of digits, and what it accepts. Each
thing that it may remember is a state.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import TypeVar

import numpy as np

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import state_limit
from sprague.automata.words import count_symbols
from sprague.errors import SpragueError

COMPARE: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, "=": eq, "!=": ne, ">=": ge, ">": gt}

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
    """Return the automaton of a start state, a step function and an acceptance test, exploring all reachable states."""
    distinct = list(dict.fromkeys(columns))
    place = {column: i for i, column in enumerate(distinct)}
    bound = state_limit(len(columns))
    names = {start: 0}
    memories = [start]
    rows = []
    for memory in memories:  # grows on the way
        row = []
        for column in distinct:
            target = step(memory, column)
            if target not in names:
                names[target] = len(memories)
                memories.append(target)
            row.append(names[target])
        rows.append(row)
        bound.check("an automaton of a condition", len(memories))
        limits.check()
    table = np.array(rows, np.int32)[:, [place[column] for column in columns]]
    return Automaton(tracks, numeration, table, np.array([accepts(memory) for memory in memories], np.bool_))


def check_state_count(what: str, needed: int, tracks: int, numeration: Numeration) -> None:
    """Raise OutOfReach if an automaton is known to need more states than the limits allow."""
    bound = state_limit(count_symbols(tracks, numeration))
    if needed > bound.most:
        raise bound.refusal(what, f"needed {needed:,}")


def digit_pairs(numeration: Numeration) -> list[tuple[int, int]]:
    """Return the pair of digits in each symbol of two tracks."""
    return [(symbol // numeration.digits, symbol % numeration.digits) for symbol in range(numeration.digits**2)]


def comparison_function(relation: str) -> Callable[[int, int], bool]:
    """Return the comparison function of a sign such as "<="; raise SpragueError for any other text."""
    if relation not in COMPARE:
        raise SpragueError(f"expected one of {', '.join(COMPARE)}, got {relation!r}")
    return COMPARE[relation]


def check_at_least(what: str, number: int, least: int) -> None:
    """Raise SpragueError if a number is below its least value."""
    if number < least:
        raise SpragueError(f"expected {what} of at least {least}, got {number!r}")
