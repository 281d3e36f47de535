"""Conversion of large numbers to and from digits whose weights satisfy a recurrence, such as Fibonacci digits.

A word of digits d_n … d_0 represents the polynomial Σ d_i x^i. Let Σ r_j x^j be the *remainder* of the polynomial of
the word modulo the polynomial x^d - c_1 x^(d-1) - … - c_d of the recurrence. The value of the word is Σ r_j W_j, where
W_j are the weights of the digits. The remainder of a long word is computed from its two halves: multiply the remainder
of the first half by a power of x, and add the remainder of the second half. A conversion spends most of its time in
GMP, which multiplies large integers.
"""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, TypeAlias

from sprague.automata.recurrences import DigitWeights, Expansion
from sprague.integers import fast_integer
from sprague.optional_numpy import np

if TYPE_CHECKING:
    import numpy.typing as npt

Remainder = tuple[int, ...]
Digits: TypeAlias = "npt.NDArray[np.uint8]"

_SHORT = 256  # maximum length of words that are converted digit by digit
_FEW = 12  # the search for a digit that can be increased starts in a suffix of this length
_PLAIN = 2_000  # number of digits up to which Python integers are faster than GMP


def number_of_digits(word: Digits, weights: DigitWeights) -> int:
    """Return the number, of any size, that a word of digits represents in a numeration."""
    return int(_value(_read(word, weights), weights))


def digits_of_number(number: int, weights: DigitWeights) -> Digits:
    """Return digits of a number of any size in a numeration; the digits may begin with zeros."""
    # W_n is at least β^n.
    length = int(number.bit_length() * log(2) / log(_growth(weights.recurrence))) + 2
    out = np.zeros(length, np.uint8)
    if length > _PLAIN:
        number = fast_integer(number)
    _fill(out, number, weights)
    return out


def _read(word: Digits, weights: DigitWeights) -> Remainder:
    """Return the remainder of a digit word modulo the polynomial of the recurrence."""
    powers = _short_powers(weights)
    if word.size <= len(powers):
        return tuple((word @ powers[len(powers) - word.size :]).tolist())
    half = word.size // 2
    return _plus(_raised(_read(word[:-half], weights), half, weights.recurrence), _read(word[-half:], weights))


def _fill(out: Digits, number: int, weights: DigitWeights) -> Remainder:
    """Write the digits of a number into the array `out`, and return the remainder of the digit word.

    The first half of the digits is the greatest word that, padded with zeros on the right, does not exceed the number.
    Appending k zeros multiplies a number by about β^k, where β is the dominant root of the recurrence. The sum of the
    k-th powers of all roots of the recurrence is an integer close to β^k. To estimate the first half of the digits, the
    function divides the number by the sum of the k-th powers of the roots. The function starts slightly below the
    estimate, and increases digits of the first half until no greater word fits.
    """
    if not number:
        return (0,) * len(weights.recurrence)
    if out.size <= _SHORT:
        number = int(number)  # Python integers are fastest for small numbers
        for at, weight in enumerate(reversed(_weights(weights, out.size))):
            if number >= weight:
                out[at], number = divmod(number, weight)
        return _read(out, weights)
    half = out.size // 2
    first, last = out[:-half], out[-half:]
    about = number // _power_sum(half, weights.recurrence)
    less = 1
    while True:
        written = _raised(_fill(first, max(about - less, 0), weights), half, weights.recurrence)
        rest = number - _value(written, weights)
        if rest >= 0:
            break
        first[:] = 0
        less *= 2
    while (place := _last_to_raise(first, weights)) is not None:
        # The next greater word increases the digit at `place` by 1 and sets all later digits to 0.
        tail = first[place + 1 :]
        unit = _raised((1, *(0,) * (len(weights.recurrence) - 1)), tail.size, weights.recurrence)
        more = tuple(one - two for one, two in zip(unit, _read(tail, weights), strict=True))
        gained = _raised(more, half, weights.recurrence)
        step = _value(gained, weights)
        if step > rest:
            break
        rest -= step
        written = _plus(written, gained)
        first[place] += 1
        tail[:] = 0
    return _plus(written, _fill(last, rest, weights))


