"""Kernels for the search for periods: `find_repeat` computes rows until they recur; `borders` finds repeated prefixes.

Kernels are plain functions, which `sprague.jit` runs as Python or compiles. Plain Python and compiled code must give
the same results, so kernels convert 64-bit words with `np.uint64(…)` before combining them with other integers.
"""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.bit_rows import CORE, EXTENT, FALL, GRUNDY, MISERE, PERIOD, STRIDE, mark_line


def find_repeat(rows, words, vectors, inside, shape, mode, plain, value_count, legal, won, tail, cycle, stop):
    """Period kernel: compute rows of positions until they recur; return the preperiod and period of the first pile.

    The kernel returns (0, preperiod, period, number of computed rows). If the assumed period of pile j fails, the first
    entry of the result is j; if the memory for rows is full, it is -1. The array `words` is the memory of all rows as
    64-bit words, with one extra word at the end. The kernel writes each row before reading it, so the initial contents
    of the rows do not matter.
    """
    depth = max(shape[FALL, 0], 1)
    size = rows.shape[1] * rows.itemsize // 8
    seen = np.zeros(value_count, np.uint8)
    prefix = np.zeros(shape.shape[1], np.int64)
    factor = np.uint64(0x2545F4914F6CDD1D)
    power = np.uint64(1)
    for _ in range(depth):
        power *= factor
    hashes = np.zeros(256, np.uint64)
    states = np.zeros(256, np.uint64)
    table = _filled_table(512, states, 0, 0)
    state = np.uint64(0)
    failed, filled = 0, 0
    for n in range(rows.shape[0]):
        if n == filled:
            # Each call computes eight rows, because a call with many arguments takes as long as computing a short row.
            end = min(n + 8, rows.shape[0])
            failed, filled = _fill_folded_rows(
                rows, words, n, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
            )
            if stop[0] != 0:
                break
        if failed and n == filled:
            return failed, n, 0, n
        if n == hashes.shape[0]:
            hashes, states = doubled(hashes), doubled(states)
            table = _filled_table(2 * table.shape[0], states, max(0, tail[0] - depth), n - depth + 1)
        hashes[n] = _hash_row(words, n * size, (n + 1) * size)
        state = state * factor + hashes[n]
        if n >= depth:
            state -= hashes[n - depth] * power
        # The rows from `start` to n determine row n + 1, unless n + 1 is below the threshold of the first pile.
        start = n - depth + 1
        if start < 0 or n + 1 < tail[0]:
            continue
        states[start] = state
        mask = np.uint64(table.shape[0] - 1)
        slot = _first_slot(state, mask)
        while table[slot] >= 0:
            old = table[slot]
            fits = states[old] == state and (start - old) % cycle[0] == 0
            if fits and _same_rows(words, old * size, start * size, depth * size):
                return 0, old, start - old, n + 1
            slot = (slot + np.uint64(1)) & mask
        table[slot] = start
    return -1, 0, 0, rows.shape[0]


def _filled_table(size, states, first, last):
    """Return a hash table of the given size that contains the indices of the states `first`, …, `last` - 1."""
    table = np.empty(size, np.int64)
    table[:] = -1
    mask = np.uint64(size - 1)
    for i in range(first, last):
        slot = _first_slot(states[i], mask)
        while table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        table[slot] = i
    return table


def _first_slot(state, mask):
    """Return the slot of a hash table at which the lookup of a state begins."""
    return (state ^ (state >> np.uint64(29))) & mask


def _hash_row(words, start, end):
    """Return the hash of a row, for the search for repeated rows."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for cell in range(np.uint64(start), np.uint64(end)):
        mixed = (mixed ^ words[cell]) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed


def _same_rows(words, one, two, count):
    """Return whether two blocks of rows, given as 64-bit words, are equal."""
    cell = 0
    while cell < count and words[one + cell] == words[two + cell]:
        cell += 1
    return cell == count


def doubled(numbers):
    """Period kernel: return a copy of an array of row hashes, with twice the length."""
    longer = np.empty(2 * numbers.shape[0], np.uint64)
    for i in range(numbers.shape[0]):
        longer[i] = numbers[i]
    return longer


def _fill_folded_rows(
    rows, words, start, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
):
    """Compute the values of all positions whose first pile is at least `start` and less than `end`.

    The result is (0, end); if an assumed period fails, it is the pair (pile, row) at which the period fails. If the
    computation is cancelled, the result is undefined.
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
                _value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle)
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
    """Period kernel: check computed values against the assumed period of pile j, and continue the values periodically.

    The result states whether the computed values agree with the assumed period.
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


def _value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle):
    """Compute the values of one line of positions in a game whose moves can have conditions.

    The array `rows` stores values as numbers. The entry `legal[s, place]` is true if the conditions of the rule allow
    move s. The entry `won[place]` is true if play has ended with a win. The function `_folded_place` computes the index
    `place`. The array `seen` has a mark for each value; its initial content does not matter.
    """
    core, fall, stride = shape[CORE], shape[FALL], shape[STRIDE]
    piles = core.shape[0]
    width = core[piles - 1] + fall[piles - 1]
    for y in range(width):
        place = _folded_place(n, prefix, y, tail, cycle)
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


def _folded_place(n, prefix, last, tail, cycle):
    """Return the index at which `legal` and `won` store the conditions on the position (n, prefix[1], …, last)."""
    place = 0
    piles = tail.shape[0]
    for j in range(piles):
        pile = n if j == 0 else last if j == piles - 1 else prefix[j]
        if pile >= tail[j] + cycle[j]:
            pile = tail[j] + (pile - tail[j]) % cycle[j]
        place = place * (tail[j] + cycle[j]) + pile
    return place


def borders(sequence, stop):
    """Period kernel: return the length of the longest border of each prefix of a sequence.

    A border is a proper prefix that is also a suffix. A prefix of length n has the least period n - borders[n]. The
    lengths are the prefix function of Knuth, Morris and Pratt.
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
