"""Search for periods by recurrence: `find_recurrence` computes rows of positions until the rows recur.

The search requires an order of the piles in which every move lowers the first pile that it changes. Row n consists of
all positions whose first pile has height n. Each row depends on at most d earlier rows, where d is the largest number
by which a move lowers the first pile. If every row has, in each other pile j, the period p_j from m_j on, finitely many
values determine a row. So some d consecutive rows equal d earlier consecutive rows, and from then on all rows repeat.
The first recurrence gives the least preperiod and the least period of the first pile.

The computation *checks in every row* the assumption that the row has the periods p_j. Let d_j be the largest number by
which a move lowers pile j. In each row, the values at heights of pile j up to m_j + p_j + d_j are computed from the
rule, and the computation checks that these values repeat with the assumed period. Heights above m_j + p_j + d_j need no
check, because the assumed period determines the values of all options. When rows recur, the computation has checked a
whole window of values, which proves the periods (see `sprague.periods.windows`).

The preperiods m_j and periods p_j come from row 0. In row 0, only moves that keep the first pile are possible. So row 0
is a game with one pile fewer, and the same search finds its periods. In subtraction-transfer games, the flip law
implies that the periods of row 0 hold in all rows. In other games, `find_period` guesses the periods from tables.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import arguments, jit
from sprague.errors import SpragueError
from sprague.periods import kernels as plain
from sprague.periods.move_vectors import Vector, VectorMoves
from sprague.periods.windows import least_period
from sprague.tables.kernels.bit_rows import EXTENT, GRUNDY, MISERE, OUTCOME

Values = npt.NDArray[Any]

kernels = jit.compile_lazily(plain)

DEFAULT_BUDGET = 1 << 26  # default limit on computed positions; this limit needs 64 MB and a fraction of a second


@dataclass(frozen=True)
class Recurrence:
    """The least periods of all piles, proved by recurrence: from `preperiods[i]` on, pile i has period `periods[i]`.

    `values` contains the values of the window: all positions in which every pile is below preperiod + period.
    """

    preperiods: Vector
    periods: Vector
    largest: int
    values: Values | None


@dataclass(frozen=True)
class NoRecurrence:
    """The result of a search that found no recurrence: the number of computed positions, and the reason."""

    positions: int
    reason: str


def find_recurrence(
    steps: VectorMoves,
    mode: int = GRUNDY,
    budget: int = DEFAULT_BUDGET,
    guess: Sequence[tuple[int, int]] | None = None,
    keep: bool = True,
) -> Recurrence | NoRecurrence:
    """Return the periods of a game, found and proved by the recurrence of rows of positions.

    The piles must have an order in which every move lowers the first pile that it changes. `guess` contains an assumed
    pair (preperiod, period) for every pile; the pair of the first pile is not used. If `guess` is None, the function
    assumes the periods of row 0. If `keep` is true, the result contains the values of the window.
    """
    order = steps.order
    if order is None:
        return NoRecurrence(0, "no order of the piles exists in which every move lowers the first pile it changes")
    back = tuple(order.index(i) for i in range(len(order)))
    arranged = steps if order == tuple(range(len(order))) else steps.arranged(order)
    given = None if guess is None else [guess[i] for i in order[1:]]
    found = _recur(arranged, mode, budget, given, keep)
    if isinstance(found, NoRecurrence):
        return found
    values = None if found.values is None else np.ascontiguousarray(found.values.transpose(back))
    return Recurrence(
        tuple(found.preperiods[i] for i in back), tuple(found.periods[i] for i in back), found.largest, values
    )


def _recur(
    steps: VectorMoves, mode: int, budget: int, given: Sequence[tuple[int, int]] | None, keep: bool
) -> Recurrence | NoRecurrence:
    """Return the result of `find_recurrence` if every move already lowers the first pile that it changes.

    The periods of the later piles are given by the caller or computed from row 0. The function enlarges the periods to
    multiples of the cycles of the conditions, and computes rows until they recur. If the function has enlarged a
    period, it computes the least period at the end.
    """
    supposed = _row_zero(steps, mode, budget) if given is None else list(given)
    if isinstance(supposed, NoRecurrence):
        return supposed
    others = [
        (max(preperiod, tail), lcm(period, cycle))
        for (preperiod, period), tail, cycle in zip(supposed, steps.thresholds[1:], steps.cycles[1:], strict=True)
    ]
    folded = _Folded(steps, others)
    if folded.width * (2 + steps.falls[0]) > budget:
        return NoRecurrence(0, f"a row has {folded.width:,} positions, too many for a limit of {budget:,} positions")
    rows, words = _row_memory(budget // folded.width, folded.width, folded.kind)
    failed, preperiod, period, count = folded.find_repeat(rows, words, mode)
    if failed < 0:
        return NoRecurrence(count * folded.width, f"rows do not recur within {count:,} rows")
    if failed:
        _, broken = others[failed - 1]
        return NoRecurrence(count * folded.width, f"row {count} contradicts the period {broken} of a later pile")
    least = [(preperiod, period), *others]
    largest = folded.largest(rows[: preperiod + period])
    # Unless the rule has periodic conditions, a period found in row 0 or by the first recurrence is the least period.
    doubtful = [j for j in range(1, steps.piles) if given is not None or others[j - 1] != supposed[j - 1]]
    if not steps.is_unconditional:
        doubtful.append(0)
    values = folded.window(rows, least) if keep or doubtful else None
    if values is not None:
        for axis in doubtful:
            least[axis] = least_period(values, axis, *least[axis])
        values = np.ascontiguousarray(values[tuple(slice(m + p) for m, p in least)]) if keep else None
    return Recurrence(tuple(m for m, _ in least), tuple(p for _, p in least), largest, values)


def _row_zero(steps: VectorMoves, mode: int, budget: int) -> list[tuple[int, int]] | NoRecurrence:
    """Return the least preperiods and periods of row 0: the positions whose first pile has its least height."""
    if steps.piles == 1:
        return []
    if steps.is_unconditional:
        vectors = tuple(vector[1:] for vector in steps.vectors if vector[0] == 0)
        row = _free_row(vectors, steps.piles - 1, mode, budget)
    else:
        row = _rest(steps.without_first(), mode, budget)
    return row if isinstance(row, NoRecurrence) else list(zip(row.preperiods, row.periods, strict=True))


class _Folded:
    """A game as arrays for the kernels; heights of all piles but the first are reduced modulo their assumed periods.

    If `plain` is true, each value v is stored as the number 2^v; this requires few moves and no conditions. A game with
    one pile is given a second pile that no move changes. In the array of moves, the moves that change only the last
    pile come last, from index `inside` on.
    """

    def __init__(self, steps: VectorMoves, others: Sequence[tuple[int, int]]) -> None:
        self.alone = steps.piles == 1
        self.plain = steps.is_unconditional and len(steps.vectors) <= 63
        self.kind = _bit_type(len(steps.vectors)) if self.plain else np.dtype(np.uint16)
        self.shape, self.width = _shape(steps, [*others, (0, 1)] if self.alone else others, 8 // self.kind.itemsize)
        piles = self.shape.shape[1]
        vectors = [(*vector, 0) for vector in steps.vectors] if self.alone else steps.vectors
        across = [number for number, vector in enumerate(vectors) if any(vector[:-1])]
        order = across + [number for number, vector in enumerate(vectors) if not any(vector[:-1])]
        self.inside = len(across)
        self.vectors = np.array([vectors[number] for number in order], dtype=np.int64).reshape(len(order), piles)
        self.tail = np.array([*steps.thresholds, 0][:piles], dtype=np.int64)
        self.cycle = np.array([*steps.cycles, 1][:piles], dtype=np.int64)
        legal = steps.legal.reshape(len(vectors), steps.won.size)
        self.legal, self.won = legal if self.plain else legal[order], steps.won.reshape(-1)

    def find_repeat(self, rows: Values, words: npt.NDArray[np.uint64], mode: int) -> tuple[int, int, int, int]:
        """Return (failed pile, preperiod, period, rows); the pile is 0 if none failed, and -1 if memory is full."""
        # The array `seen` has an entry for each possible value, and no value is larger than the number of moves.
        value_count = len(self.vectors) + 2
        failed, preperiod, period, count = kernels.find_repeat(
            rows, words, self.vectors, self.inside, self.shape, mode, self.plain, value_count,
            self.legal, self.won, self.tail, self.cycle,
        )  # fmt: skip
        return int(failed), int(preperiod), int(period), int(count)

    def largest(self, rows: Values) -> int:
        """Return the largest value in the given rows of positions."""
        most = int(rows.max())
        return most.bit_length() - 1 if self.plain else most

    def window(self, rows: Values, least: Sequence[tuple[int, int]]) -> Values:
        """Return the values of all positions with piles below preperiod + period; the array has one axis per pile."""
        shown = rows[: sum(least[0])]
        if self.alone:
            shown = shown[:, 0]
        else:
            shown = shown.reshape(len(shown), *map(int, self.shape[EXTENT, 1:]))
            shown = shown[(slice(None), *(slice(m + p) for m, p in least[1:]))]
        return _plain_values(shown, len(self.vectors)) if self.plain else np.array(shown)


def _rest(steps: VectorMoves, mode: int, budget: int) -> Recurrence | NoRecurrence:
    return _recur(steps, mode, budget, None, False)


@lru_cache(maxsize=4096)
def _free_row(vectors: tuple[Vector, ...], piles: int, mode: int, budget: int) -> Recurrence | NoRecurrence:
    """Return the recurrence of row 0 in a game without conditions; the games of a survey share a cache of results."""
    return _rest(VectorMoves.free(vectors, piles), mode, budget)


_scratch = threading.local()


def _row_memory(count: int, width: int, kind: np.dtype[Any]) -> tuple[Values, npt.NDArray[np.uint64]]:
    """Return memory for `count` rows as two arrays that share it: an array of rows, and one of 64-bit words.

    The next game reuses the memory, because in many games the search takes less time than a memory allocation.
    """
    size = count * width * kind.itemsize // 8
    held: npt.NDArray[np.uint64] | None = getattr(_scratch, "held", None)
    if held is None or len(held) <= size:
        held = _scratch.held = np.zeros(size + 1, dtype=np.uint64)
    return held[:size].view(kind).reshape(count, width), held[: size + 1]


def _shape(steps: VectorMoves, others: Sequence[tuple[int, int]], lanes: int) -> tuple[npt.NDArray[np.int64], int]:
    """Return the kernel parameters of each pile (CORE, PERIOD, FALL, EXTENT, STRIDE), and the length of a row.

    For the first pile, only FALL is set, because the kernels do not reduce heights of the first pile modulo a period.
    The cells of positions that differ only in the last pile fill whole words of `lanes` cells.
    """
    falls, rises = [*steps.falls, 0], [*steps.rises, 0]
    columns = [(0, 0, falls[0], 0, 0)]
    stride = 1
    for j in range(len(others), 0, -1):
        preperiod, period = others[j - 1]
        extent = preperiod + period + falls[j] + rises[j]
        if stride == 1:
            extent += -extent % lanes
        columns.insert(1, (preperiod + period, period, falls[j], extent, stride))
        stride *= extent
    return np.ascontiguousarray(np.array(columns, dtype=np.int64).T), stride


def _bit_type(moves: int) -> np.dtype[Any]:
    """Return an integer type with a bit for every possible value; values are at most the number of moves."""
    # Use only two integer types, because compiling the kernels for another type takes seconds.
    return np.dtype(np.uint8 if moves < 8 else np.uint64)


def _plain_values(bits: Values, moves: int) -> Values:
    """Convert an array `bits`, in which 2^v stands for the value v, to an array of values."""
    values = np.zeros(bits.shape, dtype=np.uint8)
    for value in range(1, moves + 1):
        values += (bits >> bits.dtype.type(value)).astype(np.bool_)
    return values


def kernel_mode(what: str, misere: bool) -> int:
    """Return the mode that tells the kernels of `find_recurrence` which kind of value to compute."""
    arguments.check_choice("what", what, ("grundy", "outcome"))
    if arguments.check_flag("misere", misere) and what == "grundy":
        raise SpragueError("Grundy values are not defined in misère play; ask for the period of outcomes")
    return GRUNDY if what == "grundy" else MISERE if misere else OUTCOME
