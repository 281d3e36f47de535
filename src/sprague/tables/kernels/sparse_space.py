"""Kernels that compute the Grundy values of single heaps by the sparse-space method: `fill_by_sparse_space`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sprague.tables.kernels.heap_exclusion import DISTINCT, HEAP, LAYER, PARTS, TAKEN

Array = npt.NDArray[Any]

BLOCK = 128  # number of pairs of heaps that are marked between two checks for missing values
FIRST_BLOCKS = 64  # number of blocks of pairs that are tried before missing values are searched for one by one
LONG_BLOCK = 1 << 10  # number of pairs of heaps that are examined between two checks in the search for a single value


def fill_by_sparse_space(
    values: Array,
    first: int,
    last: int,
    marks: Array,
    parity: Array,
    by_place: int,
    rare: Array,
    rare_values: Array,
    count: int,
    layers: Array,
    moves: Array,
) -> tuple[int, int]:
    """Kernel: compute the values of heaps by the sparse-space method; return the next heap and the count of rare heaps.

    The array `parity` contains the parity of each value in the sparse space. The flag `by_place` is 1 if common heaps
    of even and of odd size have values of different parity, otherwise 0. The first `count` entries of `rare` are the
    rare heaps, and the first `count` entries of `rare_values` are their values. Each row of the array `marks` marks the
    values of the options of one heap.
    """
    splitting = -1
    for move in range(len(moves)):
        if moves[move, PARTS] == 2:
            splitting = moves[move, TAKEN]
    for start in range(first, last, len(marks)):
        end = min(start + len(marks), last)
        _mark_rare_sums(values, start, end, marks, rare, rare_values, count, layers, moves)
        for heap in range(start, end):
            if count == len(rare):
                return heap, count
            seen = marks[heap - start]
            _mark_near_sums(values, heap, start, seen, layers, moves)
            side = by_place & (heap - splitting) & 1
            least = 0
            lowest = -1
            while least < len(seen):
                if not seen[least]:
                    if parity[least] ^ side:
                        break
                    if lowest < 0:
                        lowest = least
                least += 1
            if least == len(seen):
                return heap, count
            if lowest >= 0:
                least = _least_open(values, heap, seen, lowest, least, layers, moves)
            values[heap] = least
            if not parity[least] ^ side:
                rare[count] = heap
                rare_values[count] = least
                count += 1
    return last, count


def _mark_rare_sums(
    values: Array,
    start: int,
    end: int,
    marks: Array,
    rare: Array,
    rare_values: Array,
    count: int,
    layers: Array,
    moves: Array,
) -> None:
    """For each heap of a block, mark the nim-sums of a rare heap and another heap, both completed before the block."""
    marks[:] = 0
    for move in range(len(moves)):
        if moves[move, PARTS] != 2:
            continue
        taken, distinct = moves[move, TAKEN], layers[moves[move, LAYER], DISTINCT]
        lowest = max(start, moves[move, HEAP])
        for place in range(count):
            less = taken + rare[place]
            low, high = max(lowest, less + 1), min(end, less + start)
            equal = less + rare[place]
            if distinct and low <= equal < high:
                _mark_neighbours(marks[low - start : equal - start], values[low - less :], rare_values[place])
                low = equal + 1
            if low < high:
                _mark_neighbours(marks[low - start : high - start], values[low - less :], rare_values[place])


def _mark_neighbours(marks: Array, values: Array, value: int) -> None:
    """For each heap of a block, mark the nim-sum of `value` and the heap's entry in `values`."""
    # The loop index is unsigned, so that the compiler omits checks for negative indices.
    for row in range(np.uint64(len(marks))):
        marks[row, values[row] ^ value] = 1


def _mark_near_sums(values: Array, heap: int, start: int, seen: Array, layers: Array, moves: Array) -> None:
    """Mark the values of options with at most one heap, and of options with two heaps if one is in the block."""
    for move in range(len(moves)):
        rest = heap - moves[move, TAKEN]
        parts = moves[move, PARTS]
        if rest < 0 or heap < moves[move, HEAP]:
            continue
        if parts == 0:
            if rest == 0:
                seen[0] = 1
        elif parts == 1:
            if rest > 0:
                seen[values[rest]] = 1
        else:
            twice = rest if layers[moves[move, LAYER], DISTINCT] else -1
            for near in range(max(start, 1), rest):
                if 2 * near != twice:
                    seen[values[near] ^ values[rest - near]] = 1


def _least_open(values: Array, heap: int, seen: Array, lowest: int, least: int, layers: Array, moves: Array) -> int:
    """Return the Grundy value of a heap: the least number that is not the value of an option.

    The Grundy value is between `lowest` and `least`. A few thousand pairs of heaps give most values; for each value
    still missing, all pairs are searched.
    """
    # Check for missing values only once for many pairs, because a check costs more than marking a pair. Try all moves
    # for each block of pairs, because some values occur only after certain moves: in Kayles, for example, after taking
    # two chips.
    bits = bits_for(heap // (2 * BLOCK))
    for step in range(min(FIRST_BLOCKS, 1 << bits)):
        first = 1 + BLOCK * spread(step, bits)
        for move in range(len(moves)):
            left, right, many = pairs_from(first, BLOCK, heap, move, layers, moves)
            for place in range(np.uint64(many)):
                seen[values[left + place] ^ values[right - place]] = 1
            while lowest < least and seen[lowest]:
                lowest += 1
            if lowest == least:
                return least
    while lowest < least:
        if not seen[lowest] and not _is_sum(values, heap, lowest, layers, moves):
            return lowest
        lowest += 1
    return least


def _is_sum(values: Array, heap: int, value: int, layers: Array, moves: Array) -> bool:
    """Return whether some move leaves two heaps with the nim-sum `value`."""
    bits = bits_for(heap // (2 * LONG_BLOCK))
    for step in range(1 << bits):
        first = 1 + LONG_BLOCK * spread(step, bits)
        for move in range(len(moves)):
            left, right, many = pairs_from(first, LONG_BLOCK, heap, move, layers, moves)
            # Compute a minimum instead of testing for zero, because the compiler vectorizes only the minimum.
            nearest = values.dtype.type(1)
            for place in range(np.uint64(many)):
                apart = values.dtype.type(values[left + place] ^ values[right - place] ^ value)
                nearest = min(nearest, apart)
            if nearest == 0:
                return True
    return False


def pairs_from(
    first: int, most: int, heap: int, move: int, layers: Array, moves: Array
) -> tuple[np.uint64, np.uint64, int]:
    """Kernel: return a range of pairs of heaps that a move leaves: the first heap, its partner, the number of pairs."""
    rest = heap - moves[move, TAKEN]
    end = (rest - layers[moves[move, LAYER], DISTINCT]) // 2 + 1
    if moves[move, PARTS] != 2 or heap < moves[move, HEAP] or end <= first:
        return np.uint64(0), np.uint64(0), 0
    return np.uint64(first), np.uint64(rest - first), min(most, end - first)


def bits_for(number: int) -> int:
    """Kernel: return the number of binary digits of a number of heaps."""
    bits = 0
    while number >> bits:
        bits += 1
    return bits


def spread(step: int, bits: int) -> int:
    """Kernel: return a number of `bits` bits for a step of a search; consecutive steps have very different numbers.

    Heaps of similar size have similar values, and hence few different nim-sums. The function multiplies the step by an
    odd number whose ratio to 2^bits is close to the golden ratio.
    """
    return step * (0x9E3779B9 >> (32 - bits) | 1) & ((1 << bits) - 1)
