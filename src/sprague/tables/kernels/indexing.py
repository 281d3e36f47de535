"""Kernels that compute the index of a position in a table: `position_index`."""

from __future__ import annotations

from typing import Any, NamedTuple

Array = Any  # numpy arrays; numba sees their types, mypy need not

DENSE, SORTED, CHIPS = 0, 1, 2


class Layout(NamedTuple):
    """The layout of a table, which numbers its positions, as arrays; built by `sprague.tables.layout`."""

    kind: int
    floor: int
    reduced: int  # 1 if only differences to the least pile count
    blocks: Array  # [block, member] places that are sorted, -1 for none
    strides: Array  # DENSE: [place]
    below: Array  # SORTED: [place, height] positions before that height
    before: Array  # CHIPS: [parts left, chips left, height]
    start: Array  # CHIPS: [chips]


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
    """Kernel: return the index of a position in a table; sorts the position."""
    sort_blocks(position, layout.blocks)
    return sorted_position_index(
        position, layout.kind, layout.floor, layout.reduced, layout.strides, layout.below, layout.before, layout.start
    )


def sorted_position_index(position, kind, floor, reduced, strides, below, before, start):
    """Kernel: return the index of a sorted position in a table, given the fields of the layout.

    All kinds of layouts share one loop, because numba counts references in a function with several.
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
    return number + start[chips]  # which is 0 unless positions go by chips


def fill_indices(out, positions, layout):
    """Kernel: compute the indices of many positions in a table; sorts the positions in place."""
    for n in range(positions.shape[0]):
        out[n] = position_index(positions[n], layout)
