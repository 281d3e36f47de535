"""Kernels that find the first recurring block of rows, by hash and then by comparison."""

from __future__ import annotations

import numpy as np

from sprague.periods.kernels.lines import FALL
from sprague.periods.kernels.rows import fill_rows


def find_repeat(rows, words, vectors, inside, shape, mode, plain, room, legal, won, tail, cycle, stop):
    """Compute rows until as many as a move can fall through are those of an earlier moment.

    Returns (0, preperiod, period, rows computed), or (j, …) if the period of pile j was found not to hold, or
    (-1, …) if there is no room for more rows. `words` is a view of the rows, one after the other, as 64-bit
    numbers, with one more behind them. Each row is written before it is read, whatever stood there.
    """
    depth = max(shape[FALL, 0], 1)
    size = rows.shape[1] * rows.itemsize // 8
    seen = np.zeros(room, np.uint8)
    prefix = np.zeros(shape.shape[1], np.int64)
    factor = np.uint64(0x2545F4914F6CDD1D)
    power = np.uint64(1)
    for _ in range(depth):
        power *= factor
    hashes = np.zeros(256, np.uint64)
    states = np.zeros(256, np.uint64)
    table = filled_table(512, states, 0, 0)
    state = np.uint64(0)
    failed, filled = 0, 0
    for n in range(rows.shape[0]):
        if n == filled:
            # Several at once: a call with so many arguments takes as long as a short row.
            end = min(n + 8, rows.shape[0])
            failed, filled = fill_rows(
                rows, words, n, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
            )
            if stop[0] != 0:
                break
        if failed and n == filled:
            return failed, n, 0, n
        if n == hashes.shape[0]:
            hashes, states = doubled(hashes), doubled(states)
            table = filled_table(2 * table.shape[0], states, max(0, tail[0] - depth), n - depth + 1)
        hashes[n] = hash_row(words, n * size, (n + 1) * size)
        state = state * factor + hashes[n]
        if n >= depth:
            state -= hashes[n - depth] * power
        # The state that starts at row `start`: it tells row n + 1 if that is past all thresholds.
        start = n - depth + 1
        if start < 0 or n + 1 < tail[0]:
            continue
        states[start] = state
        mask = np.uint64(table.shape[0] - 1)
        slot = first_slot(state, mask)
        while table[slot] >= 0:
            old = table[slot]
            fits = states[old] == state and (start - old) % cycle[0] == 0
            if fits and same_rows(words, old * size, start * size, depth * size):
                return 0, old, start - old, n + 1
            slot = (slot + np.uint64(1)) & mask
        table[slot] = start
    return -1, 0, 0, rows.shape[0]


def filled_table(size, states, first, last):
    """A hash table of this size of the states from first to last, which differ or need not be told apart."""
    table = np.empty(size, np.int64)
    table[:] = -1
    mask = np.uint64(size - 1)
    for i in range(first, last):
        slot = first_slot(states[i], mask)
        while table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        table[slot] = i
    return table


def first_slot(state, mask):
    """Where to look for a state first."""
    return (state ^ (state >> np.uint64(29))) & mask


def hash_row(words, start, end):
    """A number that is different for different rows, almost surely."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for cell in range(np.uint64(start), np.uint64(end)):
        mixed = (mixed ^ words[cell]) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed


def same_rows(words, one, two, count):
    cell = 0
    while cell < count and words[one + cell] == words[two + cell]:
        cell += 1
    return cell == count


def doubled(numbers):
    """The same numbers in an array of twice the length."""
    longer = np.empty(2 * numbers.shape[0], np.uint64)
    for i in range(numbers.shape[0]):
        longer[i] = numbers[i]
    return longer
