"""Tables and refuted hypotheses as the oracle from which automata are learnt.

A `TableOracle` is what one table says of the set. A `RefutedHypothesis` guess says more, though it was wrong: where
every move takes chips away, or none and lowers what is remembered, and the guess fails at a position but at none
before it in this order, it is wrong at this one, and right for all positions with fewer chips, however large their
piles. (By induction: the kernel equation holds there, and it says what a position is once its options are known.) An
automaton is learnt once it agrees with all of this, whatever the order of piles that the rule does not tell apart;
whether it is right beyond that is for a proof to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.atoms import ascending_blocks
from sprague.automata.automaton import Automaton
from sprague.discovery.learning import UNKNOWN, Answers, Learner, MembershipOracle, Numbers
from sprague.discovery.position_encoding import PositionEncoding
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import are_positions
from sprague.tables.table import Table

AT_ONCE = 20  # wrong positions from which a learner learns before it guesses again
MOST_ORDERS = 24  # of entries, in all of which a guess is written out
#: Positions of a table with which a guess is compared: so many miss hardly any mistake, and a proof misses none.
MOST_COMPARED = 1 << 19


@dataclass(frozen=True)
class RefutedHypothesis:
    """A guess that is right for all positions with fewer chips than a position, at which it is wrong."""

    guess: Automaton
    position: Position
    piles: int

    @property
    def chips(self) -> int:
        return sum(self.position[: self.piles])

    @property
    def is_member(self) -> bool:
        """Whether the position is in the set, as the guess says the opposite."""
        return self.position not in self.guess

    def answers(self, numbers: Numbers) -> Answers:
        """Whether positions are members, as far as this says."""
        found = np.full(len(numbers), UNKNOWN, dtype=np.int8)
        right = numbers[:, : self.piles].sum(axis=1) < self.chips
        found[right] = self.guess.contains_many(numbers[right])
        found[(numbers == np.array(self.position)).all(axis=1)] = self.is_member
        return found


@dataclass(frozen=True, eq=False)
class TableOracle:
    """What a table says of the positions with one value: some of its positions, and which of them are `members`."""

    rule: Ruleset
    table: Table
    value: int
    positions: Numbers
    members: NDArray[np.bool_]

    @staticmethod
    def of(rule: Ruleset, table: Table, value: int) -> TableOracle:
        positions = _sample(rule, table)
        return TableOracle(rule, table, value, positions, table.values_at(positions) == value)

    def membership(self, encoding: PositionEncoding, refuted: RefutedHypothesis | None = None) -> MembershipOracle:
        """Answers for tuples written in this way, as far as the table goes and the guess that was refuted last."""
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
        """What the table is asked to know of these positions."""
        return positions

    def are_members(self, positions: Numbers) -> NDArray[np.bool_]:
        """Whether positions that the table knows are members."""
        return np.asarray(self.table.values_at(positions) == self.value)


def learn_agreeing_automaton(
    learner: Learner, tuples: Numbers, members: NDArray[np.bool_], blocks: Sequence[Sequence[int]] = ()
) -> Automaton | None:
    """An automaton that agrees with what is known of these tuples, in every order of the entries in a block.

    Where it goes beyond what the teacher knows, and depends on the order there, what it says of tuples in rising order
    is believed of all orders. None if the teacher knows too little to tell what is missing.
    """
    while True:
        limits.check()
        guess = learner.hypothesis()
        wrong = np.flatnonzero(guess.contains_many(tuples) != members)
        if len(wrong):
            chosen = wrong[:: max(1, len(wrong) // AT_ONCE)][:AT_ONCE]
            candidates = [tuple(int(entry) for entry in tuples[place]) for place in chosen]
        elif (pair := guess.asymmetry_witness(blocks)) is not None:
            candidates = [position for position in pair if _is_wrong(learner, guess, position)]
        else:
            return guess
        if not sum(learner.learn_from(position) for position in candidates):
            return None if len(wrong) else close_under_reordering(guess, blocks, learner.most_states)


def close_under_reordering(guess: Automaton, blocks: Sequence[Sequence[int]], most: int) -> Automaton | None:
    """The tuples that are in a set once the entries of each block are put in rising order; None for many orders.

    No automaton on the way may have more states than `most`.
    """
    if prod(factorial(len(block)) for block in blocks) > MOST_ORDERS:
        return None
    rising = guess & ascending_blocks(guess.tracks, blocks, guess.numeration)
    found = rising
    for chosen in product(*map(permutations, blocks)):
        sources = list(range(guess.tracks))
        for block, places in zip(blocks, chosen, strict=True):
            for entry, place in zip(block, places, strict=True):
                sources[entry] = place
        found = found.union(rising.arrange(sources, guess.tracks), most)
    return found


def _is_wrong(learner: Learner, guess: Automaton, position: Position) -> bool:
    answer = int(learner.membership(np.array([position]))[0])
    return answer != UNKNOWN and (answer == 1) != (position in guess)


def _sample(rule: Ruleset, table: Table) -> Numbers:
    """The positions of a table with which guesses are compared: all, or many chosen at random (always the same)."""
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
    """About how many positions a table to this limit holds; piles in any order count once."""
    heights = ((min(limit, rule.highest.get(group[0], limit) + 1), len(group)) for group in rule.pile_groups)
    return prod(comb(height + members - 1, members) for height, members in heights)


def count_positions_with_chips(rule: Ruleset, chips: int) -> int:
    """About how many positions with at most so many chips a table holds; piles in any order are not counted once."""
    return comb(chips + len(rule.piles), len(rule.piles))
