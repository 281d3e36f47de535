"""The function `find_least_member` finds the member with the least sum in a set, by bisection.

The first member that a breadth-first search finds has the fewest digits, but not always the least sum. A search that is
restricted to members with a sum of at most n decides whether the least sum is at most n. Bisection over n then finds
the least sum of a member. The caller passes a function that searches the set, so no automaton of the set is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sprague.automata.atoms import linear
from sprague.automata.automaton import Automaton, everything
from sprague.automata.numeration import Numeration
from sprague.automata.words import Position

Find = Callable[[Automaton], Position | None]


def find_least_member(find: Find, found: Position, counted: int, numeration: Numeration) -> Position:
    """Find, by bisection, the member of a set for which the sum of the first `counted` numbers is least.

    If several members have the least sum, the result is the lexicographically least of them; the comparison starts with
    the other numbers and ends with the first `counted` numbers.

    Args:
        find: A function that returns some member of the intersection of the set with an automaton, or None if there is
            none.
        found: A known member of the set, from which the search starts.
        counted: The number of leading tracks whose sum is minimised.
        numeration: The numeration of the automata passed to `find`.

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
    # Do not search for the last counted number, because the sum and the other counted numbers determine this number.
    for track in (*range(counted, tracks), *range(counted - 1)):
        this = [int(other == track) for other in range(tracks)]
        found = _lowered(find, found, this, within)
        within = within & linear(this, -found[track], "=", numeration)
    return found


def _lowered(find: Find, found: Position, weights: Sequence[int], within: Automaton) -> Position:
    """Find, by bisection, the member of a set for which a weighted sum of the numbers is least."""

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
