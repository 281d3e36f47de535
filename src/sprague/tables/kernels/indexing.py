"""Kernels that compute the index of a position in a table: `position_index`."""

from __future__ import annotations

from typing import Any, NamedTuple

Array = Any  # numpy arrays; numba infers their types, mypy does not need them

DENSE, SORTED, CHIPS = 0, 1, 2


class Layout(NamedTuple):
    """The layout of a table as arrays, from which kernels compute indices; built by `sprague.tables.layout`."""

    kind: int
    floor: int
    reduced: int  # 1 if only differences to the lowest pile count
    blocks: Array  # [block, member] indices of interchangeable piles, -1 for none
    strides: Array  # for DENSE: [entry] increase of the index per unit of an entry
    below: Array  # for SORTED: [entry, height] number of positions with a smaller entry
    before: Array  # for CHIPS: [piles left, chips left, height] number of positions with a smaller next pile
    start: Array  # for CHIPS: [chips] first index of each number of chips


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
    """Kernel: return the index of a position in a table; sorts the position in place."""
    sort_blocks(position, layout.blocks)
    return sorted_position_index(
        position, layout.kind, layout.floor, layout.reduced, layout.strides, layout.below, layout.before, layout.start
    )


def sorted_position_index(position, kind, floor, reduced, strides, below, before, start):
    """Kernel: return the index of a sorted position in a table, given the fields of the layout.

    All kinds of layouts share one loop, because numba counts references in a function with several loops.
    """
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
    return number + start[chips]  # 0 unless positions are ordered by chips


def fill_indices(out, positions, layout):
    """Kernel: compute the indices of many positions in a table; sorts the positions in place."""
    for n in range(positions.shape[0]):
        out[n] = position_index(positions[n], layout)