def _last_to_raise(word: Digits, weights: DigitWeights) -> int | None:
    """Return the index of the last digit that can be increased without making the word invalid, or None.

    Whether a digit can be increased depends on the digits before it. The search therefore reads a suffix of the word,
    starting from each state of the automaton for valid words. If the result depends on the state from which the suffix
    is read, the search reads a longer suffix.
    """
    size = _FEW
    while True:
        start = max(0, word.size - size)
        digits = word[start:].tolist()
        states = range(len(weights.expansion.terms)) if start else [0]
        found = {place for state in states if (place := _raisable(digits, state, weights.expansion)) != IMPOSSIBLE}
        place = found.pop()
        if not found and (place is not None or not start):
            return None if place is None else start + place
        size *= 8


IMPOSSIBLE = -1  # `_raisable` returns this number if the word is invalid from the given state


def _raisable(digits: list[int], state: int, expansion: Expansion) -> int | None:
    """Return the index of the last digit that can be increased if the word is read from `state`, or None."""
    found, terms = None, expansion.terms
    for place, digit in enumerate(digits):
        if digit > terms[state]:
            return IMPOSSIBLE
        if digit < terms[state]:
            found, state = place, 0
        else:
            state = expansion.successor(state)
    return found


def _value(remainder: Remainder, weights: DigitWeights) -> int:
    return sum(rest * weight for rest, weight in zip(remainder, _weights(weights, len(remainder)), strict=True))


def _plus(one: Remainder, two: Remainder) -> Remainder:
    return tuple(left + right for left, right in zip(one, two, strict=True))


def _raised(remainder: Remainder, power: int, recurrence: tuple[int, ...]) -> Remainder:
    """Return the product of a polynomial and a power of x, reduced modulo the polynomial of the recurrence."""
    return _product(remainder, _power(power, recurrence), recurrence)


@lru_cache(maxsize=256)
def _power(exponent: int, recurrence: tuple[int, ...]) -> Remainder:
    """Return x^exponent modulo the polynomial of the recurrence, with GMP integers for large exponents."""
    order = len(recurrence)
    if exponent < order:
        return tuple(int(place == exponent) for place in range(order))
    half = _power(exponent // 2, recurrence)
    whole = _product(half, half, recurrence)
    if exponent % 2:
        whole = _product(whole, _power(1, recurrence), recurrence) if order > 1 else (whole[0] * recurrence[0],)
    if exponent > _PLAIN:
        return tuple(map(fast_integer, whole))
    return whole


def _product(one: Remainder, two: Remainder, recurrence: tuple[int, ...]) -> Remainder:
    order = len(recurrence)
    product = [0] * (2 * order - 1)
    for i, left in enumerate(one):
        if left:
            for j, right in enumerate(two):
                product[i + j] += left * right
    for place in range(2 * order - 2, order - 1, -1):
        top = product[place]
        for i, c in enumerate(recurrence):
            product[place - 1 - i] += c * top
    return tuple(product[:order])


def _power_sum(exponent: int, recurrence: tuple[int, ...]) -> int:
    """For k = `exponent`, add the k-th powers of all roots of the recurrence, and return the sum."""
    return sum(rest * total for rest, total in zip(_power(exponent, recurrence), _power_sums(recurrence), strict=True))


@lru_cache(maxsize=64)
def _power_sums(recurrence: tuple[int, ...]) -> tuple[int, ...]:
    sums = [len(recurrence)]
    for k in range(1, len(recurrence)):
        sums.append(sum(c * sums[k - i] for i, c in enumerate(recurrence[: k - 1], 1)) + k * recurrence[k - 1])
    return tuple(sums)


@lru_cache(maxsize=64)
def _short_powers(weights: DigitWeights) -> npt.NDArray[np.int64]:
    """Return powers of x modulo the polynomial of the recurrence, as many as are small enough for 64-bit sums.

    The powers are in descending order.
    """
    powers = []
    for exponent in range(_SHORT):
        power = _power(exponent, weights.recurrence)
        if max(map(abs, power)) * weights.digits * _SHORT >= 1 << 63:
            break
        powers.append(power)
    return np.array(powers[::-1], np.int64)


@lru_cache(maxsize=256)
def _weights(weights: DigitWeights, count: int) -> tuple[int, ...]:
    return tuple(weights.expansion.weights(count))


@lru_cache(maxsize=64)
def _growth(recurrence: tuple[int, ...]) -> float:
    """Return the dominant root β of the polynomial of the recurrence, rounded down."""
    return float(np.abs(np.roots([1.0, *(-float(c) for c in recurrence)])).max()) - 1e-9
