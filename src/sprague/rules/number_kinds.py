"""Lists of powers, squares, primes or divisors in a range, for choices that a condition restricts to such numbers.

If a condition restricts a choice to a kind of number (`k square`), a loop over only the numbers of this kind is much
faster than a loop over all numbers. `numbers_of_kind` returns the numbers of a kind within a range. `count_tried`
returns an upper bound on how many numbers `numbers_of_kind` tests, so that a long computation can be refused before it
starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isqrt

from sprague.integers import is_prime
from sprague.language.conditions import Condition, Power
from sprague.language.number_conditions import Divides, Prime, Square
from sprague.linear.terms import Linear

NumberKind = Power | Square | Prime | Divides


def find_number_kind(name: str, checks: Iterable[Condition], known: Iterable[str]) -> NumberKind | None:
    """Return the first condition that restricts a choice to a kind of number (powers, squares, primes, divisors).

    >>> from sprague.language.expressions import Expression
    >>> print(find_number_kind("k", [Divides(Expression.of("k"), Expression.of("a"))], ["a"]))
    k divides a
    """
    before = frozenset(known)
    for check in checks:
        if isinstance(check, Divides):
            term, others = check.divisor, check.number
            if not others.is_linear or not before.issuperset(others.names):
                continue
        elif isinstance(check, Power | Square | Prime):
            term = check.term
        else:
            continue
        if term.is_linear and term.linear == Linear.of(name):
            return check
    return None


def numbers_of_kind(visit: NumberKind, low: int, high: int, values: Mapping[str, int]) -> Iterable[int]:
    """Return the numbers of a kind (powers, squares, primes, divisors) from `low` to `high`."""
    match visit:
        case Power():
            return _powers(visit.base, low, high)
        case Square():
            return (root * root for root in range(_root_up(low), _root(high) + 1))
        case Prime():
            return (number for number in range(max(2, low), high + 1) if is_prime(number))
        case Divides():
            number = visit.number.value(values)
            return _divisors(abs(number), low, high) if number else range(low, high + 1)


def count_tried(visit: NumberKind, low: int, high: int, values: Mapping[str, int]) -> int:
    """Return an upper bound on how many numbers `numbers_of_kind` tests from `low` to `high`."""
    match visit:
        case Power():
            return high.bit_length()
        case Square():
            return max(0, _root(high) + 1 - _root_up(low))
        case Divides() if (number := visit.number.value(values)) != 0:
            return min(isqrt(abs(number)), max(0, high + 1 - low))
    return max(0, high + 1 - low)


def _powers(base: int, low: int, high: int) -> Iterator[int]:
    power = 1
    while power <= high:
        if power >= low:
            yield power
        power *= base


def _root(number: int) -> int:
    return isqrt(number) if number >= 0 else -1


def _root_up(number: int) -> int:
    return isqrt(number - 1) + 1 if number > 0 else 0


def _divisors(number: int, low: int, high: int) -> Iterator[int]:
    """Yield the divisors of a positive number from `low` to `high`."""
    root = isqrt(number)
    if high - low < root:
        yield from (divisor for divisor in range(max(1, low), high + 1) if number % divisor == 0)
        return
    small = [divisor for divisor in range(1, root + 1) if number % divisor == 0]
    large = (number // divisor for divisor in reversed(small) if divisor * divisor != number)
    yield from (divisor for divisor in (*small, *large) if low <= divisor <= high)
