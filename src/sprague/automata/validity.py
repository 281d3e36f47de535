"""The set of valid digit words of a numeration, such as Fibonacci words without two adjacent ones."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sprague import jit
from sprague.automata import kernels as plain
from sprague.automata.minimise import Flags, Table, frozen
from sprague.automata.numeration import Numeration
from sprague.automata.size_limits import room_for_states
from sprague.automata.words import digit_columns

kernels = jit.compile_lazily(plain)


def within_validity(table: Table, accepting: Flags, tracks: int, numeration: Numeration) -> tuple[Table, Flags]:
    """The same automaton, but words that are not digits of numbers are not accepted."""
    valid = _valid(tracks, numeration)
    symbols = valid.shape[1]
    room = room_for_states(symbols)
    out, left, right = kernels.product(frozen(table), valid, room.most)
    room.check("taking out words that are not digits of numbers", left.size)
    return out, accepting[left] & (right < len(valid) - 1)


@lru_cache(maxsize=8)
def _valid(tracks: int, numeration: Numeration) -> Table:
    """The automaton of the columns of words that are digits of numbers: one state for each track, and a dead one."""
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
    return frozen(np.vstack([table, np.full((1, columns.shape[1]), states.size)]).astype(np.int32))
