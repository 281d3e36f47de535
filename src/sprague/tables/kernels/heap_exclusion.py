"""Kernels that compute the Grundy values of single heaps by plain exclusion: `fill_by_exclusion`.

A move is a row (taken, parts, layer, heap) of an array: it takes `taken` chips from a heap of at least `heap` chips,
and leaves `parts` nonempty heaps. The column `layer` is the index of the *layer* that contains the values of all sums
of `parts` heaps. A layer is a row (number of heaps, whether the heaps must differ) of another array. If a kernel finds
a value that is too large for its bit sets, it returns, and is called again with larger bit sets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

# Column indices of the arrays of moves and of layers.
TAKEN, PARTS, LAYER, HEAP = 0, 1, 2, 3
MANY, DISTINCT = 0, 1


def fill_by_exclusion(
    values: Array, first: int, last: int, sums: Array, seen: Array, marks: Array, layers: Array, moves: Array
) -> int:
    """Kernel: compute the Grundy values of the heaps from `first` to `last` by plain exclusion; return the next heap.

    The entry `sums[layer, total % length]` is a bit set: the values of all sums in the layer that have `total` chips.
    """
    for heap in range(first, last):
        add_sums(values, heap, sums, marks, layers)
        for word in range(len(seen)):
            seen[word] = 0
        for move in range(len(moves)):
            rest = heap - moves[move, TAKEN]
            parts = moves[move, PARTS]
            if rest < 0 or heap < moves[move, HEAP]:
                continue
            if parts == 0:
                if rest == 0:
                    seen[0] |= np.uint64(1)
            elif parts == 1:
                if rest > 0:
                    value = int(values[rest])
                    seen[value >> 6] |= np.uint64(1) << np.uint64(value & 63)
            else:
                layer, place = moves[move, LAYER], rest % sums.shape[1]
                for word in range(len(seen)):
                    seen[word] |= sums[layer, place, word]
        least = _least_missing(seen)
        if least == 64 * len(seen):
            return heap
        values[heap] = least
    return last


def _least_missing(seen: Array) -> int:
    """Return the least number that is not in a bit set."""
    for word in range(len(seen)):
        if seen[word] != np.uint64(0xFFFFFFFFFFFFFFFF):
            least = 0
            while seen[word] >> np.uint64(least) & np.uint64(1):
                least += 1
            return 64 * word + least
    return 64 * len(seen)


def add_sums(values: Array, total: int, sums: Array, marks: Array, layers: Array) -> None:
    """Kernel: compute the Grundy values of all sums of heaps with `total` chips; a layer fixes the number of heaps."""
    place, words = total % sums.shape[1], sums.shape[2]
    for layer in range(len(layers)):
        for word in range(words):
            sums[layer, place, word] = 0
        if layers[layer, MANY] == 2:
            for value in range(len(marks)):
                marks[value] = 0
            for left in range(1, (total - layers[layer, DISTINCT]) // 2 + 1):
                marks[values[left] ^ values[total - left]] = 1
            for value in range(len(marks)):
                sums[layer, place, value >> 6] |= np.uint64(marks[value]) << np.uint64(value & 63)
        else:
            for left in range(1, total - layers[layer, MANY] + 2):
                apart = int(values[left])
                rest = (total - left) % sums.shape[1]
                for word in range(words):
                    moved = _moved_by(sums[layer - 1, rest, word], apart & 63)
                    sums[layer, place, word ^ (apart >> 6)] |= moved


def _moved_by(members: np.uint64, value: int) -> np.uint64:
    """Return the bit set of the numbers n xor `value`, for all n in a bit set of numbers below 64."""
    if value & 1:
        low = np.uint64(0x5555555555555555)
        members = (members & low) << np.uint64(1) | members >> np.uint64(1) & low
    if value & 2:
        low = np.uint64(0x3333333333333333)
        members = (members & low) << np.uint64(2) | members >> np.uint64(2) & low
    if value & 4:
        low = np.uint64(0x0F0F0F0F0F0F0F0F)
        members = (members & low) << np.uint64(4) | members >> np.uint64(4) & low
    if value & 8:
        low = np.uint64(0x00FF00FF00FF00FF)
        members = (members & low) << np.uint64(8) | members >> np.uint64(8) & low
    if value & 16:
        low = np.uint64(0x0000FFFF0000FFFF)
        members = (members & low) << np.uint64(16) | members >> np.uint64(16) & low
    if value & 32:
        members = members << np.uint64(32) | members >> np.uint64(32)
    return members
