"""Kernels on rows of values stored as bits in 64-bit words, for games whose moves add fixed vectors.

Piles are in an order in which every move lowers the first pile that it changes. `rows[n]` contains all positions whose
first pile is n. A row is a flattened array with an axis for each pile after the first; `shape` describes its layout,
with a column for each pile.

A line is the set of positions in which all piles but the last are fixed. The storage of a line is a whole number of
64-bit words. `words` views all rows as one array of words; a word contains either 8 cells of one byte, the first cell
in the lowest byte, or fewer and wider cells.

*Correctness.* Shifting two neighbouring words gives a word with the values that lie `step` cells further on. A cell has
more bits than the game has moves, and collects at most one value for each move. So adding 1 to each cell causes no
carry into the next cell, and ~seen & (seen + 1) gives the mex of every cell of a word at once. Cells after the end of a
line may contain meaningless values. Meaningless values affect no cell of the line, and `sprague.periods.kernels.extend`
overwrites them.

The kernels use no array slices, because numba's reference counting for a slice takes longer than processing a short
line. Cell indices are unsigned, because the compiler would check the sign of signed indices at each access.
"""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import lowest_zero

# Rows of the array `shape`, with one column per pile. A pile takes EXTENT cells in a row. The first CORE cells are the
# preperiod and one period of length PERIOD. The FALL cells after the core are computed and compared with the period.
# The cells after the FALL cells are copies; moves that increase the pile may read them, and they fill the last word.
# STRIDE is the distance between the cells of adjacent heights.
CORE, PERIOD, FALL, EXTENT, STRIDE = 0, 1, 2, 3, 4

# Modes of the kernels: Grundy values, outcomes of normal play, or outcomes of misère play (0 for P, 1 for N).
GRUNDY, OUTCOME, MISERE = 0, 1, 2


def fill_rows(out, rows, words, vectors, inside, widths, digits, depth, first, last):
    """Kernel: compute the Grundy values of the rows from `first` to `last` of a two-pile game with fixed move vectors.

    `widths[x]` is the number of cells that are needed in row x, and `out[x, y]` receives the values of the row. `rows`
    is a buffer for more than `depth` rows; moves lead back by at most `depth` rows. When the buffer is full, its last
    rows are moved to its beginning. `digits` maps each single bit to its value if values fit into bytes; otherwise
    `digits` is empty.
    """
    shape = np.zeros((FALL + 1, 2), np.int64)
    prefix = np.zeros(2, np.int64)
    fresh = rows.shape[0] - depth  # number of rows computed before the buffer is full and its last rows are moved
    size = depth * (rows.shape[1] * rows.itemsize // 8)
    moved = words.shape[0] - 1 - size
    for x in range(first, last):
        n = x if x < depth else depth + (x - depth) % fresh
        if x > depth and n == depth:
            for k in range(np.uint64(size)):
                words[k] = words[np.uint64(moved) + k]
        shape[CORE, 1] = widths[x]
        mark_line(rows, words, n, 0, prefix, vectors, inside, shape, GRUNDY)
        if digits.shape[0]:
            for y in range(np.uint64(out.shape[1])):
                out[x, y] = digits[rows[n, y]]
        else:
            for y in range(out.shape[1]):
                out[x, y] = lowest_zero(np.uint64(rows[n, y]) - np.uint64(1))


def mark_line(rows, words, n, base, prefix, vectors, inside, shape, mode):
    """Kernel: compute one line of values stored as bits; move vectors from index `inside` on stay within the line.

    The loop over options on other lines is part of this kernel, because calling a separate kernel with so many
    arguments would take a quarter of the time of a short line.
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
        whole = step // lanes  # the step of the move in whole words; `rest` is the remainder in bits
        rest = np.uint64((step - whole * lanes) * bits)
        start = max(0, -whole)  # start at this word: in earlier words, options would have negative piles
        if legal and start <= count:
            there = np.uint64(place // lanes + start + whole)
            into = here + np.uint64(start)
            if start > 0:
                # In the word before `into`, the move is legal only from some of the cells.
                words[into - one] |= (words[there] << one) << (np.uint64(63) - rest)
            for k in range(np.uint64(count - start)):
                words[into + k] |= _word_from(words, there + k, rest)
    near = False
    for s in range(inside, vectors.shape[0]):
        near |= -vectors[s, final] < lanes
    every = ~np.uint64(0)
    unit = every // (every >> np.uint64(64 - bits))  # a word with a 1 in each cell
    if near:
        _mark_near(rows, n, base, vectors, inside, width, final, mode)
    elif mode == GRUNDY and inside + 1 == vectors.shape[0]:
        whole = vectors[inside, final] // lanes
        rest = np.uint64((vectors[inside, final] - whole * lanes) * bits)
        _mark_single(words, here, count, whole, rest, unit)
    else:
        _mark_words(words, here, count, vectors, inside, final, bits, unit, mode)


def _word_from(words, place, bits):
    """Return the 64 bits that begin `bits` (0 to 63) bits after the beginning of a word."""
    one = np.uint64(1)
    # The last shift is split into two, because shifting a word by 64 bits is undefined.
    return (words[place] >> bits) | ((words[place + one] << one) << (np.uint64(63) - bits))


def _mark_near(rows, n, base, vectors, inside, width, final, mode):
    """Compute a line cell by cell; this is needed if a short move makes cells of the same word depend on each other."""
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
    """Compute the mex of each cell if one move stays in the line and leads `whole` words and `rest` bits further."""
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
    """Compute the value of each cell of a line, word by word, with any number of moves inside the line."""
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
