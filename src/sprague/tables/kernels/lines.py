"""Kernels that find the P-position of each line, 64 positions at a time: `fill_lines`.

Each move selects one bit array of a line, at word `base`, and a shift: bit `x + shift` of the bit array is set if the
move leads from position x of the line to a P-position; x is then *attacked*. The kernel combines the words of all bit
arrays by `or` and takes the lowest zero.

A word with 64 set bits is *full*. `skip[w]` is 0 if word w is not full, and otherwise a number of words from w on that
are all full. So a run of full words is passed in a few steps, as in a union-find structure.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.enumeration import dot
from sprague.tables.kernels.states import FULL, lowest_zero

Array = Any  # numpy arrays; numba infers their types, mypy does not need them


# The terms of a line: the first word of the bit array, the residue, and the bit, for the position that reads the bit
# array; the same for the P-position that sets a bit.
READ_BASE, READ_RESIDUE, READ_BIT, ADD_BASE, ADD_RESIDUE, ADD_BIT = range(6)


class LineArrays(NamedTuple):
    """The lines of a table and their bit arrays, as arrays; built by `sprague.tables.line_arrays`.

    A *vector* has the other entries in the order of the lines, then the line entry, then the number 1.
    """

    lowest: Array  # [other entry] least value
    highest: Array  # [other entry] greatest value
    line: Array  # least and greatest value of the line entry
    free: Array  # [other entry] 1 if a move replaces the entry by any smaller number
    terms: Array  # [READ_BASE … ADD_BIT, move, vector] linear terms of a bit array, see below
    whole: Array  # [move] 1 if a set bit attacks the whole line
    modulus: Array  # [move] modulus of the residue, 1 for none
    divisor: Array  # [move] divisor of the row of the bit
    words: Array  # [move] number of words of a bit array
    bits: Array  # [move] number of bits that positions read
    checked: Array  # [move] 1 if a P-position may belong to a key that no position reads
    key: Array  # [move, row, vector] value of each row of the key of an option
    key_low: Array  # [move, row] least value of each row
    key_size: Array  # [move, row] number of values of each row, 0 after the last row
    step: Array  # [step, other entry] vectors that moves add
    step_line: Array  # [step] the same for the line entry
    step_number: Array  # [step] the same for the index of the line
    conditions: Array  # [condition, vector] terms that are at least 0 if the move is legal
    condition_start: Array  # [step + 1] first condition of each vector


def _next_open(skip, w):
    """Return the first word from w on that is not full, and shorten the way to it."""
    while skip[w]:
        after = w + skip[w]
        if skip[after]:
            skip[w] += skip[after]
        w = after
    return w


def _first_open(words, skip, base, shift, whole, marks, count, low, high):
    """Return the least line entry from low to high that no bit array and no mark attacks; -1 if there is none."""
    start = (low >> 6) << 6
    while start <= high:
        word = np.uint64(0)
        if start < low:
            word = (np.uint64(1) << np.uint64(low - start)) - np.uint64(1)
        after = start + 64
        for r in range(base.shape[0]):
            if whole[r]:
                continue
            bit = start + shift[r]
            w, rest = base[r] + (bit >> 6), bit & 63
            if words[w] == FULL:
                # The bit array attacks all positions up to the next word that is not full.
                until = ((_next_open(skip, w) - base[r]) << 6) - shift[r]
                after = max(after, (until >> 6) << 6)
            word |= words[w] >> np.uint64(rest)
            if rest:
                word |= words[w + 1] << np.uint64(64 - rest)
        for i in range(count):
            if marks[i] >> 6 == start >> 6:
                word |= np.uint64(1) << np.uint64(marks[i] & 63)
        if word != FULL:
            found = start + lowest_zero(word)
            return found if found <= high else -1
        start = after
    return -1


def _mark_steps(marks, function, number, vector, arrays):
    """Mark the positions of a line from which a vector leads to a P-position; return the number of marks."""
    count = 0
    lowest, highest, step, others = arrays.lowest, arrays.highest, arrays.step, arrays.lowest.shape[0]
    for s in range(step.shape[0]):
        inside = True
        for i in range(others):
            reached = vector[i] + step[s, i]
            inside = inside and lowest[i] <= reached <= highest[i]
        if not inside:
            continue
        found = function[number + arrays.step_number[s]]
        left = found - arrays.step_line[s]
        if found < 0 or left < arrays.line[0] or left > arrays.line[1]:
            continue
        vector[others] = left
        legal = True
        for c in range(arrays.condition_start[s], arrays.condition_start[s + 1]):
            legal = legal and dot(arrays.conditions, c, vector, others + 2) >= 0
        if legal:
            marks[count] = left
            count += 1
    vector[others] = 0
    return count


def _is_read(move, vector, key, low, size):
    """Return whether some position reads the bit array with the key of a P-position."""
    read = True
    for row in range(key.shape[1]):
        if size[move, row] == 0:
            break
        value = -low[move, row]
        for i in range(vector.shape[0]):
            value += key[move, row, i] * vector[i]
        read = read and 0 <= value < size[move, row]
    return read


def _set_rows(rows, terms, vector, again):
    """Compute the terms of a line; unless `again`, only the last of the other entries has grown by 1."""
    width = vector.shape[0]
    for kind in range(terms.shape[0]):
        for move in range(terms.shape[1]):
            if again:
                total = 0
                for i in range(width):
                    total += terms[kind, move, i] * vector[i]
                rows[kind, move] = total
            else:
                rows[kind, move] += terms[kind, move, width - 3]


def _has_free_move(vector, arrays):
    """Return whether a move lowers some other entry by any number."""
    found = False
    for i in range(arrays.lowest.shape[0]):
        found = found or (arrays.free[i] == 1 and vector[i] > arrays.lowest[i])
    return found


def fill_lines(function, words, skip, first, last, arrays, misere, decided, is_terminal):
    """Kernel, in one piece: write the line entries of the P-positions of lines first to last; -1 for none.

    In misère play a terminal position is no P-position. Only the lowest position of a line may be terminal. If the
    kernel has to know this for another line than `decided`, it returns the index of that line. `is_terminal` applies to
    the line `decided`. Otherwise the kernel returns `last`.
    """
    # Arrays are read from their tuple once, because numba counts references at each read.
    lowest, highest, whole, terms = arrays.lowest, arrays.highest, arrays.whole, arrays.terms
    modulus, divisor, length, bits = arrays.modulus, arrays.divisor, arrays.words, arrays.bits
    checked, key, key_low, key_size = arrays.checked, arrays.key, arrays.key_low, arrays.key_size
    others, moves, steps = lowest.shape[0], whole.shape[0], arrays.step.shape[0]
    low, high = arrays.line[0], arrays.line[1]
    vector = np.zeros(others + 2, np.int64)
    vector[others + 1] = 1
    rest = first
    for i in range(others - 1, -1, -1):
        size = highest[i] - lowest[i] + 1
        vector[i] = lowest[i] + rest % size
        rest //= size
    rows, base, shift = np.zeros((6, moves), np.int64), np.zeros(moves, np.int64), np.zeros(moves, np.int64)
    marks = np.zeros(steps + 1, np.int64)
    for number in range(first, last):
        _set_rows(rows, terms, vector, number == first or vector[others - 1] == lowest[others - 1])
        attacked = False
        for m in range(moves):
            base[m], shift[m] = rows[READ_BASE, m], rows[READ_BIT, m]
            if divisor[m] > 1 or modulus[m] > 1:
                residue = rows[READ_RESIDUE, m] % modulus[m]
                base[m] += (residue * divisor[m] + shift[m] % divisor[m]) * length[m]
                shift[m] //= divisor[m]
            attacked = attacked or (whole[m] == 1 and words[base[m]] != 0)
        found = -1
        if not attacked:
            count = _mark_steps(marks, function, number, vector, arrays) if steps else 0
            found = _first_open(words, skip, base, shift, whole, marks, count, low, high)
            if misere and found == low and not _has_free_move(vector, arrays):
                if number != decided:
                    return number
                if is_terminal:
                    marks[count] = low
                    found = _first_open(words, skip, base, shift, whole, marks, count + 1, low, high)
        function[number] = found
        if found >= 0:
            vector[others] = found
            for m in range(moves):
                if checked[m] and not _is_read(m, vector, key, key_low, key_size):
                    continue
                w = rows[ADD_BASE, m] + terms[ADD_BASE, m, others] * found
                bit = rows[ADD_BIT, m] + terms[ADD_BIT, m, others] * found
                if divisor[m] > 1 or modulus[m] > 1:
                    residue = (rows[ADD_RESIDUE, m] + terms[ADD_RESIDUE, m, others] * found) % modulus[m]
                    w += (residue * divisor[m] + bit % divisor[m]) * length[m]
                    bit //= divisor[m]
                if 0 <= bit < bits[m]:
                    w += bit >> 6
                    words[w] |= np.uint64(1) << np.uint64(bit & 63)
                    if words[w] == FULL:
                        skip[w] = 1
            vector[others] = 0
        for i in range(others - 1, -1, -1):
            vector[i] += 1
            if vector[i] <= highest[i]:
                break
            vector[i] = lowest[i]
    return last
