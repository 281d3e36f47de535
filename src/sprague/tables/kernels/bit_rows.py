"""Kernels on rows of positions, with values stored as bits of 64-bit words, for games whose moves add fixed vectors.

The piles are ordered so that every move lowers the first pile that it changes. The row `rows[n]` contains all positions
whose first pile is n. A row is a flattened array with an axis for each pile after the first. The array `shape`
describes the layout of a row; each column of `shape` belongs to a pile.

A *line* is a set of positions in which all piles except the last are fixed. Each line is stored in a whole number of
64-bit words. The array `words` views all rows as one array of 64-bit words. A word contains 8 cells of one byte each,
or fewer wider cells; the first cell consists of the lowest bits.

*Correctness.* A cell has more bits than the game has moves, and each move sets at most one bit of the cell. Adding 1 to
each cell therefore never carries into the next cell, and ~seen & (seen + 1) gives the mex of every cell of the word
`seen` at once. Cells after the end of a line may contain meaningless bits, which affect no cell of the line.
"""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import lowest_zero

# Indices of the rows of the array `shape`, which has one column per pile. EXTENT is the number of cells along the axis
# of a pile. The first CORE cells along the axis contain the preperiod and one period of length PERIOD. The next FALL
# cells are also computed, to check that they repeat the period. The remaining cells are copies of earlier cells; moves
# that increase the pile read these copies. STRIDE is the distance between the cells of two positions whose piles differ
# by one chip.
CORE, PERIOD, FALL, EXTENT, STRIDE = 0, 1, 2, 3, 4

# Modes of the kernels: Grundy values, outcomes of normal play, or outcomes of misère play (0 for P, 1 for N).
GRUNDY, OUTCOME, MISERE = 0, 1, 2


