"""Kernels on sequences and columns of values."""

from __future__ import annotations

import numpy as np


def note_column(furthest, first, last, counts, marks, b, half, cap):
    """Note where the values of column b stand: `marks[a]` is the value of (0, a, b), for a < half.

    For each value below the cap: the largest a (`furthest[g, 0]`) and the first b at which it was reached
    (`furthest[g, 1]`), the first and the last (a, b), and how many there are.
    """
    for a in range(half):
        value = marks[a]
        if value >= cap:
            continue
        if a > furthest[value, 0]:
            furthest[value, 0] = a
            furthest[value, 1] = b
        if counts[value] == 0:
            first[value, 0] = a
            first[value, 1] = b
        last[value, 0] = a
        last[value, 1] = b
        counts[value] += 1


def borders(sequence, stop):
    """For each length: the longest proper beginning of that part of the sequence that is also its end.

    A part of length n has the least period n - borders[n]. (The prefix function of Knuth, Morris and Pratt.)
    """
    out = np.zeros(sequence.shape[0] + 1, np.int64)
    border = 0
    for n in range(1, sequence.shape[0]):
        if stop[0] != 0:
            break
        while border > 0 and sequence[n] != sequence[border]:
            border = out[border]
        if sequence[n] == sequence[border]:
            border += 1
        out[n + 1] = border
    return out
