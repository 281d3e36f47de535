"""Kernels that fill the table of a three-pile game in which only differences of piles matter, one column at a time."""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import FULL, lowest_zero


def fill_column(marks, totals, terms, b, first, last, cap):
    """Kernel: compute the capped Grundy values G(0, a, b) in column b of a game of differences, for first <= a < last.

    The options of (0, a, b) lie on three lines. For line r with the coefficients x, y, z in `terms[r]`, the index of
    the accumulator is x a + y b + z. The kernel returns the first a without a computed value, which is less than `last`
    if the bit sets are too small.
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
    """Kernel: add the values of a column of a game of differences to accumulators, and write the requested values.

    Only values for a < half are computed, because (0, a, b) and (0, b - a, b) have the same value. If rows[i] <= b, the
    entry `out[i, column]` receives the value for a = rows[i]. If rows[i] = b, the row `corners[i]` receives the values
    for all a < b.
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
    """Kernel: fill the columns first <= b < last of a three-pile game of differences.

    If `mirrored` is true, the kernel computes only half of each column. The array `marks` is working memory for one
    column. The kernel returns the first column that is not finished.
    """
    for b in range(first, last):
        half = b // 2 + 1 if mirrored else b + 1
        if fill_column(marks, totals, terms, b, 0, half, cap) < half:
            return b
        add_column(out, corners, rows, totals, marks, terms, b, half, b - first, cap)
    return last
