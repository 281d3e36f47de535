"""How natural numbers are written in digits, most significant first.

Base 2 to 10, and Fibonacci digits: by Zeckendorf's theorem every natural number is in exactly one
way a sum of Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are neighbours. Numbers may have
millions of digits: GMP takes them apart, or they are halved and the work is left to its multiplication.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

import numpy as np
import numpy.typing as npt

from sprague.errors import SpragueError
from sprague.integers import Digits, join_digits, split_digits

_SHORT = 64  # Fibonacci digits that are written one at a time
_PLAIN = 2_000  # digits up to which Python's own numbers are quick


@dataclass(frozen=True)
class Numeration:
    """A way to write numbers in digits 0 … digits - 1, most significant first.

    >>> FIBONACCI.write(12)
    array([1, 0, 1, 0, 1], dtype=uint8)
    >>> BINARY.write(6, length=5), TERNARY.read([1, 0, 2])
    (array([0, 0, 1, 1, 0], dtype=uint8), 11)

    `follows[d][e]` says whether digit e may stand right after digit d. Zero may follow anything
    and anything may follow zero, so leading zeros never matter.
    """

    name: str
    digits: int
    follows: tuple[tuple[bool, ...], ...]

    @property
    def base(self) -> int | None:
        """The base, or None for Fibonacci digits."""
        return None if self.is_restricted else self.digits

    @property
    def is_restricted(self) -> bool:
        """Whether some words of digits are not numbers (Fibonacci: two adjacent ones)."""
        return not all(map(all, self.follows))

    def __str__(self) -> str:
        return "Fibonacci digits" if self.is_restricted else f"base {self.name}"

    def is_valid(self, digits: npt.ArrayLike) -> bool:
        """Whether these digits are the digits of a number.

        >>> FIBONACCI.is_valid([1, 0, 1]), FIBONACCI.is_valid([1, 1])
        (True, False)
        """
        word = np.asarray(digits)
        if word.size and (int(word.min()) < 0 or int(word.max()) >= self.digits):
            return False
        return bool(np.array(self.follows)[word[:-1], word[1:]].all())

    def write(self, number: int, length: int | None = None) -> Digits:
        """The digits of a natural number; none for 0. `length` puts zeros in front."""
        if number < 0:
            raise SpragueError(
                f"expected a natural number to write in digits, got {number!r}; only 0 and above have any"
            )
        if self.is_restricted:
            word = _write_fibonacci(number)
        elif self.digits == 2:
            word = np.unpackbits(np.frombuffer(number.to_bytes((number.bit_length() + 7) // 8, "big"), np.uint8))
        else:
            word = split_digits(number, self.digits)[::-1]
        word = word[np.argmax(word != 0) if word.any() else word.size :]
        if length is None:
            return word
        if word.size > length:
            raise SpragueError(
                f"expected a number of at most {length} digits, got one of {word.size}; ask for more digits"
            )
        return np.concatenate([np.zeros(length - word.size, np.uint8), word])

    def read(self, digits: npt.ArrayLike) -> int:
        """The number with these digits."""
        word = np.asarray(digits, np.uint8)
        if self.is_restricted:
            return int(_read_fibonacci(word)[0])
        if self.digits == 2:
            return int.from_bytes(
                np.packbits(np.concatenate([np.zeros(-word.size % 8, np.uint8), word])).tobytes(), "big"
            )
        return join_digits(word[::-1], self.digits)


def base(number: int) -> Numeration:
    """The digits of a base from 2 to 10."""
    if not 2 <= number <= 10:
        raise SpragueError(f"expected a base from 2 to 10, got {number!r}; larger digits have no automata here")
    return Numeration(str(number), number, ((True,) * number,) * number)


BINARY = base(2)
TERNARY = base(3)
FIBONACCI = Numeration("fibonacci", 2, ((True, True), (True, False)))


def numeration(name: str) -> Numeration:
    """The numeration of this name: a base from "2" to "10", or "fibonacci".

    >>> numeration("fibonacci") is FIBONACCI, numeration("3") == TERNARY
    (True, True)
    """
    if name == FIBONACCI.name:
        return FIBONACCI
    if name in map(str, range(2, 11)):
        return base(int(name))
    raise SpragueError(f"unknown numeration {name!r}; expected a base from '2' to '10' or 'fibonacci'")


# --------------------------------------------------------------------- Fibonacci digits
#
# Let the weights be F_0 = 1, F_1 = 2, F_2 = 3, … and F_-1 = 1. A word with value u = Σ d_i F_i has
# the companion s = Σ d_i F_(i-1). With f_1 = f_2 = 1, f_3 = 2, … : followed by k zeros its value is
# f_(k+1) u + f_k s. For valid words s = floor((u + 1) / φ): as F_(i-1) = F_i / φ + ψ^(i+2) with
# ψ = -1/φ, s - u/φ lies strictly between ψ³/(1 - ψ²) = -ψ² and ψ²/(1 - ψ²) = 1/φ, an interval of length 1.


@lru_cache(maxsize=256)
def _fibonacci(k: int) -> tuple[int, int]:
    """f_k and f_(k+1); large ones as numbers of GMP, and so is all that is reckoned with them."""
    if k > _PLAIN:
        import gmpy2

        second, first = gmpy2.fib2(k + 1)
        return first, second
    first, second = 0, 1
    for _ in range(k):
        first, second = second, first + second
    return first, second


def _write_fibonacci(number: int) -> Digits:
    """At least as many digits as are needed."""
    # φ > 2**0.694, so that many digits have weights beyond the number
    length = number.bit_length() * 1000 // 694 + 3
    out = np.zeros(length, np.uint8)
    # 1/φ to twice the bits of a half and 128 more. With q = u + 1, q/φ is at least 1/(√5 q + 1) away from every
    # integer p: (q/φ - p)(-qφ - p) = p² + pq - q² is a whole number, not 0, and for the nearest p its second
    # factor is at most √5 q + 1. So what is rounded off cannot pass an integer.
    bits = 2 * (number.bit_length() // 2 + 64)
    if bits > _PLAIN:
        import gmpy2

        number, five, root = gmpy2.mpz(number), gmpy2.mpz(5), gmpy2.isqrt
    else:
        five, root = 5, isqrt
    golden = (root(five << (2 * bits)) - (1 << bits)) >> 1
    _fill_fibonacci(out, number, golden, bits)
    return out


def _fill_fibonacci(out: Digits, number: int, golden: int, bits: int) -> None:
    if not number:
        return
    if out.size <= _SHORT:
        number = int(number)  # small by now: Python's own numbers are quickest
        below, weight = _fibonacci(out.size)
        for place in range(out.size):
            if weight <= number:
                number -= weight
                out[place] = 1
            weight, below = below, weight - below
        return
    half = out.size // 2
    first, second = _fibonacci(half)

    def shifted(value: int) -> int:
        """The number whose digits are those of `value` and then `half` zeros; grows with `value`."""
        return second * value + first * (((value + 1) * golden) >> bits)

    # About φ^half times the value, and φ^half is about the Lucas number f_(half-1) + f_(half+1).
    high = number // (2 * second - first)
    while high and shifted(high) > number:
        high -= 1
    while shifted(high + 1) <= number:
        high += 1
    low = number - shifted(high)
    # Less is enough further down.
    need = 2 * (max(high.bit_length(), low.bit_length()) // 2 + 64)
    golden, bits = (golden >> (bits - need), need) if need < bits else (golden, bits)
    _fill_fibonacci(out[: out.size - half], high, golden, bits)
    _fill_fibonacci(out[out.size - half :], low, golden, bits)


def _read_fibonacci(word: Digits) -> tuple[int, int]:
    """The value of a word and its companion."""
    if word.size <= _SHORT:
        value = companion = 0
        for digit in word.tolist():
            value, companion = value + companion + digit, value + digit
        return value, companion
    half = word.size // 2
    first, second = _fibonacci(half)
    high, high_companion = _read_fibonacci(word[:-half])
    low, low_companion = _read_fibonacci(word[-half:])
    return (
        second * high + first * high_companion + low,
        first * high + (second - first) * high_companion + low_companion,
    )
