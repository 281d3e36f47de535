"""Kernels that compute the index of a position in a table: `position_index`."""

from __future__ import annotations

from typing import Any, NamedTuple

Array = Any  # any numpy array; numba infers the type, and mypy does not check kernels

DENSE, SORTED, CHIPS = 0, 1, 2


class Layout(NamedTuple):
    """The layout of a table as arrays, from which kernels compute the index of a position."""

    kind: int
    floor: int
    # 1 if adding the same number to all piles does not change the index, otherwise 0
    reduced: int
    blocks: Array  # for each block of interchangeable piles, the indices of its piles, padded with -1
    # for multidimensional tables (DENSE): how much the index grows when an entry grows by 1; the sum over all entries
    # is 0 if `reduced` is 1
    strides: Array
    # for sorted positions (SORTED): the entry [j, height] is the number of sorted (j + 1)-tuples of piles below
    # `height`
    below: Array
    # for sorted positions that are ordered by their total number of chips (CHIPS): the entry [m, n, height] is the
    # number of sorted m-tuples with the sum n and a first pile below `height`
    before: Array
    # for CHIPS, the index of the first position with n chips, for each n; for DENSE with `reduced` = 1, the index of
    # the positions in which all piles are equal
    start: Array


def sort_blocks(position, blocks):
    """Kernel: sort each block of interchangeable piles of a position."""
    for block in range(blocks.shape[0]):
        for right in range(1, blocks.shape[1]):
            if blocks[block, right] < 0:
                break
            height = position[blocks[block, right]]
            left = right - 1
            while left >= 0 and position[blocks[block, left]] > height:
                position[blocks[block, left + 1]] = position[blocks[block, left]]
                left -= 1
            position[blocks[block, left + 1]] = height


def position_index(position, layout):
    """Kernel: sort a position in place, and return its index in a table."""
    sort_blocks(position, layout.blocks)
    return sorted_position_index(
        position, layout.kind, layout.floor, layout.reduced, layout.strides, layout.below, layout.before, layout.start
    )


def sorted_position_index(position, kind, floor, reduced, strides, below, before, start):
    """Kernel: return the index of a sorted position in a table, given the fields of the layout."""
    count = position.shape[0]
    lowest = position[0] if reduced else floor
    number, chips = 0, 0
    for i in range(count - 1, -1, -1):
        if kind == DENSE:
            number += (position[i] - floor) * strides[i]
        elif kind == CHIPS:
            chips += position[i]
            before_it = position[i - 1] if i else floor
            number += before[count - i, chips, position[i]] - before[count - i, chips, before_it]
        elif i >= reduced:
            number += below[i - reduced, position[i] - lowest]
    return number + start[chips]  # `chips` stays 0 unless positions are ordered by the number of chips


def fill_indices(out, positions, layout):
    """Kernel: sort many positions in place, and compute their indices in a table."""
    for n in range(positions.shape[0]):
        out[n] = position_index(positions[n], layout)


def _last_at_most(row, number, first, last):
    """Return the last index from `first` to `last` at which the ascending array `row` is at most `number`."""
    while first < last:
        middle = (first + last + 1) // 2
        if row[middle] <= number:
            first = middle
        else:
            last = middle - 1
    return first


def fill_position(position, number, layout):
    """Kernel: write the position with a given table index to the first entries of the array `position`."""
    kind, floor, reduced = layout.kind, layout.floor, layout.reduced
    if kind == DENSE:  # the kernel supports a multidimensional table (DENSE) only if `reduced` is 0
        for i in range(layout.strides.shape[0]):
            position[i] = floor + number // layout.strides[i]
            number %= layout.strides[i]
    elif kind == SORTED:
        below = layout.below
        position[0] = floor
        for j in range(below.shape[0] - 1, -1, -1):
            height = _last_at_most(below[j], number, 0, below.shape[1] - 1)
            number -= below[j, height]
            position[j + reduced] = floor + height
    else:
        before, start = layout.before, layout.start
        chips = _last_at_most(start, number, 0, start.shape[0] - 1)
        number -= start[chips]
        lowest = floor
        for i in range(before.shape[0] - 1):
            count = before.shape[0] - 1 - i
            row = before[count, chips]
            number += row[lowest]
            lowest = _last_at_most(row, number, lowest, chips // count)
            number -= row[lowest]
            position[i] = lowest
            chips -= lowest


def fill_positions(out, first, layout):
    """Kernel: list the positions with consecutive table indices, starting with the index `first`, one per row."""
    for n in range(out.shape[0]):
        fill_position(out[n], first + n, layout)
