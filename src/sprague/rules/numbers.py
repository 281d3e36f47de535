"""Very large numbers, read and written in far less than quadratic time.

Python converts between binary and decimal digit by digit, which for a million binary digits takes
seconds, and refuses long texts. Halving the number instead leaves the work to fast multiplication.
"""

from __future__ import annotations

import decimal
from functools import lru_cache

PLAIN = 2_000  # digits up to which Python's own conversion is quick

_EXACT = decimal.Context(prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


def parse_integer(digits: str) -> int:
    """The natural number with these decimal digits.

    >>> parse_integer("1" + "0" * 5000) == 10**5000
    True
    """
    if len(digits) <= PLAIN:
        return int(digits)
    half = len(digits) // 2
    return parse_integer(digits[:-half]) * _power_of_ten(half) + parse_integer(digits[-half:])


def format_integer(number: int) -> str:
    """The decimal digits of an integer.

    >>> format_integer(10**5000) == "1" + "0" * 5000
    True
    """
    if number < 0:
        return "-" + format_integer(-number)
    if number.bit_length() <= 3 * PLAIN:
        return str(number)
    return str(_decimal(number, number.bit_length()))


def _decimal(number: int, bits: int) -> decimal.Decimal:
    if bits <= PLAIN:
        return decimal.Decimal(number)
    half = bits // 2
    high = number >> half
    upper = _EXACT.multiply(_decimal(high, bits - half), _power_of_two(half))
    return _EXACT.add(upper, _decimal(number - (high << half), half))


@lru_cache(maxsize=256)
def _power_of_ten(exponent: int) -> int:
    if exponent <= PLAIN:
        return int(10**exponent)
    return _power_of_ten(exponent // 2) * _power_of_ten(exponent - exponent // 2)


@lru_cache(maxsize=256)
def _power_of_two(exponent: int) -> decimal.Decimal:
    if exponent <= PLAIN:
        return decimal.Decimal(1 << exponent)
    return _EXACT.multiply(_power_of_two(exponent // 2), _power_of_two(exponent - exponent // 2))
