"""Discovery of the Grundy function, `GrundyFunctionStrategy`: one automaton over positions and their values.

The pairs (x, m) of a position x and its Grundy value m are the P-positions of a sum: the game plus a Nim pile of height
m (`proofs.grundy`). The strategy learns the set of pairs (position, Grundy value) from tables, and proves the learnt
set by the kernel equation of the game plus a Nim pile. If Grundy values grow like the logarithms of the piles, the
automaton reads 2 to the power m instead of m.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sprague.automata.automaton import Automaton
from sprague.automata.numeration import BINARY
from sprague.certificates.evidence import FUNCTION
from sprague.discovery.automaton_strategy import AutomatonStrategy, TableTask
from sprague.discovery.learning import Numbers
from sprague.discovery.strategy import Problem
from sprague.discovery.table_oracle import MOST_LISTED, TableOracle, count_positions_below
from sprague.proofs.grundy import add_nim_pile, check_function
from sprague.proofs.kernel_equation import CheckResult
from sprague.proofs.proof import AutomatonProof, Proof
from sprague.rules.ruleset import Ruleset
from sprague.tables.table import Table
from sprague.tables.tabulate import tabulate

FEW = (4, 16)  # limits of two tables that are compared to estimate how fast Grundy values grow
MOST_POWER = 62  # largest exponent for which the power of two fits into 64 bits
SEED = 0


class GrundyFunctionStrategy(AutomatonStrategy):
    """The discovery strategy that learns the Grundy function as one automaton over positions and values.

    If `as_power` is true, the last number that the automaton reads is 2 to the power of the Grundy value.
    """

    def __init__(self, problem: Problem, as_power: bool) -> None:
        self.game, self.as_power = problem.rule, as_power
        super().__init__(replace(problem, rule=add_nim_pile(problem.rule, as_power), function=False))
        self.tables = _GrundyFunctionTables(self)

    @property
    def tabulated(self) -> Ruleset:
        return self.game

    def applies(self) -> bool:
        if not self.as_power:
            return super().applies()
        # An automaton recognises the powers of two only if the base is a power of two; this strategy uses base 2.
        readable = BINARY in self.problem.numerations and self._is_readable(BINARY)
        self._start_loops([BINARY] if readable and self._grows_slowly() else [])
        return bool(self.loops)

    def _grows_slowly(self) -> bool:
        """Return whether the largest Grundy value grows with the piles, but no faster than their number of digits."""
        if count_positions_below(self.game, FEW[-1]) > self.problem.positions:
            return False
        few, many = (int(tabulate(self.game, limit=limit).arrays()[1].max(initial=0)) for limit in FEW)
        return few < many <= FEW[-1].bit_length()

    def add_suggested_numerations(self, oracle: TableOracle, limit: int) -> None:
        """Do nothing: Grundy values suggest no numerations."""

    def check(self, guess: Automaton, fewest: bool) -> CheckResult:
        return check_function(self.game, guess, self.as_power, fewest=fewest)

    def partial_proof(self) -> Proof | None:
        if not self.found:
            return None
        return AutomatonProof(self.game, False, None, FUNCTION, tuple(self.found), self.pairs, self.as_power)


class _GrundyFunctionTables(TableTask):
    """The task that computes tables of Grundy values for the learning loops of the Grundy function."""

    what = "grundy"

    def __init__(self, search: GrundyFunctionStrategy) -> None:
        super().__init__(search)
        self.as_power = search.as_power

    def oracle_of(self, table: Table) -> TableOracle:
        rule = self.search.problem.rule
        return GrundyFunctionOracle(rule, table, 0, len(table.game.names), self.as_power)


@dataclass(frozen=True, eq=False)
class GrundyFunctionOracle(TableOracle):
    """An oracle for Grundy values m of positions: it compares numbers with m, or with 2^m if `as_power` is true.

    Each tuple in a query is a position with a number inserted at the index `place`.
    """

    place: int = 0
    as_power: bool = False

    @cached_property
    def _tuples(self) -> tuple[Numbers, NDArray[np.bool_]]:
        """Four tuples for each position: with its Grundy value, a small number, a nearby number and a random number."""
        positions = TableOracle(self.table.game, self.table, 0).positions
        right = _numbers(self.table, positions, self.as_power)
        random = np.random.default_rng(SEED)
        near = np.maximum(right + random.choice([-2, -1, 1, 2], len(right)), 0)
        beside = [right, random.integers(0, 4, len(right)), near, random.permutation(right)]
        tuples = np.vstack([np.insert(positions, self.place, numbers, axis=1) for numbers in beside])
        return tuples, np.asarray(tuples[:, self.place] == np.tile(right, len(beside)))

    @cached_property
    def positions(self) -> Numbers:
        """The tuples with which a learnt automaton is compared: positions, each with four different numbers."""
        return self._tuples[0]

    @cached_property
    def members(self) -> NDArray[np.bool_]:
        """Whether the number in each tuple of `positions` is the Grundy value of its position."""
        return self._tuples[1]

    def _members_in_table(self) -> Numbers | None:
        if count_positions_below(self.table.game, self.table.widest) > MOST_LISTED:
            return None
        positions = np.asarray(self.table.arrays()[0], dtype=np.int64)
        return np.insert(positions, self.place, _numbers(self.table, positions, self.as_power), axis=1)

    def table_rows(self, positions: Numbers) -> Numbers:
        """Return the positions to look up in the table: the tuples without the claimed Grundy value."""
        return np.delete(positions, self.place, axis=1)

    def are_members(self, positions: Numbers) -> NDArray[np.bool_]:
        """Return for each tuple whether its number is the Grundy value of its position."""
        right = _numbers(self.table, self.table_rows(positions), self.as_power)
        return np.asarray(right == positions[:, self.place])


def _numbers(table: Table, positions: Numbers, as_power: bool) -> Numbers:
    """Return the Grundy value m of each position, or 2 to the power m."""
    if not len(positions):
        return np.zeros(0, np.int64)
    values = np.asarray(table.values_at(positions), np.int64)
    return np.where(values <= MOST_POWER, np.int64(1) << np.minimum(values, MOST_POWER), -1) if as_power else values
