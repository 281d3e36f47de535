"""`Completion` computes one entry of a member of a set from the other entries, if these determine it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.words import digit_columns

Numbers = NDArray[np.int64]
NONE, SEVERAL = -1, -2  # results for tuples with no completion and for tuples with several completions
LONGER = 4  # maximum number of digits by which the computed entry may exceed the other entries


@dataclass(frozen=True, eq=False)
class Completion:
    """The completion of tuples to members of a set: the number on one track as a function of the other tracks."""

    automaton: Automaton
    track: int

    def values(self, others: Numbers) -> Numbers:
        """Return for each row the number that completes it to a member; NONE if there is none, SEVERAL if not unique.

        >>> from sprague.automata import atoms
        >>> double = Completion(atoms.linear((1, -2), 0, "="), 0)  # a = 2b
        >>> double.values(np.array([[3], [1 << 40]])).tolist()
        [6, 2199023255552]
        """
        number = self.automaton.numeration.base
        assert number is not None
        length = LONGER + len(self.automaton.numeration.write(int(others.max(initial=0))))
        weights = number ** np.arange(length - 1, -1, -1, dtype=np.int64)
        digits = others[:, :, None] // weights % number
        columns = digit_columns(self.automaton.tracks, self.automaton.numeration)
        kept = [track for track in range(self.automaton.tracks) if track != self.track]
        # by_digit[d, o] is the symbol with digit d on the track of the entry and digits o on the other tracks.
        by_digit = np.zeros((number, number ** len(kept)), np.int64)
        place = number ** np.arange(len(kept) - 1, -1, -1)
        by_digit[columns[self.track], place @ columns[kept]] = np.arange(columns.shape[1])
        read = np.tensordot(place, digits, (0, 1))  # array [row, column]: the digits of the other tracks
        return self._walk(by_digit[:, read], weights)

    def _walk(self, symbols: NDArray[np.int64], weights: Numbers) -> Numbers:
        """Return the completions of all rows; `symbols` is indexed by the digit of the entry, row and column."""
        table, (_, rows, length) = self.automaton.table, symbols.shape
        row = np.arange(rows)
        # Compute, from the last column to the first, the states from which an accepting state can be reached.
        ends = [np.tile(self.automaton.accepting, (rows, 1))]
        for column in range(length - 1, -1, -1):
            limits.check()
            ways = [np.take_along_axis(ends[-1], table.T[each].astype(np.int64), 1) for each in symbols[:, :, column]]
            ends.append(np.logical_or.reduce(ways))
        ends.reverse()
        state = np.zeros(rows, np.int64)
        found = np.where(ends[0][:, 0], 0, NONE).astype(np.int64)
        several = np.zeros(rows, np.bool_)
        for column in range(length):
            targets = np.array([table[state, each] for each in symbols[:, :, column]])
            good = ends[column + 1][row, targets]
            several |= good.sum(axis=0) > 1
            digit = np.argmax(good, axis=0)
            found = np.where(found == NONE, NONE, found + digit * weights[column])
            state = targets[digit, row].astype(np.int64)
        return np.where(several & (found != NONE), SEVERAL, found)
