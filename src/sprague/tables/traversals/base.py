"""Base classes of traversals of tables: `Traversal`, and `PlannedTraversal` for traversals that use a plan."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.tables.fibre_arrays import accumulator_bytes
from sprague.tables.layout import position_indices
from sprague.tables.lines.form import NoLineForm, find_line_form
from sprague.tables.plan import Plan
from sprague.tables.regions import Region, has_sorted_positions, requested_region
from sprague.tables.request import Request
from sprague.tables.storage import LineStorage

Progress = Callable[[float], None]
Values = npt.NDArray[Any]


class Traversal(ABC):
    """Base class of traversals: an order in which the values of the positions of a table are computed."""

    request: Request
    # The region of positions to visit; None if the region is not known in advance.
    region: Region | None

    @property
    def size(self) -> int | None:
        """The number of table indices that the traversal visits; None if it is not known in advance."""
        return None if self.region is None else self.region.size

    @property
    def is_of_differences(self) -> bool:
        """Whether the traversal distinguishes sorted positions only by their differences to the lowest pile."""
        return self.region is not None and self.region.reduced and has_sorted_positions(self.request.rule)

    def requested_region(self, memory: int) -> Region:
        """Return the region of the requested positions; raise `OutOfReach` if its table does not fit into memory."""
        request = self.request
        return requested_region(request.rule, request.limit, request.chips, False, memory)

    @abstractmethod
    def memory(self) -> int:
        """Return the memory, in bytes, that the traversal needs if no bit set has to be enlarged."""

    @abstractmethod
    def describe(self) -> str:
        """Return sentences that describe the traversal of the table and the reasons to use it."""

    @abstractmethod
    def fill(self, asked: Region, memory: int, report: Progress) -> Values | LineStorage:
        """Compute and return the values of the requested positions, within the given memory.

        The result is an array in the order of the table indices, or a `LineStorage`, which stores one number per line.
        """


class PlannedTraversal(Traversal):
    """Base class of traversals that use accumulators and compute all positions of a plan's region."""

    region: Region

    def __init__(self, request: Request, plan: Plan) -> None:
        self.request, self.plan, self.region = request, plan, plan.region

    def requested_region(self, memory: int) -> Region:
        return self.plan.requested

    @staticmethod
    @abstractmethod
    def applies(request: Request, plan: Plan) -> bool:
        """Return whether this traversal can fill the requested table."""

    @abstractmethod
    def describe_order(self) -> Iterator[str]:
        """Yield sentences about the order in which the traversal visits positions."""

    def describe(self) -> str:
        lines = [f"Region: {self.region.size:,} table cells; {self.region.reason}."]
        lines.append(f"Memory: {self.memory() / 1e6:,.1f} MB at first; bit sets of Grundy values grow when necessary.")
        if has_sorted_positions(self.request.rule):
            lines.append("Reduction: the order of piles does not matter, so only sorted positions are stored.")
        if self.region.reduced:
            lines.append("Reduction: one more chip on every pile changes nothing, so only differences are stored.")
        return "\n".join([*lines, *self.describe_order(), *self.describe_moves(), *self._reason_against_lines()])

    def _reason_against_lines(self) -> Iterator[str]:
        """Yield a sentence that says why the outcomes of the table are not computed line by line."""
        if self.request.what == "outcome":
            form = find_line_form(self.request.rule)
            unsuitable = (
                "the bound is on chips, the bit arrays of lines need too much memory, or a line needs too many lookups "
                "of earlier lines"
            )
            yield f"Lines: not used, because {form.reason if isinstance(form, NoLineForm) else unsuitable}."

    def describe_moves(self) -> Iterator[str]:
        """Yield sentences about how the traversal finds the options of each move."""
        yield from self.plan.describe_moves()

    def shown(self, asked: Region, values: Values, has_others: bool = False) -> Values:
        """Return the values of the requested positions of a table, given the values of its whole region.

        If `has_others` is true, some of the given values belong to tuples that are not positions of the region.
        """
        rule, region = self.request.rule, self.region
        same = asked.layout is region.layout or (asked.size, asked.highest) == (region.size, region.highest)
        if same and not has_others:
            return values
        wanted = limits.run_in_thread(lambda: asked.positions(rule))
        out = empty_values(asked)
        out[position_indices(wanted, asked.layout)] = values[position_indices(wanted, region.layout)]
        return out

    def accumulator_memory(self) -> int:
        """Return the initial size of all accumulators of the traversal, in bytes."""
        return accumulator_bytes(self.request) * self.plan.fibre_arrays[1]


def empty_values(region: Region) -> npt.NDArray[np.int32]:
    """Return an array of zeros that a traversal fills with the values of a region."""
    return np.zeros(region.size, dtype=np.int32)
