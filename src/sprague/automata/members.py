"""The members of a set in order: by length, then by digits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sprague.automata.minimise import Flags
from sprague.automata.words import Position, read_word

if TYPE_CHECKING:
    from sprague.automata.automaton import Automaton


def smallest_member(automaton: Automaton) -> Position | None:
    """The first member, if there is any.

    States are numbered in the order in which words reach them, so it is the word of the first
    accepting state.
    """
    if automaton.is_empty:
        return None
    state = int(np.argmax(automaton.accepting))
    # The first place in the table at which a state appears is where the search found it.
    found, first = np.unique(automaton.table[: state + 1], return_index=True)
    entry = dict(zip(found.tolist(), first.tolist(), strict=True))
    word: list[int] = []
    while state:
        state, symbol = divmod(entry[state], automaton.symbols)
        word.append(symbol)
    return read_word(np.array(word[::-1], np.int32), automaton.tracks, automaton.numeration)


def list_members(automaton: Automaton) -> Iterator[Position]:
    """All members; it may go on for ever."""
    if automaton.accepting[0]:
        yield (0,) * automaton.tracks
    within = [np.array(automaton.accepting)]  # within[k]: states from which some word of k symbols is accepted
    useful = automaton.useful
    reached = np.unique(automaton.table[0, 1:])  # by words as long as `within` has entries, without leading zeros
    while (reached := reached[useful[reached]]).size:
        if automaton.accepting[reached].any():
            yield from _members_of_length(automaton, len(within), within)
        within.append(np.asarray(within[-1][automaton.table].any(axis=1)))
        reached = np.unique(automaton.table[reached])


def _members_of_length(automaton: Automaton, length: int, within: list[Flags]) -> Iterator[Position]:
    """The members whose word has this length; `within[k]` are the states from which k more symbols may be accepted."""

    def ways(state: int, left: int) -> Iterator[int]:
        good = within[left][automaton.table[state]]
        # A first column of zeros would be a shorter word.
        return iter(np.flatnonzero(good)[int(left == length - 1 and bool(good[0])) :].tolist())

    path, word = [0], np.zeros(length, np.int32)
    open_ways = [ways(0, length - 1)]
    while open_ways:
        symbol = next(open_ways[-1], None)
        if symbol is None:
            open_ways.pop()
            path.pop()
            continue
        depth = len(open_ways)
        word[depth - 1] = symbol
        if depth == length:
            yield read_word(word, automaton.tracks, automaton.numeration)
            continue
        path.append(int(automaton.table[path[-1], symbol]))
        open_ways.append(ways(path[-1], length - depth - 1))
