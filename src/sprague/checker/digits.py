"""The checker's own digits: numbers written side by side, most significant digit first.

They are written in a base or in Fibonacci digits (sums of 1, 2, 3, 5, 8, …, no two of them neighbours).
Plain Python that shares nothing with the prover, slow and obvious on purpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

Column = tuple[int, ...]
Carry = tuple[int, int]


@dataclass(frozen=True)
class Digits:
    """How numbers are written: in a base, or (base 0) in Fibonacci digits."""

    base: int

    @property
    def count(self) -> int:
        return self.base or 2

    def __str__(self) -> str:
        return f"base {self.base}" if self.base else "Fibonacci digits"

    def after(self, carry: Carry, amount: int) -> Carry:
        """The value so far with one more digit; Fibonacci digits need the value one place lower besides."""
        value, lower = carry
        return (self.base * value + amount, 0) if self.base else (value + lower + amount, value + amount)

    def most(self, carry: Carry, weight: int) -> int | None:
        """The largest value still possible, None if there is none; `weight` is the sum of positive factors.

        n more digits of a number add at most base**n - 1. So the value is at most (value + weight) base**n -
        weight, which either grows or is largest now. In Fibonacci digits the part that depends on n obeys
        g(n + 1) = g(n) + g(n - 1), and once two neighbours have the same sign all later ones do.
        """
        value, lower = carry
        if self.base:
            return value if value + weight <= 0 else None
        this, following = value + weight, value + lower + 2 * weight
        largest = this
        while this > 0 or following > 0:
            if this > 0 and following > 0:
                return None
            largest = max(largest, following)
            this, following = following, this + following
        return max(largest, following) - weight

    def may_follow(self, before: Sequence[int], column: Sequence[int]) -> bool:
        """Whether no Fibonacci digit 1 follows a 1."""
        return self.base != 0 or not any(one and two for one, two in zip(before, column, strict=True))

    def columns(self, tracks: int) -> Iterator[Column]:
        """All columns of digits, in the order of symbols."""
        return product(range(self.count), repeat=tracks)

    def write(self, number: int) -> list[int]:
        """The digits of a number, none for 0."""
        word: list[int] = []
        if self.base:
            while number:
                number, digit = divmod(number, self.base)
                word.append(digit)
            return word[::-1]
        weights = [1, 2]
        while weights[-1] <= number:
            weights.append(weights[-1] + weights[-2])
        for weight in reversed(weights):
            word.append(int(weight <= number))
            number -= weight * word[-1]
        return word[word.index(1) :] if 1 in word else []

    def read(self, word: Iterable[int]) -> int:
        """The number with these digits."""
        carry = (0, 0)
        for digit in word:
            carry = self.after(carry, digit)
        return carry[0]
