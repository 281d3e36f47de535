"""Guesses of numerations from the slopes of the P-positions in a table: `find_slopes`.

The P-positions of Wythoff's game lie in two strips of bounded width. In Wythoff's game, the slope of a strip is the
golden ratio, a root of x² = x + 1, or its inverse. In Fraenkel's games, two piles may be lowered by amounts that differ
by less than t. In Fraenkel's games, the slope is the root of x² = t x + 1. The module searches for strips, bounds their
slopes, and then searches for quadratic equations with small coefficients whose roots are within the bounds.

If the P-positions fill a region, the positions at its edge form a strip. For example, if a player must take more chips
than the other pile has, the larger pile of a P-position is at most about the golden ratio times the smaller pile.

The quadratic field that contains the slope determines which numerations are useful. If the weights of a numeration grow
by a factor β, automata recognise the rounded multiples of the slope only if β is a unit of the quadratic field of the
slope. Up to sign, all units of a real quadratic field are powers of one unit. If the growth factors of two numerations
are powers of the same number, automata in both numerations recognise the same sets (Bruyère & Hansel 1997). The period
of the continued fraction of the slope gives a unit of the quadratic field. For example, (1 + √17) / 4 has the continued
fraction [1; 3, 1, 1, 3, 1, 1, …], whose unit is 4 + √17 and whose recurrence is 8,1. The numerations are only
suggestions; a proof decides whether a learnt automaton is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import gcd, isqrt, sqrt

import numpy as np
from numpy.typing import NDArray

from sprague.automata.numeration import Numeration, recurrent
from sprague.automata.recurrences import recurrence_of_fraction
from sprague.errors import SpragueError

Points = NDArray[np.float64]

MOST_SUGGESTED = 2  # maximum number of numerations that one table suggests; all numerations share the time
FEWEST_POINTS = 8  # minimum number of points in a strip
WIDEST = 6  # maximum width of a strip, in multiples of 1 + slope
WIDER = 1.2  # estimated ratio between the width of an infinite strip and the width of its points in a table
GAP = 1.15  # minimum ratio of the slopes b/a of two points (a, b) that are assigned to different lines
LARGEST = 64  # largest coefficient of a quadratic equation for a slope
# Limit on c² · d, where c is the largest coefficient of an equation for a slope, and d is the length of the interval
# that contains the slope. Above the limit, nearly every interval contains a root of some equation, so a root is no
# evidence for a slope.
CHANCE = 2
LONGEST_PERIOD = 30  # maximum length of the period of a continued fraction
# Recurrences of order three whose roots are tried as slopes; the continued fractions of these roots are not periodic.
CUBIC = ((1, 1, 1), (1, 0, 1), (2, 1, 1), (2, 0, 1), (2, -1, 1), (3, 1, 1))


@dataclass(frozen=True)
class QuadraticNumber:
    """The irrational number (p + √d) / q, where q divides d - p².

    >>> slope = QuadraticNumber(1, 17, 4)
    >>> print(slope, slope.continued_fraction(), slope.field, slope.recurrence())
    (1 + √17) / 4 ((), (1, 3, 1)) 17 (8, 1)
    """

    p: int
    d: int
    q: int

    def __float__(self) -> float:
        return (self.p + sqrt(self.d)) / self.q

    @property
    def field(self) -> int:
        """The squarefree number n such that √n generates the quadratic field of the irrational number."""
        return self.d // _largest_square(self.d) ** 2

    def continued_fraction(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the quotients of the continued fraction before and in its period; None if the period is long."""
        seen: dict[tuple[int, int], int] = {}
        quotients: list[int] = []
        p, q, root = self.p, self.q, isqrt(self.d)
        while (p, q) not in seen:
            if len(quotients) > LONGEST_PERIOD:
                return None
            seen[p, q] = len(quotients)
            quotients.append((p + root + (q < 0)) // q)
            p = quotients[-1] * q - p
            q = (self.d - p * p) // q
        start = seen[p, q]
        return tuple(quotients[:start]), tuple(quotients[start:])

    def recurrence(self) -> tuple[int, ...] | None:
        """Return the recurrence that belongs to the period of the continued fraction; None if the period is long."""
        fraction = self.continued_fraction()
        return None if fraction is None else recurrence_of_fraction(fraction[1])

    def __str__(self) -> str:
        square = _largest_square(self.d)
        common = gcd(self.p, self.q, square) * (-1 if self.q < 0 else 1)
        p, factor, q = self.p // common, square // common, self.q // common
        root = f"{abs(factor) if abs(factor) > 1 else ''}√{self.field}"
        if not p:
            return f"{'-' if factor < 0 else ''}{root}" + (f" / {q}" if q > 1 else "")
        top = f"{p} {'-' if factor < 0 else '+'} {root}"
        return f"({top}) / {q}" if q > 1 else top


@dataclass(frozen=True)
class Slope:
    """The slope of a strip of P-positions: its bounds, and the quadratic number between them, if there is one."""

    low: float
    high: float
    number: QuadraticNumber | None
    numerations: tuple[Numeration, ...]

    def may_be(self, number: QuadraticNumber) -> bool:
        """Return whether a number is within the bounds of the slope, so that the slope may equal the number."""
        return self.low <= float(number) <= self.high

    def __str__(self) -> str:
        if self.number is None:
            return f"slope {(self.low + self.high) / 2:.4f}"
        text = f"slope {float(self.number):.4f}, perhaps {self.number}, of the field of √{self.number.field}"
        if (fraction := self.number.continued_fraction()) is None:
            return text
        before, period = fraction
        first, *others = before or period[:1]
        rest = [*map(str, others), f"({', '.join(map(str, period if before else period[1:] + period[:1]))})"]
        return f"{text}, with the continued fraction [{first}; {', '.join(rest)}]"


def find_slopes(members: NDArray[np.int64], limit: int | None = None) -> list[Slope]:
    """Return the slopes of a set of positions (one position per row), each with the numerations that it suggests.

    The array must contain all members of the set whose entries are below `limit`; by default, `limit` exceeds the
    largest entry by one.
    """
    found: list[Slope] = []
    for points in _lines(members, int(members.max(initial=0)) + 1 if limit is None else limit):
        if (bounds := _slope(points)) is not None:
            found += _slopes_within(*bounds)
    return found


def _lines(members: NDArray[np.int64], limit: int) -> Iterator[Points]:
    """Yield the members with exactly two entries above their minimum, grouped by the line along which they lie.

    If some members are neighbours, the function also yields the members at the edges of a region.
    """
    if not len(members):
        return
    entries = members.shape[1]
    lowest = members.min(axis=0)
    above = members > lowest
    flat = above.sum(axis=1) <= 2
    for one, two in product(range(entries), repeat=2):
        if one == two:
            continue
        rest = np.delete(above, [one, two], axis=1).any(axis=1)
        section = members[flat & ~rest][:, [one, two]]
        inner = (section > lowest[[one, two]]).all(axis=1) & (section[:, 1] > section[:, 0])
        yield from _groups(section[inner])
        for step in (1, -1):
            inside, edge = _beside(section, step, limit)
            if (inner & inside).any():
                yield from _groups(section[inner & edge])


def _beside(section: NDArray[np.int64], step: int, limit: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return, for each pair (x, y) in a complete list of pairs below `limit`, whether (x, y + step) is in the list.

    The first array marks the pairs for which (x, y + step) is in the list. The second array marks the pairs for which
    (x, y + step) is below the limit, but not in the list. A pair is in neither array if (x, y + step) is not below the
    limit.
    """
    width = max(limit, int(section.max(initial=0)) + 1) + 2
    keys = section[:, 0] * width + section[:, 1]
    inside = np.isin(keys + step, keys)
    return inside, ~inside & (section[:, 0] < limit) & (section[:, 1] + max(step, 0) < limit)


def _groups(members: NDArray[np.int64]) -> Iterator[Points]:
    """Yield pairs grouped by the line along which they lie; different lines have different slopes."""
    points = members.astype(np.float64)
    # Small members are ignored, because they need not lie near the line.
    points = points[points[:, 0] * 4 >= points[:, 0].max(initial=0)]
    slopes = points[:, 1] / points[:, 0]
    points, slopes = points[np.argsort(slopes)], np.sort(slopes)
    breaks = np.flatnonzero(slopes[1:] > GAP * slopes[:-1]) + 1
    yield from (part for part in np.split(points, breaks) if len(part) >= FEWEST_POINTS)


def _slope(points: Points) -> tuple[float, float] | None:
    """Return bounds on the slope of a strip of points; None if the strip is wide or its slope could be rational."""
    x, y = points.T

    def width(slope: float) -> float:
        rest = y - slope * x
        return float(rest.max() - rest.min())

    # The width of a strip around the points is a convex function of the slope.
    low, high = float((y / x).min()) * 0.9, float((y / x).max()) * 1.1
    for _ in range(80):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if width(one) < width(two) else (one, high)
    best = (low + high) / 2
    length = float(x.max() - x.min())
    if width(best) > min(WIDEST * (1 + best), length / 4) or length < FEWEST_POINTS:
        return None
    # An infinite strip is slightly wider than the points of the strip in a table.
    allowed = WIDER * width(best) + 4 * (1 + best) / length
    reach = 1 / length
    low, high = best, best
    while width(low) <= allowed:
        low -= reach / 32
    while width(high) <= allowed:
        high += reach / 32
    if any(abs(best * q - round(best * q)) <= q * (high - low) / 2 for q in (1, 2, 3)):
        return None
    return low, high


def _slopes_within(low: float, high: float) -> Iterator[Slope]:
    """Yield the likely slopes within bounds: roots of recurrences of order three, and quadratic numbers."""
    for number in _quadratic_numbers(low, high)[:1]:
        yield Slope(low, high, number, _made(number))
    for recurrence in CUBIC:
        root = float(np.abs(np.roots([1.0, *(-float(c) for c in recurrence)])).max())
        if any(low <= root**power <= high for power in (1, 2)):
            yield Slope(low, high, None, tuple(_recurrent(recurrence)))


def _made(number: QuadraticNumber) -> tuple[Numeration, ...]:
    """Return numerations from the continued fraction of a quadratic number, and from the least unit of its field."""
    field = number.field
    least = QuadraticNumber(1, field, 2) if field % 4 == 1 else QuadraticNumber(0, field, 1)
    recurrences = [found for one in (number, least) if (found := one.recurrence()) is not None]
    if number.recurrence() is None:
        return ()
    return tuple(one for recurrence in dict.fromkeys(recurrences) for one in _recurrent(recurrence))


def _quadratic_numbers(low: float, high: float) -> list[QuadraticNumber]:
    """Return roots within bounds of equations a x² + b x + c = 0 with small integers a, b and c, simplest first."""
    found: list[tuple[int, int, QuadraticNumber]] = []
    highest = min(LARGEST, isqrt(int(CHANCE / (high - low))))
    for a in range(1, max(highest, 1) + 1):
        for b in range(-LARGEST, LARGEST + 1):
            ends = sorted(-(a * x + b) * x for x in (low, high))
            for c in range(int(np.ceil(ends[0])), int(np.floor(ends[1])) + 1):
                # If the slope is a unit, one entry is the other entry with its digits shifted. A digit shift between
                # two entries is rarely a coincidence.
                height = 1 if a == abs(c) == 1 else max(a, abs(b), abs(c))
                if height <= highest and gcd(a, b, c) == 1 and (number := _root(a, b, c, low, high)) is not None:
                    found.append((height, a + abs(b) + abs(c), number))
    return [number for *_, number in sorted(found, key=lambda entry: entry[:2])]


def _root(a: int, b: int, c: int, low: float, high: float) -> QuadraticNumber | None:
    """Return the irrational root of a x² + b x + c = 0 within bounds; None if no such root exists."""
    square = b * b - 4 * a * c
    if square <= 0 or isqrt(square) ** 2 == square:
        return None
    roots = QuadraticNumber(-b, square, 2 * a), QuadraticNumber(b, square, -2 * a)
    return next((root for root in roots if low <= float(root) <= high), None)


def _largest_square(number: int) -> int:
    """Return the greatest number whose square divides a positive number."""
    return next(root for root in range(isqrt(number), 0, -1) if number % (root * root) == 0)


def _recurrent(recurrence: tuple[int, ...]) -> Iterator[Numeration]:
    """Yield the numeration of a recurrence, if the recurrence defines one."""
    try:
        yield recurrent(recurrence)
    except SpragueError:
        return
