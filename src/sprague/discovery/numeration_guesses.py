"""`suggest_numerations` finds numerations that the slopes of the P-positions in a table suggest.

The P-positions of Wythoff's game lie in two strips of bounded width. The slope of a strip is the golden ratio or its
inverse, whose continued fraction 1 + 1/(1 + 1/(1 + …)) belongs to the Fibonacci numeration. In Fraenkel's games, where
two piles may be lowered by amounts that differ by less than t, the slope is t + 1/(t + 1/(t + …)), which belongs to the
numeration of the recurrence t,1. So this module searches for strips, bounds their slopes, and searches for short
periodic continued fractions within these bounds. The numerations are only suggestions; a proof decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from sprague.automata.numeration import Numeration, recurrent
from sprague.automata.recurrences import recurrence_of_fraction
from sprague.errors import SpragueError

Points = NDArray[np.float64]

MOST_SUGGESTED = 2  # maximum number of numerations that one table suggests, as they share the time
FEWEST_POINTS = 8  # minimum number of points of a strip
GAP = 1.15  # points lie along different lines if the ratio of their slopes is at least this
LARGEST = 9  # largest partial quotient of a continued fraction
#: Recurrences of order three, whose roots are tried as slopes; the continued fractions of these roots are not periodic.
CUBIC = ((1, 1, 1), (1, 0, 1), (2, 1, 1), (2, 0, 1), (2, -1, 1), (3, 1, 1))


def suggest_numerations(members: NDArray[np.int64]) -> list[Numeration]:
    """Return the numerations suggested by the slopes of the members of a set (one row each), most likely first.

    >>> from sprague.automata.numeration import numeration
    >>> digits = numeration("3,1")
    >>> shifted = [(n, digits.read([*digits.write(n), 0])) for n in range(1, 60)]
    >>> suggest_numerations(np.array(shifted))[0].name
    '3,1'
    """
    found: list[Numeration] = []
    for points in _lines(members):
        if (bounds := _slope(points)) is not None:
            found += _numerations(*bounds)
    return list(dict.fromkeys(found))[:MOST_SUGGESTED]


def _lines(members: NDArray[np.int64]) -> Iterator[Points]:
    """Yield the members with exactly two entries above their minimum, grouped by the line along which they lie."""
    if not len(members):
        return
    entries = members.shape[1]
    above = members > members.min(axis=0)
    for one, two in product(range(entries), repeat=2):
        if one == two:
            continue
        flat = above.sum(axis=1) == 2
        chosen = members[flat & above[:, one] & above[:, two] & (members[:, two] > members[:, one])]
        points = chosen[:, [one, two]].astype(np.float64)
        # Small members are ignored because they need not lie near the line.
        points = points[points[:, 0] * 4 >= points[:, 0].max(initial=0)]
        slopes = points[:, 1] / points[:, 0]
        points, slopes = points[np.argsort(slopes)], np.sort(slopes)
        breaks = np.flatnonzero(slopes[1:] > GAP * slopes[:-1]) + 1
        yield from (part for part in np.split(points, breaks) if len(part) >= FEWEST_POINTS)


def _slope(points: Points) -> tuple[float, float] | None:
    """Return bounds of the slope of the strip of points, or None if the strip is wide or its slope may be rational."""
    x, y = points.T

    def width(slope: float) -> float:
        rest = y - slope * x
        return float(rest.max() - rest.min())

    # The width is a convex function of the slope.
    low, high = float((y / x).min()) * 0.9, float((y / x).max()) * 1.1
    for _ in range(80):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if width(one) < width(two) else (one, high)
    best = (low + high) / 2
    length = float(x.max() - x.min())
    if width(best) > 2 + 2 * best or length < FEWEST_POINTS:
        return None
    # The strip of all points may be a little wider than the strip of the known points.
    allowed = width(best) + 4 * (1 + best) / length
    reach = 1 / length
    low, high = best, best
    while width(low) <= allowed:
        low -= reach / 32
    while width(high) <= allowed:
        high += reach / 32
    if any(abs(best * q - round(best * q)) <= q * (high - low) / 2 for q in (1, 2, 3)):
        return None
    return low, high


def _numerations(low: float, high: float) -> Iterator[Numeration]:
    """Yield the numerations of short periodic continued fractions between the bounds, simplest first."""
    for before, size in ((1, 1), (2, 1), (1, 2)):
        found = []
        for quotients in product(range(1, LARGEST + 1), repeat=before - 1 + size):
            first, period = quotients[: before - 1], quotients[before - 1 :]
            value = _value((int(low), *first), period)
            if low <= value <= high:
                # Purely periodic fractions come first: for these, one pile is a digit shift of the other.
                found.append((int(low) != period[-1], abs(value - (low + high) / 2), recurrence_of_fraction(period)))
        for *_, recurrence in sorted(found):
            yield from _recurrent(recurrence)
        if before == size == 1:
            for recurrence in CUBIC:
                root = float(np.abs(np.roots([1.0, *(-float(c) for c in recurrence)])).max())
                if any(low <= root**power <= high for power in (1, 2)):
                    yield from _recurrent(recurrence)


def _recurrent(recurrence: tuple[int, ...]) -> Iterator[Numeration]:
    """Yield the numeration of a recurrence, if the recurrence has one."""
    try:
        yield recurrent(recurrence)
    except SpragueError:
        return


def _value(before: tuple[int, ...], period: tuple[int, ...]) -> float:
    """Return the value of a periodic continued fraction."""
    value = float(period[0])
    for quotient in reversed((*before, *(period * 30))):
        value = quotient + 1 / value
    return value