def fill_rows(out, rows, words, vectors, inside, widths, depth, first, last):
    """Kernel: compute the Grundy values of rows `first` to `last` of a two-pile game whose moves add fixed vectors.

    Row x needs `widths[x]` cells. The entry `out[x, y]` receives the value of the position (x, y). The buffer `rows`
    contains more than `depth` rows, because moves lead back by at most `depth` rows. When the buffer of rows is full,
    its last rows are moved to its beginning.
    """
    shape = np.zeros((FALL + 1, 2), np.int64)
    prefix = np.zeros(2, np.int64)
    fresh = rows.shape[0] - depth  # number of rows that are computed before the buffer is full
    size = depth * (rows.shape[1] * rows.itemsize // 8)
    moved = words.shape[0] - 1 - size
    for x in range(first, last):
        n = x if x < depth else depth + (x - depth) % fresh
        if x > depth and n == depth:
            for k in range(np.uint64(size)):
                words[k] = words[np.uint64(moved) + k]
        shape[CORE, 1] = widths[x]
        mark_line(rows, words, n, 0, prefix, vectors, inside, shape, GRUNDY)
        if rows.itemsize == 1:
            # Exactly one bit of each cell is set: the bit whose index is the value of the position. The compiler
            # vectorizes this loop.
            for y in range(np.uint64(out.shape[1])):
                cell = rows[n, y]
                out[x, y] = (cell & 0xAA != 0) | ((cell & 0xCC != 0) << 1) | ((cell & 0xF0 != 0) << 2)
        else:
            for y in range(out.shape[1]):
                out[x, y] = lowest_zero(np.uint64(rows[n, y]) - np.uint64(1))


def mark_line(rows, words, n, base, prefix, vectors, inside, shape, mode):
    """Kernel: compute the values of the positions of one line, each as a single bit of its cell.

    The moves `vectors[inside:]` lead to positions of the same line.
    """
    final = shape.shape[1] - 1
    width = shape[CORE, final] + shape[FALL, final]
    bits = 8 * rows.itemsize
    lanes = 64 // bits
    one = np.uint64(1)
    here = np.uint64((n * rows.shape[1] + base) // lanes)
    count = (width + lanes - 1) // lanes
    for k in range(np.uint64(count)):
        words[here + k] = 0
    for s in range(inside):
        legal = n + vectors[s, 0] >= 0
        place = base + (n + vectors[s, 0]) * rows.shape[1]
        for j in range(1, final):
            place += vectors[s, j] * shape[STRIDE, j]
            legal &= prefix[j] + vectors[s, j] >= 0
        step = vectors[s, final]
        whole = step // lanes  # the length of the move in whole 64-bit words; `rest` is the remainder in bits
        rest = np.uint64((step - whole * lanes) * bits)
        # index of the first word with positions from which the move is possible; in earlier words, a pile is too small
        start = max(0, -whole)
        if legal and start <= count:
            there = np.uint64(place // lanes + start + whole)
            into = here + np.uint64(start)
            if start > 0:
                # The move is legal only in some cells of the word with the index `into - 1`.
                words[into - one] |= (words[there] << one) << (np.uint64(63) - rest)
            for k in range(np.uint64(count - start)):
                words[into + k] |= _word_from(words, there + k, rest)
    near = False
    for s in range(inside, vectors.shape[0]):
        near |= -vectors[s, final] < lanes
    every = ~np.uint64(0)
    unit = every // (every >> np.uint64(64 - bits))  # a 64-bit word with a 1 in each cell
    if near:
        _mark_near(rows, n, base, vectors, inside, width, final, mode)
    elif mode == GRUNDY and inside + 1 == vectors.shape[0]:
        whole = vectors[inside, final] // lanes
        rest = np.uint64((vectors[inside, final] - whole * lanes) * bits)
        _mark_single(words, here, count, whole, rest, unit)
    else:
        _mark_words(words, here, count, vectors, inside, final, bits, unit, mode)


def _word_from(words, place, bits):
    """Return the 64 bits that start `bits` bits (0 to 63) after the beginning of a given word in an array."""
    one = np.uint64(1)
    # Split the last shift into two shifts, because shifting a word by 64 bits is undefined.
    return (words[place] >> bits) | ((words[place + one] << one) << (np.uint64(63) - bits))


def _mark_near(rows, n, base, vectors, inside, width, final, mode):
    """Compute the values of a line of positions cell by cell, for moves that lead to cells of the same 64-bit word."""
    lowest = rows.dtype.type(1)
    for y in range(width):
        seen = rows[n, base + y]
        for s in range(inside, vectors.shape[0]):
            if y + vectors[s, final] >= 0:
                seen |= rows[n, base + y + vectors[s, final]]
        if mode == GRUNDY:
            rows[n, base + y] = ~seen & (seen + lowest)
        elif seen & lowest or (mode == MISERE and seen == 0):
            rows[n, base + y] = lowest + lowest
        else:
            rows[n, base + y] = lowest


def _mark_single(words, here, count, whole, rest, unit):
    """Compute the cells of a line if only one move stays in the line; the line has `whole` words and `rest` bits."""
    one = np.uint64(1)
    start = np.uint64(min(-whole, count))
    for k in range(start):
        word = words[here + k]
        if k + one == start:
            word |= (words[here] << one) << (np.uint64(63) - rest)
        words[here + k] = ~word & (word + unit)
    for k in range(np.uint64(count) - start):
        word = words[here + start + k] | _word_from(words, here + k, rest)
        words[here + start + k] = ~word & (word + unit)


def _mark_words(words, here, count, vectors, inside, final, bits, unit, mode):
    """Compute the value of each cell of a line, word by word, for any number of moves that stay in the line."""
    lanes = 64 // bits
    one = np.uint64(1)
    for k in range(count):
        at = here + np.uint64(k)
        word = words[at]
        for s in range(inside, vectors.shape[0]):
            whole = vectors[s, final] // lanes
            rest = np.uint64((vectors[s, final] - whole * lanes) * bits)
            there = at - np.uint64(-whole)
            if k + whole >= 0:
                word |= words[there] >> rest
            if k + whole >= -1:
                word |= (words[there + one] << one) << (np.uint64(63) - rest)
        if mode == GRUNDY:
            word = ~word & (word + unit)
        elif mode == OUTCOME:
            word = (word & unit) + unit
        else:
            word = (unit + unit) - ((word >> one) & ~word & unit)
        words[at] = word
