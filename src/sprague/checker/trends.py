"""`settles` finds the number from which the truth value of a formula is periodic in the value of one name.

The *trend* of a term describes how its value changes as the value n of one name grows and all other names are fixed. A
term has the *tail* t, the *cycle* c and the *rise* r if value(n + c) = value(n) + r for all n >= t. A sum of terms with
trends has a trend. If a term has a trend, its quotients and remainders also have trends, with longer cycles. A function
of terms has rise 0 if all its arguments have rise 0. A trend also contains two limits, `low` and `high`: for all n from
the tail on, the difference value(n) - n * rise / cycle is between `low` and `high`. If two terms rise at different
rates, the limits `low` and `high` give a bound beyond which the faster term is greater. An unknown limit of a trend is
stored as None. Adding the cycle to n also preserves whether the value of the term is defined, and whether it is
infinite.

If the rise of a term is 0, a comparison of the term with 0 has the same tail and cycle as the term. If a term has a
positive rise and a known limit `low`, its value is positive for all large n at which the term is defined.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, lcm

from .errors import OutOfReach
from .notation import format_formula, format_term
from .trees import Formula, Term, expand, free_names, subtrees

Bound = Fraction | None


@dataclass(frozen=True)
class _Trend:
    """The trend of a term as the value of one name grows: tail, cycle, rise, and limits."""

    tail: int = 0
    cycle: int = 1
    rise: int = 0
    low: Bound = None
    high: Bound = None

    @property
    def rate(self) -> Fraction:
        """The average increase of a term with this trend when the value of the name increases by 1."""
        return Fraction(self.rise, self.cycle)

    def times(self, factor: int) -> _Trend:
        """Return the trend of `factor` times a term with this trend."""
        low, high = (None if bound is None else bound * factor for bound in (self.low, self.high))
        return _Trend(self.tail, self.cycle, self.rise * factor, *((low, high) if factor >= 0 else (high, low)))

    def plus(self, other: _Trend) -> _Trend:
        """Return the trend of the sum of a term with this trend and a term with the trend `other`."""
        cycle = lcm(self.cycle, other.cycle)
        rise = int((self.rate + other.rate) * cycle)
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return _Trend(max(self.tail, other.tail), cycle, rise, low, high)


def settles(formula: Formula, name: str) -> tuple[int, int]:
    """Find the tail t and the cycle c of a formula: from t on, its truth value is periodic in `name` with period c.

    If the value of `name` is at least the tail, adding the cycle to this value does not change whether the formula is
    true.

    Raises `OutOfReach` if no tail and cycle are found.
    """
    if name not in free_names(formula):
        return 0, 1
    match formula:
        case ("and" | "or" | "not", *parts):
            return _together(settles(part, name) for part in parts)
        case ("compare", *parts):
            sides = zip(parts[:-2:2], parts[2::2], strict=True)
            return _together(_sign(_trend(("-", left, right), name), formula, name) for left, right in sides)
        case ("in", term, ranges):
            ends = {end for low, high in ranges for end in (low, high)}
            return _together(_sign(_trend(("-", term, end), name), formula, name) for end in ends)
        case ("exists", own, body, *bounds):
            inside = (0, 1) if own == name else settles(body, name)
            return _together([inside, *(_steady(_trend(bound, name), bound, name) for bound in bounds)])
    return _together(_steady(_trend(part, name), part, name) for part in subtrees(formula))


def _together(found: Iterable[tuple[int, int]]) -> tuple[int, int]:
    tails, cycles = zip((0, 1), *found, strict=True)
    return max(tails), lcm(*cycles)


def _sign(trend: _Trend, formula: Formula, name: str) -> tuple[int, int]:
    """Return the tail and the cycle of the sign of a term; the cycle is a period of the sign from the tail on."""
    if not trend.rise:
        return trend.tail, trend.cycle
    if trend.rise < 0:
        trend = trend.times(-1)
    if trend.low is None:
        raise OutOfReach(
            f"the checker cannot show that the condition '{format_formula(formula)}' becomes periodic as {name} grows"
        )
    return max(trend.tail, floor(-trend.low / trend.rate) + 1), trend.cycle


def _steady(trend: _Trend, term: Term, name: str) -> tuple[int, int]:
    """Return the tail and the cycle of a term that does not rise; raise `OutOfReach` if the term rises."""
    if trend.rise:
        raise OutOfReach(
            f"the checker cannot show that a function of '{format_term(term)}' becomes periodic as {name} grows"
        )
    return trend.tail, trend.cycle


def _trend(term: Term, name: str) -> _Trend:
    factors: dict[Term, int] = {}
    constant = Fraction(expand(term, 1, factors))
    total = _Trend(low=constant, high=constant)
    for part, factor in factors.items():
        if factor:
            total = total.plus(_part(part, name).times(factor))
    return total


def _part(part: Term, name: str) -> _Trend:
    """Return the trend of a name or a function call."""
    zero = Fraction(0)
    match part:
        case str():
            return _Trend(rise=1, low=zero, high=zero) if part == name else _Trend(low=zero)
        case ("mod" | "div" as word, term, number):
            inner = _trend(term, name)
            cycle = inner.cycle * (number // gcd(inner.rise, number))
            if word == "mod":
                return _Trend(inner.tail, cycle, 0, zero, Fraction(number - 1))
            low = None if inner.low is None else (inner.low - number + 1) / number
            high = None if inner.high is None else inner.high / number
            return _Trend(inner.tail, cycle, int(inner.rate * cycle / number), low, high)
        case ("max", *terms):
            return _greatest([_trend(one, name) for one in terms], part, name)
        case ("min", *terms):
            return _greatest([_trend(one, name).times(-1) for one in terms], part, name).times(-1)
        case ("abs", term):
            inner = _trend(term, name)
            return _greatest([inner, inner.times(-1)], part, name)
    tail, cycle = _together(_steady(_trend(one, name), one, name) for one in subtrees(part))
    return _Trend(tail, cycle)


def _greatest(trends: Sequence[_Trend], part: Term, name: str) -> _Trend:
    """Return the trend of the maximum of terms, which is the trend of a term that rises fastest."""
    tail, cycle = _together((trend.tail, trend.cycle) for trend in trends)
    rate = max(trend.rate for trend in trends)
    leaders = [trend for trend in trends if trend.rate == rate]
    low = max((trend.low for trend in leaders if trend.low is not None), default=None)
    highs = [trend.high for trend in leaders if trend.high is not None]
    for trend in trends:
        if trend.rate < rate:
            if low is None or trend.high is None:
                raise OutOfReach(f"the checker cannot show that '{format_term(part)}' becomes periodic as {name} grows")
            tail = max(tail, floor((trend.high - low) / (rate - trend.rate)) + 1)
    return _Trend(tail, cycle, int(rate * cycle), low, max(highs) if len(highs) == len(leaders) else None)
