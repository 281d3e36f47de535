"""Kernels for the winning numbers of Dynamic Nim, and for the distribution of values in games of differences."""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.indexing import position_index
from sprague.tables.kernels.states import ONGOING, WON


def fill_winning_numbers(out, positions, endings, limits, layout, misere, first, last):
    """Kernel: compute the smallest winning numbers of the positions of Dynamic Nim, in the order of their indices.

    The entry `limits[d]` is the number of chips that the opponent may take after a move that takes d chips. The winning
    number 0 means that no move wins, as in a terminal position. In misère play, a terminal position has the winning
    number -1, because a move to it loses.
    """
    count = positions.shape[1]
    option = np.zeros(count, np.int64)
    for n in range(first, last):
        largest = 0
        for i in range(count):
            largest = max(largest, positions[n, i])
        found = 0
        if endings[n] != ONGOING or largest == 0:
            found = -1 if misere and endings[n] != WON else 0
            largest = 0
        for d in range(1, largest + 1):
            for i in range(count):
                if positions[n, i] < d:
                    continue
                for j in range(count):
                    option[j] = positions[n, j]
                option[i] -= d
                answer = out[position_index(option, layout)]
                if answer == 0 or answer > limits[d]:
                    found = d
                    break
            if found:
                break
        out[n] = found
    return last


def note_column(furthest, first, last, counts, marks, b, half, cap):
    """Kernel: count the Grundy values of column b of a game of differences.

    The entry `marks[a]` is the value of (0, a, b) for a < half.

    For each value g below the cap, the kernel updates the number of occurrences and the first and last position (a, b).
    Entry g of `furthest` is the first pair (a, b) with the largest a among all pairs with the value g.
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
