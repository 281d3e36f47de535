"""Kernels that compute rows of positions, reduced by the periods of the later piles."""

from __future__ import annotations

import numpy as np

from sprague.periods.kernels.lines import CORE, EXTENT, FALL, GRUNDY, MISERE, PERIOD, STRIDE, mark_line


def fill_rows(
    rows, words, start, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
):
    """All positions whose first pile is at least start and less than end.

    Returns 0 and the end, or the pile whose period does not hold, and the row in which it does not; when it is to
    stop, anything.
    """
    piles = shape.shape[1]
    n = start
    while n < end and stop[0] == 0:
        for j in range(piles):
            prefix[j] = 0
        base = np.int64(0)
        j = 1
        while j >= 1 and stop[0] == 0:
            if plain:
                mark_line(rows, words, n, base, prefix, vectors, inside, shape, mode)
            else:
                value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle)
            if not extend(rows, n, base, piles - 1, shape):
                return piles - 1, n
            j = piles - 2
            while j >= 1:
                prefix[j] += 1
                base += shape[STRIDE, j]
                if prefix[j] < shape[CORE, j] + shape[FALL, j]:
                    break
                base -= prefix[j] * shape[STRIDE, j]
                prefix[j] = 0
                if not extend(rows, n, base, j, shape):
                    return j, n
                j -= 1
        n += 1
    return 0, n


def extend(rows, n, base, j, shape):
    """Compare what was computed beyond the window of pile j with what the period says, and copy the rest.

    Returns whether they agree.
    """
    row, size = np.uint64(n), shape[STRIDE, j]
    start = base + shape[CORE, j] * size
    middle = start + shape[FALL, j] * size
    end = base + shape[EXTENT, j] * size
    back = np.uint64(shape[PERIOD, j] * size)
    differs = False
    for cell in range(np.uint64(start), np.uint64(middle)):
        differs |= rows[row, cell] != rows[row, cell - back]
    for cell in range(np.uint64(middle), np.uint64(end)):
        rows[row, cell] = rows[row, cell - back]
    return not differs


def value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle):
    """As `mark_line`, for any number of moves and with conditions: `rows` holds the values themselves.

    `legal[s, place]` says whether conditions allow move s, `won[place]` whether play is over and won, with the
    place from `folded_place`. `seen` is room for marks, one per value.
    """
    core, fall, stride = shape[CORE], shape[FALL], shape[STRIDE]
    piles = core.shape[0]
    width = core[piles - 1] + fall[piles - 1]
    for y in range(width):
        place = folded_place(n, prefix, y, tail, cycle)
        options = 0
        seen[:] = 0
        for s in range(vectors.shape[0]):
            last = y + vectors[s, piles - 1]
            if not legal[s, place] or n + vectors[s, 0] < 0 or last < 0:
                continue
            there = base + last
            fits = True
            for j in range(1, piles - 1):
                there += vectors[s, j] * stride[j]
                if prefix[j] + vectors[s, j] < 0:
                    fits = False
            if fits:
                options += 1
                seen[rows[n + vectors[s, 0], there]] = 1
        value = 0
        if mode == GRUNDY:
            while seen[value]:
                value += 1
        elif seen[0] or (mode == MISERE and options == 0 and not won[place]):
            value = 1
        rows[n, base + y] = value


def folded_place(n, prefix, last, tail, cycle):
    """Where conditions on the position (first pile n, then prefix, then last) are looked up."""
    place = 0
    piles = tail.shape[0]
    for j in range(piles):
        pile = n if j == 0 else last if j == piles - 1 else prefix[j]
        if pile >= tail[j] + cycle[j]:
            pile = tail[j] + (pile - tail[j]) % cycle[j]
        place = place * (tail[j] + cycle[j]) + pile
    return place
