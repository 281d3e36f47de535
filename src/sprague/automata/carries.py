"""A linear expression while its numbers are read digit by digit, most significant first.

What has been read so far is remembered as a *carry*: in base b the value r of the expression, and
a column of digits with value e = Σ c_i d_i takes it to b·r + e. In Fibonacci digits, whose weights
are F_0 = 1, F_1 = 2, F_2 = 3, … (and F_-1 = 1), it is the pair (u, s) of Σ e_i F_i and Σ e_i F_(i-1),
and the column takes it to (u + s + e, u + e), as F_(i+1) = F_i + F_(i-1).

With k more digits to come the expression ends up anywhere in an interval: the numbers left to read
are at most b^k - 1, or F_k - 1. `prospects` says for every k which sign that interval has. As long
as a sign is open the carry itself must be kept; once none is, the signs alone tell all that the
future depends on. That is why automata of linear conditions are finite, and small even for large
constants (see `sprague.automata.atoms.linear`).
"""

from __future__ import annotations

from dataclasses import dataclass

from sprague.automata.numeration import Numeration

Carry = tuple[int, int]
#: +1, 0, -1 for each number of digits to come, the last one for ever; None where it is still open.
Prospects = tuple[int | None, ...]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclass(frozen=True)
class Carries:
    """The arithmetic of carries for Σ c_i x_i + constant.

    `up` is the sum of the positive coefficients, `down` that of the negative ones, without its sign.

    >>> from sprague.automata.numeration import BINARY
    >>> carries = Carries(BINARY, up=1, down=1, constant=0)  # x - y
    >>> carries.prospects((0, 0)), carries.prospects((1, 0)), carries.prospects((-1, 0))
    ((0, None), (1,), (-1,))
    """

    numeration: Numeration
    up: int
    down: int
    constant: int

    @property
    def start(self) -> Carry:
        """The carry before the first digit. In a base, the second number is always 0."""
        return (0, 0)

    def step(self, carry: Carry, column: int) -> Carry:
        """The carry after one more column of digits."""
        first, second = carry
        base = self.numeration.base
        if base is None:
            return (first + second + column, first + column)
        return (base * first + column, 0)

    def prospects(self, carry: Carry) -> Prospects:
        """The sign of the whole expression, for 0, 1, 2, … more digits.

        With k digits to come, the least value is g_k + down + constant, where g_k is what the carry
        less `down` (in both places) grows to under k columns of zeros, and the greatest is alike.
        """
        first, second = carry
        lows = self._signs((first - self.down, second - self.down), self.down + self.constant)
        highs = self._signs((first + self.up, second + self.up), self.constant - self.up)
        length = max(len(lows), len(highs))
        lows += lows[-1:] * (length - len(lows))
        highs += highs[-1:] * (length - len(highs))
        out = [low if low == high else None for low, high in zip(lows, highs, strict=True)]
        # Written once: no two prospects that mean the same differ.
        while len(out) > 1 and out[-1] == out[-2]:
            out.pop()
        return tuple(out)

    def _signs(self, carry: Carry, more: int) -> list[int]:
        """The signs of g_k + more for k = 0, 1, … up to where they no longer change.

        In a base g_k = b^k·r: once |g_k| > |more| the sign stays that of r. In Fibonacci digits
        g_(k+2) = g_(k+1) + g_k: two neighbours of one sign beyond |more| only grow. That comes
        about since g_k is about a power of φ times uφ + s, which is not 0 unless u = s = 0.
        """
        base = self.numeration.base
        here = carry[0]
        if base is not None:
            carry = (here, 0)
        if carry == (0, 0):
            return [_sign(more)]
        signs = [_sign(here + more)]
        if base is not None:
            while abs(here) <= abs(more):
                here *= base
                signs.append(_sign(here + more))
            return signs
        ahead = carry[0] + carry[1]
        while not (_sign(here) == _sign(ahead) and min(abs(here), abs(ahead)) > abs(more)):
            here, ahead = ahead, here + ahead
            signs.append(_sign(here + more))
        return signs
