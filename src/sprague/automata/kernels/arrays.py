"""Helper functions of the automaton kernels: hashing, longer copies of arrays, counting sort, and tracing of words."""

from __future__ import annotations

import numpy as np


def mix(hashed, value):
    """Array helper: combine a hash with one more number below 2**31 into a new 31-bit hash."""
    product = ((hashed ^ value) * 1540483477) & 0x3FFFFFFFFFFFFFFF
    return (product ^ (product >> 29)) & 0x7FFFFFFF


def enlarged(array, size):
    """Array helper: return a longer copy of an array."""
    out = np.empty(size, array.dtype)
    for i in range(array.shape[0]):
        out[i] = array[i]
    return out


def enlarged_rows(table, rows):
    """Array helper: return a copy of a two-dimensional array with more rows."""
    out = np.empty((rows, table.shape[1]), table.dtype)
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            out[row, column] = table[row, column]
    return out


def fill_by_key(out, starts, values, keys):
    """Array helper: sort values by key, so that the values with key k are `out[starts[k]:starts[k + 1]]`.

    The algorithm is a counting sort, which is stable. The array `starts` must contain only zeros, and its length must
    be the number of keys plus 2.
    """
    for i in range(keys.shape[0]):
        starts[keys[i] + 2] += 1
    for key in range(2, starts.shape[0]):
        starts[key] += starts[key - 1]
    # starts[k + 1] is the index of the next value with key k
    for i in range(keys.shape[0]):
        out[starts[keys[i] + 1]] = values[i]
        starts[keys[i] + 1] += 1


def trace_word(parents, letters, last):
    """Array helper: return the word that led to a node of a breadth-first search."""
    length = 0
    node = last
    while node != 0:
        node = parents[node]
        length += 1
    word = np.empty(length, np.int32)
    node = last
    while node != 0:
        length -= 1
        word[length] = letters[node]
        node = parents[node]
    return word
