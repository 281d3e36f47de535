"""Sequences of numbers, and where they repeat themselves."""

from __future__ import annotations

import numpy as np


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
