"""Kernels that fill a table level by level, where a level contains all positions of equal rank: `fill_levels`.

The kernels of tables are plain Python functions that are called through `sprague.jit`. The same kernels serve every
rule, so each kernel is compiled only once on a machine. Kernels take all data as arguments, because compiled code
treats global variables as constants. Kernels convert numbers with `np.uint64(…)` before they combine them with 64-bit
words, so that plain Python and compiled code give the same results.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.enumeration import dot
from sprague.tables.kernels.states import (
    BLOCKED,
    FULL,
    GRUNDY,
    ONGOING,
    REMOTENESS,
    WON,
    lowest_zero,
    merge_state,
    merge_value,
    value_of,
    value_to_merge,
)

Array = Any  # any numpy array; numba infers the type, and mypy does not check kernels


class FibreArrays(NamedTuple):
    """Arrays that give the accumulators of each position; `sprague.tables.fibre_arrays` builds these arrays.

    The fields `read_…` give the accumulators from which the value of a position is computed. The fields `add_…` give
    the accumulators to which the value of a position is added.
    """

    # for each accumulator that is read, the linear term that gives its index: coefficients of the entries, then a
    # constant
    read_terms: Array
    # for each accumulator that is read, the indices of the unchanged piles in ascending order, padded with -1
    read_kept: Array
    # for each accumulator that is changed, one row per linear term: the coefficients and the constant of the term
    add_terms: Array
    add_low: Array  # for each accumulator that is changed, the least value of each of its linear terms
    add_size: Array  # for each accumulator that is changed, the number of possible values of each of its linear terms
    # for each accumulator that is changed, how much its index grows if one of its linear terms grows by 1
    add_stride: Array
    add_start: Array  # for each accumulator that is changed, the index of the first accumulator of the move family
    # for each accumulator that is changed, the indices of the unchanged piles in ascending order, padded with -1
    add_kept: Array
    below: Array  # the entry [j, height] is the number of multisets of j + 1 unchanged piles below `height`
    floor: int
    reduced: int  # 1 if the first unchanged pile is subtracted from the heights of the others, otherwise 0


def _kept_number(vector, kept, k, reduced, below, floor):
    """Return the index of the multiset of unchanged piles; -1 if one of the piles is too high."""
    number = 0
    base = vector[kept[k, 0]] if reduced else floor
    j = reduced
    while number >= 0 and j < kept.shape[1] and kept[k, j] >= 0:
        height = vector[kept[k, j]] - base
        number = number + below[j - reduced, height] if height < below.shape[1] else -1
        j += 1
    return number


def merge_options(state, values, position, loops, layout, cap):
    """Kernel: merge the values of enumerated options into the state of a position.

    By default, `merge_options` does nothing; for rules with enumerated moves, generated code replaces it.
    """


def fill_values(
    values, places, positions, endings, first, last, totals, fibres, enumerates, loops, layout, mode, misere, cap
):
    """Kernel: compute the values of the positions from `first` to `last` within a level of equal rank.

    The kernel returns the number of finished positions, which is smaller than requested if a bit set is too small.
    """
    count = positions.shape[1]
    state = np.zeros((1, totals.shape[1]), totals.dtype)
    vector = np.zeros(count, np.int64)
    # Unpack the tuples of arrays only once, because numba updates reference counts at each access.
    terms, kept, below, floor = fibres.read_terms, fibres.read_kept, fibres.below, fibres.floor
    reads = terms.shape[0]
    words = totals.shape[1]
    keys = np.zeros(max(1, reads), np.int64)
    for n in range(first, last):
        for i in range(count):
            vector[i] = positions[n, i]
        goes_on = endings[n] == ONGOING
        if goes_on:
            for r in range(reads):
                keys[r] = terms[r, count] + dot(terms, r, vector, count)
                if kept.shape[1]:
                    keys[r] += _kept_number(vector, kept, r, fibres.reduced, below, floor)
        if mode == GRUNDY and not enumerates and goes_on:
            # Bit sets are read word by word, so that a small Grundy value is found without reading whole bit sets.
            value = -1
            for w in range(words):
                word = np.uint64(0)
                for r in range(reads):
                    word |= np.uint64(totals[keys[r], w])
                if word != FULL:
                    value = min(w * 64 + lowest_zero(word), cap)
                    break
            if value < 0 and words * 64 >= cap:
                value = cap
        else:
            state[:] = -1 if mode >= REMOTENESS else 0
            if goes_on:
                for r in range(reads):
                    merge_state(state, 0, totals, keys[r], mode)
                if enumerates:
                    merge_options(state, values, vector, loops, layout, cap)
            value = value_of(state, mode, misere, endings[n] == WON, cap)
        if value < 0:
            return n - first
        values[places[n]] = value
    return last - first


def add_values(totals, values, places, positions, first, last, fibres, mode, misere, cap):
    """Kernel: add the values of the positions from `first` to `last` of one level to accumulators."""
    good = 1 if misere else 0
    count = positions.shape[1]
    vector = np.zeros(count, np.int64)
    terms, low, size, stride = fibres.add_terms, fibres.add_low, fibres.add_size, fibres.add_stride
    start, kept, below, floor = fibres.add_start, fibres.add_kept, fibres.below, fibres.floor
    for n in range(first, last):
        value = value_to_merge(values[places[n]], places[n], mode)
        if (mode == GRUNDY and value >= cap) or (mode == BLOCKED and value < 0):
            continue
        for i in range(count):
            vector[i] = positions[n, i]
        for a in range(start.shape[0]):
            fibre = start[a]
            for row in range(terms.shape[1]):
                if size[a, row] == 0:
                    break
                where = terms[a, row, count] - low[a, row]
                for i in range(count):
                    where += terms[a, row, i] * vector[i]
                # Skip accumulators that are never read.
                if where < 0 or where >= size[a, row]:
                    fibre = -1
                    break
                fibre += where * stride[a, row]
            if fibre >= 0 and kept.shape[1]:
                number = _kept_number(vector, kept, a, fibres.reduced, below, floor)
                fibre = -1 if number < 0 else fibre + number
            if fibre >= 0:
                merge_value(totals, fibre, value, mode, cap, good)


def fill_levels(
    values,
    places,
    positions,
    endings,
    starts,
    level,
    end,
    totals,
    fibres,
    enumerates,
    loops,
    layout,
    mode,
    misere,
    cap,
):
    """Kernel: fill levels of equal rank; in each level, compute all values, then add them to the accumulators.

    The kernel returns the index of the first unfinished level.
    """
    while level < end:
        first, last = starts[level], starts[level + 1]
        done = fill_values(
            values, places, positions, endings, first, last, totals, fibres, enumerates, loops, layout, mode, misere,
            cap,
        )  # fmt: skip
        if done < last - first:
            return level
        add_values(totals, values, places, positions, first, last, fibres, mode, misere, cap)
        level += 1
    return level
