"""Traversals of tables without a plan: single heaps (`HeapTraversal`), and exhaustive search (`SearchTraversal`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sprague import clock, limits
from sprague.errors import Cancelled, OutOfTime
from sprague.limits import Limits
from sprague.rules import Position
from sprague.rules.breaking import Breaking, find_breakings
from sprague.tables.heap_values import HeapValues
from sprague.tables.layout import position_indices
from sprague.tables.regions import Region
from sprague.tables.request import Request
from sprague.tables.search import search
from sprague.tables.traversals.base import Progress, Traversal, Values

SAMPLED_HEAPS = 1 << 13  # number of heap values that are computed to describe the traversal
SAVE_INTERVAL = 10.0  # minimum number of seconds between two saves of the computed values
SAVE_SHARE = 1 / 20  # maximum fraction of the time that is spent on saving the computed values


class HeapTraversal(Traversal):
    """A traversal of the heaps of a taking-and-breaking game, by plain exclusion or in a sparse space."""

    region = None
    # The known Grundy values of the first heaps, if the traversal continues an earlier table.
    known: Values | None = None
    # A function that receives all Grundy values that have been computed so far. The function is called regularly, and
    # when the work is interrupted.
    keep: Callable[[Values], object] | None = None

    def __init__(self, request: Request) -> None:
        self.request = request
        self.moves = find_breakings(request.rule) or ()

    @staticmethod
    def applies(request: Request) -> bool:
        if not request.rule.splits or not request.follows_from_grundy_values:
            return False
        moves = find_breakings(request.rule)
        return moves is not None and HeapValues.supports(moves)

    @property
    def size(self) -> int:
        """The number of heaps, including the empty heap."""
        return self.request.limit if self.request.limit is not None else (self.request.chips or 0) + 1

    def memory(self) -> int:
        # The values are in memory twice: in the array in which they are computed, and in the table.
        return 2 * HeapValues(self.moves).memory_for(self.size)

    def describe(self) -> str:
        heaps = HeapValues(self.moves)
        seen = min(self.size, SAMPLED_HEAPS)
        heaps.up_to(seen)
        lines = [
            f"Heaps: {self.size:,}, each computed from smaller heaps; {self.memory() / 1e6:,.1f} MB.",
            *(f"Move: {_describe_move(move)}." for move in self.moves),
        ]
        space = heaps.find_sparse_space()
        if space is not None:
            each = space.rare * sum(move.parts == 2 for move in self.moves)
            lines.append(f"Method: a sparse space. Of the first {seen:,} heaps, {space}.")
            lines.append(
                "Nim-sums with a rare heap give a candidate for the value; nim-sums of common heaps confirm it."
            )
            lines.append(
                f"Time: {each:,} nim-sums with rare heaps for each heap, {each * self.size:,} in total; further rare "
                "heaps add to this."
            )
        elif heaps.supports_sparse_space:
            lines.append(f"Method: plain exclusion, because every mask makes many of the first {seen:,} heaps rare.")
            sums = HeapValues(self.moves).count_sums(self.size)
            lines.append(f"Time: {sums:,} nim-sums; twice as many heaps take four times as long.")
        else:
            lines.append("Method: plain exclusion, because a sparse space needs moves that leave two heaps, not more.")
            lines.append("Time and memory: the values of all sums of heaps are computed and stored.")
        if heaps.supports_sparse_space:
            lines.append("The search for a sparse space is repeated whenever the number of heaps has doubled.")
        return "\n".join(lines)

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        heaps = HeapValues(self.moves, self.known)
        values = heaps.up_to(self.size, report) if self.keep is None else self._kept(heaps, self.keep, report)
        return (values > 0).astype(np.uint8) if self.request.what == "outcome" else values

    def _kept(self, heaps: HeapValues, keep: Callable[[Values], object], report: Progress) -> Values:
        """Compute the values of the heaps, and regularly call the function `keep` with the values computed so far."""
        due = clock.now() + SAVE_INTERVAL

        def reported(done: float) -> None:
            nonlocal due
            report(done)
            began = clock.now()
            if began >= due:
                keep(heaps.so_far)
                ended = clock.now()
                due = ended + max(SAVE_INTERVAL, (ended - began) / SAVE_SHARE)

        try:
            return heaps.up_to(self.size, reported)
        except (KeyboardInterrupt, OutOfTime, Cancelled, MemoryError):
            keep(heaps.so_far)
            raise


def _describe_move(move: Breaking) -> str:
    """Return a move of a taking-and-breaking game as an English phrase."""
    chips = f"take {move.taken} chip{'s' if move.taken != 1 else ''}" if move.taken else "take nothing"
    left = {0: "leave no heap", 1: "leave one heap"}.get(move.parts, f"leave {move.parts} heaps")
    least = f", from heaps of {move.heap} or more" if move.heap else ""
    return f"{chips} and {left}{', all different' if move.distinct else ''}{least}"


DEFAULT_LIMITS = Limits(positions=5_000_000)


class SearchTraversal(Traversal):
    """A traversal by exhaustive search from every requested position, within the current limits."""

    region = None

    def __init__(self, request: Request, reason: str) -> None:
        self.request, self.reason = request, reason

    def memory(self) -> int:
        return 0

    def describe(self) -> str:
        return f"Plan: search position by position, because {self.reason}."

    def fill(self, asked: Region, memory: int, report: Progress) -> Values:
        rule = self.request.rule
        positions = limits.run_in_thread(lambda: asked.positions(rule))
        starts = [tuple(row) for row in positions.tolist()]

        def reported() -> Iterator[Position]:
            for number, start in enumerate(starts):
                report(number / len(starts))
                yield start

        # If moves split positions, compute Grundy values, because outcomes do not determine the outcomes of sums.
        of_values = rule.splits and self.request.follows_from_grundy_values
        found = search(
            rule, reported(), "grundy" if of_values else self.request.what, self.request.misere, DEFAULT_LIMITS
        )
        out = np.zeros(asked.size, dtype=np.int64)
        out[position_indices(positions, asked.layout)] = [found[start] for start in starts]
        return np.minimum(out, 1) if of_values and self.request.what == "outcome" else out
