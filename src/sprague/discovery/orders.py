"""One order of piles that a rule does not tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.proofs.translate import translate
from sprague.rules.conditions import Compare, all_of
from sprague.rules.expressions import Expression


def rising_order(tracks: int, blocks: Sequence[Sequence[int]], numeration: Numeration) -> Automaton:
    """The tuples in which the entries of each block rise, or stay the same.

    >>> from sprague.automata.numeration import BINARY
    >>> rising = rising_order(3, [(0, 2)], BINARY)
    >>> (1, 0, 1) in rising, (2, 0, 1) in rising
    (True, False)
    """
    names = tuple(f"x{track}" for track in range(tracks))
    rises = [
        Compare(Expression.of(names[one]), "<=", Expression.of(names[two]))
        for block in blocks
        for one, two in pairwise(block)
    ]
    return translate(all_of(rises), names, numeration)
