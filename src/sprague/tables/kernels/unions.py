"""Kernels that fill a table with running unions over cones of positions: `fill_unions`.

For each running union, a position has a state: the value of the position, merged with the states of the positions one
step below. If a table stores only sorted positions, a union of an unsorted tuple is stored as a union of the sorted
tuple. Each entry of a tuple has a label, which moves with the entry when the tuple is sorted. After sorting, the order
of the labels identifies the union.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.indexing import DENSE, sorted_position_index
from sprague.tables.kernels.states import (
    ONGOING,
    OUTCOME,
    REMOTENESS,
    WON,
    is_settled,
    merge_state,
    merge_value,
    value_of,
    value_to_merge,
)

Array = Any  # any numpy array; numba infers the type, and mypy does not check kernels

NO_POSITION = 3  # marks a tuple that is not a position; running unions are still propagated through the tuple


class UnionArrays(NamedTuple):
    """The running unions of a rule as arrays: their steps, and the lookups that read or propagate running unions.

    When the kernel computes the value of a position x, a *visit* looks up the running unions of a position x - s. Some
    visits read unions to find the value of the position x; others propagate unions to x.
    """

    each: int  # number of running unions of each position
    reads: int  # number of visits that read unions; these visits come before all other visits
    steps: Array  # for each visit and entry, the number of chips that the step of the visit takes from the entry
    changed: Array  # for each visit, the indices of the entries that its step changes, padded with -1
    falls: Array  # for each visit, how much the table index falls at the visit's step; 0 if the decrease varies
    start: Array  # for each visit, the index in `visited` of its first union; the last entry is the end of `visited`
    # the indices of the unions of all visits, one visit after another; -1 stands for the value of the position itself
    visited: Array
    labels: Array  # for each union and each entry of a position, the label of the entry
    # for each entry, the weight of its label in the weighted sum that encodes all labels; 0 for a pile that is not
    # interchangeable
    weights: Array
    first: Array  # for each union, the index in `of_labels` at which the unions with the same set of steps start
    of_labels: Array  # maps each code of labels to the index of its union
    lowest: Array  # for each entry of a position, its least value
    highest: Array  # for each entry of a position, its greatest value


def fill_positions(out, position, lowest, highest, is_sorted):
    """Kernel: list positions for running unions in the order of their table indices, starting at `position`.

    In a box, the last entry changes fastest. If positions are sorted, the lowest pile, which is the first entry,
    changes fastest.
    """
    count = position.shape[0]
    for n in range(out.shape[0]):
        for i in range(count):
            out[n, i] = position[i]
        if is_sorted:
            i = 0
            while i < count - 1 and position[i] == position[i + 1]:
                position[i] = lowest[i]
                i += 1
        else:
            i = count - 1
            while i > 0 and position[i] == highest[i]:
                position[i] = lowest[i]
                i -= 1
        position[i] += 1


def merge_options(state, values, position, loops, layout, cap):
    """Kernel: merge the values of options that have no running union into the state of a position.

    By default, `merge_options` does nothing; for rules with enumerated moves, generated code replaces it.
    """


def fill_unions(
    values, places, positions, endings, done, passes, totals, unions, enumerates, loops, layout, mode, misere, cap
):
    """Kernel: compute the values and the running unions of positions, each after its options, in one numba function.

    The first `done` positions of the list are already finished. The table `passes` has one row (first, last, first
    visit, last visit) for each pass over positions. In a pass, the kernel makes the visits from the first visit to the
    last visit at each of the positions `first` to `last`. A pass that starts with visit 0 also computes the values of
    the positions. Tuples that are not positions of the rule are marked `NO_POSITION` and have no value.

    State 0 of `totals` collects the values of the options of the current position; the other states belong to the
    unions. The kernel returns the number of finished positions, which is smaller than requested if a bit set is too
    small.
    """
    # Unpack the tuples of arrays only once, because numba updates reference counts at each access.
    steps, changed, falls = unions.steps, unions.changed, unions.falls
    start, visited, labels = unions.start, unions.visited, unions.labels
    weights, first_of, of_labels = unions.weights, unions.first, unions.of_labels
    lowest, highest, unions_each, reads = unions.lowest, unions.highest, unions.each, unions.reads
    kind, floor, reduced, blocks = layout.kind, layout.floor, layout.reduced, layout.blocks
    strides, below, before, start_of = layout.strides, layout.below, layout.before, layout.start
    count = positions.shape[1]
    # whether a step changes the table index by the same amount at every position
    by_step = kind == DENSE and blocks.shape[0] == 0
    good = 1 if misere else 0
    words = totals.shape[1]
    vector = np.zeros(count, np.int64)
    option, order = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for row in range(passes.shape[0]):
        first, last, first_visit, last_visit = passes[row, 0], passes[row, 1], passes[row, 2], passes[row, 3]
        for n in range(max(first, done), last):
            number = places[n]
            here = 1 + number * unions_each
            totals[0, :] = -1 if mode >= REMOTENESS else 0
            for i in range(count):
                vector[i] = positions[n, i]
            if enumerates and first_visit == 0 and endings[n] == ONGOING:
                merge_options(totals, values, vector, loops, layout, cap)
            visit = first_visit if endings[n] == ONGOING else max(first_visit, reads)
            while True:
                if visit < reads and is_settled(totals, mode):
                    visit = reads
                if visit == reads and first_visit == 0 and endings[n] != NO_POSITION:
                    value = value_of(totals, mode, misere, endings[n] == WON, cap)
                    if value < 0:
                        return n
                    values[number] = value
                    value = value_to_merge(value, number, mode)
                    for union in range(unions_each):
                        merge_value(totals, here + union, value, mode, cap, good)
                if visit == last_visit:
                    break
                there = number - falls[visit]
                for j in range(changed.shape[1]):
                    i = changed[visit, j]
                    if i < 0:
                        break
                    height = vector[i] - steps[visit, i]
                    if height < lowest[i] or height > highest[i]:
                        there = -1
                        break
                if there >= 0 and not by_step:
                    for i in range(count):
                        option[i] = vector[i] - steps[visit, i]
                        order[i] = i
                    for block in range(blocks.shape[0]):
                        for right in range(1, blocks.shape[1]):
                            if blocks[block, right] < 0:
                                break
                            moving = blocks[block, right]
                            height, place = option[moving], order[moving]
                            left = right - 1
                            while left >= 0 and option[blocks[block, left]] > height:
                                option[blocks[block, left + 1]] = option[blocks[block, left]]
                                order[blocks[block, left + 1]] = order[blocks[block, left]]
                                left -= 1
                            option[blocks[block, left + 1]] = height
                            order[blocks[block, left + 1]] = place
                    there = sorted_position_index(option, kind, floor, reduced, strides, below, before, start_of)
                if there >= 0:
                    for at in range(start[visit], start[visit + 1]):
                        union = visited[at]
                        if union < 0:
                            merge_value(totals, 0, value_to_merge(values[there], there, mode), mode, cap, good)
                            continue
                        into = 0 if visit < reads else here + union
                        if not by_step:
                            labelled = first_of[union]
                            for i in range(count):
                                labelled += weights[i] * labels[union, order[i]]
                            union = of_labels[labelled]
                        taken_in = 1 + there * unions_each + union
                        # the code inlines `merge_state` for the two most frequent modes, to avoid a function call
                        if mode <= OUTCOME:
                            for w in range(words):
                                totals[into, w] |= totals[taken_in, w]
                        else:
                            merge_state(totals, into, totals, taken_in, mode)
                visit += 1
    return positions.shape[0]
