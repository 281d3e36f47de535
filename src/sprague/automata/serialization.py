"""Automata as plain JSON data, for certificates and files."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.errors import SpragueError


def to_data(automaton: Automaton) -> dict[str, object]:
    """The table and the accepting states; tracks and numeration are told beside it.

    >>> from sprague.automata.atoms import linear
    >>> to_data(linear((1, -1), 0, "="))
    {'transitions': [[0, 1, 1, 0], [1, 1, 1, 1]], 'accepting': [0]}
    """
    return {"transitions": automaton.table.tolist(), "accepting": np.flatnonzero(automaton.accepting).tolist()}


def from_data(data: object, tracks: int, numeration: Numeration) -> Automaton:
    """The automaton that `to_data` wrote; anything else is refused."""
    if (
        not isinstance(data, Mapping)
        or not isinstance(rows := data.get("transitions"), list)
        or not isinstance(ends := data.get("accepting"), list)
        or not all(isinstance(row, list) for row in rows)
    ):
        raise SpragueError("expected an automaton: 'transitions', a list of rows, and 'accepting', a list of states")
    states = len(rows)
    if len({len(row) for row in rows}) > 1:
        raise SpragueError("expected transitions with equally many targets for each state, got rows of unequal length")
    wrong = [target for row in rows for target in row if type(target) is not int or not 0 <= target < states]
    if wrong:
        raise SpragueError(f"expected transitions to states from 0 to {states - 1}, got {str(wrong[0])[:40]}")
    wrong = [end for end in ends if type(end) is not int or not 0 <= end < states]
    if wrong:
        raise SpragueError(f"expected accepting states from 0 to {states - 1}, got {str(wrong[0])[:40]}")
    accepting = np.zeros(states, np.bool_)
    accepting[ends] = True
    return Automaton(tracks, numeration, np.array(rows), accepting)
