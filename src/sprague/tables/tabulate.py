"""The function `tabulate`, which selects a traversal for the requested table and fills the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from sprague import arguments
from sprague.errors import OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.games import ruleset_of
from sprague.limits import MAXIMUM, NO_LIMITS, Limits, current, default_memory
from sprague.progress import ProgressCallback, check_progress, fractions
from sprague.results.base import Measure, NumberMeasure, OutcomeClass
from sprague.rules import Ruleset
from sprague.tables.layout import refuse_if_too_large
from sprague.tables.plan import NoPlan, make_plan
from sprague.tables.regions import Region, requested_region
from sprague.tables.request import Request
from sprague.tables.storage import ArrayStorage, LineStorage
from sprague.tables.table import Table
from sprague.tables.traversals.base import PlannedTraversal, Progress, Traversal
from sprague.tables.traversals.differences import DifferenceTraversal
from sprague.tables.traversals.enumerated import EnumeratedTraversal, SumTraversal
from sprague.tables.traversals.levels import LevelTraversal
from sprague.tables.traversals.lines import LineTraversal
from sprague.tables.traversals.rows import RowTraversal
from sprague.tables.traversals.sieve import SieveTraversal
from sprague.tables.traversals.sorted_order import ChipsTraversal, SortedTraversal
from sprague.tables.traversals.unions import UnionTraversal
from sprague.tables.traversals.unplanned import HeapTraversal, SearchTraversal


@overload
def tabulate(
    game: Ruleset | str,
    limit: int | None = ...,
    *,
    chips: int | None = ...,
    what: NumberMeasure = ...,
    misere: bool = ...,
    cap: int | None = ...,
    known: Table | None = ...,
    keep: Callable[[Table], object] | None = ...,
    budget: Limits | None = ...,
    progress: ProgressCallback | None = ...,
) -> Table[int]: ...
@overload
def tabulate(
    game: Ruleset | str,
    limit: int | None = ...,
    *,
    chips: int | None = ...,
    what: Literal["outcome"],
    misere: bool = ...,
    cap: int | None = ...,
    known: Table | None = ...,
    keep: Callable[[Table], object] | None = ...,
    budget: Limits | None = ...,
    progress: ProgressCallback | None = ...,
) -> Table[OutcomeClass]: ...
@overload
def tabulate(
    game: Ruleset | str,
    limit: int | None = ...,
    *,
    chips: int | None = ...,
    what: Measure,
    misere: bool = ...,
    cap: int | None = ...,
    known: Table | None = ...,
    keep: Callable[[Table], object] | None = ...,
    budget: Limits | None = ...,
    progress: ProgressCallback | None = ...,
) -> Table: ...
@accepts_former_arguments
def tabulate(
    game: Ruleset | str,
    limit: int | None = None,
    *,
    chips: int | None = None,
    what: Measure = "grundy",
    misere: bool = False,
    cap: int | None = None,
    known: Table | None = None,
    keep: Callable[[Table], object] | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> Table:
    """Return the `Table` of the values of all positions with piles below `limit`, or with at most `chips` chips.

    >>> table = tabulate("subtraction-transfer:a=2,b=1,c=1", limit=4)
    >>> table.to_array().tolist()
    [[0, 1, 0, 1], [0, 1, 0, 1], [2, 3, 2, 3], [1, 0, 1, 0]]

    Args:
        game: A rule set, or the name of a game.
        limit: Compute positions with all piles below this limit.
        chips: Compute positions with at most this many chips.
        what: The kind of value: `grundy`, `outcome`, `remoteness` (the winner hurries) or `suspense` (the winner
            delays).
        misere: Compute values in misère play; Grundy values exist only in normal play.
        cap: Compute min(value, cap); values below the cap are exact.
        known: A table of the same game with a lower bound, from which the computation continues; only for
            taking-and-breaking games.
        keep: A function that is called with the table of the Grundy values so far, every ten seconds and when the work
            is interrupted or out of time, as in `keep=lambda table: table.save("begun.table")`; only for
            taking-and-breaking games.
        budget: Limits on seconds, memory and positions; by default, half of the memory of the machine may be used.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The table, a mapping from positions to values.

    Raises:
        OutOfReach: The table would exceed the limits.

    >>> begun = tabulate("(n) -> (u) + (v) where u + v = n - 1", limit=1000)
    >>> tabulate(begun.game, limit=1200, known=begun)[1199]
    1
    """
    rule = ruleset_of(game)
    request = Request(rule, limit, chips, what, misere, cap)
    report = fractions(check_progress(progress))
    if known is not None and not isinstance(known, Table):
        raise SpragueError(f"'known' must be a table or None, got {arguments.format_argument(known)}")
    keeper = None if keep is None else arguments.check_callback("keep", keep)
    with Limits.of(budget).watch():
        allowed = current().with_defaults(Limits(memory=default_memory()))
        return _filled(request, known, keeper, allowed, report)


def _filled(
    request: Request, known: Table | None, keep: Callable[[Table], object] | None, limits: Limits, report: Progress
) -> Table:
    rule, memory = request.rule, limits.memory or 0
    traversal, asked = _planned(request, limits)
    if known is not None:
        _go_on(traversal, request, known)
    if keep is not None and isinstance(traversal, HeapTraversal):
        traversal.keep = lambda values: keep(_begun(rule, values))
    values = traversal.fill(asked, memory, report)
    if isinstance(values, LineStorage):
        return Table(rule, request.what, request.misere, request.limit, request.chips, None, asked, values)
    if request.cap is not None:
        np.minimum(values, min(request.cap, int(np.iinfo(values.dtype).max)), out=values)
    stored = ArrayStorage(asked, _smallest(values))
    return Table(rule, request.what, request.misere, request.limit, request.chips, request.cap, asked, stored)


def refuse_if_out_of_reach(request: Request) -> None:
    """Raise `OutOfReach` if `tabulate` would exceed the current limits; the table is not filled."""
    _planned(request, current().with_defaults(Limits(memory=default_memory())))


def _planned(request: Request, limits: Limits) -> tuple[Traversal, Region]:
    """Return the traversal that fills a table, and the table's region; raise `OutOfReach` if a limit is exceeded."""
    rule, memory = request.rule, limits.memory or 0
    traversal = select_traversal(request, limits)
    asked = traversal.requested_region(memory)
    by_lines = isinstance(traversal, LineTraversal)
    needed = traversal.size if isinstance(traversal, LineTraversal) else asked.size
    if limits.positions is not None and needed > limits.positions:
        raise OutOfReach(
            f"{rule.label}: a table up to {request.bound} needs {needed:,} {'lines' if by_lines else 'positions'}, but "
            f"only {limits.positions:,} are allowed; lower the bound, or allow more with Limits(positions={needed})"
        )
    way_out = "lower the bound, or ask for outcomes or a cap"
    refuse_if_too_large(rule.label, f"a table up to {request.bound}", traversal.memory(), memory, way_out)
    return traversal, asked


