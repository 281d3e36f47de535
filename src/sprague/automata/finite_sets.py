"""Decide whether the set of an automaton is finite (`is_finite`), count its members, and list them by their sums."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sprague import limits
from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.words import Position


def is_finite(automaton: Automaton) -> bool:
    """Return whether an automaton has finitely many members.

    >>> is_finite(atoms.finite([(1, 2), (3, 4)], tracks=2)), is_finite(atoms.linear((1, -2), 0, "="))
    (True, False)
    """
    return _counts(automaton) is not None


def count_all(automaton: Automaton) -> int | None:
    """Return the number of members of an automaton, or None if there are infinitely many.

    >>> count_all(atoms.linear((1, 1), -2, "<="))  # x + y <= 2
    6
    """
    found = _counts(automaton)
    return None if found is None else found[0]


def _counts(automaton: Automaton) -> list[int] | None:
    """For each state, return the number of words that are accepted from it; if the set is infinite, return None.

    For the start state, the function counts only words without leading zeros. A set is infinite if and only if some
    cycle of its automaton is reachable from the start state and can reach an accepting state. The search for cycles
    ignores the loop at the start state, which reads leading zeros.
    """
    useful = automaton.useful
    if not useful[0]:
        return [0] * automaton.states
    counts: dict[int, int] = {}
    waiting: set[int] = set()  # states for which the count of accepted words is in progress
    stack = [0]
    after: dict[int, dict[int, int]] = {}
    while stack:
        state = stack[-1]
        if state in counts:
            stack.pop()
            continue
        if state not in after:
            row = automaton.table[state, 1:] if state == 0 else automaton.table[state]
            targets, times = np.unique(row[useful[row]], return_counts=True)
            after[state] = dict(zip(targets.tolist(), times.tolist(), strict=True))
            waiting.add(state)
            limits.check()
            if any(target in waiting for target in after[state]):
                return None
            missing = [target for target in after[state] if target not in counts]
            stack += missing
            if missing:
                continue
        if any(target not in counts for target in after[state]):
            stack += [target for target in after[state] if target not in counts]
            continue
        total = sum(times * counts[target] for target, times in after[state].items())
        counts[state] = int(automaton.accepting[state]) + total
        waiting.discard(state)
        stack.pop()
    return [counts.get(state, 0) for state in range(automaton.states)]


def members_by_sum(automaton: Automaton) -> Iterator[Position]:
    """Yield the members of an automaton, ordered by their sum, then lexicographically; there may be infinitely many.

    >>> from itertools import islice
    >>> list(islice(members_by_sum(atoms.linear((1, -1), 0, "<=")), 4))
    [(0, 0), (0, 1), (0, 2), (1, 1)]
    """
    tracks = automaton.tracks
    if tracks == 1:  # for tuples of one number, the order by digits is the order by size
        yield from automaton.members()
        return
    with_sum = automaton.arrange(range(tracks), tracks + 1) & atoms.linear(
        (1,) * tracks + (-1,), 0, "=", automaton.numeration
    )
    for (total,) in with_sum.project(*range(tracks)).members():
        limits.check()
        there = automaton & atoms.linear((1,) * tracks, -total, "=", automaton.numeration)
        yield from sorted(there.members())
