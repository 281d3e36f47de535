"""Oracles for learners: answers to membership queries from a table (`TableOracle`) or a refuted automaton.

A `TableOracle` answers membership queries from one table. A `RefutedHypothesis` answers queries about positions beyond
the table. Suppose that every move takes chips away, or keeps the chips and lowers a remembered number. Suppose also
that the kernel equation fails for an automaton at some position, but holds at all positions with fewer chips, and at
all positions with equally many chips and a lower remembered number. Under the two assumptions, about moves and about
the automaton, the automaton is wrong at the failing position, and right for all positions with fewer chips. The proof
is by induction on the number of chips and the remembered number: where the kernel equation holds, it determines the
outcome of a position from the outcomes of its options. An automaton counts as learnt if it agrees with all known
answers, in every order of interchangeable piles. Only a proof decides whether a learnt automaton is right for positions
outside the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague.automata import atoms
from sprague.automata.automaton import Automaton
from sprague.automata.numeration import Numeration
from sprague.discovery.learning import UNKNOWN, Answers, MembershipOracle, Numbers
from sprague.discovery.prefix_tree import in_every_order
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import are_positions
from sprague.tables.table import Table

# Maximum number of table positions with which a learnt automaton is compared. A sample of 2^19 positions finds almost
# every error.
MOST_COMPARED = 1 << 19
MOST_SEARCHED = 1 << 24  # maximum number of table positions to search for members
MOST_LISTED = 1 << 22  # maximum number of listed members; every order of the piles counts separately


@dataclass(frozen=True)
class RefutedHypothesis:
    """An oracle that uses a refuted automaton for positions with fewer chips than its first wrong position."""

    guess: Automaton
    position: Position
    piles: int

    @property
    def chips(self) -> int:
        """The number of chips of the position at which the refuted automaton is wrong."""
        return sum(self.position[: self.piles])

    @property
    def is_member(self) -> bool:
        """Whether the position at which the automaton is wrong is in the wanted set."""
        return self.position not in self.guess

    def answers(self, numbers: Numbers) -> Answers:
        """Return whether positions are in the wanted set, or unknown where the refuted automaton may be wrong."""
        found = np.full(len(numbers), UNKNOWN, dtype=np.int8)
        right = numbers[:, : self.piles].sum(axis=1) < self.chips
        found[right] = self.guess.contains_many(numbers[right])
        found[(numbers == np.array(self.position)).all(axis=1)] = self.is_member
        return found


@dataclass(frozen=True, eq=False)
class TableOracle:
    """An oracle that answers membership queries from a table, for the set of all positions with a given value."""

    rule: Ruleset
    table: Table
    value: int

    @cached_property
    def positions(self) -> Numbers:
        """The positions with which a learnt automaton is compared: the whole table, or a sample of a large table."""
        return _sample(self.table.game, self.table)

    @cached_property
    def members(self) -> NDArray[np.bool_]:
        """Whether each position of `positions` is in the wanted set."""
        return np.asarray(self.table.values_at(self.positions) == self.value)

    @property
    def complete_limit(self) -> int:
        """The greatest number n such that the table contains all positions whose entries are below n."""
        if self.table.chips is None:
            return self.table.widest
        return self.table.chips // max(len(self.table.game.piles), 1) + 1

    @cached_property
    def listed(self) -> Numbers | None:
        """All members of the wanted set in the table, in every order of piles; None if the list would be too long."""
        if (members := self._members_in_table()) is None:
            return None
        orders = prod(factorial(len(block)) for block in self.rule.blocks)
        return in_every_order(members, self.rule.blocks) if len(members) * orders <= MOST_LISTED else None

    def _members_in_table(self) -> Numbers | None:
        """Return all members of the wanted set in the table, with sorted piles; None if the table is too large."""
        if not self.table.is_by_lines and _positions_of(self.table.game, self.table) > MOST_SEARCHED:
            return None
        value = self.value if self.table.what == "grundy" else "PN"[self.value]
        return np.asarray(self.table.positions_array(value), dtype=np.int64)

    def membership(self, encoding: PositionEncoding, refuted: RefutedHypothesis | None = None) -> MembershipOracle:
        """Return the function that answers membership queries for encoded positions.

        The function answers from the table and, beyond the table, from a refuted hypothesis.
        """
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
        """Return the positions that must be looked up in the table to answer queries about the given tuples."""
        return positions

    def are_members(self, positions: Numbers) -> NDArray[np.bool_]:
        """Return for each position whether it is a member; all positions must be in the table."""
        return np.asarray(self.table.values_at(positions) == self.value)


def _sample(rule: Ruleset, table: Table) -> Numbers:
    """Return the positions of a table with which automata are compared: all positions, or a large random sample."""
    if _positions_of(rule, table) <= MOST_COMPARED:
        return table.arrays()[0].astype(np.int64, copy=False)
    lowest = [rule.lowest(name) for name in rule.names]
    random = np.random.default_rng(table.widest)
    # About half of the entries are small, because tuples of large random numbers are rarely members.
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
    """Estimate the positions of a learner's table with piles below a limit, if the order of piles is ignored."""
    heights = ((min(limit, rule.highest.get(group[0], limit) + 1), len(group)) for group in rule.pile_groups)
    return prod(comb(height + members - 1, members) for height, members in heights)


def count_lines(rule: Ruleset, limit: int) -> int:
    """Estimate the lines of a learner's table with piles below a limit; a line has all sizes of the last pile."""
    heights = [min(limit, rule.highest.get(name, limit) + 1) for name in rule.names]
    return prod(heights) // max(heights)


def count_positions_with_chips(rule: Ruleset, chips: int) -> int:
    """Estimate the positions of a learner's table with at most `chips` chips."""
    return comb(chips + len(rule.piles), len(rule.piles))


@dataclass(frozen=True)
class PositionEncoding:
    """The encoding of positions for a learner: a numeration, and the number that is subtracted from each pile.

    If piles cannot be empty, an automaton is often smaller if it reads the numbers of chips above the minimum. For
    example, the automaton of the P-positions of Empty & Transfer with four boxes has 104 states, but only 2 states if 1
    is subtracted from each box.
    """

    numeration: Numeration
    floor: int

    def offsets(self, rule: Ruleset) -> Numbers:
        """Return for each entry of a position the number that is subtracted from the entry."""
        return np.array([self.floor if name in rule.piles else 0 for name in rule.names])

    def positions(self, rule: Ruleset, encoded: Automaton, most_states: int) -> Automaton:
        """Convert an automaton that reads encoded positions into an automaton that reads positions."""
        return atoms.add_to_tracks(encoded, dict.fromkeys(range(len(rule.piles)), self.floor), most_states)

    def __str__(self) -> str:
        return f"{self.numeration}{', piles counted from their minimum' if self.floor else ''}"
