"""The number of members of a set with a given sum."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sprague.automata.automaton import Automaton, digit_columns
from sprague.automata.carries import Carries, Carry

Counts = npt.NDArray[np.int64]  # or, where those might overflow, of whole numbers without bound
States = npt.NDArray[np.int64]


def count_members(automaton: Automaton, chips: int) -> int:
    """How many members have this sum.

    >>> from sprague.automata.atoms import linear
    >>> count_members(linear((1, -1), 0, "<"), 7)  # 0 + 7, 1 + 6, 2 + 5, 3 + 4
    4

    Column by column, it keeps each carry of chips - sum (see `sprague.automata.carries`) and the number
    of ways to be there in each state; a carry from which the sum can no longer come out right is
    dropped, and few remain. No number in a tuple is longer than its sum, so the columns are those of
    `chips`.
    """
    if chips < 0:
        return 0
    tracks, numeration = automaton.tracks, automaton.numeration
    # Nothing counted exceeds the number of all tuples of numbers that are as long.
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
                    possible[reached] = any(sign in (0, None) for sign in carries.prospects(reached))
                if possible[reached]:
                    into = after.setdefault(reached, np.zeros(automaton.states, kind))
                    np.add.at(into, targets, counts[sources] * times)
        ways = after
    right = (counts for carry, counts in ways.items() if carries.value(carry) == 0)
    return sum(int(n) for counts in right for n in counts[automaton.accepting].tolist())


def _edges(automaton: Automaton, kind: type) -> dict[int, tuple[States, States, Counts]]:
    """For each sum of a column of digits: from which state to which, and by how many columns."""
    sums = digit_columns(automaton.tracks, automaton.numeration).sum(axis=0)
    state, symbol = np.nonzero(automaton.useful[automaton.table])
    target = automaton.table[state, symbol]
    out: dict[int, tuple[States, States, Counts]] = {}
    for total in np.unique(sums[symbol]).tolist():
        chosen = sums[symbol] == total
        pairs, times = np.unique(np.stack([state[chosen], target[chosen]]), axis=1, return_counts=True)
        out[total] = (pairs[0], pairs[1], times.astype(kind))
    return out
