"""Kernels that fill a table of sorted positions in the order of their indices: `fill_sorted`."""

from __future__ import annotations

import numpy as np

from sprague.tables.kernels.states import (
    BLOCKED,
    FULL,
    GRUNDY,
    OUTCOME,
    lowest_zero,
    merge_state,
    merge_value,
    value_of,
    value_to_merge,
)


def fill_sorted(values, position, number, until, totals, fibres, top, by_chips, mode, misere, cap):
    """Kernel: compute the values of sorted positions in the order of their indices, and add them to accumulators.

    The argument `position` is the next position, and `number` is its index; the kernel advances `position`. Positions
    are processed in *runs*. In a run, usually only the lowest pile grows, so the index of each accumulator grows by a
    fixed step. If positions are ordered by chips (`by_chips`), the second-last pile grows while the last pile shrinks.
    The kernel returns the next index, which is less than `until` if a bit set is too small.
    """
    count = position.shape[0]
    terms, kept, below, floor = fibres.read_terms, fibres.read_kept, fibres.below, fibres.floor
    reads, adds = terms.shape[0], fibres.add_start.shape[0]
    base, step = np.zeros(reads, np.int64), np.zeros(reads, np.int64)
    add_base, add_step = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    first, last = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    state = np.zeros((1, totals.shape[1]), totals.dtype)
    good = 1 if misere else 0
    rare = mode == BLOCKED or (mode == OUTCOME and not misere)
    running, following, rest = (count - 2, count - 1, 0) if by_chips else (0, -1, 0)
    while number < until:
        if by_chips:
            rest = position[running] + position[following]
            highest = rest // 2
        else:
            highest = position[1] if count > 1 else top
        for r in range(reads):
            base[r], step[r] = terms[r, count], terms[r, running]
            for i in range(count):
                if i != running and i != following:
                    base[r] += terms[r, i] * position[i]
            if by_chips:
                base[r] += terms[r, following] * rest
                step[r] -= terms[r, following]
            more, faster = _kept_line(kept, r, below, position, floor)
            base[r] += more
            step[r] += faster
        # If only P-positions are added to accumulators, most runs add nothing. To save time, compute the indices of
        # accumulators only when a position of the run adds to them.
        ready = not rare
        if ready:
            _fill_add_lines(add_base, add_step, first, last, fibres, position, running, following, rest, highest)
        if mode == GRUNDY:
            number, pile = _fill_run(
                values, number, position[running], highest, totals, base, step, add_base, add_step, first, last, cap
            )
            if pile <= highest:
                position[running] = pile
                if by_chips:
                    position[following] = rest - pile
                return number
        else:
            for pile in range(position[running], highest + 1):
                value = _read_value(totals, base, step, pile, state, mode, misere)
                values[number] = value
                # In normal play, an N-position adds nothing to the accumulators of outcomes.
                if not (rare and value):
                    if not ready:
                        _fill_add_lines(
                            add_base, add_step, first, last, fibres, position, running, following, rest, highest
                        )
                        ready = True
                    merged = value_to_merge(value, number, mode)
                    for a in range(adds):
                        if first[a] <= pile <= last[a]:
                            merge_value(totals, add_base[a] + add_step[a] * pile, merged, mode, cap, good)
                number += 1
        if by_chips:
            _start_next_run_by_chips(position, rest, floor)
        elif not start_next_run(position, floor):
            return number
    return number


def start_next_run(position, floor):
    """Kernel: advance a sorted position to the start of the next run; return False after the last run."""
    count = position.shape[0]
    position[0] = floor
    i = 1
    while i < count - 1 and position[i] == position[i + 1]:
        position[i] = floor
        i += 1
    if i >= count:
        return False
    position[i] += 1
    return True


def _start_next_run_by_chips(position, rest, floor):
    """Advance a position to the next run of positions ordered by chips; `rest` is the sum of the last two piles."""
    count = position.shape[0]
    running, following = count - 2, count - 1
    i = count - 3
    after = rest
    while i >= 0:
        after += position[i]
        if (position[i] + 1) * (count - i) <= after:
            break
        i -= 1
    if i < 0:
        chips = 1
        for j in range(running):
            chips += position[j]
            position[j] = floor
        position[running] = floor
        position[following] = chips + rest - floor * following
    else:
        height = position[i] + 1
        for j in range(i, following):
            position[j] = height
            after -= height
        position[following] = after


