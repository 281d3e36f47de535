"""`compute` uses a search, a misère quotient or a table to decide a position that no theorem or proof decides."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sprague.errors import OutOfReach
from sprague.limits import Limits, current, default_memory
from sprague.optional_numpy import has_numpy
from sprague.rules import Position, Ruleset
from sprague.solver.reasons import (
    LISTED_OPTIONS,
    ByComputation,
    ByQuotient,
    BySearch,
    ByTable,
    computed_quantity,
)
from sprague.tables.search import DEFAULT_LIMITS, TooManyPositions, search

if TYPE_CHECKING:
    from sprague.solver.fitting_table import FittingTable

SECONDS = 60.0  # default time limit of one computation
# limit on the positions of a quick search; with this limit, a search takes a few hundredths of a second
FEW_POSITIONS = 2_000


@dataclass(frozen=True)
class Computation:
    """A request to compute the value of a position, with the rule, the play convention, and the limits."""

    rule: Ruleset
    position: Position
    misere: bool
    limits: Limits


@dataclass(frozen=True)
class ComputationMethod:
    """A method that computes the value of a position, such as a search or a table, with limits on its cost.

    `run` returns None if the method does not apply to the position, or if the computation would exceed the limits in
    `cost`.
    """

    cost: Limits
    run: Callable[[Computation, Limits], ByComputation | None]


def compute(rule: Ruleset, position: Position, misere: bool, limits: Limits) -> ByComputation:
    """Compute the value of a position by the first strategy that succeeds, or raise `OutOfReach` if all fail."""
    task = Computation(rule, position, misere, limits)
    with limits.with_defaults(Limits(seconds=SECONDS)).watch():
        for strategy in STRATEGIES:
            if (found := strategy.run(task, strategy.cost)) is not None:
                return found
        return _search_to_limits(task)


def search_position(rule: Ruleset, position: Position, misere: bool) -> BySearch:
    """Return the values of all positions that can be reached from a position, found by a search within the limits."""
    try:
        return BySearch(rule, misere, search(rule, [position], computed_quantity(rule, misere), misere))
    except OutOfReach as refusal:
        most = current().with_defaults(DEFAULT_LIMITS).positions or 1
        more = f" (--positions {10 * most}, positions={10 * most})" if type(refusal) is TooManyPositions else ""
        play = "misère" if misere else "normal"
        raise type(refusal)(f"{refusal}{more}; no theorem decides this position in {play} play") from None


def can_list(rule: Ruleset, position: Position) -> bool:
    """Return whether the options of a position are few enough to compute the value of each one."""
    return rule.count_choices(position, LISTED_OPTIONS) <= LISTED_OPTIONS


def _small_search(task: Computation, cost: Limits) -> BySearch | None:
    if task.misere and not can_list(task.rule, task.position):
        return None
    with suppress(TooManyPositions), cost.watch():
        return search_position(task.rule, task.position, task.misere)
    return None


def _misere_quotient(task: Computation, cost: Limits) -> ByQuotient | None:
    """Return the misère quotient of a game of heaps as a reason, or None if it does not decide the position."""
    rule, position = task.rule, task.position
    is_sum_of_heaps = len(rule.names) == 1 and rule.takes_sums and (rule.splits or len(position) > 1)
    if not task.misere or not is_sum_of_heaps or not has_numpy():
        return None
    from sprague.quotients.misere import HEAPS, LargerHeaps, misere_quotient

    largest = max(position)
    try:
        with cost.watch():
            found = ByQuotient(rule, misere_quotient(rule, largest if largest <= HEAPS else None))
    except LargerHeaps:
        return None
    return found if found.decides(position) else None


def _table(task: Computation, cost: Limits) -> ByTable | None:
    table = _fitting_table(task)
    allowed = task.limits.with_defaults(cost).positions
    return ByTable(table.fill()) if table and table.positions <= (allowed or 0) else None


def _search_to_limits(task: Computation) -> BySearch:
    try:
        return search_position(task.rule, task.position, task.misere)
    except TooManyPositions as refusal:
        table = _fitting_table(task)
        hint = f"; a table would decide this position: {table}" if table else ""
        raise OutOfReach(f"{refusal}{hint}") from None


def _fitting_table(task: Computation) -> FittingTable | None:
    if not has_numpy():
        return None
    from sprague.solver.fitting_table import fitting_table

    memory = default_memory() if task.limits.memory is None else task.limits.memory
    return fitting_table(task.rule, task.position, task.misere, memory)


# The methods in the order in which they are tried; a search within the caller's limits comes last.
STRATEGIES = (
    ComputationMethod(Limits(positions=FEW_POSITIONS), _small_search),
    ComputationMethod(Limits(seconds=10.0), _misere_quotient),
    ComputationMethod(Limits(positions=5_000_000), _table),
)
