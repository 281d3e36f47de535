"""Encoding of positions as digit words for learning: numeration, and piles counted from their floor."""

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
    """An encoding of positions: the numeration, and the floor from which piles are counted.

    Where no pile may be empty, the number of chips beyond the floor is often the simpler one to read: the
    P-positions of Empty & Transfer with four boxes take 104 states, and 2 if each box counts one less.
    """

    numeration: Numeration
    floor: int

    def offsets(self, rule: Ruleset) -> Numbers:
        """Return the amount that is subtracted from each entry of a position."""
        return np.array([self.floor if name in rule.piles else 0 for name in rule.names])

    def positions(self, rule: Ruleset, encoded: Automaton, most_states: int) -> Automaton:
        """Return the automaton of the positions themselves, from the automaton of encoded positions."""
        return atoms.add_to_tracks(encoded, dict.fromkeys(range(len(rule.piles)), self.floor), most_states)

    def __str__(self) -> str:
        return f"{self.numeration}{', piles counted from their floor' if self.floor else ''}"
