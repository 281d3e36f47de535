"""What linear terms can say of products and divisors: estimates, which hold for every move but do not say all.

Let n >= l be natural numbers. As n^e is convex, n^e >= l^e + ((l + 1)^e - l^e)(n - l). A product of sums α + β of
natural numbers is at least the product of all α, plus, for each of them, its β times the other α. If a product is at
least 1, so is each of its factors. Of two factors m >= j and n <= h it is true that (m - j)(h - n) >= 0. A divisor of
a positive number is not 0, and no larger than that number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, prod

from sprague.rules.arithmetic import Divides, Times
from sprague.rules.conditions import Condition
from sprague.rules.implication import follows, greatest
from sprague.rules.linear import Linear

MOST_ROUNDS = 4  # one estimate may lead to another, and those after that say little more


def estimates(facts: Sequence[Linear], others: Iterable[Times | Condition]) -> tuple[Linear, ...]:
    """Inequalities that follow from linear facts and from what products and divisors are.

    >>> k, b = Linear.of("k"), Linear.of("b")
    >>> estimates([k - 1, b - 1], [Times("b*k", ("b", "k"))])
    (Linear('b*k - b - k + 1'),)
    """
    telling = [other for other in others if isinstance(other, Times | Divides)]
    found: list[Linear] = []
    for _ in range(MOST_ROUNDS if telling else 0):
        known = [*facts, *found]
        more = [term for other in telling for term in _said(other, known) if term not in known]
        # What follows anyway would only be in the way of those who look for bounds.
        more = [term for term in dict.fromkeys(more) if not follows(known, [term])]
        if not more:
            break
        found += more
    return tuple(found)


def _said(other: Times | Divides, known: Sequence[Linear]) -> Iterator[Linear]:
    if isinstance(other, Divides):
        yield from _of_divisor(other, known)
        return
    product = Linear.of(other.name)
    powers = Counter(other.factors)
    least = {name: _least(Linear.of(name), known) for name in powers}
    if any(low is None for low in least.values()):
        return  # the facts contradict each other: no move is ever made
    lows = {name: max(0, ceil(low)) for name, low in least.items() if low is not None}
    if (_least(product, known) or 0) > 0:
        yield from (Linear.of(name) - 1 for name in powers)
    yield product - _below(powers, lows)
    if len(other.factors) == 2:
        for one, two in (other.factors, other.factors[::-1]):
            if (high := greatest(Linear.of(two), known)) is not None:
                most, low = floor(high), lows[one]
                yield most * Linear.of(one) + low * Linear.of(two) - low * most - product


def _below(powers: Mapping[str, int], lows: Mapping[str, int]) -> Linear:
    """A linear term that a product of powers is never below, if no name is below its low."""
    least = {name: lows[name] ** power for name, power in powers.items()}
    total = Linear((), prod(least.values()))
    for name, power in powers.items():
        slope = (lows[name] + 1) ** power - least[name]
        others = prod(low for other, low in least.items() if other != name)
        total = total + slope * others * (Linear.of(name) - lows[name])
    return total


def _of_divisor(other: Divides, known: Sequence[Linear]) -> Iterator[Linear]:
    if not (other.divisor.is_linear and other.number.is_linear):
        return
    divisor, number = other.divisor.linear, other.number.linear
    low = _least(number, known)
    if low is None or low <= 0:
        return
    yield number - divisor
    least = _least(divisor, known)
    if least is not None and least > -1:
        yield divisor - 1


def _least(term: Linear, known: Sequence[Linear]) -> Fraction | None:
    most = greatest(-term, known)
    return None if most is None else -most
