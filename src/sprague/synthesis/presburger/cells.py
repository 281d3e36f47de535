"""`Cells`: a division of the positions by linear forms and residues that separates members from non-members of a set.

A *cell* consists of the positions with the same residues modulo m and the same values of some linear forms. Each linear
form has a range; a value outside the range counts as the nearest end of the range. Cells decide membership if no cell
contains both a member and a non-member. The search starts with all forms and wide ranges, finds the least modulus, and
then removes forms and narrows ranges as long as the cells decide membership.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sprague import limits
from sprague.synthesis.presburger.directions import Directions, Form
from sprague.synthesis.presburger.samples import Flags, Points, PointSet, Sample

# maps the number of entries to the largest constant of a comparison; the default is 6
WIDEST = {1: 1_000, 2: 48, 3: 24, 4: 12}
# maps the number of entries to the largest modulus; the default is 4
MODULI = {1: 120, 2: 30, 3: 12, 4: 8}
MOST_PAIRS = 2_500  # maximum number of sample positions that are shifted by a period

Keys = NDArray[np.uint64]


@dataclass(frozen=True)
class Range:
    """A linear form and the range of its values; cells distinguish only the values in the range."""

    form: Form
    low: int
    high: int


@dataclass(frozen=True)
class Cells:
    """A division of the positions into cells by residues and by values of linear forms."""

    modulus: int
    ranges: tuple[Range, ...]

    def keys(self, points: Points) -> Keys:
        """Return a hash value of the cell of each point."""
        found = _mixed((points % self.modulus).astype(np.uint64), 0)
        for place, part in enumerate(self.ranges):
            found += _key(points, part, place)
        return found


def _key(points: Points, part: Range, place: int) -> Keys:
    values = np.clip(points @ np.array(part.form, np.int64), part.low, part.high) - part.low
    return _mixed(values.astype(np.uint64)[:, None], place + 1)


def _mixed(columns: NDArray[np.uint64], salt: int) -> Keys:
    """Return a hash value for each row of numbers, computed by the finaliser of SplitMix64."""
    found = np.full(len(columns), salt * 0x9E3779B97F4A7C15 % (1 << 64), np.uint64)
    for column in columns.T:
        found = (found + column) * np.uint64(0xBF58476D1CE4E5B9)
        found ^= found >> np.uint64(31)
        found *= np.uint64(0x94D049BB133111EB)
        found ^= found >> np.uint64(29)
    return found


def decides(keys: Keys, members: Flags) -> bool:
    """Return whether points with equal keys, which are in the same cell, always agree in membership.

    >>> decides(np.array([1, 2, 1], np.uint64), np.array([True, False, True]))
    True
    """
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    return not (same & (members[order][1:] != members[order][:-1])).any()


def find_cells(target: PointSet, sample: Sample, directions: Directions) -> tuple[Cells, Sample] | None:
    """Return cells with the least modulus that decide membership, and a larger sample; None if none are found."""
    tracks = target.automaton.tracks
    widest = WIDEST.get(tracks, 6)
    ranges = tuple(Range(form, -widest - 1, widest + 1) for form in directions.forms)
    base = sum((_key(sample.points, part, place) for place, part in enumerate(ranges)), np.uint64(0))
    random = np.random.default_rng(tracks)
    some = sample.points[random.permutation(len(sample.points))[:MOST_PAIRS]]
    for modulus in range(1, MODULI.get(tracks, 4) + 1):
        limits.check()
        if not decides(base + Cells(modulus, ()).keys(sample.points), sample.members):
            continue
        moved = [some + modulus * np.array(vector, np.int64) for vector in directions.periods]
        larger = sample.join(Sample.of(target, np.concatenate(moved)))
        cells = Cells(modulus, ranges)
        if decides(cells.keys(larger.points), larger.members):
            return cells, larger
    return None


def shrink_cells(cells: Cells, sample: Sample, narrow_first: bool = False) -> Cells | None:
    """Return cells with fewer forms and narrower ranges that still decide membership in a sample.

    Complicated linear forms are removed first. With `narrow_first`, all ranges first get the least possible common
    width, so the result has more forms with smaller constants. The result is None if the given cells do not decide
    membership.
    """
    if narrow_first:
        limited = (_limited(cells, width) for width in range(_width(cells)))
        cells = next((narrow for narrow in limited if decides(narrow.keys(sample.points), sample.members)), cells)
    hashes = [_key(sample.points, part, place) for place, part in enumerate(cells.ranges)]
    total = sum(hashes, Cells(cells.modulus, ()).keys(sample.points))
    if not decides(total, sample.members):
        return None
    kept: list[tuple[int, Range]] = []
    # If the forms of a block cannot be removed together, the two halves of the block are tried one after the other.
    blocks = [list(reversed(range(len(hashes))))]
    while blocks:
        limits.check()
        block = blocks.pop()
        without = total - sum((hashes[place] for place in block), np.uint64(0))
        if decides(without, sample.members):
            total = without
        elif len(block) == 1:
            kept.append((block[0], cells.ranges[block[0]]))
        else:
            blocks += [block[len(block) // 2 :], block[: len(block) // 2]]
    narrowed: list[Range] = []
    for place, part in kept:
        rest = total - hashes[place]

        def works(low: int, high: int, place: int = place, part: Range = part, rest: Keys = rest) -> bool:
            return decides(rest + _key(sample.points, Range(part.form, low, high), place), sample.members)

        limits.check()
        narrowed.append(_narrowed(part, works, sample))
        total = rest + _key(sample.points, narrowed[-1], place)
    return Cells(cells.modulus, tuple(narrowed))


def _width(cells: Cells) -> int:
    """Return the largest constant that the ranges of the cells allow in a comparison."""
    return max((max(-part.low, part.high) for part in cells.ranges), default=0)


def _limited(cells: Cells, width: int) -> Cells:
    """Return cells in which the constants of all comparisons are at most `width`."""
    return Cells(
        cells.modulus, tuple(Range(r.form, max(r.low, -width - 1), min(r.high, width + 1)) for r in cells.ranges)
    )


def _narrowed(part: Range, works: Callable[[int, int], bool], sample: Sample) -> Range:
    """Return the narrowest range of a form with which the cells still decide membership; the low end is narrowed first.

    If a range decides membership, so does every wider range, so bisection finds the ends.
    """
    low, high = part.low, part.high
    values = sample.points @ np.array(part.form, np.int64)
    low, high = max(low, int(values.min())), min(high, int(values.max()))
    start, end = low, high
    while start < end:  # use bisection to find the greatest lower end for which the cells decide membership
        middle = (start + end + 1) // 2
        start, end = (middle, end) if works(middle, high) else (start, middle - 1)
    low = start
    start, end = low, high
    while start < end:
        middle = (start + end) // 2
        start, end = (start, middle) if works(low, middle) else (middle + 1, end)
    return Range(part.form, low, start)
