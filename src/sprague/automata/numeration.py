"""The class `Numeration`: digits in a base from 2 to 10, or with weights that satisfy a recurrence.

In a base b, the weights of the digits satisfy W_(n+1) = b W_n. Other numerations have weights with a longer recurrence.
In Fibonacci digits, a natural number is written as its only sum of Fibonacci numbers 1, 2, 3, 5, 8, … without two
consecutive ones (Zeckendorf's theorem). The module `sprague.automata.recurrences` decides which recurrences are allowed
and which words represent numbers. Numbers may have millions of digits, so conversions use GMP (`big_numbers`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from sprague.automata.big_numbers import Digits, digits_of_number, number_of_digits
from sprague.automata.recurrences import LARGEST_BASE, DigitWeights, Expansion, find_expansion, recurrence_of_fraction
from sprague.errors import SpragueError, clip
from sprague.integers import join_digits, split_digits
from sprague.optional_numpy import np

if TYPE_CHECKING:
    import numpy.typing as npt

_SHOWN = 5  # number of weights that the text of a numeration shows, enough to identify the numeration


@dataclass(frozen=True)
class Numeration(DigitWeights):
    """A numeration: a system of digits 0 … digits - 1 for natural numbers, most significant first.

    >>> FIBONACCI.write(12)
    array([1, 0, 1, 0, 1], dtype=uint8)
    >>> BINARY.write(6, length=5), TERNARY.read([1, 0, 2])
    (array([0, 0, 1, 1, 0], dtype=uint8), 11)

    The weights of the digits satisfy W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n for the numbers c_i of `recurrence`. A word
    represents a number if none of its suffixes is lexicographically greater than `expansion`, the expansion of 1 in
    base β (see `sprague.automata.recurrences`). Leading zeros do not change the number, and a valid word followed by
    zeros is valid.
    """

    @property
    def name(self) -> str:
        """The name that files use for the numeration, such as "2", "fibonacci" or "3,1"."""
        return _NAMES.get(self.recurrence) or ",".join(map(str, self.recurrence))

    @property
    def base(self) -> int | None:
        """The base, or None if the weights are not the powers of a base."""
        return None if self.is_restricted else self.digits

    @property
    def is_restricted(self) -> bool:
        """Whether some words of digits are invalid, such as words with two adjacent digits 1 in Fibonacci digits."""
        return len(self.recurrence) > 1

    @cached_property
    def validity(self) -> npt.NDArray[np.int32]:
        """The transition table of the valid digit words; its last state is dead, and all other states accept.

        In state n of the table, the digits since the last visit to state 0 agree with the expansion, and the next digit
        is compared with term n of the expansion. In state n, a digit that is smaller than term n leads back to state 0,
        because a suffix that has become smaller than the expansion stays smaller.
        """
        terms = self.expansion.terms
        table = np.full((len(terms) + 1, self.digits), len(terms), np.int32)
        for place, term in enumerate(terms):
            table[place, :term] = 0
            table[place, term] = self.expansion.successor(place)
        table.setflags(write=False)
        return table

    def __str__(self) -> str:
        if not self.is_restricted:
            return f"base {self.name}"
        if self.recurrence in _NAMES:
            return f"{_NAMES[self.recurrence].capitalize()} digits"
        return f"digits of weights {', '.join(map(str, self.expansion.weights(_SHOWN)))}, …"

    def is_valid(self, digits: npt.ArrayLike) -> bool:
        """Return whether a word of digits is valid, that is, represents a number in this numeration.

        >>> FIBONACCI.is_valid([1, 0, 1]), FIBONACCI.is_valid([1, 1])
        (True, False)
        """
        word = np.asarray(digits)
        if word.size and (int(word.min()) < 0 or int(word.max()) >= self.digits):
            return False
        state = 0
        for digit in word.tolist() if self.is_restricted else ():
            state = int(self.validity[state, digit])
        return state < len(self.expansion.terms)

    def write(self, number: int, length: int | None = None) -> Digits:
        """Return the digits of a natural number, padded with zeros to `length`; by default, 0 has no digits."""
        if number < 0:
            raise SpragueError(f"expected a natural number to convert to digits, got {number!r}")
        if self.is_restricted:
            word = digits_of_number(number, self)
        elif self.digits == 2:
            word = np.unpackbits(np.frombuffer(number.to_bytes((number.bit_length() + 7) // 8, "big"), np.uint8))
        else:
            word = np.frombuffer(split_digits(number, self.digits), np.uint8)[::-1]
        word = word[np.argmax(word != 0) if word.any() else word.size :]
        if length is None:
            return word
        if word.size > length:
            raise SpragueError(f"expected a number of at most {length} digits, got {word.size} digits")
        return np.concatenate([np.zeros(length - word.size, np.uint8), word])

    def read(self, digits: npt.ArrayLike) -> int:
        """Return the number with the given digits in this numeration."""
        word = np.asarray(digits, np.uint8)
        if self.is_restricted:
            return number_of_digits(word, self)
        if self.digits == 2:
            return int.from_bytes(
                np.packbits(np.concatenate([np.zeros(-word.size % 8, np.uint8), word])).tobytes(), "big"
            )
        return join_digits(word[::-1].tobytes(), self.digits)


def base(number: int) -> Numeration:
    """Return the numeration of a base from 2 to 10."""
    if not 2 <= number <= LARGEST_BASE:
        raise SpragueError(f"expected a base from 2 to {LARGEST_BASE}, got {number!r}")
    return Numeration((number,), Expansion((), (number - 1,)))


@lru_cache(maxsize=256)
def recurrent(recurrence: tuple[int, ...]) -> Numeration:
    """Return the numeration whose digit weights satisfy a recurrence.

    >>> recurrent((3, 1)).expansion.weights(5)
    [1, 4, 13, 43, 142]
    """
    return base(*recurrence) if len(recurrence) == 1 else Numeration(recurrence, find_expansion(recurrence))


BINARY = base(2)
TERNARY = base(3)
FIBONACCI = Numeration((1, 1), Expansion((), (1, 0)))
TRIBONACCI = Numeration((1, 1, 1), Expansion((), (1, 1, 0)))

_NAMES = {FIBONACCI.recurrence: "fibonacci", TRIBONACCI.recurrence: "tribonacci"}
_RECURRENCES = {name: recurrence for recurrence, name in _NAMES.items()} | {"pell": (2, 1)}
_LIST = re.compile(r"-?\d{1,3}(\s*,\s*-?\d{1,3})*", re.ASCII)
_QUOTIENTS = r"\s*\d{1,3}(?:\s*,\s*\d{1,3})*\s*"
_FRACTION = re.compile(
    rf"\[\s*-?\d{{1,3}}\s*;(?:({_QUOTIENTS})|(?:{_QUOTIENTS},)?\s*\(({_QUOTIENTS})\)\s*)\]", re.ASCII
)


def numeration(name: str) -> Numeration:
    """Return the numeration with the given name, such as "2", "fibonacci", "3,1" or "[1; 3]".

    A name is a base from "2" to "10" or one of "fibonacci", "tribonacci" and "pell". Other names are recurrences of the
    weights, such as "3,1" for W_(n+2) = 3 W_(n+1) + W_n, and periodic continued fractions, such as "[1; 3]" for 1 +
    1/(3 + 1/(3 + …)). Parentheses mark the period: in the continued fraction "[1; 2, (1, 4)]" only the quotients 1, 4
    repeat.

    >>> numeration("fibonacci") == numeration("1,1") == numeration("[1; 1]") == FIBONACCI, numeration("3") == TERNARY
    (True, True)
    >>> numeration("[1; 3]").name, numeration("[1; 1, 2]").name
    ('3,1', '4,-1')
    """
    text = name.strip()
    if text in _RECURRENCES:
        return recurrent(_RECURRENCES[text])
    if _LIST.fullmatch(text) and (len(numbers := _whole(text)) > 1 or 2 <= numbers[0] <= LARGEST_BASE):
        return recurrent(numbers)
    if fraction := _FRACTION.fullmatch(text):
        quotients = _whole(fraction[2] if fraction[2] is not None else fraction[1])
        if quotients and min(quotients) >= 1:
            return recurrent(recurrence_of_fraction(quotients))
    raise SpragueError(
        f"unknown numeration {clip(name)!r}; expected a base from '2' to '{LARGEST_BASE}', 'fibonacci', 'tribonacci', "
        "'pell', a recurrence such as '3,1', or a continued fraction such as '[1; 3]'"
    )


def _whole(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number.strip())
