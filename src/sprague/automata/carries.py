"""Carries: the intermediate states in the evaluation of a linear expression from digits, most significant digit first.

A *carry* summarises the digits that have been read. In base b, the carry is the value of the expression for the digits
that have been read. For weights with the recurrence W_(n+d) = c_1 W_(n+d-1) + … + c_d W_n, a carry consists of numbers
v_0, …, v_(d-1). If k digits remain, the digits that have been read contribute Σ v_j W_(k+j) to the value of the
expression. A column of digits that contributes e to the expression changes the carry to (c_d v_(d-1) + e, v_0 + c_(d-1)
v_(d-1), …, v_(d-2) + c_1 v_(d-1)).

The k remaining digits of a number have a value of at most W_k - 1, so the final value of the expression is in a known
interval. For every number of remaining digits, `possible_signs` returns the common sign of all possible final values,
or None if their signs differ. An automaton must remember the carry as long as `possible_signs` contains None. When the
sign is known for every number of remaining digits, the automaton remembers only the signs. Automata of linear
conditions are therefore finite, and small even for large constants (see `sprague.automata.atoms.linear`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from sprague.automata.numeration import Numeration

Carry = tuple[int, ...]
# Entry k is the sign (+1, 0 or -1) of an expression when k digits remain, or None if the sign depends on these digits.
# The last entry of the tuple also gives the sign if more digits remain than the tuple has entries.
PossibleSigns = tuple[int | None, ...]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclass(frozen=True)
class Carries:
    """The arithmetic of carries for a linear expression Σ c_i x_i + constant.

    `up` is the sum of the positive coefficients, and `down` is the absolute value of the sum of the negative
    coefficients.

    >>> from sprague.automata.numeration import BINARY
    >>> carries = Carries(BINARY, up=1, down=1, constant=0)  # x - y
    >>> carries.possible_signs((0,)), carries.possible_signs((1,)), carries.possible_signs((-1,))
    ((0, None), (1,), (-1,))
    """

    numeration: Numeration
    up: int
    down: int
    constant: int

    @property
    def start(self) -> Carry:
        """The carry before the first column of digits."""
        return (0,) * len(self.numeration.recurrence)

    @cached_property
    def _back(self) -> tuple[int, ...]:
        return self.numeration.recurrence[::-1]

    @cached_property
    def _weights(self) -> list[int]:
        return self.numeration.expansion.weights(2 * len(self._back) - 1)

    def step(self, carry: Carry, column: int) -> Carry:
        """Return the carry after one more column of digits."""
        top, back = carry[-1], self._back
        return (top * back[0] + column, *[below + top * c for below, c in zip(carry[:-1], back[1:], strict=True)])

    def value(self, carry: Carry) -> int:
        """Return the value of Σ c_i x_i for the digits read so far."""
        return sum(v * weight for v, weight in zip(carry, self._weights[: len(carry)], strict=True))

    def possible_signs(self, carry: Carry) -> PossibleSigns:
        """For each number of remaining digits, return the sign of the final value, or None if it is not yet known.

        The sign is known if the least and the greatest possible final value have the same sign. The least possible
        final value is computed as follows: subtract `down` from the first entry of the carry, append zeros, and add
        `down + constant`. The greatest possible final value is computed as follows: add `up` to the first entry of the
        carry, append zeros, and add `constant - up`.
        """
        first, *others = carry
        lows = self._signs((first - self.down, *others), self.down + self.constant)
        highs = self._signs((first + self.up, *others), self.constant - self.up)
        length = max(len(lows), len(highs))
        lows += lows[-1:] * (length - len(lows))
        highs += highs[-1:] * (length - len(highs))
        out = [low if low == high else None for low, high in zip(lows, highs, strict=True)]
        # Remove repeated entries at the end, so that equal sequences of signs are equal tuples.
        while len(out) > 1 and out[-1] == out[-2]:
            out.pop()
        return tuple(out)

    def _signs(self, carry: Carry, more: int) -> list[int]:
        """Return the signs of g_k + `more` for k = 0, 1, …, where g_k is the value of the carry followed by k zeros.

        The list ends when all later signs are equal to its last sign. The numbers g_k satisfy the recurrence of the
        weights. For all large k, g_k and g_(k+s) therefore have the same sign and |g_(k+s)| >= 2 |g_k|, where s is the
        result of `_doubling_stride`. Let d be the order of the recurrence. If g_k and g_(k+s) have the same sign and
        |g_(k+s)| >= 2 |g_k| for (d - 1) s consecutive numbers k, the same is true for all later k.
        """
        if not any(carry):
            return [_sign(more)]
        recurrence, order = self.numeration.recurrence, len(carry)
        ahead = _doubling_stride(recurrence)
        enough = max(1, (order - 1) * ahead)
        bound = abs(more)
        weights = self._weights
        values = [sum(v * weights[k + j] for j, v in enumerate(carry)) for k in range(order)]
        doubling = 0
        k = 0
        while doubling < enough:
            while len(values) <= k + ahead:
                values.append(sum(c * value for c, value in zip(recurrence, values[: -order - 1 : -1], strict=True)))
            here, later = values[k], values[k + ahead]
            if (bound < here and 2 * here <= later) or (here < -bound and later <= 2 * here):
                doubling = doubling + 1 if k and (values[k - 1] > 0) == (here > 0) else 1
            else:
                doubling = 0
            k += 1
        return [_sign(value + more) for value in values[: k - enough + 1]]


@lru_cache(maxsize=64)
def _doubling_stride(recurrence: tuple[int, ...]) -> int:
    """Return a stride s: every nonzero integer solution of the recurrence eventually at least doubles in s steps.

    Let e_1, e_2, … be the elementary symmetric functions of the numbers β_i^s, where β_i are the roots of the
    recurrence. If x_n consists of every s-th term of a solution, x_(n+d) = e_1 x_(n+d-1) - e_2 x_(n+d-2) + e_3
    x_(n+d-3) - …, where d is the order of the recurrence. Let q = e_1 - |e_2| / 2 - |e_3| / 4 - …. If each of d
    consecutive positive terms x_n is at least twice the term before it, the next term is at least q times the last of
    these d terms. The function returns the least s with q >= 2. A number s with q >= 2 exists, because e_1 grows like
    the s-th power of the dominant root β, and the other e_i grow more slowly. If q >= 2, the polynomial whose roots are
    the s-th powers of the roots of the recurrence is not positive at 2, so β^s >= 2.
    """
    order = len(recurrence)
    steps = 1
    while True:
        found = _every(steps, recurrence)
        if 2**order * found[0] - sum(abs(e) << (order - i) for i, e in enumerate(found[1:], 1)) >= 2 ** (order + 1):
            return steps
        steps += 1


def _every(steps: int, recurrence: tuple[int, ...]) -> list[int]:
    """Return the elementary symmetric functions of the powers β_i^`steps`, where β_i are the roots of a recurrence.

    The function uses Newton's identities.
    """
    order = len(recurrence)
    sums = [order]
    for k in range(1, order * steps + 1):
        known = sum(c * sums[k - i] for i, c in enumerate(recurrence, 1) if i < k)
        sums.append(known + (k * recurrence[k - 1] if k <= order else 0))
    found = [1]
    for k in range(1, order + 1):
        found.append(sum((-1) ** (i - 1) * found[k - i] * sums[i * steps] for i in range(1, k + 1)) // k)
    return found[1:]
