"""Kernels that enumerate positions to find the totals of redistribution games: `find_position`, `walk_window`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]
Stop = NDArray[np.uint8]


def find_position(
    total: int,
    piles: int,
    lowest: int,
    members: Flags,
    sets: Ints,
    emptied: Flags,
    starts: Ints,
    first: int,
    masks: Ints,
    offsets: Ints,
    least: int,
    misere: bool,
    stop: Stop,
) -> tuple[Ints, int]:
    """Totals kernel: find a P-position with a given total; also return the number of pile heights tried.

    `members` marks the totals of P-positions below the given total. In a P-position, no move keeps a number of chips
    that `members` marks. The sets of piles whose last pile is pile i are `sets[starts[i]:starts[i + 1]]`. Each set in
    `sets` contains the piles that a move keeps or, if the set's flag in `emptied` is true, the piles that a move
    empties. The number of kept chips is the total minus the emptied chips. The absolute value of `first` is the number
    of piles in the smallest set; `first` is negative if this set contains emptied piles. `masks` lists all sets of
    piles that a move may keep. In misère play, a P-position must also have a move: some set of piles in `masks` must
    have at least `least` chips.
    """
    heights = np.zeros(piles, dtype=np.int64)
    sums = np.zeros(piles + 1, dtype=np.int64)
    tried = 0
    place = 0
    heights[0] = lowest - 1
    size = abs(first)
    while place >= 0 and stop[0] == 0:
        # Choose the next height of the current pile. The last pile takes all remaining chips; every other pile leaves
        # enough chips for the piles after it.
        if place == piles - 1:
            rest = total - sums[place]
            if heights[place] >= rest or rest < (heights[place - 1] if place else lowest):
                place -= 1
                continue
            heights[place] = rest
        else:
            height = heights[place] + 1
            most = (total - sums[place]) // (piles - place)
            if place >= size - 1:
                # The current pile and the first `size - 1` piles form one of the smallest sets that a move may keep or
                # empty. Skip every height of the current pile at which a move that keeps or empties the smallest set
                # leads to a P-position.
                beside = sums[size - 1]
                if first < 0:
                    while height <= most and members[total - beside - height]:
                        height += 1
                else:
                    while height <= most and members[beside + height]:
                        height += 1
            if height > most:
                place -= 1
                continue
            heights[place] = height
        tried += 1
        fine = True
        for entry in range(starts[place], starts[place + 1]):
            chosen = _chips_of(heights, place + 1, sets[entry])
            if members[total - chosen if emptied[entry] else chosen]:
                fine = False
                break
        if not fine:
            continue
        if place < piles - 1:
            sums[place + 1] = sums[place] + heights[place]
            place += 1
            heights[place] = heights[place - 1] - 1
            continue
        if not misere or _can_move(heights, piles, masks, offsets, least):
            return heights, tried
    return np.zeros(0, dtype=np.int64), tried


def _chips_of(heights: Ints, piles: int, mask: int) -> int:
    """Return the number of chips on a set of piles; bit i of the mask stands for pile i."""
    chips = 0
    for i in range(piles):
        if mask >> i & 1:
            chips += heights[i]
    return chips


def _can_move(heights: Ints, piles: int, masks: Ints, offsets: Ints, least: int) -> bool:
    """Return whether a move is possible: some set of piles that a move may keep has at least `least` chips."""
    for entry in range(offsets[piles]):  # noqa: SIM110  (numba compiles loops best)
        if _chips_of(heights, piles, masks[entry]) >= least:
            return True
    return False


def walk_window(
    piles: int,
    lowest: int,
    high: int,
    big: int,
    members: Flags,
    masks: Ints,
    offsets: Ints,
    least: int,
    misere: bool,
    limit: int,
    stop: Stop,
) -> tuple[Flags, Flags, Ints, int]:
    """Totals kernel: return the totals of all P-positions with piles from `lowest` to below `high`.

    The result has four entries: the totals of the P-positions with all piles below `big`, the totals of all other
    P-positions, a P-position for each total, and the number of pile heights tried. If more than `limit` heights were
    tried, the enumeration is incomplete.
    """
    most = piles * high
    small_totals = np.zeros(most, dtype=np.bool_)
    big_totals = np.zeros(most, dtype=np.bool_)
    positions = np.zeros((most, piles), dtype=np.int64)
    heights = np.zeros(piles, dtype=np.int64)
    tried = 0
    place = 0
    heights[0] = lowest - 1
    while place >= 0 and tried <= limit and stop[0] == 0:
        heights[place] += 1
        if heights[place] >= high:
            place -= 1
            continue
        tried += 1
        fine = True
        for entry in range(offsets[place], offsets[place + 1]):
            if members[_chips_of(heights, place + 1, masks[entry])]:
                fine = False
                break
        if not fine:
            continue
        if place < piles - 1:
            place += 1
            heights[place] = heights[place - 1] - 1
            continue
        if misere and not _can_move(heights, piles, masks, offsets, least):
            continue
        total = 0
        for i in range(piles):
            total += heights[i]
        if heights[piles - 1] >= big:
            if not big_totals[total]:
                big_totals[total] = True
                positions[total] = heights
        else:
            if not (small_totals[total] or big_totals[total]):
                positions[total] = heights
            small_totals[total] = True
    return small_totals, big_totals, positions, tried
