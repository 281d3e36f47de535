"""Kernels that fill columns of a three-pile game of differences, whose fibres are three lines."""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import FULL, lowest_zero


def fill_column(marks, totals, terms, b, first, last, cap):
    """Kernel: compute the values G(0, a, b) of a column of a game of differences, capped, for first <= a < last.

    `terms[r]` are the factors of a and b and a constant that give line r of a position. Returns
    where it stopped: before `last` if a bit set has become too small.
    """
    words = totals.shape[1]
    step0, step1, step2 = terms[0, 0], terms[1, 0], terms[2, 0]
    line0 = terms[0, 1] * b + terms[0, 2]
    line1 = terms[1, 1] * b + terms[1, 2]
    line2 = terms[2, 1] * b + terms[2, 2]
    for a in range(first, last):
        value = -1
        i, j, k = line0 + step0 * a, line1 + step1 * a, line2 + step2 * a
        for w in range(words):
            word = totals[i, w] | totals[j, w] | totals[k, w]
            if word != FULL:
                value = min(w * 64 + lowest_zero(word), cap)
                break
        if value < 0:
            if words * 64 < cap:
                return a
            value = cap
        marks[a] = value
    return last


def add_column(out, corners, rows, totals, marks, terms, b, half, column, cap):
    """Kernel: add the values of a column of a game of differences to accumulators, and write out those requested.

    Only a < half were computed; a and b - a have the same value. `out[i, column]` gets the value for
    a = rows[i] <= b, `corners[i]` the whole column b = rows[i].
    """
    for a in range(half, b + 1):
        marks[a] = marks[b - a]
    for a in range(b + 1):
        value = marks[a]
        if value < cap:
            w = value >> 6
            bit = np.uint64(1) << np.uint64(value & 63)
            for r in range(3):
                totals[terms[r, 0] * a + terms[r, 1] * b + terms[r, 2], w] |= bit
    for i in range(rows.shape[0]):
        if rows[i] <= b:
            out[i, column] = marks[rows[i]]
        if rows[i] == b and i < corners.shape[0]:
            for a in range(b):
                corners[i, a] = marks[a]


def fill_lines(out, corners, rows, totals, marks, terms, first, last, cap, mirrored):
    """Kernel: fill in columns first <= b < last of a three-pile game of differences.

    Positions are walked by b, and all of one b are computed before they are added. If `mirrored`,
    half a column is enough. `marks` is room for one column. Returns the first b that is not done.
    """
    for b in range(first, last):
        half = b // 2 + 1 if mirrored else b + 1
        if fill_column(marks, totals, terms, b, 0, half, cap) < half:
            return b
        add_column(out, corners, rows, totals, marks, terms, b, half, b - first, cap)
    return last
