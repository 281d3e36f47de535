"""The compiled inner loops of the search for patterns. They know no game: moves come in as arrays of vectors.

As in `sprague.solve.kernels`, all of them stand in one file and take everything as arguments, because
numba's cache notices neither edits in other files nor changed globals. `.py_func` of each is the plain
reference.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numpy arrays; numba sees their types, mypy need not


# Values of a game of differences, column by column


@njit(cache=True, nogil=True)
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


# Rows of a game with finitely many moves, folded
#
# Piles are in an order in which every move's first change is a fall. `rows[n]` holds all positions whose
# first pile is n, the other piles laid out one after the other: pile j takes `extent[j]` places, of which
# `core[j]` (preperiod plus period) are a period window, `fall[j]` more are computed and compared with
# what the period says, and the rest, as far as moves reach up, are copied. `stride[j]` is the distance of
# neighbours.


@njit(cache=True, nogil=True)
def mark_line(rows, n, base, prefix, vectors, inside, shape, mode):
    """Values of one line (all piles but the last fixed), each as a single bit.

    `inside` is the number of the first vector that stays within the line; these come last.
    """
    core, fall, stride = shape[0], shape[2], shape[4]
    piles = core.shape[0]
    width = core[piles - 1] + fall[piles - 1]
    here = rows[n, base : base + width]
    one = rows.dtype.type(1)
    here[:] = 0
    for s in range(inside):
        if n + vectors[s, 0] < 0:
            continue
        there = base
        legal = True
        for j in range(1, piles - 1):
            there += vectors[s, j] * stride[j]
            if prefix[j] + vectors[s, j] < 0:
                legal = False
        if not legal:
            continue
        step = vectors[s, piles - 1]
        start = max(0, -step)
        if start >= width:
            continue
        read = rows[n + vectors[s, 0], there + start + step : there + width + step]
        write = here[start:]
        for y in range(np.uint64(write.shape[0])):
            write[y] |= read[y]
    alone = inside + 1 == vectors.shape[0]
    if mode == 0 and inside == vectors.shape[0]:
        for y in range(np.uint64(width)):
            here[y] = ~here[y] & (here[y] + one)
    elif mode == 0 and alone:
        # Blocks as long as the step do not depend on themselves: the compiler can widen these loops.
        back = -vectors[inside, piles - 1]
        for y in range(np.uint64(min(back, width))):
            here[y] = ~here[y] & (here[y] + one)
        for block in range(back, width, back):
            before = here[block - back : block]
            now = here[block : min(block + back, width)]
            for y in range(np.uint64(now.shape[0])):
                seen = now[y] | before[y]
                now[y] = ~seen & (seen + one)
    else:
        for y in range(width):
            seen = here[y]
            for s in range(inside, vectors.shape[0]):
                if y + vectors[s, piles - 1] >= 0:
                    seen |= here[y + vectors[s, piles - 1]]
            if mode == 0:
                here[y] = ~seen & (seen + one)
            elif seen & one or (mode == 2 and seen == 0):
                here[y] = one + one
            else:
                here[y] = one


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle):
    """As `mark_line`, for any number of moves and with conditions: `rows` holds the values themselves.

    `legal[s, place]` says whether conditions allow move s, `won[place]` whether play is over and won, with the
    place from `folded_place`. `seen` is room for marks, one per value.
    """
    core, fall, stride = shape[0], shape[2], shape[4]
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
        if mode == 0:
            while seen[value]:
                value += 1
        elif seen[0] or (mode == 2 and options == 0 and not won[place]):
            value = 1
        rows[n, base + y] = value


@njit(cache=True, nogil=True)
def extend(row, base, j, shape):
    """Compare what was computed beyond the window of pile j with what the period says, and copy the rest.

    Returns whether they agree.
    """
    core, period, fall, extent, stride = shape[0], shape[1], shape[2], shape[3], shape[4]
    size = stride[j]
    first = base + core[j] * size
    back = period[j] * size
    now = row[first : first + fall[j] * size]
    then = row[first - back : first - back + fall[j] * size]
    differs = False
    for cell in range(np.uint64(now.shape[0])):
        differs |= now[cell] != then[cell]
    if differs:
        return False
    for cell in range(first + fall[j] * size, base + extent[j] * size):
        row[cell] = row[cell - back]
    return True


@njit(cache=True, nogil=True)
def fill_row(rows, n, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix):
    """All positions with first pile n. Returns 0, or the pile whose period does not hold in this row."""
    core, fall, stride = shape[0], shape[2], shape[4]
    piles = core.shape[0]
    prefix[:] = 0
    base = np.int64(0)
    while True:
        if plain:
            mark_line(rows, n, base, prefix, vectors, inside, shape, mode)
        else:
            value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle)
        if not extend(rows[n], base, piles - 1, shape):
            return piles - 1
        j = piles - 2
        while j >= 1:
            prefix[j] += 1
            base += stride[j]
            if prefix[j] < core[j] + fall[j]:
                break
            base -= prefix[j] * stride[j]
            prefix[j] = 0
            if not extend(rows[n], base, j, shape):
                return j
            j -= 1
        if j < 1:
            return 0


@njit(cache=True, nogil=True)
def hash_row(row):
    """A number that is different for different rows, almost surely."""
    words = row.shape[0]
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for cell in range(words):
        mixed = (mixed ^ np.uint64(row[cell])) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed


@njit(cache=True, nogil=True)
def same_rows(rows, one, two, count):
    for n in range(count):
        for cell in range(rows.shape[1]):
            if rows[one + n, cell] != rows[two + n, cell]:
                return False
    return True


@njit(cache=True, nogil=True)
def doubled(numbers):
    """The same numbers in an array of twice the length."""
    longer = np.empty(2 * numbers.shape[0], np.uint64)
    for i in range(numbers.shape[0]):
        longer[i] = numbers[i]
    return longer


@njit(cache=True, nogil=True)
def find_repeat(rows, words, vectors, inside, shape, mode, plain, room, legal, won, tail, cycle, used):
    """Compute rows until as many as a move can fall through are those of an earlier moment.

    Returns (0, preperiod, period, rows computed), or (j, …) if the period of pile j was found not to hold, or
    (-1, …) if there is no room for more rows. `words` is a view of the rows as 64-bit numbers, for hashing and
    comparing; a row has `used` places and is padded with zeros.
    """
    depth = max(shape[2, 0], 1)
    seen = np.zeros(room, np.uint8)
    prefix = np.zeros(shape.shape[1], np.int64)
    factor = np.uint64(0x2545F4914F6CDD1D)
    power = np.uint64(1)
    for _ in range(depth):
        power *= factor
    hashes = np.zeros(256, np.uint64)
    states = np.zeros(256, np.uint64)
    table = np.empty(512, np.int64)
    table[:] = -1
    state = np.uint64(0)
    for n in range(rows.shape[0]):
        rows[n, used:] = 0
        failed = fill_row(rows, n, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix)
        if failed:
            return failed, n, 0, n
        if n == hashes.shape[0]:
            hashes, states = doubled(hashes), doubled(states)
            table = np.empty(2 * table.shape[0], np.int64)
            table[:] = -1
            mask = np.uint64(table.shape[0] - 1)
            for old in range(max(0, tail[0] - depth), n - depth + 1):
                slot = (states[old] ^ (states[old] >> np.uint64(29))) & mask
                while table[slot] >= 0:
                    slot = (slot + np.uint64(1)) & mask
                table[slot] = old
        hashes[n] = hash_row(words[n])
        state = state * factor + hashes[n]
        if n >= depth:
            state -= hashes[n - depth] * power
        # The state that starts at row `start`: it tells row n + 1 if that is past all thresholds.
        start = n - depth + 1
        if start < 0 or n + 1 < tail[0]:
            continue
        states[start] = state
        mask = np.uint64(table.shape[0] - 1)
        slot = (state ^ (state >> np.uint64(29))) & mask
        while table[slot] >= 0:
            old = table[slot]
            if states[old] == state and (start - old) % cycle[0] == 0 and same_rows(words, old, start, depth):
                return 0, old, start - old, n + 1
            slot = (slot + np.uint64(1)) & mask
        table[slot] = start
    return -1, 0, 0, rows.shape[0]


@njit(cache=True, nogil=True)
def first_break(values, preperiod, period, core, cycle):
    """The first place at which a folded function breaks a period along one axis; -1 if it keeps it.

    `values[left, height, right]` are the values of a window, whose middle axis goes on after `core` places
    with period `cycle`. Asked is whether value(height + period) = value(height) for all heights >= preperiod.
    """
    for left in range(values.shape[0]):
        for height in range(preperiod, core):
            later = height + period
            if later >= core:
                later = core - cycle + (later - core) % cycle
            for right in range(values.shape[2]):
                if values[left, height, right] != values[left, later, right]:
                    return (left * core + height) * values.shape[2] + right
    return -1


# Sequences


@njit(cache=True, nogil=True)
def fill_borders(out, sequence):
    """For each length: the longest proper beginning of that part of the sequence that is also its end.

    A part of length n has the least period n - out[n]. (The prefix function of Knuth, Morris and Pratt.)
    """
    border = 0
    out[0] = 0
    if out.shape[0] > 1:
        out[1] = 0
    for n in range(1, sequence.shape[0]):
        while border and sequence[n] != sequence[border]:
            border = out[border]
        if sequence[n] == sequence[border]:
            border += 1
        out[n + 1] = border
