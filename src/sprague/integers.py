"""Functions for very large integers: parsing, formatting, texts for messages, digits, powers, squares and primes.

Python converts large integers to text in quadratic time, and refuses very long texts. For large integers, this module
uses the fast algorithms of the library GMP, through the package gmpy2. Without gmpy2, large integers are computed in
plain Python, which is slower.
"""

from __future__ import annotations

import logging
from functools import cache
from math import isqrt
from typing import Any

from sprague.errors import OutOfReach, clip

PLAIN = 2_000  # maximum number of digits of integers for which plain Python is fast
MOST_BASE = 36  # largest base of a number; its digits are 0 to 9 and a to z
# The Miller-Rabin test with these witnesses is correct below MOST_PRIME (Sorenson & Webster 2017).
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
MOST_PRIME = 3_317_044_064_679_887_385_961_981
_VALUES, _SIGNS = bytes(range(MOST_BASE)), b"0123456789abcdefghijklmnopqrstuvwxyz"
_TO_VALUES, _TO_SIGNS = bytes.maketrans(_SIGNS, _VALUES), bytes.maketrans(_VALUES, _SIGNS)


def parse_integer(digits: str) -> int:
    """Parse a natural number from decimal digits.

    >>> parse_integer("1" + "0" * 5000) == 10**5000
    True
    """
    return int(digits) if len(digits) <= PLAIN else _from_digits(digits, 10)


def format_integer(number: int) -> str:
    """Format an integer in decimal digits.

    >>> format_integer(10**5000) == "1" + "0" * 5000
    True
    """
    if number.bit_length() <= 3 * PLAIN:
        return str(number)
    return ("-" if number < 0 else "") + _to_digits(abs(number), 10)


def split_digits(number: int, base: int) -> bytes:
    """Return the digits of a natural number in a base up to 36, least significant digit first, without leading zeros.

    >>> list(split_digits(71, 5)), list(split_digits(0, 5))
    ([1, 4, 2], [])
    """
    if number.bit_length() <= 64:
        found = bytearray()
        while number:
            number, digit = divmod(number, base)
            found.append(digit)
        return bytes(found)
    return _to_digits(number, base).encode().translate(_TO_VALUES)[::-1]


def join_digits(digits: bytes, base: int) -> int:
    """Return the natural number with the given digits, least significant digit first; leading zeros are allowed.

    >>> join_digits(split_digits(71, 5), 5)
    71
    """
    text = digits[::-1].translate(_TO_SIGNS).decode() or "0"
    return int(text, base) if len(text) <= PLAIN else _from_digits(text, base)


def large_power(base: int, exponent: int) -> int:
    """Return a power of an integer, computed quickly for very large results.

    >>> large_power(3, 4)
    81
    """
    if exponent <= PLAIN:
        return int(base**exponent)
    return int(fast_integer(base) ** exponent)


def is_power(number: int, base: int) -> bool:
    """Return whether an integer of any size is 1, base, base^2, ….

    >>> [number for number in range(-3, 100) if is_power(number, 3)]
    [1, 3, 9, 27, 81]
    """
    if number.bit_length() <= PLAIN:
        while number > 0 and number % base == 0:
            number //= base
        return number == 1
    return number > 0 and remove_factor(number, base)[0] == 1


def remove_factor(number: int, base: int) -> tuple[int, int]:
    """Divide a positive integer by a base as often as possible; return the quotient and the number of divisions.

    >>> remove_factor(5 * 3**1000, 3)
    (5, 1000)
    """
    if gmp := _gmp():
        cofactor, exponent = gmp.remove(gmp.mpz(number), base)
        return int(cofactor), int(exponent)
    # Divide by base, base^2, base^4, … as long as the quotient is an integer, then by these powers in reverse order.
    powers, exponent = [base], 0
    while number % powers[-1] == 0:
        number //= powers[-1]
        exponent += 1 << len(powers) - 1
        powers.append(powers[-1] * powers[-1])
    for place in reversed(range(len(powers))):
        if number % powers[place] == 0:
            number //= powers[place]
            exponent += 1 << place
    return number, exponent


def integer_root(number: int) -> int:
    """Return the integer part of the square root of a natural number of any size.

    >>> integer_root(10**4000 + 1) == 10**2000
    True
    """
    gmp = _gmp() if number.bit_length() > PLAIN else None
    return int(gmp.isqrt(gmp.mpz(number))) if gmp else isqrt(number)