def _read_value(totals, base, step, pile, state, mode, misere):
    """Return the outcome, remoteness or suspense of a position from the accumulators with index base + step * pile."""
    if mode == OUTCOME:
        state[0, 0] = 0
        for r in range(base.shape[0]):
            state[0, 0] |= totals[base[r] + step[r] * pile, 0]
            if state[0, 0] & 1:
                break
    else:
        state[:] = -1
        for r in range(base.shape[0]):
            merge_state(state, 0, totals, base[r] + step[r] * pile, mode)
    return value_of(state, mode, misere, False, 0)


def _fill_run(values, number, pile, highest, totals, base, step, add_base, add_step, first, last, cap):
    """Compute the Grundy values of a run of positions, in which one pile grows up to `highest`.

    The function returns the next index and the next height of the growing pile. If a bit set is too small, the returned
    height is at most `highest`.
    """
    reads, adds, words = base.shape[0], add_base.shape[0], totals.shape[1]
    for r in range(reads):
        base[r] += step[r] * pile
    for a in range(adds):
        add_base[a] += add_step[a] * pile
    while pile <= highest:
        value = -1
        # Read bit sets word by word, so that a small Grundy value is found without reading whole bit sets.
        for w in range(words):
            word = np.uint64(0)
            for r in range(reads):
                word |= np.uint64(totals[base[r], w])
            if word != FULL:
                value = w * 64 + lowest_zero(word)
                break
        if value < 0 or value > cap:
            if words * 64 < cap:
                return number, pile
            value = cap
        values[number] = value
        number += 1
        if value < cap:
            w = value >> 6
            bit = totals.dtype.type(np.uint64(1) << np.uint64(value & 63))
            for a in range(adds):
                if first[a] <= pile <= last[a]:
                    totals[add_base[a], w] |= bit
        for r in range(reads):
            base[r] += step[r]
        for a in range(adds):
            add_base[a] += add_step[a]
        pile += 1
    return number, pile


def _add_line(terms, low, size, stride, start, a, position, running, following, rest, lowest, highest):
    """Return how a run adds values to accumulators: base and step of their index, first and last height of the pile.

    In the run, the pile with the index `running` grows. If `following` is the index of a pile, that pile shrinks: it
    has `rest` chips minus the chips of the growing pile.
    """
    count = position.shape[0]
    base, step, first, last = start[a], 0, lowest, highest
    for row in range(terms.shape[1]):
        if size[a, row] == 0:
            break
        where, slope = terms[a, row, count] - low[a, row], terms[a, row, running]
        for i in range(count):
            if i != running and i != following:
                where += terms[a, row, i] * position[i]
        if following >= 0:
            where += terms[a, row, following] * rest
            slope -= terms[a, row, following]
        base += where * stride[a, row]
        step += slope * stride[a, row]
        # Restrict the growing pile so that `where + slope * pile`, the value of the row, lies between 0 and size - 1.
        # Other values of the row belong to no accumulator.
        if slope == 0:
            if where < 0 or where >= size[a, row]:
                last = first - 1
        elif slope > 0:
            first = max(first, -(where // slope))
            last = min(last, (size[a, row] - 1 - where) // slope)
        else:
            first = max(first, -((size[a, row] - 1 - where) // -slope))
            last = min(last, where // -slope)
    return base, step, first, last


def _kept_line(kept, k, below, position, floor):
    """Return what unchanged piles add to an accumulator's index: a constant, and a multiple of the lowest pile."""
    base, step = 0, 0
    for j in range(kept.shape[1]):
        place = kept[k, j]
        if place < 0:
            break
        if place == 0:
            step += 1
            base -= floor
        else:
            base += below[j, position[place] - floor]
    return base, step


def _fill_add_lines(add_base, add_step, first, last, fibres, position, running, following, rest, highest):
    """Compute the indices of the accumulators to which a run adds values; the run's growing pile ends at `highest`."""
    terms, low, size, stride = fibres.add_terms, fibres.add_low, fibres.add_size, fibres.add_stride
    start, kept, below, floor = fibres.add_start, fibres.add_kept, fibres.below, fibres.floor
    for a in range(start.shape[0]):
        add_base[a], add_step[a], first[a], last[a] = _add_line(
            terms, low, size, stride, start, a, position, running, following, rest, floor, highest
        )
        more, faster = _kept_line(kept, a, below, position, floor)
        add_base[a] += more
        add_step[a] += faster
