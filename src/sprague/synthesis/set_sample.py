"""Samples of positions (`SetSample`), and the orders of piles in which formulas are tested (`Frame`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, permutations, product, takewhile
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.language.positions import Position
from sprague.rules.ruleset import Ruleset
from sprague.synthesis.term_bank import Leaf, Numbers, TermBank
from sprague.tables.regions import are_positions

Flags = NDArray[np.bool_]

SMALL = 4_000  # number of tuples in the box of small positions
RANDOM = 6_000  # number of random tuples from which positions are chosen
BITS = 9  # maximum number of binary digits of random entries
MEMBERS, OTHERS = 140, 260  # number of members and of other positions in a sample
NEIGHBOURS = 140  # number of members whose neighbours are examined
MOST_ORDERS = 24  # a formula for all orders of the piles is searched only if there are at most this many orders
BEHAVIOUR = 96  # number of positions on which two terms are compared
LARGEST = 1 << 30  # upper bound on the entries of sample positions
SEED = 31


@dataclass(frozen=True, eq=False)
class SetSample:
    """Sample positions with their membership in a set; interchangeable piles are sorted, and each position occurs once.

    Attributes:
        rule: The game.
        automaton: The set.
        positions: The positions, one row each.
        members: Whether each position is a member.
    """

    rule: Ruleset
    automaton: Automaton
    positions: Numbers
    members: Flags

    @staticmethod
    def of(rule: Ruleset, automaton: Automaton) -> SetSample:
        """Return a sample of small positions, random positions, and members of the set with their neighbours."""
        every = _sorted_positions(rule, _candidates(rule, automaton))
        inside = automaton.contains_many(every)
        members = _spread(every[inside], MEMBERS)
        near = _sorted_positions(rule, _neighbours(members[:NEIGHBOURS]))
        near = near[~automaton.contains_many(near)]
        others = np.concatenate([_spread(near, OTHERS // 2), _spread(every[~inside], OTHERS // 2)])
        return SetSample._with(rule, automaton, np.concatenate([members, others]))

    @staticmethod
    def _with(rule: Ruleset, automaton: Automaton, positions: Numbers) -> SetSample:
        unique = np.unique(positions, axis=0)
        return SetSample(rule, automaton, unique, automaton.contains_many(unique))

    @staticmethod
    def of_positions(rule: Ruleset, automaton: Automaton, tuples: Numbers) -> SetSample:
        """Return the sample of those given tuples that are positions."""
        positions = _sorted_positions(rule, tuples)
        return SetSample(rule, automaton, positions, automaton.contains_many(positions))

    def extended(self, positions: Sequence[Position]) -> SetSample:
        """Return the sample with the given positions added."""
        more = _sorted_positions(self.rule, np.array(positions, np.int64).reshape(-1, len(self.rule.names)))
        return SetSample._with(self.rule, self.automaton, np.concatenate([self.positions, more]))

    def without_small(self, bound: int) -> SetSample:
        """Return the sample without the positions in which no entry exceeds its least height by more than `bound`."""
        lowest = np.array([self.rule.lowest(name) for name in self.rule.names])
        kept = ((self.positions - lowest) > bound).any(axis=1)
        return SetSample(self.rule, self.automaton, self.positions[kept], self.members[kept])


def _candidates(rule: Ruleset, automaton: Automaton) -> Numbers:
    tracks = len(rule.names)
    lowest = np.array([rule.lowest(name) for name in rule.names])
    limit = max(2, int(SMALL ** (1 / tracks) + 1e-9))
    box = np.indices((limit,) * tracks).reshape(tracks, -1).T
    random = np.random.default_rng(SEED)
    bits = random.integers(1, BITS + 1, (RANDOM, 1))
    wide = random.integers(0, 1 << BITS, (RANDOM, tracks)) >> (BITS - bits)
    # Equal entries, and an entry that is the sum or nim-sum of the others, are frequent in theorems.
    for place in range(tracks):
        part = slice(place * RANDOM // (2 * tracks), (place + 1) * RANDOM // (2 * tracks))
        rest = np.delete(wide[part], place, axis=1)
        kinds = [rest[:, 0], rest.sum(axis=1), np.bitwise_xor.reduce(rest, axis=1)] if tracks > 1 else [wide[part, 0]]
        wide[part, place] = np.choose(np.arange(part.stop - part.start) % len(kinds), kinds)
    small = takewhile(lambda member: max(member) < LARGEST, automaton.members())
    found = np.array(list(islice(small, MEMBERS)), np.int64).reshape(-1, tracks)
    return np.concatenate([box + lowest, wide + lowest, found]).astype(np.int64)


def _neighbours(members: Numbers) -> Numbers:
    tracks = members.shape[1]
    steps = [np.eye(tracks, dtype=np.int64) * step for step in (-2, -1, 1, 2)]
    moves = np.concatenate([*steps, [np.ones(tracks, np.int64)]])
    return np.asarray((members[:, None] + moves).reshape(-1, tracks))


def _sorted_positions(rule: Ruleset, tuples: Numbers) -> Numbers:
    """Return the tuples that are positions, each once, with sorted blocks of interchangeable piles."""
    tuples = tuples.copy()
    for block in rule.blocks:
        tuples[:, block] = np.sort(tuples[:, block], axis=1)
    lowest = np.array([rule.lowest(name) for name in rule.names])
    tuples = np.unique(tuples[(tuples >= lowest).all(axis=1)], axis=0)
    return np.asarray(tuples[are_positions(rule, tuples)])


def _spread(positions: Numbers, most: int) -> Numbers:
    """Return a selection of positions: the smallest, and a random choice of the others."""
    order = np.lexsort((*positions.T, positions.sum(axis=1)))
    first, rest = order[: most // 2], order[most // 2 :]
    return np.asarray(
        positions[np.concatenate([first, np.random.default_rng(SEED).permutation(rest)[: most - len(first)]])]
    )


@dataclass(frozen=True, eq=False)
class Frame:
    """The orders of the piles in which a formula is tested.

    In a sorted frame, every position is examined once, with its interchangeable piles in ascending order. In a frame
    that is not sorted, every position is examined in all `orders` of the piles, and a formula is true if it is true in
    some order.
    """

    rule: Ruleset
    orders: tuple[tuple[int, ...], ...]
    is_sorted: bool = False
    turns: bool = False

    @staticmethod
    def all_of(rule: Ruleset, automaton: Automaton) -> list[Frame]:
        """Return the frames (orders of the piles) in which formulas for a set are searched."""
        tracks = len(rule.names)
        once = (tuple(range(tracks)),)
        if not rule.blocks:
            turned = tuple(tuple((place + by) % tracks for place in range(tracks)) for by in range(tracks))
            if 3 <= tracks <= 6 and not rule.remembered and automaton.arrange(turned[1], tracks) == automaton:
                return [Frame(rule, once), Frame(rule, turned, turns=True)]
            return [Frame(rule, once)]
        found = [Frame(rule, once, is_sorted=True)]
        if prod(factorial(len(block)) for block in rule.blocks) <= MOST_ORDERS:
            found.append(Frame(rule, _orders(rule)))
        return found

    @cached_property
    def has_extremes(self) -> bool:
        """Whether all piles are interchangeable, so that the first sorted pile is `min` and the last is `max`."""
        blocks = self.rule.blocks
        return self.is_sorted and len(blocks) == 1 and len(blocks[0]) == len(self.rule.piles) > 1

    @cached_property
    def inner_names(self) -> list[str]:
        """The names that denote sorted piles; formulas with these names must state that the piles ascend."""
        if not self.is_sorted:
            return []
        names = [self.rule.names[place] for block in self.rule.blocks for place in block]
        return names[1:-1] if self.has_extremes else names

    @cached_property
    def leaves(self) -> list[Leaf]:
        """The names from which the terms of the frame are built, such as `a`, `min` and `sum`."""
        names, piles = self.rule.names, [self.rule.names.index(pile) for pile in self.rule.piles]
        shown = list(names)
        if self.has_extremes:
            shown[self.rule.blocks[0][0]], shown[self.rule.blocks[0][-1]] = "min", "max"
        found = [Leaf(text, 1, _column(place)) for place, text in enumerate(shown)]
        if len(piles) > 1:
            # If the order of piles matters, functions of all piles are less natural than the piles themselves.
            of_all = 1 if self.is_sorted else 3
            found.append(Leaf("sum", of_all, lambda entries: entries[piles].sum(axis=0)))
            # For two piles, `xor = 0` says the same as `a = b`, which is easier to read.
            nim_sum = of_all if len(piles) > 2 or self.rule.remembered else 3
            found.append(Leaf("xor", nim_sum, _nim_sum(piles), " xor ".join(self.rule.piles)))
            if not self.has_extremes:
                found.append(Leaf("max", 2, lambda entries: entries[piles].max(axis=0)))
                found.append(Leaf("min", 2, lambda entries: entries[piles].min(axis=0)))
        return found

    def rows(self, positions: Numbers) -> Numbers:
        """Return the positions with their piles in all orders; the orders of one position are consecutive rows."""
        return np.asarray(positions[:, np.array(self.orders)].reshape(-1, positions.shape[1]))

    def bank(self, automaton: Automaton, most: int, without: str | None = None) -> TermBank:
        """Return the bank of terms for the frame; omit terms that contain the entry `without`."""
        count = len(self.rule.names)
        of_all = [leaf for leaf in self.leaves[count:] if automaton.numeration == BINARY or leaf.text != "xor"]
        own = [leaf for leaf in self.leaves[:count] if leaf.text != without]
        if without is not None and without not in self.rule.remembered:
            of_all = []  # drop functions of all entries, such as `sum`, because they contain the excluded entry
        leaves = own + of_all
        return TermBank.built(leaves, automaton.numeration, self._behaviour_sample(), most)

    def _behaviour_sample(self) -> Numbers:
        """Return positions, independent of the set, on which terms are compared; there is one row for each entry."""
        random = np.random.default_rng(SEED)
        tracks = len(self.rule.names)
        bits = random.integers(1, BITS + 3, (40 * BEHAVIOUR, 1))
        wide = random.integers(0, 1 << (BITS + 2), (40 * BEHAVIOUR, tracks)) >> (BITS + 2 - bits)
        wide += np.array([self.rule.lowest(name) for name in self.rule.names])
        if self.is_sorted:
            for block in self.rule.blocks:
                wide[:, block] = np.sort(wide[:, block], axis=1)
        real = wide[are_positions(self.rule, wide)][:BEHAVIOUR]
        return np.ascontiguousarray(real.T)


def _nim_sum(piles: list[int]) -> Callable[[Numbers], Numbers]:
    return lambda entries: np.asarray(np.bitwise_xor.reduce(entries[piles], axis=0))


def _column(place: int) -> Callable[[Numbers], Numbers]:
    return lambda entries: entries[place]


def _orders(rule: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Return all permutations of the entries that exchange only interchangeable piles."""
    found = []
    for chosen in product(*(permutations(block) for block in rule.blocks)):
        order = list(range(len(rule.names)))
        for block, own in zip(rule.blocks, chosen, strict=True):
            for place, source in zip(block, own, strict=True):
                order[place] = source
        found.append(tuple(order))
    return tuple(found)
