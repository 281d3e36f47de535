"""Automata of conditions about the zeros at the end of a number.

`v(x)` is the number of zeros at the end of x, in base b the exponent of b in x. v(0) is larger than
any number and equal to itself.
"""

from __future__ import annotations

from collections.abc import Collection

from sprague.automata.automaton import Automaton
from sprague.automata.exploring import comparison, explore, pairs_of_digits, refuse_below, refuse_beyond
from sprague.automata.numeration import BINARY, Numeration

_INFINITE = 1 << 200  # beyond every number of zeros that is compared; two of them are equal


def valuation_fixed(relation: str, constant: int, numeration: Numeration = BINARY) -> Automaton:
    """The numbers x with v(x) = constant, or < constant, and so on.

    >>> [x for x in range(13) if x in valuation_fixed("=", 2)]
    [4, 12]
    """
    compare = comparison(relation)
    # More zeros than this make no difference.
    most = max(constant, 0) + 1
    refuse_beyond("zeros at the end of a number", most, 1, numeration)

    return explore(
        1,
        numeration,
        list(range(numeration.digits)),
        _INFINITE,
        lambda zeros, digit: _after(zeros, digit, most),
        lambda zeros: compare(zeros, constant),
    )


def valuation_compare(relation: str, constant: int, numeration: Numeration = BINARY) -> Automaton:
    """The pairs (x, y) with v(x) = v(y) + constant, or < and so on.

    v(0) is larger than v(y) + constant for every y > 0, and v(0) = v(0) + constant.

    >>> same = valuation_compare("=", 0)
    >>> (6, 10) in same, (4, 2) in same, (0, 0) in same, (0, 4) in same
    (True, False, True, False)

    It remembers both numbers of zeros and their difference, each only as far as |constant| + 1: what
    is beyond stays beyond, or falls back to 0 together with the number of zeros.
    """
    compare = comparison(relation)
    most = abs(constant) + 1
    refuse_beyond("zeros at the end of two numbers", most, 2, numeration)

    def step(state: tuple[int, int, int], column: tuple[int, int]) -> tuple[int, int, int]:
        left, right = _after(state[0], column[0], most), _after(state[1], column[1], most)
        difference = state[2] if column == (0, 0) else max(-most, min(left - right, most))
        return left, right, difference

    def accepts(state: tuple[int, int, int]) -> bool:
        if state[0] == state[1] == _INFINITE:
            return compare(0, 0)
        return compare(state[2], constant)

    return explore(2, numeration, pairs_of_digits(numeration), (_INFINITE, _INFINITE, 0), step, accepts)


def valuation_residue(modulus: int, remainders: Collection[int], numeration: Numeration = BINARY) -> Automaton:
    """The numbers x for which v(x) leaves one of these remainders.

    Infinity is taken to leave every remainder: "v2(0) is even" holds, as the P-positions of Sharing Nim want.

    >>> [x for x in range(17) if x in valuation_residue(2, {0})]
    [0, 1, 3, 4, 5, 7, 9, 11, 12, 13, 15, 16]
    """
    refuse_below("a modulus", modulus, 1)
    refuse_beyond(f"zeros modulo {modulus:,} at the end of a number", modulus, 1, numeration)
    wanted = {remainder % modulus for remainder in remainders}

    def step(zeros: int, digit: int) -> int:
        return 0 if digit else zeros if zeros < 0 else (zeros + 1) % modulus

    return explore(
        1,
        numeration,
        list(range(numeration.digits)),
        -1,
        step,
        lambda zeros: bool(wanted) if zeros < 0 else zeros in wanted,
    )


def lowest_power(numeration: Numeration = BINARY) -> Automaton:
    """The pairs (x, y) for which y is the greatest power of the base that divides x; none for x = 0.

    In Fibonacci digits, y is the least Fibonacci number in the sum for x.

    >>> (12, 4) in lowest_power(), (12, 2) in lowest_power()
    (True, False)
    """

    def step(seen: int, column: tuple[int, int]) -> int:
        digit, mark = column
        if seen == 0:
            return 0 if mark == 0 else 1 if mark == 1 and digit > 0 else 2
        return seen if column == (0, 0) else 2

    return explore(2, numeration, pairs_of_digits(numeration), 0, step, lambda seen: seen == 1)


def _after(zeros: int, digit: int, most: int) -> int:
    """The zeros at the end after one more digit, counted no further than `most`; before any other digit, infinite."""
    return 0 if digit else _INFINITE if zeros == _INFINITE else min(zeros + 1, most)