def _go_on(traversal: Traversal, request: Request, known: Table) -> None:
    """Make a traversal continue from a known table of the same game; raise `SpragueError` if this is impossible."""
    if not isinstance(traversal, HeapTraversal):
        raise SpragueError(
            f"{request.rule.label}: only tables of taking-and-breaking games can be continued; leave out "
            f"known={arguments.format_argument(known)}"
        )
    if (known.game, known.what, known.cap) != (request.rule, "grundy", None):
        raise SpragueError(
            f"{request.rule.label}: 'known' must be a table of the same game with Grundy values and without a "
            f"cap, got {arguments.format_argument(known)}"
        )
    traversal.known = known.to_array()


def _begun(rule: Ruleset, values: npt.NDArray[Any]) -> Table:
    """Return a table of the Grundy values of the heaps that have been computed so far."""
    limit = len(values)
    region = requested_region(rule, limit, None, False)
    return Table(rule, "grundy", False, limit, None, None, region, ArrayStorage(region, _smallest(values)))


def _smallest(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the values of a table in the smallest unsigned integer type that can represent them."""
    most = int(values.max()) if len(values) else 0
    for kind in (np.uint8, np.uint16, np.uint32):
        if most <= np.iinfo(kind).max:
            return values.astype(kind, copy=False)
    return values


# The traversals that use a plan, from special to general; at least one of them always applies.
TRAVERSALS: tuple[type[PlannedTraversal], ...] = (
    SumTraversal,
    RowTraversal,
    DifferenceTraversal,
    SortedTraversal,
    ChipsTraversal,
    UnionTraversal,
    SieveTraversal,
    EnumeratedTraversal,
    LevelTraversal,
)


def select_traversal(request: Request, limits: Limits = NO_LIMITS) -> Traversal:
    """Return the first traversal that can fill the requested table and fits into memory."""
    if HeapTraversal.applies(request):
        return HeapTraversal(request)
    memory = MAXIMUM if limits.memory is None else limits.memory
    if request.rule.splits and not request.follows_from_grundy_values:
        return SearchTraversal(request, f"{request.measure_text} of a sum does not follow from that of its components")
    lines = LineTraversal.of(request)
    fitting = [lines] if isinstance(lines, LineTraversal) and lines.memory() <= memory else []
    if fitting and fitting[0].is_fast:
        return fitting[0]
    plan = make_plan(request.rule, request.limit, request.chips, memory=memory)
    if isinstance(plan, NoPlan):
        return SearchTraversal(request, plan.reason)
    found = [traversal(request, plan) for traversal in TRAVERSALS if traversal.applies(request, plan)]
    # If the fastest traversal needs too much memory, a slower traversal may need less.
    return next((traversal for traversal in [*found, *fitting] if traversal.memory() <= memory), found[0])
