"""`LoopArrays`, the arrays that generated loops over moves read, and kernels for these loops, such as `is_prime`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Array = Any  # any numpy array; numba infers the type, and mypy does not check kernels


# Bits of the bytes in a sieve's table, and the byte value of a tuple that is not a position.
MARKED, ENDED, EXCLUDED = 1, 2, 5


class LoopArrays(NamedTuple):
    """Arrays of the numbers that generated loops over choices read; `sprague.tables.generation` builds the arrays."""

    members: Array  # the numbers that loops visit, such as squares; one row for each kind of number
    # for each row, the index in `members` at which the row starts; the last entry is the end of `members`
    row_start: Array
    # for each loop, the index of the row of `members` that it visits; a loop over the divisors of n adds n to this
    # index
    first_row: Array
    # one row for each loop that was merged with other loops: the integers in which the loop differs from the others
    constants: Array
    group_start: Array  # for each group of merged loops, the index of its first row in `constants`


def dot(rows, row, vector, count):
    """Kernel: return the dot product of a row of coefficients and a vector of numbers."""
    total = 0
    for i in range(count):
        total += rows[row, i] * vector[i]
    return total


def is_power(number, base):
    """Kernel: return whether a number is a power of a base, where 1 is the power with exponent 0."""
    if number < 1:
        return False
    while number % base == 0:
        number //= base
    return number == 1


def is_square(number):
    """Kernel: return whether a number is a square number."""
    if number < 0:
        return False
    root = int(np.sqrt(number))
    # The rounded square root may be off by one, so also test its neighbours.
    return root * root == number or (root + 1) * (root + 1) == number or (root - 1) * (root - 1) == number


def is_prime(number):
    """Kernel: return whether a number is prime, by trial division."""
    if number < 4:
        return number > 1
    if number % 2 == 0 or number % 3 == 0:
        return False
    divisor = 5
    while divisor * divisor <= number:
        if number % divisor == 0 or number % (divisor + 2) == 0:
            return False
        divisor += 6
    return True


def divides(divisor, number):
    """Kernel: return whether one number divides another; 0 divides only 0."""
    return number % divisor == 0 if divisor else number == 0


def first_member(members, first, last, low):
    """Kernel: return the index of the first number >= `low` in a sorted list of numbers that a loop visits."""
    while first < last:
        middle = (first + last) // 2
        if members[middle] < low:
            first = middle + 1
        else:
            last = middle
    return first


def end_of_members(members, first, last, high, guess):
    """Kernel: return the index after the last number <= `high` in a sorted list of numbers that a loop visits.

    The result is between `first` and `last`. The search is fastest if the result is `guess` or `guess + 1`.
    """
    if guess > first and members[guess - 1] > high:
        return first_member(members, first, guess, high + 1)
    if guess == last or members[guess] > high:
        return guess
    if guess + 1 == last or members[guess + 1] > high:
        return guess + 1
    return first_member(members, guess, last, high + 1)


def clear(seen):
    """Kernel: set all entries of an array of a generated loop to 0."""
    seen[:] = 0


def next_run(position, highest, is_sorted, floor):
    """Kernel: advance a position to the first position of the next run, in the order of table indices.

    In a run, only one entry of the position grows: the lowest pile if positions are sorted, otherwise the last entry.
    """
    count = position.shape[0]
    if is_sorted:
        position[0] = floor
        i = 1
        while i < count - 1 and position[i] == position[i + 1]:
            position[i] = floor
            i += 1
        if i < count:
            position[i] += 1
    else:
        position[count - 1] = floor
        i = count - 2
        while i > 0 and position[i] == highest[i]:
            position[i] = floor
            i -= 1
        if i >= 0:
            position[i] += 1


def next_unmarked(values, words, at, until):
    """Kernel: return the first index >= `at` of a P-position in a table filled by a sieve; `until` if there is none.

    The array `values` contains a byte for each position, and `words` contains the same bytes as 64-bit words. A byte is
    0 for a P-position and 1 for an N-position. If play has ended at a position, the bit `ENDED` is set, and the
    position is a P-position even if it is marked as an N-position. The byte is `EXCLUDED` for a tuple that is not a
    position.
    """
    while at < until and values[at] & (MARKED | ENDED) == MARKED:
        if at & 7 == 0 and at + 8 <= until and words[at >> 3] == np.uint64(0x0101010101010101):
            at += 8
        else:
            at += 1
    return at


def next_unmarked_place(values, places, at, until):
    """Kernel: return the first n >= `at` for which `places[n]` is the index of a P-position; `until` if there is none.

    The bytes of the array `values` have the same meaning as for `next_unmarked`.
    """
    while at < until and values[places[at]] & (MARKED | ENDED) == MARKED:
        at += 1
    return at
