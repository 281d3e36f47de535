"""Encoding of positions as words for an automaton, with piles in sorted order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.discovery.learning import Numbers
from sprague.rules.ruleset import Ruleset


@dataclass(frozen=True)
class PositionEncoding:
    """In which digits positions are written, and whether piles count from their floor.

    Where no pile may be empty, the number of chips beyond the floor is often the simpler one to read: the
    P-positions of Empty & Transfer with four boxes take 104 states, and 2 if each box counts one less.
    """

    numeration: Numeration
    floor: int

    def offsets(self, rule: Ruleset) -> Numbers:
        """What is taken off each entry of a position."""
        return np.array([self.floor if name in rule.piles else 0 for name in rule.names])

    def positions(self, rule: Ruleset, encoded: Automaton, most_states: int) -> Automaton:
        """The automaton for the positions themselves; it may have many more states."""
        return atoms.add_to_tracks(encoded, dict.fromkeys(range(len(rule.piles)), self.floor), most_states)

    def __str__(self) -> str:
        return f"{self.numeration}{', piles counted from their floor' if self.floor else ''}"
