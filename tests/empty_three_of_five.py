"""The set on emptying 3 of 5 boxes, by the total of a position (`docs/empty-some.md`)."""

from __future__ import annotations

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY


def totals_of_three_of_five() -> Automaton:
    """Totals that no P-position has are 3m - 1, 3m, 3m + 1 where m is written 1 and then 0s and 3s in base 4."""
    # In binary: 1, then any number of 00 and 11.
    written = Automaton(1, BINARY, [[0, 1], [2, 3], [1, 4], [4, 1], [4, 4]], [False, True, False, False, False])
    totals = atoms.linear((1,), -5, ">=", BINARY)
    for more in (-1, 0, 1):
        totals &= ~(atoms.linear((1, -3), -more, "=", BINARY) & written.arrange((1,), 2)).project(1)
    return totals
