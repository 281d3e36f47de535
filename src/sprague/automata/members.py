"""Functions that find the smallest member of an automaton, list its members, and count members with a given sum."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sprague.automata.carries import Carries, Carry
from sprague.automata.transition_table import Flags, TransitionTable
from sprague.automata.words import Position, decode_word, digit_columns


def smallest_member(automaton: TransitionTable) -> Position | None:
    """Return the first member of an automaton, ordered by word length and then by digits, or None if the set is empty.

    States are numbered in breadth-first order, so the result is the first word that leads to the accepting state with
    the least number.
    """
    if automaton.is_empty:
        return None
    state = int(np.argmax(automaton.accepting))
    # Breadth-first search found each state by the transition at the first occurrence of the state in the table.
    found, first = np.unique(automaton.table[: state + 1], return_index=True)
    entry = dict(zip(found.tolist(), first.tolist(), strict=True))
    word: list[int] = []
    while state:
        state, symbol = divmod(entry[state], automaton.symbols)
        word.append(symbol)
    return decode_word(np.array(word[::-1], np.int32), automaton.tracks, automaton.numeration)


def iterate_members(automaton: TransitionTable) -> Iterator[Position]:
    """Yield all members of an automaton, ordered by word length and then by digits; there may be infinitely many."""
    if automaton.accepting[0]:
        yield (0,) * automaton.tracks
    within = [np.array(automaton.accepting)]  # within[k] marks the states from which some word of k symbols is accepted
    useful = automaton.useful
    # `reached` contains the states that are reached by words of length len(within) without leading zeros.
    reached = np.unique(automaton.table[0, 1:])
    while (reached := reached[useful[reached]]).size:
        if automaton.accepting[reached].any():
            yield from _members_of_length(automaton, len(within), within)
        within.append(np.asarray(within[-1][automaton.table].any(axis=1)))
        reached = np.unique(automaton.table[reached])


def _members_of_length(automaton: TransitionTable, length: int, within: list[Flags]) -> Iterator[Position]:
    """Yield the members whose words of digits have the given length.

    `within[k]` marks the states from which some word of k symbols is accepted.
    """

    def ways(state: int, left: int) -> Iterator[int]:
        good = within[left][automaton.table[state]]
        # Skip the symbol 0 at the start, because a member with a leading zero was already found as a shorter word.
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
            yield decode_word(word, automaton.tracks, automaton.numeration)
            continue
        path.append(int(automaton.table[path[-1], symbol]))
        open_ways.append(ways(path[-1], length - depth - 1))


Counts = npt.NDArray[np.int64]  # counts of members; Python integers (dtype object) if 64 bits might overflow
States = npt.NDArray[np.int64]


def count_members(automaton: TransitionTable, chips: int) -> int:
    """Return the number of members of an automaton whose numbers add up to `chips`.

    >>> from sprague.automata.atoms import linear
    >>> count_members(linear((1, -1), 0, "<"), 7)  # 0 + 7, 1 + 6, 2 + 5, 3 + 4
    4

    The algorithm reads the digits of `chips` column by column. A carry (see `sprague.automata.carries`) describes the
    difference between `chips` and the sum of the numbers, for the digits read so far. For each pair (state, carry), the
    algorithm stores the number of words that reach the pair. The algorithm drops carries from which the difference
    cannot become 0, so few carries remain. No number has more digits than the sum `chips`, so it is enough to read as
    many columns as `chips` has digits.
    """
    if chips < 0:
        return 0
    tracks, numeration = automaton.tracks, automaton.numeration
    # No count exceeds the number of tuples of words with as many digits as `chips`.
    bound = (numeration.digits ** numeration.write(chips).size) ** tracks
    kind = np.int64 if bound < 1 << 62 else object
    edges = _edges(automaton, kind)
    carries = Carries(numeration, up=1, down=tracks, constant=0)
    possible: dict[Carry, bool] = {}
    ways: dict[Carry, Counts] = {carries.start: np.zeros(automaton.states, kind)}
    ways[carries.start][0] = 1
    for digit in numeration.write(chips).tolist():
        after: dict[Carry, Counts] = {}
        for carry, counts in ways.items():
            for total, (sources, targets, times) in edges.items():
                reached = carries.step(carry, digit - total)
                if reached not in possible:
                    possible[reached] = any(sign in (0, None) for sign in carries.possible_signs(reached))
                if possible[reached]:
                    into = after.setdefault(reached, np.zeros(automaton.states, kind))
                    np.add.at(into, targets, counts[sources] * times)
        ways = after
    right = (counts for carry, counts in ways.items() if carries.value(carry) == 0)
    return sum(int(n) for counts in right for n in counts[automaton.accepting].tolist())


def _edges(automaton: TransitionTable, kind: type) -> dict[int, tuple[States, States, Counts]]:
    """Return the transitions grouped by the digit sum of their columns: sources, targets and numbers of columns."""
    sums = digit_columns(automaton.tracks, automaton.numeration).sum(axis=0)
    state, symbol = np.nonzero(automaton.useful[automaton.table])
    target = automaton.table[state, symbol]
    out: dict[int, tuple[States, States, Counts]] = {}
    for total in np.unique(sums[symbol]).tolist():
        chosen = sums[symbol] == total
        pairs, times = np.unique(np.stack([state[chosen], target[chosen]]), axis=1, return_counts=True)
        out[total] = (pairs[0], pairs[1], times.astype(kind))
    return out
