"""`SampleBox`: membership of all positions with small piles, as samples for synthesis."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import prod

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.automata.automaton import Automaton
from sprague.errors import SpragueError
from sprague.formulas.evaluation import evaluate
from sprague.language.conditions import Formula
from sprague.language.formula_parser import parse_formula
from sprague.rules.ruleset import Ruleset
from sprague.tables.regions import are_positions

Flags = NDArray[np.bool_]


# The same short conditions are asked for again and again.
read_formula = lru_cache(maxsize=8192)(parse_formula)


@dataclass(frozen=True, eq=False)
class SampleBox:
    """A sample box: all tuples whose entries are among the `limit` least, and whether each is a member.

    The box has the tuples in every order.

    `positions` has one row for each; the last entry changes fastest. Those that are positions of the game are `real`:
    members are, and formulas are read of these alone.
    """

    rule: Ruleset
    limit: int
    positions: NDArray[np.int64]
    real: Flags
    members: Flags

    @staticmethod
    def of(rule: Ruleset, automaton: Automaton, most: int, longest: int = 1024) -> SampleBox:
        """Return the largest box of at most `most` positions, with at most `longest` numbers on a side."""
        tracks = len(rule.names)
        limit = 2
        while limit < longest and (limit + 1) ** tracks <= most:
            limit += 1
        grid = np.indices((limit,) * tracks).reshape(tracks, -1).T.astype(np.int64)
        grid = np.ascontiguousarray(grid + np.array([rule.lowest(name) for name in rule.names]))
        return SampleBox(rule, limit, grid, are_positions(rule, grid), automaton.contains_many(grid))

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the box, one axis for each entry."""
        return (self.limit,) * len(self.rule.names)

    @property
    def array(self) -> Flags:
        """The membership with one axis for each entry."""
        return self.members.reshape(self.shape)

    @cached_property
    def others(self) -> Flags:
        """The positions that are not members."""
        return self.real & ~self.members

    @cached_property
    def values(self) -> dict[str, NDArray[np.int64]]:
        """The entries of all positions, by name."""
        return {name: np.ascontiguousarray(self.positions[:, i]) for i, name in enumerate(self.rule.names)}

    def evaluate(self, formula: Formula) -> Flags:
        """Return the positions where a formula holds as written, without trying other orders."""
        return np.asarray(evaluate(formula, self.values), np.bool_) & self.real

    def truth_of(self, text: str) -> Flags:
        """Return the positions where a formula, given as text, holds as written."""
        return self.evaluate(read_formula(text, self.rule.names, self.rule.piles))

    @cached_property
    def _swaps(self) -> list[list[NDArray[np.int64]]]:
        """The permutations of positions, for each place of a block, that swap it with a later place."""
        index = np.arange(prod(self.shape)).reshape(self.shape)
        return [
            [np.swapaxes(index, first, second).reshape(-1) for second in block[place + 1 :]]
            for block in self.rule.blocks
            for place, first in enumerate(block)
        ]

    @cached_property
    def in_order(self) -> Flags:
        """The positions in which interchangeable piles are sorted."""
        found = self.real.copy()
        for block in self.rule.blocks:
            for one, two in pairwise(block):
                found &= self.positions[:, one] <= self.positions[:, two]
        return found

    def closed(self, masks: Flags) -> Flags:
        """Return sets of positions, one per row, closed under reordering of interchangeable piles."""
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

    def evaluated(self, texts: list[str]) -> tuple[list[str], Flags]:
        """Return the texts that are valid formulas, and for each the positions where it holds."""
        kept: list[str] = []
        rows: list[Flags] = []
        for text in texts:
            limits.check()
            try:
                rows.append(self.truth_of(text))
            except SpragueError:
                continue  # a name of a pile that means something else in a formula
            kept.append(text)
        return kept, np.array(rows, np.bool_).reshape(len(kept), len(self.positions))
