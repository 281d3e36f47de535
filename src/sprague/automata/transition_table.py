"""The class `TransitionTable` of deterministic automata, minimisation, and restriction to valid words.

Minimisation runs a few rounds of Moore's algorithm and then, if necessary, Hopcroft's algorithm. Moore's algorithm is
faster on most automata, but the number of its rounds may be as large as the number of states. Hopcroft's algorithm
always needs O(n log n) steps for n states.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import state_limit
from sprague.automata.words import digit_columns

kernels = jit.compile_lazily(plain)

Transitions = npt.NDArray[np.int32]
Labels = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

Entry = TypeVar("Entry", bound=np.generic)

MOORE_ROUNDS = 20  # number of rounds of Moore's algorithm before Hopcroft's algorithm is used
# limit on the entries of a table; if a table has more entries, unreachable states are removed before the minimisation
SMALL_TABLE = 1024
# tables with at most this many entries are refined by sorting until the kernel `refine` is compiled
MOST_SORTED = 1 << 16


def read_only(array: npt.NDArray[Entry]) -> npt.NDArray[Entry]:
    """Return an array in the form that automaton kernels require: contiguous and read-only.

    The uniform form avoids repeated compilation: numba compiles a kernel again for each type of array.
    """
    out = np.ascontiguousarray(array).view()
    out.setflags(write=False)
    return out


@dataclass(frozen=True, eq=False, repr=False)
class TransitionTable:
    """A deterministic automaton that reads columns of digits, stored as a transition table and accepting flags.

    `table[state, symbol]` is the next state, and state 0 is the start. The subclass `Automaton` adds the operations on
    sets.
    """

    tracks: int
    numeration: Numeration
    table: Transitions
    accepting: Flags

    @property
    def states(self) -> int:
        """The number of states, including a dead state."""
        return int(self.table.shape[0])

    @property
    def symbols(self) -> int:
        """The number of columns of the transition table: one for each different column of digits."""
        return int(self.table.shape[1])

    @property
    def is_empty(self) -> bool:
        """Whether the set of the automaton is empty."""
        return not self.accepting.any()

    @cached_property
    def useful(self) -> Flags:
        """The states from which an accepting state can be reached."""
        offsets = np.arange(self.states * self.symbols + 1, dtype=np.int64)
        return read_only(
            kernels.backward_reachable(
                read_only(offsets), read_only(self.table.reshape(-1)), self.accepting, self.symbols
            )
        )


def minimise(table: Transitions, labels: npt.ArrayLike, rounds: int = MOORE_ROUNDS) -> tuple[Transitions, Labels]:
    """Return the minimal table in which every word leads to a state with the same label as in the given table.

    The states of the result are in breadth-first order. Labels are small natural numbers, such as 0 for rejecting and 1
    for accepting states. Each row of the table holds the targets of one state, symbol by symbol, and state 0 is the
    start.

    >>> table, labels = minimise(np.array([[2, 1], [1, 2], [0, 1]]), [0, 1, 0])
    >>> table.tolist(), labels.tolist()
    ([[0, 1], [1, 0]], [0, 1])
    """
    rows = read_only(np.asarray(table, np.int32))
    marks = np.asarray(labels).astype(np.int8)
    if rows.size > SMALL_TABLE and (reached := kernels.reachable_states(rows)).size < rows.shape[0]:
        name = np.full(rows.shape[0], -1, np.int32)
        name[reached] = np.arange(reached.size, dtype=np.int32)
        rows, marks = read_only(name[rows[reached]]), marks[reached]
    refine = kernels.refine if kernels.refine.is_compiled or rows.size > MOST_SORTED else _refine_by_sorting
    group, count, stable = refine(rows, read_only(marks), rounds)
    if not stable:
        group, count = kernels.split(rows, group, count)
    out, member = kernels.quotient(rows, group, count)
    return out, marks[member]


def _refine_by_sorting(table: Transitions, labels: Labels, rounds: int) -> tuple[npt.NDArray[np.int32], int, bool]:
    """Refine a partition of the states by sorting, about ten times as fast as the kernel `refine` without compilation.

    Each round sorts the states by their group and the groups of their targets. States with the same group and the same
    groups of targets then form one group.
    """
    group, count = labels.astype(np.int32), 0
    for _ in range(rounds + 1):
        keys = np.vstack([group[table].T, group]) if count else group[None, :]
        order = np.lexsort(keys)
        ordered = keys[:, order]
        new = np.zeros(group.size, np.int32)
        new[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0).cumsum()
        group = np.empty_like(new)
        group[order] = new
        found = int(new[-1]) + 1
        # Each round refines the partition, so an equal number of groups means an unchanged partition.
        if found in (count, group.size, 1):
            return group, found, True
        count = found
    return group, count, False


def restrict_to_valid(
    table: Transitions, accepting: Flags, tracks: int, numeration: Numeration
) -> tuple[Transitions, Flags]:
    """Return a transition table that also rejects all words that do not represent a tuple of numbers."""
    valid = _valid(tracks, numeration)
    symbols = valid.shape[1]
    bound = state_limit(symbols)
    out, left, right = kernels.product(read_only(table), valid, bound.most)
    bound.check("restricting an automaton to valid digits", left.size)
    return out, accepting[left] & (right < len(valid) - 1)


@lru_cache(maxsize=8)
def _valid(tracks: int, numeration: Numeration) -> Transitions:
    """Return the transition table of the tuples of valid digit words.

    A state consists of one state of `Numeration.validity` for each track; the last state is dead.
    """
    single = numeration.validity
    live = len(single) - 1
    columns = digit_columns(tracks, numeration)
    states = np.arange(live**tracks)
    table = np.zeros((states.size, columns.shape[1]), np.int64)
    dead = np.zeros(table.shape, np.bool_)
    for track, digit in enumerate(columns):
        target = single[(states // live ** (tracks - 1 - track) % live)[:, None], digit[None, :]]
        dead |= target == live
        table = table * live + target
    table[dead] = states.size
    return read_only(np.vstack([table, np.full((1, columns.shape[1]), states.size)]).astype(np.int32))