def fast_integer(number: int) -> Any:
    """Return an integer as a GMP integer, whose arithmetic is faster; without gmpy2, return the integer unchanged."""
    gmp = _gmp()
    return gmp.mpz(number) if gmp else number


@cache
def _gmp() -> Any:
    """Return the module gmpy2, or None if it is not installed."""
    try:
        import gmpy2
    except ImportError:
        logging.getLogger("sprague").info("gmpy2 is not installed, so integers with thousands of digits are slow")
        return None
    return gmpy2


def _from_digits(text: str, base: int) -> int:
    """Return the integer that a long string of digits represents in a base up to 36."""
    if gmp := _gmp():
        return int(gmp.mpz(text, base))
    if len(text) <= PLAIN:
        return int(text, base)
    half = len(text) // 2
    shift: int = base**half
    return _from_digits(text[:-half], base) * shift + _from_digits(text[-half:], base)


def _to_digits(number: int, base: int) -> str:
    """Return the digits of a natural number in a base up to 36, without leading zeros except for the number 0."""
    if gmp := _gmp():
        return str(gmp.mpz(number).digits(base))
    powers = [base]
    while powers[-1] <= number:
        powers.append(powers[-1] * powers[-1])
    return _digits_below(number, powers[:-1], base).lstrip("0") or "0"


def _digits_below(number: int, powers: list[int], base: int) -> str:
    """Return the digits of a number in a base, by division by the powers base, base^2, base^4, …, largest first."""
    if not powers:
        return chr(_SIGNS[number])
    high, low = divmod(number, powers[-1])
    return _digits_below(high, powers[:-1], base) + _digits_below(low, powers[:-1], base)


def is_square(number: int) -> bool:
    """Return whether an integer of any size is 0, 1, 4, 9, ….

    >>> [number for number in range(-9, 50) if is_square(number)]
    [0, 1, 4, 9, 16, 25, 36, 49]
    """
    return number >= 0 and isqrt(number) ** 2 == number


def is_prime(number: int) -> bool:
    """Return whether an integer is prime; raise an error for integers above `MOST_PRIME`.

    >>> [number for number in range(-9, 30) if is_prime(number)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    if number < 2 or any(number % prime == 0 for prime in _WITNESSES):
        return number in _WITNESSES
    if number >= MOST_PRIME:
        raise OutOfReach(
            f"primality can be tested only for numbers below {MOST_PRIME:,}, got a number of "
            f"{len(format_integer(number)):,} digits"
        )
    halvings = (number - 1 & 1 - number).bit_length() - 1
    odd = number - 1 >> halvings
    return all(_passes(pow(witness, odd, number), number, halvings) for witness in _WITNESSES)


def _passes(power: int, number: int, halvings: int) -> bool:
    """Return whether a number n passes the Miller-Rabin test; `power` is witness ** (odd part of n - 1) modulo n."""
    if power in (1, number - 1):
        return True
    for _ in range(halvings - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def divides(divisor: int, number: int) -> bool:
    """Return whether one integer divides another; 0 divides only 0, and every integer divides 0.

    >>> divides(3, 6), divides(4, 6), divides(0, 6), divides(0, 0), divides(5, 0)
    (True, False, False, True, True)
    """
    return number % divisor == 0 if divisor else number == 0


def show_count(number: int) -> str:
    """Return the text of an integer for a message, with thousands separators; a very large number is shortened.

    >>> show_count(10**18 + 2)
    '1,000,000,000,000,000,002'
    """
    return f"{number:,}" if number < 10**60 else show_number(number)


def show_number(number: object) -> str:
    """Return the text of an integer (or other object) for a message; a very large number is shortened."""
    if not isinstance(number, int):
        return clip(repr(number))
    if abs(number) < 10**60:
        return str(number)
    # str() refuses very large numbers, so compare the number with a power of ten to count its digits. If the number is
    # so large that computing the power of ten is slow, an approximate number of digits suffices.
    digits = int(abs(number).bit_length() * 0.30102999566398119521)
    if digits > 20_000:
        return f"a number of about {digits:,} digits"
    return f"a number of {digits + (abs(number) >= 10**digits)} digits"


def show_power(exponent: int) -> str:
    """Return the text of a power of two for a message: `8`, or `2^64` if it is large.

    >>> show_power(3), show_power(64)
    ('8', '2^64')
    """
    return str(1 << exponent) if exponent < 10 else f"2^{exponent}"
