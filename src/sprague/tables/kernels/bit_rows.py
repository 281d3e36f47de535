"""Kernels on rows of values stored as bits, 64 to a word, for two piles and moves that add fixed vectors.

Piles are in an order in which every move's first change is a fall. `rows[n]` holds all positions whose
first pile is n, the other piles laid out one after the other. `shape` says how, with a column for each pile.

A line (all piles but the last fixed) is a whole number of words of 64 bits: `words` are the rows, one after the
other, each word 8 places of a byte, the first the lowest, or one place.

Why this is right: to bring in the values `step` places further on is to read the line from there on, which is a shift
of two neighbouring words. A place sees at most as many values as there are moves and has more bits than that, so that
adding 1 to each place carries nothing into the next: ~seen & (seen + 1) is the mex of all places of a word at once.
Behind the end of the line nonsense may be read and written: it affects no place before it; `extend` overwrites it.

There are no slices of arrays, as to count references to them takes longer than a short line, and places
are unsigned, as the compiler looks at the sign of others each time.
"""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import lowest_zero

# The rows of a shape: pile j takes EXTENT places, of which CORE (preperiod plus period, the latter PERIOD) are a period
# window, FALL more are computed and compared with what the period says, and the rest, as far as moves reach up and to
# the end of a word, are copied. STRIDE is the distance of neighbours.
CORE, PERIOD, FALL, EXTENT, STRIDE = 0, 1, 2, 3, 4

# The mode: Grundy values, or 0 for P and 1 for N, in normal play or in misère play.
GRUNDY, OUTCOME, MISERE = 0, 1, 2


def fill_rows(out, rows, words, vectors, inside, widths, digits, depth, first, last):
    """Kernel: fill in the Grundy values of rows first to last of a two-pile game whose moves add fixed vectors.

    `widths[x]` is how far row x is needed, and `out[x, y]` receives its values. `rows` is a buffer for more than
    `depth` rows, as far as moves lead back: when it is full, its last rows are moved to its beginning. `digits` has
    the value of each single bit if values fit into bytes; otherwise it is empty.
    """
    shape = np.zeros((FALL + 1, 2), np.int64)
    prefix = np.zeros(2, np.int64)
    fresh = rows.shape[0] - depth  # rows that are computed before the last ones are moved to the beginning
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
    """Kernel: compute one row of values stored as bits; vectors from number `inside` on stay in the row.

    First the values of options on other lines are brought in: here, as to call a kernel with so many arguments takes a
    quarter of the time of a short line.
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
        whole = step // lanes  # words, and the rest of the step in bits
        rest = np.uint64((step - whole * lanes) * bits)
        start = max(0, -whole)  # before this word of our line, options would be below the floor
        if legal and start <= count:
            there = np.uint64(place // lanes + start + whole)
            into = here + np.uint64(start)
            if start > 0:
                # Of the word before, the places that reach the floor.
                words[into - one] |= (words[there] << one) << (np.uint64(63) - rest)
            for k in range(np.uint64(count - start)):
                words[into + k] |= _word_from(words, there + k, rest)
    near = False
    for s in range(inside, vectors.shape[0]):
        near |= -vectors[s, final] < lanes
    every = ~np.uint64(0)
    unit = every // (every >> np.uint64(64 - bits))  # a 1 in each place
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
    # The last shift is split: to shift a word by 64 is undefined.
    return (words[place] >> bits) | ((words[place + one] << one) << (np.uint64(63) - bits))


def _mark_near(rows, n, base, vectors, inside, width, final, mode):
    """Compute a line place by place, where a short move makes places of one word depend on each other."""
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
    """Compute the mex of each place if one move stays in the line, `whole` words back and `rest` bits on."""
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
    """Compute the value of each place, word by word, with any number of moves that stay in the line."""
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
