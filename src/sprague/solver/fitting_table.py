"""`fitting_table`: the smallest table that contains a position and its options."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from sprague.errors import SpragueError
from sprague.limits import Limits
from sprague.results.base import Measure
from sprague.rules import Position, Ruleset
from sprague.rules.sums import split_components
from sprague.solver.reasons import computed_quantity
from sprague.tables.request import Request
from sprague.tables.table import Table
from sprague.tables.tabulate import select_traversal, tabulate

LARGEST = 1_000_000  # greatest limit on piles or chips for which a table is considered


@dataclass(frozen=True)
class FittingTable:
    """The plan of the smallest table that contains a position: its limit, number of positions, and size in bytes."""

    rule: Ruleset
    misere: bool
    what: Measure
    limit: int | None
    chips: int | None
    positions: int
    bytes: int
    memory: int

    def fill(self) -> Table:
        """Compute the planned table."""
        limits = Limits(memory=self.memory)
        return tabulate(self.rule, self.limit, chips=self.chips, what=self.what, misere=self.misere, budget=limits)

    def __str__(self) -> str:
        bound = f"--limit {self.limit}" if self.limit is not None else f"--chips {self.chips}"
        play = " --misere" if self.misere else ""
        command = f"sprague table '{self.rule.name or self.rule}' {bound} --what {self.what}{play}"
        return f"{self.positions:,} positions, {self.bytes / 1e6:,.1f} MB ({command})"


def fitting_table(
    rule: Ruleset, position: Position, misere: bool, memory: int, what: Measure | None = None
) -> FittingTable | None:
    """Return the plan of the smallest table that contains a position and its options and fits into `memory`, or None.

    The argument `what` selects the values of the table; the default is Grundy values if they exist, otherwise outcomes.
    A table contains no sums of positions. So the function returns None for sums, and for misère play of games whose
    heaps can split.
    """
    if len(position) > len(rule.names) or (rule.splits and misere):
        return None
    try:
        held = list(chain(*(split_components(rule, reached) for reached in (position, *rule.options(position)))))
    except SpragueError:
        return None
    piles = len(rule.piles)
    bounds: list[tuple[int | None, int | None]] = [(1 + max(map(max, held)), None)]
    if not rule.remembered:  # a limit on the number of chips does not bound the remembered numbers
        bounds.append((None, max(sum(entries[:piles]) for entries in held)))
    wanted = what or computed_quantity(rule, misere)
    small = ((limit, chips) for limit, chips in bounds if (limit or chips or 0) <= LARGEST)
    found = [_sized(rule, misere, wanted, limit, chips, memory) for limit, chips in small]
    return min((table for table in found if table), key=lambda table: table.positions, default=None)


def _sized(
    rule: Ruleset, misere: bool, what: Measure, limit: int | None, chips: int | None, memory: int
) -> FittingTable | None:
    try:
        request = Request(rule, limit, chips, what, misere)
        traversal = select_traversal(request, Limits(memory=memory))
        needed = traversal.memory()
    except SpragueError:
        return None
    if traversal.size is None or needed > memory:
        return None
    return FittingTable(rule, misere, what, limit, chips, traversal.size, needed, memory)
