"""`ColumnAutomaton`: an automaton whose states, up to permutation of the piles, become stages of column programs.

If swapping two tracks does not change a set, the swap maps each state of the set's automaton to a state. A *stage* is a
class of states that swaps of tracks map to each other. Two piles are *alike* in a state if their swap maps the state to
itself. The groups of a stage are the classes of alike piles. If two alike piles have the same digit in a column, they
are still alike after the column.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.automata.transition_table import Flags, Transitions
from sprague.language.column_programs import LAST, NO, YES, Column


@dataclass(frozen=True, eq=False)
class ColumnAutomaton:
    """An automaton whose states become stages of a column program; state 0 is the initial state.

    Attributes:
        tracks: The number of tracks.
        digits: The number of digits of the numeration.
        table: The next state for each state and column.
        last: For each state and column, whether the column may be the last.
        ends: Whether the automaton accepts the empty word.
        possible: For each state and column, whether the column can occur; the program may do anything at an impossible
            column.
    """

    tracks: int
    digits: int
    table: Transitions
    last: Flags
    ends: bool
    possible: Flags

    @staticmethod
    def of(automaton: Automaton) -> ColumnAutomaton:
        """Return the column automaton of an automaton, with the same states."""
        accepting = automaton.accepting
        last = accepting[automaton.table]
        digits, possible = automaton.numeration.digits, _possible(automaton)
        if np.count_nonzero(automaton.table == 0) == 1:
            possible[0, 0] = False  # no word begins with a column of zeros, and no transition leads back to state 0
        return ColumnAutomaton(automaton.tracks, digits, automaton.table, last, bool(accepting[0]), possible)

    @staticmethod
    def joined(automaton: Automaton) -> ColumnAutomaton | None:
        """Return the column automaton of an automaton after merging states that differ only in whether they accept.

        The result is None if the initial state would be merged with a state that differs in acceptance.
        """
        plain = ColumnAutomaton.of(automaton)
        table, accepting = automaton.table, automaton.accepting
        labels = np.zeros(automaton.states, np.int64)
        while True:
            signatures = np.concatenate([labels[table], plain.last], axis=1)
            _, first, finer = np.unique(signatures, axis=0, return_index=True, return_inverse=True)
            if len(first) == labels.max() + 1:
                break
            labels = finer.reshape(-1)
        # Merged states are numbered by their smallest original state, so that state 0 stays the initial state.
        firsts, labels = np.unique(first[finer.reshape(-1)], return_inverse=True)
        if accepting[labels == 0].any() != accepting[0]:
            return None
        joined = labels[table][firsts].astype(np.int32)
        possible = np.array([plain.possible[labels == label].any(axis=0) for label in range(len(firsts))])
        return ColumnAutomaton(plain.tracks, plain.digits, joined, plain.last[firsts], plain.ends, possible)

    @property
    def states(self) -> int:
        """The number of states of the column automaton."""
        return len(self.table)

    # Decided states

    @cached_property
    def decided(self) -> dict[tuple[int, bool], str]:
        """Maps pairs (state, whether a word may end in it) to the verdict that replaces the state in programs."""
        found: dict[tuple[int, bool], str] = {}
        for state in range(self.states):
            if (self.table[state] == state).all() and self.last[state].all():
                found[state, True] = found[state, False] = YES
            elif not self.last[self._reached(state)].any():
                found[state, True], found[state, False] = LAST, NO
        return found

    def _reached(self, state: int) -> list[int]:
        found = [state]
        for one in found:
            found += [int(other) for other in np.unique(self.table[one]) if int(other) not in found]
        return found

    @cached_property
    def idle(self) -> Flags:
        """Flags [state, track]: whether, after the state, the digits of the track no longer affect acceptance."""
        shape = (self.states, *[self.digits] * self.tracks)
        found: Flags = np.ones((self.states, self.tracks), np.bool_)
        for whole in (self.table.reshape(shape), self.last.reshape(shape)):
            for track in range(self.tracks):
                same = whole == np.take(whole, [0], axis=track + 1)
                found[:, track] &= same.reshape(self.states, -1).all(axis=1)
        while not (kept := found & found[self.table].all(axis=1))[found].all():
            found = kept
        return found

    # Swaps

    @cached_property
    def columns(self) -> list[Column]:
        """All digit columns, ordered by symbol number."""
        return list(product(range(self.digits), repeat=self.tracks))

    @cached_property
    def swaps(self) -> dict[tuple[int, int], list[int]]:
        """Maps each pair of tracks whose swap does not change the set to the images of all states under the swap."""
        number = {column: symbol for symbol, column in enumerate(self.columns)}
        found = {}
        for one, two in combinations(range(self.tracks), 2):
            limits.check()
            symbols = np.array([number[_swapped(column, one, two)] for column in self.columns])
            if (states := self._image(symbols)) is not None:
                found[one, two] = states
        return found

    def _image(self, symbols: npt.NDArray[np.int64]) -> list[int] | None:
        """Return the image of each state under a permutation of columns, or None if the permutation changes the set."""
        image = [-1] * self.states
        image[0] = 0
        waiting = [0]
        for state in waiting:
            if not np.array_equal(self.last[state], self.last[image[state], symbols]):
                return None
            targets = zip(self.table[state].tolist(), self.table[image[state], symbols].tolist(), strict=True)
            for target, other in targets:
                if image[target] == -1:
                    image[target] = other
                    waiting.append(target)
                elif image[target] != other:
                    return None
        return image

    def alike(self, state: int) -> tuple[int, ...]:
        """Return, for each track, the first track that is alike in the given state."""
        idle = self.idle[state]
        first = list(range(self.tracks))
        # The swaps are sorted, so the first match is the first track that is interchangeable with track `two`.
        for (one, two), image in self.swaps.items():
            if first[two] == two and image[state] == state and idle[one] == idle[two]:
                first[two] = one
        return tuple(first)

    # Stages

    @cached_property
    def _placed(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """Maps each state to a pair: the first state of its stage, and the groups of all tracks."""
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for first in range(self.states):
            if first in found:
                continue
            found[first] = first, self.alike(first)
            waiting = [first]
            for state in waiting:
                for (one, two), image in self.swaps.items():
                    if (other := image[state]) not in found:
                        found[other] = first, _swapped(found[state][1], one, two)
                        waiting.append(other)
        return found

    def stage(self, state: int) -> int:
        """Return the stage that contains a state; the first state of a stage represents the stage."""
        return self._placed[state][0]

    def groups(self, state: int) -> tuple[int, ...]:
        """Return the group of each track in a state; a group is identified by its first track."""
        return self._placed[state][1]

    @cached_property
    def stages(self) -> list[int]:
        """All stages of the column program, each represented by its first state."""
        open_ends = {state for state, _ in self.decided} - {0}
        return list(dict.fromkeys(self.stage(state) for state in range(self.states) if state not in open_ends))


def _possible(automaton: Automaton) -> Flags:
    """Return for each state and column whether the numeration allows the column in the state."""
    numeration = automaton.numeration
    if not numeration.is_restricted:
        return np.ones(automaton.table.shape, np.bool_)
    found = np.zeros(automaton.table.shape, np.bool_)
    columns = list(product(range(numeration.digits), repeat=automaton.tracks))
    valid = numeration.validity
    waiting = [(0, (0,) * automaton.tracks)]
    seen = set(waiting)
    for state, places in waiting:
        limits.check()
        for symbol, column in enumerate(columns):
            follow = tuple(int(valid[place, digit]) for place, digit in zip(places, column, strict=True))
            if len(valid) - 1 not in follow:
                found[state, symbol] = True
                after = int(automaton.table[state, symbol]), follow
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return found


def _swapped(values: tuple[int, ...], one: int, two: int) -> tuple[int, ...]:
    changed = list(values)
    changed[one], changed[two] = values[two], values[one]
    return tuple(changed)
