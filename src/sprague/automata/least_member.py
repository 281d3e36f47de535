"""`find_least_member`: search for the member of a set with the least sum, by bisection.

The first member that a search through an automaton comes upon has the fewest digits, not the fewest chips. But
whether a set has a member whose sum is at most n is a question to the same search, about fewer tuples; so the least
sum is found by bisection. It works for every set that can be searched, also where there is no automaton for the set
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton, everything
from sprague.automata.numeration import Numeration
from sprague.automata.words import Position

Find = Callable[[Automaton], Position | None]


def find_least_member(find: Find, found: Position, counted: int, numeration: Numeration) -> Position:
    """Return the member of a set with the least sum of its first `counted` numbers, by bisection.

    Of those with that sum it is the first by the numbers after the counted ones, then by the first number, and so on.

    `find` gives some member within a set, or None if there is none; `found` is one to begin with.

    >>> from sprague.automata.atoms import finite
    >>> from sprague.automata.numeration import BINARY
    >>> two = finite([(3, 3), (0, 4)], tracks=2)
    >>> two.smallest(), find_least_member(lambda within: (two & within).smallest(), (3, 3), 2, BINARY)
    ((3, 3), (0, 4))
    """
    tracks = len(found)
    chips = [int(track < counted) for track in range(tracks)]
    found = _lowered(find, found, chips, everything(tracks, numeration))
    within = linear(chips, -sum(found[:counted]), "=", numeration)
    # The last number that counts follows from the sum.
    for track in (*range(counted, tracks), *range(counted - 1)):
        this = [int(other == track) for other in range(tracks)]
        found = _lowered(find, found, this, within)
        within = within & linear(this, -found[track], "=", numeration)
    return found


def _lowered(find: Find, found: Position, weights: Sequence[int], within: Automaton) -> Position:
    """Return a member with the least weighted sum."""

    def weight(position: Position) -> int:
        return sum(factor * number for factor, number in zip(weights, position, strict=True))

    low = 0
    while low < (high := weight(found)):
        middle = (low + high - 1) // 2
        lower = find(within & linear(weights, -middle, "<=", within.numeration))
        if lower is None:
            low = middle + 1
        else:
            found = lower
    return found
