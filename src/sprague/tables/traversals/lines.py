"""Traversal by lines (`LineTraversal`) for outcomes of games in which any number may be taken from some pile.

Each line along a pile from which any number may be taken has at most one P-position, as `sprague.tables.lines.form`
proves. The kernels find the P-position of a line by examining 64 positions at a time. The traversal stores only one
number for each line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from sprague import jit
from sprague.limits import MAXIMUM
from sprague.tables.batching import BatchSizer
from sprague.tables.kernels import lines as plain
from sprague.tables.lines.arrays import LineLayout, build_line_arrays, count_words, line_moves
from sprague.tables.lines.form import LineForm, NoLineForm, find_line_form
from sprague.tables.lines.moves import LineMove, TooManyMoves
from sprague.tables.plan import NoPlan, Plan, make_plan
from sprague.tables.regions import Region, has_sorted_positions, keeps_group_maximum
from sprague.tables.request import Request
from sprague.tables.storage import LineStorage, line_type
from sprague.tables.traversals.base import Progress, Traversal

kernels = jit.compile_lazily(plain)

WORD_BYTES = 8 + 4  # bytes for each 64-bit word of a bit array and its entry in the array `skip`


class LineTraversal(Traversal):
    """A traversal of the lines of a table along one pile, in an order in which no move leads to a later line."""

    region: Region

    def __init__(self, request: Request, plan: Plan, form: LineForm) -> None:
        self.request, self.plan, self.form, self.region = request, plan, form, plan.region

    @staticmethod
    def of(request: Request) -> LineTraversal | NoLineForm:
        """Return the traversal by lines for a requested table, or the reason not to use it."""
        if request.what != "outcome":
            return NoLineForm("only outcomes are functions of the other piles")
        rule = request.rule
        form = find_line_form(rule)
        if isinstance(form, NoLineForm):
            return form
        if has_sorted_positions(rule) and (request.chips is not None or not keeps_group_maximum(rule, rule.piles)):
            return NoLineForm("the bound is on the number of chips")
        # A traversal by lines stores no array of all positions, so the plan ignores the memory of such an array.
        plan = make_plan(rule, request.limit, request.chips, memory=MAXIMUM, differences=False)
        if isinstance(plan, NoPlan):
            return NoLineForm(plan.reason)
        traversal = LineTraversal(request, plan, form)
        try:
            traversal.moves  # noqa: B018 - the property raises the error
        except TooManyMoves as error:
            return NoLineForm(f"a move is not enumerated line by line, {error}")
        return traversal

    @cached_property
    def layout(self) -> LineLayout:
        """The lines of the region, with the names and ranges of their entries."""
        return LineLayout.of(self.request.rule, self.form.entry, self.form.order, self.region.highest)

    @cached_property
    def moves(self) -> list[LineMove]:
        """The enumerated moves between lines; raises `TooManyMoves` if there are too many moves."""
        return line_moves(self.form, self.layout)

    @property
    def is_fast(self) -> bool:
        """Whether computing a line takes few lookups: at most 64, or at most one for every two positions."""
        length = self.layout.highest[-1] - self.layout.lowest[-1] + 1
        return len(self.moves) <= max(64, length // 2)

    @property
    def size(self) -> int:
        """The number of lines that the traversal visits."""
        return self.layout.size

    @cached_property
    def words(self) -> int:
        """The number of 64-bit words of all bit arrays."""
        return count_words(self.form, self.layout)

    def requested_region(self, memory: int) -> Region:
        return self.plan.requested

    def memory(self) -> int:
        function = line_type(self.layout.highest[-1]).itemsize * self.size
        cut = self.plan.requested.highest != self.region.highest
        return function * (2 if cut else 1) + WORD_BYTES * self.words

    def describe(self) -> str:
        return "\n".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        form, names = self.form, self.request.rule.names
        ends = " apart from positions in which play has ended" if form.rule.stop or form.rule.win else ""
        yield (
            f"Lines: any number may be taken from {form.name}, so a line along {form.name} has at most one "
            f"P-position{ends}."
        )
        yield f"Region: {self.size:,} lines with {self.region.size:,} table cells; {self.region.reason}."
        yield f"Memory: {self.memory() / 1e6:,.1f} MB; one number is stored for each line."
        yield (
            f"Order: lines by {', then '.join(names[place] for place in form.order)}; every move leads to an earlier "
            f"line, or lowers {form.name} in the same line."
        )
        yield "Work: the first position of a line that no bit array attacks is found 64 positions at a time."
        yield from form.describe_moves()

    def fill(self, asked: Region, memory: int, report: Progress) -> LineStorage:
        request, layout, form = self.request, self.layout, self.form
        arrays = build_line_arrays(form, layout, self.moves, request.misere)
        function = np.full(layout.size, -1, dtype=line_type(layout.highest[-1]))
        words, skip = np.zeros(self.words, dtype=np.uint64), np.zeros(self.words, dtype=np.int32)
        storage = LineStorage.of(request.rule, request.misere, form.entry, form.order, layout, function)
        asked_entry = np.zeros(1, dtype=np.int64)
        sizer = BatchSizer()
        number, decided, is_terminal = 0, -1, False
        while number < layout.size:
            with sizer.batch() as size:
                until = min(number + size, layout.size)
                number = kernels.fill_lines(
                    function, words, skip, number, until, arrays, request.misere, decided, is_terminal, asked_entry
                )
            if number < until:
                decided, is_terminal = number, self._is_terminal(number, int(asked_entry[0]))
            report(number / layout.size)
        return storage.within(request.rule, asked.highest)

    def _is_terminal(self, number: int, line_entry: int) -> bool:
        """Return whether a position is terminal, given the index of its line and its line entry."""
        layout = self.layout
        entries = {layout.names[-1]: line_entry}
        for name, low, entry in zip(layout.names, layout.lowest, np.unravel_index(number, layout.shape), strict=False):
            entries[name] = low + int(entry)
        return self.request.rule.is_terminal_component(tuple(entries[name] for name in self.request.rule.names))
