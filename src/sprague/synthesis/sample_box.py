"""`SampleBox`: all positions with small piles, on which formulas are first compared with a set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.formulas.evaluation import evaluate
from sprague.language.conditions import Formula
from sprague.language.formula_parser import parse_formula
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import are_positions

Flags = NDArray[np.bool_]


# Parsed formulas are cached because the same short conditions are used many times.
read_formula = lru_cache(maxsize=8192)(parse_formula)


@dataclass(frozen=True, eq=False)
class SampleBox:
    """A sample box: all tuples with small entries, in every order, and their membership in a set.

    Attributes:
        rule: The game.
        limit: The number of different values of each entry.
        positions: The tuples, one row each; the last entry changes fastest.
        real: Whether each tuple is a position of the game; formulas are evaluated only on positions of the game.
        members: Whether each tuple is a member of the set; all members are positions.
    """

    rule: Ruleset
    limit: int
    positions: NDArray[np.int64]
    real: Flags
    members: Flags

    @staticmethod
    def of(rule: Ruleset, automaton: Automaton, most: int, longest: int = 1024) -> SampleBox:
        """Return the largest sample box with at most `most` tuples and at most `longest` values of each entry."""
        tracks = len(rule.names)
        limit = 2
        while limit < longest and (limit + 1) ** tracks <= most:
            limit += 1
        grid = np.indices((limit,) * tracks).reshape(tracks, -1).T.astype(np.int64)
        grid = np.ascontiguousarray(grid + np.array([rule.lowest(name) for name in rule.names]))
        return SampleBox(rule, limit, grid, are_positions(rule, grid), automaton.contains_many(grid))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the box as an array, with one axis for each entry of a position."""
        return (self.limit,) * len(self.rule.names)

    @property
    def array(self) -> Flags:
        """The membership flags as an array with one axis for each entry."""
        return self.members.reshape(self.shape)

    @cached_property
    def others(self) -> Flags:
        """The positions of the box that are not members of the set."""
        return self.real & ~self.members

    @cached_property
    def values(self) -> dict[str, NDArray[np.int64]]:
        """The entries of all positions of the box, by name."""
        return {name: np.ascontiguousarray(self.positions[:, i]) for i, name in enumerate(self.rule.names)}

    def evaluate(self, formula: Formula) -> Flags:
        """Return the positions of the box where a formula is true as written, without trying other orders of piles."""
        return np.asarray(evaluate(formula, self.values), np.bool_) & self.real

    def truth_of(self, text: str) -> Flags:
        """Return the positions of the box where a formula, given as text, is true."""
        return self.evaluate(read_formula(text, self.rule.names, self.rule.piles))

    @cached_property
    def _swaps(self) -> list[list[NDArray[np.int64]]]:
        """For each entry of a block, the permutations of the box's tuples that swap this entry with a later entry."""
        index = np.arange(prod(self.shape)).reshape(self.shape)
        return [
            [np.swapaxes(index, first, second).reshape(-1) for second in block[place + 1 :]]
            for block in self.rule.blocks
            for place, first in enumerate(block)
        ]

    @cached_property
    def in_order(self) -> Flags:
        """The positions of the box in which interchangeable piles are in ascending order."""
        found = self.real.copy()
        for block in self.rule.blocks:
            for one, two in pairwise(block):
                found &= self.positions[:, one] <= self.positions[:, two]
        return found

    def closed(self, masks: Flags) -> Flags:
        """Add all reorderings of interchangeable piles to each set of positions; each row of `masks` is a set."""
        for swaps in self._swaps:
            found = masks
            for swap in swaps:
                limits.check()
                found = found | masks[..., swap]
            masks = found
        return masks

    def is_closed(self) -> bool:
        """Return whether membership does not depend on the order of interchangeable piles."""
        return bool((self.closed(self.members) == self.members).all())
