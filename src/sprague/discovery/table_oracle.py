"""Oracles that answer a learner's membership queries, from a table (`TableOracle`) or a refuted hypothesis.

A `TableOracle` answers from one table. A `RefutedHypothesis` answers more, although it was wrong. Suppose every move
takes chips away, or takes none and lowers a remembered number, and the hypothesis fails at a position but at none
before it in this order. Then it is wrong at that position, and right for all positions with fewer chips, however large
their piles. (By induction: the kernel equation holds there, and it determines a position once its options are known.)
An automaton is learnt once it agrees with all of this, in every order of interchangeable piles. Whether it is right
beyond that, a proof decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.discovery.learning import UNKNOWN, Answers, MembershipOracle, Numbers
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import are_positions
from sprague.tables.table import Table

#: Positions of a table with which a guess is compared: so many miss hardly any mistake, and a proof misses none.
MOST_COMPARED = 1 << 19


@dataclass(frozen=True)
class RefutedHypothesis:
    """An oracle from a refuted hypothesis, which is right for all positions with fewer chips than its first error."""

    guess: Automaton
    position: Position
    piles: int

    @property
    def chips(self) -> int:
        """The chips of the position at which the hypothesis is wrong."""
        return sum(self.position[: self.piles])

    @property
    def is_member(self) -> bool:
        """Whether the position is in the set: the opposite of what the hypothesis says."""
        return self.position not in self.guess

    def answers(self, numbers: Numbers) -> Answers:
        """Return whether positions are members, unknown beyond the reach of the hypothesis."""
        found = np.full(len(numbers), UNKNOWN, dtype=np.int8)
        right = numbers[:, : self.piles].sum(axis=1) < self.chips
        found[right] = self.guess.contains_many(numbers[right])
        found[(numbers == np.array(self.position)).all(axis=1)] = self.is_member
        return found


@dataclass(frozen=True, eq=False)
class TableOracle:
    """An oracle from a table: sample positions, and which of them have the value (`members`)."""

    rule: Ruleset
    table: Table
    value: int
    positions: Numbers
    members: NDArray[np.bool_]

    @staticmethod
    def of(rule: Ruleset, table: Table, value: int) -> TableOracle:
        """Return the oracle of a table for the positions with this value."""
        positions = _sample(rule, table)
        return TableOracle(rule, table, value, positions, table.values_at(positions) == value)

    def membership(self, encoding: PositionEncoding, refuted: RefutedHypothesis | None = None) -> MembershipOracle:
        """Return the membership query for encoded positions, answered by the table and a refuted hypothesis."""
        offsets = encoding.offsets(self.rule)

        def answer(encoded: Numbers) -> Answers:
            numbers = encoded + offsets
            real = are_positions(self.rule, numbers)
            found = np.where(real, UNKNOWN, 0).astype(np.int8)
            tabled = self.table.holds(self.table_rows(numbers))
            asked = real & tabled
            if asked.any():
                found[asked] = self.are_members(numbers[asked])
            beyond = real & ~tabled
            if refuted is not None and beyond.any():
                found[beyond] = refuted.answers(numbers[beyond])
            return found

        return answer

    def table_rows(self, positions: Numbers) -> Numbers:
        """Return the rows to look up in the table for these positions."""
        return positions

    def are_members(self, positions: Numbers) -> NDArray[np.bool_]:
        """Return whether positions that are in the table are members."""
        return np.asarray(self.table.values_at(positions) == self.value)


def _sample(rule: Ruleset, table: Table) -> Numbers:
    """Return the positions of a table with which hypotheses are compared: all, or many random ones (fixed seed)."""
    if _positions_of(rule, table) <= MOST_COMPARED:
        return table.arrays()[0]
    lowest = [rule.lowest(name) for name in rule.names]
    random = np.random.default_rng(table.widest)
    # Half of them small in some piles: large random numbers alone would rarely be members.
    scale = random.integers(1, table.widest.bit_length(), size=(MOST_COMPARED, len(rule.names)))
    top = [min(table.widest, rule.highest.get(name, table.widest) + 1) for name in rule.names]
    high = np.where(random.random(scale.shape) < 0.5, top, np.minimum(1 << scale, top))
    chosen = np.maximum(random.integers(0, high), lowest)
    return chosen[are_positions(rule, chosen) & table.holds(chosen)]


def _positions_of(rule: Ruleset, table: Table) -> int:
    return (
        count_positions_below(rule, table.widest)
        if table.chips is None
        else count_positions_with_chips(rule, table.chips)
    )


def count_positions_below(rule: Ruleset, limit: int) -> int:
    """Return about how many positions the table of an oracle to this limit holds, each order of equal piles once."""
    heights = ((min(limit, rule.highest.get(group[0], limit) + 1), len(group)) for group in rule.pile_groups)
    return prod(comb(height + members - 1, members) for height, members in heights)


def count_positions_with_chips(rule: Ruleset, chips: int) -> int:
    """Return about how many tuples of piles in the table of an oracle have at most so many chips."""
    return comb(chips + len(rule.piles), len(rule.piles))


@dataclass(frozen=True)
class PositionEncoding:
    """The encoding of positions that an oracle and a learner share: numeration, and floor from which piles count.

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
