"""Words that are digits of numbers: in Fibonacci digits, for one, no two ones stand side by side."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from sprague import compiling
from sprague.automata import kernels as plain
from sprague.automata.minimise import Flags, Table, frozen
from sprague.automata.numeration import Numeration
from sprague.automata.room import room_for_states
from sprague.automata.words import digit_columns

kernels = compiling.ready(plain)


def within_validity(table: Table, accepting: Flags, tracks: int, numeration: Numeration) -> tuple[Table, Flags]:
    """The same automaton, but words that are not digits of numbers are not accepted."""
    valid = _valid(tracks, numeration)
    symbols = valid.shape[1]
    room = room_for_states(symbols)
    out, left, right = kernels.product(frozen(table), valid, room.most)
    room.check("taking out words that are not digits of numbers", left.size)
    return out, accepting[left] & (right < symbols)


@lru_cache(maxsize=8)
def _valid(tracks: int, numeration: Numeration) -> Table:
    """The automaton of the words that are digits of numbers.

    What may follow depends on the last column only: there is one state for each, and a dead one.
    """
    columns = digit_columns(tracks, numeration)
    symbols = columns.shape[1]
    follows = np.array(numeration.follows)
    allowed = np.ones((symbols, symbols), np.bool_)
    for digit in columns:
        allowed &= follows[digit[:, None], digit[None, :]]
    valid = np.where(allowed, np.arange(symbols, dtype=np.int32), np.int32(symbols))
    return frozen(np.vstack([valid, np.full((1, symbols), symbols, np.int32)]))
