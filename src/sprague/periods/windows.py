"""A `Window` is a finite block of values of a game; checking the block proves a period for all positions.

*The claim.* Let G(x) be the Grundy value of a position x. The claim is that each pile i has the period p_i from the
preperiod m_i on: if x_i >= m_i, adding p_i chips to pile i does not change G(x), whatever the other piles are.

*The window* contains the values of all positions in which every pile i is below m_i + p_i. The values in the window
define H(x) for all positions x: subtract p_i from each pile i until the pile is below m_i + p_i, and take the value in
the window. The function H has the claimed periods by definition, so the claim is equivalent to H = G.

*The check.* Play ends, so G is the only function that satisfies the *mex equation* at all positions x: G(x) is the mex
of the values of G at the options of x. Let d_i be the largest number of chips that a move takes from pile i. Let c_i
and t_i be numbers such that adding c_i chips to a pile i of at least t_i chips does not change the truth of any
condition of the rule. Without conditions, c_i = 1 and t_i = 0. Let x be a position with x_i >= max(m_i + d_i, t_i), and
let y be the position with lcm(p_i, c_i) more chips on pile i. The conditions of the rule allow the same moves from x
and from y. Each legal move from x or y leaves at least m_i chips on pile i. So H has the same values at corresponding
options of x and y, and H(x) = H(y). Hence H satisfies the mex equation at y if it satisfies the equation at x. So it is
enough to check the mex equation of H at the finitely many positions with x_i < max(m_i + d_i, t_i) + lcm(p_i, c_i) for
all i. The proof for Grundy values also applies to outcomes in normal and misère play, because the outcome of a position
depends only on the outcomes of its options and on whether it has options.

*Least periods and preperiods.* If p is a period from m on and q is a period from n on, then p is a period from n on:
add a multiple of q to reach a height of at least m, apply the period p, and subtract the multiple of q. So if p and q
are periods from n on, their greatest common divisor is also a period from n on. So all periods of a pile have the same
least preperiod, and the least period divides all other periods. Therefore the preperiod m_i and the period p_i of a
pile are the least if p_i fails at a position with x_i = m_i - 1, and if p_i / q fails at some position for each prime
factor q of p_i.

*Idle piles and sums.* A pile is idle if no move lowers it and no condition mentions it. Values do not depend on the
height of an idle pile. If the piles are divided into parts and no move changes piles of two parts, the game is the sum
of the parts. The value of the game is the nim-sum of the values of its parts, and each period of a part is a period of
the game. So each independent part may have its own window, and a part without a window does not affect the other parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from sprague import limits
from sprague.array_values import ArrayValue
from sprague.errors import OutOfReach
from sprague.periods.move_vectors import Vector, VectorMoves, read_vector_moves
from sprague.rules import Position, Ruleset
from sprague.rules.labelled_moves import expand_moves
from sprague.rules.termination import Rank

Values = npt.NDArray[Any]

AT_ONCE = 1 << 18  # number of positions whose values are checked together
CHECKED = 1 << 32  # default limit on the positions of a window that is checked


@dataclass(frozen=True, eq=False)
class Window(ArrayValue):
    """A window of a part of a game: a finite block of values, its periods, and a proof that the periods are the least.

    The tuple `piles` contains the indices of the piles in the part of the game. All tuples of a window list the piles
    in the same order. The height of a pile is counted from the least height that the pile can have. `too_soon[i]` is a
    position at which pile i is one chip below its preperiod, and the period of pile i fails. The entry `too_soon[i]` is
    None if the preperiod is the least height of the pile. For each prime factor q of the period p of pile i,
    `too_short[i]` contains a position which shows that p / q is not a period.
    """

    piles: Vector
    preperiods: Vector
    periods: Vector
    values: Values
    too_soon: tuple[Position | None, ...]
    too_short: tuple[tuple[tuple[int, Position], ...], ...]

    def value(self, heights: Sequence[int]) -> int:
        """Return the value of the position with the given heights of the piles, counted from their least heights."""
        return int(self.values[tuple(map(_folded, heights, self.preperiods, self.periods))])

    def first_wrong(self, steps: VectorMoves, what: str, misere: bool) -> Position | None:
        """Return the first checked position whose value does not follow from the values of its options, or None."""
        sizes = [
            max(m + fall, tail) + lcm(p, cycle)
            for m, p, fall, tail, cycle in zip(
                self.preperiods, self.periods, steps.falls, steps.thresholds, steps.cycles, strict=True
            )
        ]
        most = max(CHECKED, limits.current().positions or 0)
        if prod(sizes) > most:
            raise OutOfReach(
                f"a proof of the period needs {prod(sizes):,} positions, but only {most:,} are allowed; allow "
                "more with --positions (positions=…)"
            )
        several = max(1, AT_ONCE // prod(sizes[1:]))
        for start in range(0, sizes[0], several):
            limits.check()
            heights = [np.arange(start, min(start + several, sizes[0])), *(np.arange(size) for size in sizes[1:])]
            fits = self._follows(steps, heights, what, misere)
            if not fits.all():
                place = np.unravel_index(int(np.argmin(fits)), fits.shape)
                return tuple(int(row[i]) for row, i in zip(heights, place, strict=True))
        return None

    def _follows(self, steps: VectorMoves, heights: list[Values], what: str, misere: bool) -> npt.NDArray[np.bool_]:
        """Return, for each position of a block, whether its value follows from the values of its options."""
        here = self._at(heights)
        cases = [
            np.where(row < tail + cycle, row, tail + (row - tail) % cycle)
            for row, tail, cycle in zip(heights, steps.thresholds, steps.cycles, strict=True)
        ]
        words = int(self.values.max()) // 64 + 1
        seen = np.zeros((words, *here.shape), dtype=np.uint64)
        for number, vector in enumerate(steps.vectors):
            there = [row + step for row, step in zip(heights, vector, strict=True)]
            legal = steps.legal[number][np.ix_(*cases)]
            for axis, row in enumerate(there):
                legal = legal & (row >= 0).reshape([-1 if j == axis else 1 for j in range(len(there))])
            reached = self._at([np.maximum(row, 0) for row in there]).astype(np.uint64)
            for word in range(words):
                bit = np.uint64(1) << (reached % np.uint64(64))
                seen[word] |= np.where(legal & (reached // np.uint64(64) == word), bit, np.uint64(0))
        if what == "outcome":
            ended = seen[0] == 0
            won = steps.won[np.ix_(*cases)]
            is_n = (seen[0] & np.uint64(1)) != 0
            return np.asarray(here == (is_n | (ended & ~won) if misere else is_n))
        fits = np.ones(here.shape, dtype=np.bool_)
        for word in range(words):
            # The value v of a position is correct if the options have all values below v, and no option has the value
            # v.
            below = np.clip(here.astype(np.int64) - 64 * word, 0, 64).astype(np.uint64)
            wanted = np.where(below == 64, ~np.uint64(0), (np.uint64(1) << (below % np.uint64(64))) - np.uint64(1))
            inside = here // 64 == word
            own = np.where(inside, np.uint64(1) << (here.astype(np.uint64) % np.uint64(64)), np.uint64(0))
            fits &= (seen[word] & wanted) == wanted
            fits &= (seen[word] & own) == 0
        return fits

    def _at(self, heights: list[Values]) -> Values:
        folded = [
            np.where(row < m + p, row, m + (row - m) % p)
            for row, m, p in zip(heights, self.preperiods, self.periods, strict=True)
        ]
        taken: Values = self.values[np.ix_(*folded)]
        return taken

    def to_json(self) -> dict[str, object]:
        return {
            "piles": list(self.piles),
            "preperiods": list(self.preperiods),
            "periods": list(self.periods),
            "values": self.values.tolist(),
            "too_soon": [None if position is None else list(position) for position in self.too_soon],
            "too_short": [[[q, list(position)] for q, position in short] for short in self.too_short],
        }


def make_window(piles: Vector, preperiods: Vector, periods: Vector, values: Values) -> Window:
    """Return the window of a part of a game, with positions which prove that the periods of the window are least."""
    soon: list[Position | None] = []
    short: list[tuple[tuple[int, Position], ...]] = []
    for axis, (m, p) in enumerate(zip(preperiods, periods, strict=True)):
        flat = _with_middle_axis(values, axis)

        def place(start: int, period: int, flat: Values = flat, core: int = m + p, cycle: int = p) -> Position:
            found = _first_break(flat, start, period, core, cycle)
            assert found >= 0
            return tuple(int(i) for i in np.unravel_index(found, values.shape))

        soon.append(place(m - 1, p) if m else None)
        short.append(tuple((q, place(m, p // q)) for q in prime_factors(p)))
    return Window(piles, preperiods, periods, values, tuple(soon), tuple(short))


def least_period(values: Values, axis: int, preperiod: int, period: int) -> tuple[int, int]:
    """Return the least preperiod and least period along one axis of a window, given a valid preperiod and period."""
    core, flat = preperiod + period, _with_middle_axis(values, axis)
    least = period
    for q in prime_factors(period):
        while least % q == 0 and _first_break(flat, preperiod, least // q, core, period) < 0:
            least //= q
    first = preperiod
    while first and _first_break(flat[:, first - 1 :], 0, least, core - first + 1, period) < 0:
        first -= 1
    return first, least


def _first_break(values: Values, preperiod: int, period: int, core: int, cycle: int) -> int:
    """Return the first index at which the values of a window contradict a period along one axis, or -1 if none does.

    The three-dimensional array `values` contains the values of a window. The middle axis of `values` has `core`
    entries, after which the values repeat with the period `cycle`. The function tests whether value(height + period) =
    value(height) for all heights >= preperiod.
    """
    heights = np.arange(preperiod, core)
    later = heights + period
    later = np.where(later < core, later, core - cycle + (later - core) % cycle)
    breaks = values[:, heights] != values[:, later]
    place = int(np.argmax(breaks)) if breaks.size else 0
    if not breaks.size or not breaks.flat[place]:
        return -1
    left, height, right = (int(i) for i in np.unravel_index(place, breaks.shape))
    return int((left * core + preperiod + height) * values.shape[2] + right)


def _with_middle_axis(values: Values, axis: int) -> Values:
    """Return the values as an array with three axes, with `axis` in the middle."""
    shape = values.shape
    return np.ascontiguousarray(values).reshape(prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]))


def prime_factors(number: int) -> list[int]:
    """Return the distinct prime factors of a period."""
    found, q = [], 2
    while number > 1:
        if q * q > number:
            q = number
        if number % q == 0:
            found.append(q)
            while number % q == 0:
                number //= q
        q += 1
    return found


def _folded(height: int, preperiod: int, period: int) -> int:
    return height if height < preperiod + period else preperiod + (height - preperiod) % period


@dataclass(frozen=True)
class WindowEvidence:
    """The evidence for periods that windows prove: the windows, the kind of value, and the rank of the rule.

    `idle` lists the idle piles, which have no influence on play.
    """

    what: str
    misere: bool
    rank: Rank
    windows: tuple[Window, ...]
    idle: Vector = ()

    kind = "window"

    def __str__(self) -> str:
        sizes = [" x ".join(map(str, window.values.shape)) for window in self.windows]
        return f"Proved by a window of {' and '.join(sizes) or 'no'} positions"

    def to_json(self) -> dict[str, object]:
        """Return the evidence of windows as JSON data for a certificate."""
        windows = [window.to_json() for window in self.windows]
        return {"window": {"what": self.what, "idle": list(self.idle), "windows": windows}}


def find_idle_piles(steps: VectorMoves) -> Vector:
    """Return the idle piles, that is, the piles that no move lowers and no condition mentions."""
    return tuple(
        i for i in range(steps.piles) if not steps.falls[i] and (steps.thresholds[i], steps.cycles[i]) == (0, 1)
    )


def restrict_to_piles(steps: VectorMoves, piles: Vector) -> VectorMoves:
    """Return the move vectors of an independent part of a game, given the piles of the part."""
    if steps.is_unconditional:
        inside = (tuple(vector[i] for i in piles) for vector in steps.vectors)
        return VectorMoves.free((vector for vector in inside if any(vector)), len(piles))
    rest = tuple(i for i in range(steps.piles) if i not in piles)
    legal = steps.legal.transpose(0, *(i + 1 for i in (*piles, *rest)))
    # The omitted piles are idle: no condition mentions these piles, so the array `legal` has length 1 along their axes.
    return VectorMoves(
        tuple(tuple(vector[i] for i in piles) for vector in steps.vectors),
        tuple(steps.thresholds[i] for i in piles),
        tuple(steps.cycles[i] for i in piles),
        legal.reshape(legal.shape[: len(piles) + 1]),
        steps.won.transpose(*piles, *rest).reshape(legal.shape[1 : len(piles) + 1]),
    )


def find_independent_parts(steps: VectorMoves, idle: Vector) -> list[Vector]:
    """Return the independent parts of a game: sets of piles such that no move changes piles of two sets."""
    left = [i for i in range(steps.piles) if i not in idle]
    parts: list[Vector] = []
    while left:
        part = {left[0]}
        while True:
            near = {i for v in steps.vectors if any(v[j] for j in part) for i in left if v[i]} | part
            if near == part:
                break
            part = near
        parts.append(tuple(sorted(part)))
        left = [i for i in left if i not in part]
    return parts


def spell_out_rule(rule: Ruleset) -> tuple[Ruleset, VectorMoves]:
    """Return the rule with all choices and symmetries expanded into single moves, and the vectors of these moves."""
    labelled = expand_moves(rule)
    return labelled, read_vector_moves(labelled)
