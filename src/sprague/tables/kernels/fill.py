"""Kernels that fill a table of positions.

Plain functions, called through `sprague.jit`. One set of kernels serves every rule, so each is compiled once per
machine. They take everything as arguments, because compiled code freezes globals. They change what they are
given, so they are called for a piece of the work at a time (see `sprague.tables.batching`). As plain Python and
compiled they must do the same: numbers of 64 bits are written `np.uint64(…)` wherever they meet others.
The file is long because walks share most of what is here. What a state is, and a number, stands
in `state_kernels` and `place_kernels`.

A *vector* is (piles of the position, choices, products, 1), so that a linear term is a dot product.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.choices import HOLDS, OVER, checks_hold, dot, first_member, set_products, slope
from sprague.tables.kernels.indexing import DENSE, sort_blocks, sorted_place
from sprague.tables.kernels.states import (
    BLOCKED,
    FULL,
    GRUNDY,
    HURRY,
    OUTCOME,
    is_settled,
    lowest_zero,
    merge_state,
    merge_value,
    value_of,
    value_to_merge,
)

Array = Any  # numpy arrays; numba sees their types, mypy need not

GOES_ON, STOPPED, WON = 0, 1, 2


class Fibres(NamedTuple):
    """Where positions read from and add to accumulators; see `sprague.tables.plan`."""

    read_terms: Array  # [read, place + 1] the fibre's number, but for the kept piles
    read_kept: Array  # [read, number] places of kept piles, ascending, -1 for none
    add_terms: Array  # [add, row, place + 1]
    add_low: Array  # [add, row]
    add_size: Array  # [add, row]
    add_stride: Array  # [add, row]
    add_start: Array  # [add]
    add_kept: Array  # [add, number]
    below: Array  # [number, height] multisets of kept piles before that height
    floor: int
    reduced: int  # 1 if kept piles count from the first of them


def kept_number(vector, kept, k, reduced, below, floor):
    """The number of the multiset of kept piles, whose places are row k of `kept`; -1 if too high."""
    number = 0
    base = vector[kept[k, 0]] if reduced else floor
    j = reduced
    while number >= 0 and j < kept.shape[1] and kept[k, j] >= 0:
        height = vector[kept[k, j]] - base
        number = number + below[j - reduced, height] if height < below.shape[1] else -1
        j += 1
    return number


def merge_options(state, values, vector, option, line, runs, loops, layout, mode, cap, good):
    """Enumerate the options of the position in `vector`, family by family, and take in their values.

    `option`, `line` and `runs` are room to work in: the option's piles; the option of a line for the choice 0 and the
    steps to the next; and for each choice where its loop ends, and the next and the end of the members that it visits.

    It is long because numba counts references to arrays that are handed over: with lines in a function of their own,
    a table of Trim took several times as long.
    """
    width, count = vector.shape[0], option.shape[0]
    # Arrays are taken out of their tuples once: numba counts references each time they are.
    choices, parts, lines, target = loops.choices, loops.parts, loops.line, loops.target
    guards, bounds, divisors, bound_start = loops.guards, loops.bounds, loops.divisors, loops.bound_start
    products, places, product_start = loops.products, loops.product_place, loops.product_start
    checks, moduli, relations, check_start = loops.checks, loops.moduli, loops.relations, loops.check_start
    visit, visit_moves, visit_term = loops.visit, loops.visit_moves, loops.visit_term
    members, member_start, guard_start = loops.members, loops.member_start, loops.guard_start
    kind, floor, reduced, blocks = layout.kind, layout.floor, layout.reduced, layout.blocks
    strides, below, before, start = layout.strides, layout.below, layout.before, layout.start
    by_step = kind == DENSE and blocks.shape[0] == 0  # along a line numbers grow by a fixed step
    for family in range(choices.shape[0]):
        if is_settled(state, mode):
            break
        many = choices[family]
        first_row = family * (target.shape[0] // choices.shape[0])
        set_products(vector, products, places, product_start[family, 0], product_start[family, 1])
        depth = 0
        for g in range(guard_start[family], guard_start[family + 1]):
            if dot(guards, g, vector, width) < 0:
                depth = -1
        if checks_hold(vector, checks, moduli, relations, check_start[family, 0], check_start[family, 1]) != HOLDS:
            depth = -1
        entering = True
        while depth >= 0:
            if depth == many:
                # Mostly there is one part; the value of a sum is the nim-sum of those of its parts.
                value = 0
                number = 0
                for row in range(first_row, first_row + parts[family] * count, count):
                    for i in range(count):
                        option[i] = dot(target, row + i, vector, width)
                    sort_blocks(option, blocks)
                    number = sorted_place(option, kind, floor, reduced, strides, below, before, start)
                    value ^= values[number]
                merge_value(state, 0, value_to_merge(value, number, mode), mode, cap, good)
                depth = -1 if is_settled(state, mode) else depth - 1
                entering = False
                continue
            here = count + depth
            first, last = product_start[family, depth + 1], product_start[family, depth + 2]
            first_check, end_check = check_start[family, depth + 1], check_start[family, depth + 2]
            if entering:
                vector[here] = 0
                low = 0
                middle = bound_start[family, depth, 1]
                for b in range(bound_start[family, depth, 0], middle):
                    low = max(low, -(dot(bounds, b, vector, width) // -divisors[b]))
                high = 1 << 62
                for b in range(middle, bound_start[family, depth, 2]):
                    high = min(high, dot(bounds, b, vector, width) // divisors[b])
                at, end = -1, -1
                row = visit[family, depth]
                if row >= 0 and visit_moves[family, depth]:
                    number = abs(dot(visit_term, family * visit.shape[1] + depth, vector, width))
                    row = row + number if number else -1
                if row >= 0:
                    end = member_start[row + 1]
                    at = first_member(members, member_start[row], end, low)
                if depth == many - 1 and lines[family]:
                    # What is linear in the choice is told by its value for the choice 1, and by what it grows by.
                    vector[here] = 1
                    set_products(vector, products, places, first, last)
                    for i in range(count):
                        line[1, i] = slope(target, first_row + i, vector, here, places, first, last)
                        line[0, i] = dot(target, first_row + i, vector, width) - line[1, i]
                    number_of_0, step = 0, 0
                    if by_step:
                        for i in range(count):
                            number_of_0 += (line[0, i] - floor) * strides[i]
                            step += line[1, i] * strides[i]
                    for c in range(first_check, end_check):
                        fall = -slope(checks, 2 * c, vector, here, places, first, last)
                        most = dot(checks, 2 * c, vector, width) + fall
                        if fall > 0:
                            high = min(high, most // fall)
                        elif most < 0:
                            high = -1
                    for n in range(high - low + 1 if at < 0 else end - at):
                        choice = low + n if at < 0 else members[at + n]
                        if choice > high:
                            break
                        number = number_of_0 + step * choice
                        if not by_step:
                            for i in range(count):
                                option[i] = line[0, i] + line[1, i] * choice
                            sort_blocks(option, blocks)
                            number = sorted_place(option, kind, floor, reduced, strides, below, before, start)
                        merge_value(state, 0, value_to_merge(values[number], number, mode), mode, cap, good)
                        if is_settled(state, mode):
                            break
                    depth = -1 if is_settled(state, mode) else depth - 1
                    entering = False
                    continue
                runs[depth, 0], runs[depth, 1], runs[depth, 2] = high, at, end
                choice = low
            else:
                choice = vector[here] + 1
            if runs[depth, 2] >= 0:
                choice = members[runs[depth, 1]] if runs[depth, 1] < runs[depth, 2] else runs[depth, 0] + 1
                runs[depth, 1] += 1
            held = OVER
            if choice <= runs[depth, 0]:
                vector[here] = choice
                set_products(vector, products, places, first, last)
                held = HOLDS  # most loops have nothing to check, and the call costs
                if first_check < end_check:
                    held = checks_hold(vector, checks, moduli, relations, first_check, end_check)
            entering = held == HOLDS
            if entering:
                depth += 1
            elif held == OVER:
                vector[here] = 0
                depth -= 1


def fill_values(values, places, positions, endings, first, last, totals, fibres, loops, layout, mode, misere, cap):
    """The values of positions first to last, all of one rank.

    Returns how many were done: fewer than asked if a bit set has become too small.
    """
    count = positions.shape[1]
    state = np.zeros((1, totals.shape[1]), totals.dtype)
    vector = np.zeros(loops.target.shape[1], np.int64)
    vector[-1] = 1
    option, line = np.zeros(count, np.int64), np.zeros((2, count), np.int64)
    runs = np.zeros((max(1, loops.visit.shape[1]), 3), np.int64)
    # Arrays are taken out of their tuples once: numba counts references each time they are.
    terms, kept, below, floor = fibres.read_terms, fibres.read_kept, fibres.below, fibres.floor
    reads = terms.shape[0]
    words = totals.shape[1]
    families = loops.choices.shape[0]
    good = 1 if misere else 0
    keys = np.zeros(max(1, reads), np.int64)
    for n in range(first, last):
        for i in range(count):
            vector[i] = positions[n, i]
        goes_on = endings[n] == GOES_ON
        if goes_on:
            for r in range(reads):
                keys[r] = terms[r, count] + dot(terms, r, vector, count)
                if kept.shape[1]:
                    keys[r] += kept_number(vector, kept, r, fibres.reduced, below, floor)
        if mode == GRUNDY and families == 0 and goes_on:
            # Word by word, so that a small value is found without reading whole bit sets.
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
            state[:] = -1 if mode >= HURRY else 0
            if goes_on:
                for r in range(reads):
                    merge_state(state, 0, totals, keys[r], mode)
                if families:
                    merge_options(state, values, vector, option, line, runs, loops, layout, mode, cap, good)
            value = value_of(state, mode, misere, endings[n] == WON, cap)
        if value < 0:
            return n - first
        values[places[n]] = value
    return last - first


def add_values(totals, values, places, positions, first, last, fibres, mode, misere, cap):
    """Add the values of positions first to last to the accumulators of their fibres."""
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
                # Outside these bounds lie fibres that no position of the region reads.
                if where < 0 or where >= size[a, row]:
                    fibre = -1
                    break
                fibre += where * stride[a, row]
            if fibre >= 0 and kept.shape[1]:
                number = kept_number(vector, kept, a, fibres.reduced, below, floor)
                fibre = -1 if number < 0 else fibre + number
            if fibre >= 0:
                merge_value(totals, fibre, value, mode, cap, good)


def fill_levels(
    values, places, positions, endings, starts, level, end, totals, fibres, loops, layout, mode, misere, cap
):
    """Levels of equal rank, one after another: first all values of a level, then their addition.

    Returns the first level that is not done.
    """
    if fibres.add_start.shape[0] == 0:
        # Nothing is added: options come first in any case, and levels need not be told apart.
        first, last = starts[level], starts[end]
        done = fill_values(
            values, places, positions, endings, first, last, totals, fibres, loops, layout, mode, misere, cap
        )
        while level < end and starts[level + 1] <= first + done:
            level += 1
        return level
    while level < end:
        first, last = starts[level], starts[level + 1]
        done = fill_values(
            values, places, positions, endings, first, last, totals, fibres, loops, layout, mode, misere, cap
        )
        if done < last - first:
            return level
        add_values(totals, values, places, positions, first, last, fibres, mode, misere, cap)
        level += 1
    return level


def read_value(totals, base, step, pile, state, mode, misere):
    """The value, if it is not a Grundy value, of the position whose fibres have numbers base + step * pile."""
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


def fill_run(values, number, pile, highest, totals, base, step, add_base, add_step, first, last, cap):
    """Grundy values while one pile runs up to `highest` and fibre numbers grow by fixed steps.

    The innermost loop of most tables. Returns the number and the pile that come next; the pile is
    not above `highest` if a bit set has become too small.
    """
    reads, adds, words = base.shape[0], add_base.shape[0], totals.shape[1]
    for r in range(reads):
        base[r] += step[r] * pile
    for a in range(adds):
        add_base[a] += add_step[a] * pile
    while pile <= highest:
        value = -1
        # Word by word, so that a small value is found without reading whole bit sets.
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


def add_line(terms, low, size, stride, start, a, position, running, following, rest, lowest, highest):
    """Where a run of positions is added: base and step of the fibre's number, first and last pile.

    The pile at `running` runs, the one at `following` (if any) is `rest` less that, others stand.
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
        # Only while 0 <= where + slope * pile < size does any position read this fibre.
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


def fill_by_chips(values, position, number, until, totals, fibres, mode, misere, cap):
    """Values of sorted positions by number of chips, in the order of their numbers; no pile is kept.

    As `fill_in_order`; here the last pile but one runs, and the last follows it down.
    """
    count = position.shape[0]
    terms, floor = fibres.read_terms, fibres.floor
    add_terms, low, size, stride = fibres.add_terms, fibres.add_low, fibres.add_size, fibres.add_stride
    add_start = fibres.add_start
    reads, adds = terms.shape[0], add_start.shape[0]
    base, step = np.zeros(reads, np.int64), np.zeros(reads, np.int64)
    add_base, add_step = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    first, last = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    state = np.zeros((1, totals.shape[1]), totals.dtype)
    good = 1 if misere else 0
    rare = mode == BLOCKED or (mode == OUTCOME and not misere)
    runner, end = count - 2, count - 1
    while number < until:
        rest = position[runner] + position[end]
        highest = rest // 2
        for r in range(reads):
            base[r] = terms[r, count] + terms[r, end] * rest
            for i in range(runner):
                base[r] += terms[r, i] * position[i]
            step[r] = terms[r, runner] - terms[r, end]
        for a in range(adds):
            add_base[a], add_step[a], first[a], last[a] = add_line(
                add_terms, low, size, stride, add_start, a, position, runner, end, rest, floor, highest
            )
        if mode == GRUNDY:
            number, pile = fill_run(
                values, number, position[runner], highest, totals, base, step, add_base, add_step, first, last, cap
            )
            if pile <= highest:
                position[runner], position[end] = pile, rest - pile
                return number
        else:
            for pile in range(position[runner], highest + 1):
                value = read_value(totals, base, step, pile, state, mode, misere)
                values[number] = value
                if not (rare and value):
                    merged = value_to_merge(value, number, mode)
                    for a in range(adds):
                        if first[a] <= pile <= last[a]:
                            merge_value(totals, add_base[a] + add_step[a] * pile, merged, mode, cap, good)
                number += 1
        # The next row: raise the last pile before the runner that leaves enough for those after it.
        i = count - 3
        after = rest
        while i >= 0:
            after += position[i]
            if (position[i] + 1) * (count - i) <= after:
                break
            i -= 1
        if i < 0:
            chips = 1
            for j in range(runner):
                chips += position[j]
                position[j] = floor
            position[runner] = floor
            position[end] = chips + rest - floor * end
        else:
            height = position[i] + 1
            for j in range(i, end):
                position[j] = height
                after -= height
            position[end] = after
    return number


def kept_line(kept, k, below, position, floor):
    """What kept piles add to a fibre's number, and to its step, while the first pile runs from 0."""
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


def fill_add_lines(add_base, add_step, first, last, fibres, position, highest):
    """Where positions are added while the first pile runs up to `highest`, for every way to add."""
    terms, low, size, stride = fibres.add_terms, fibres.add_low, fibres.add_size, fibres.add_stride
    start, kept, below, floor = fibres.add_start, fibres.add_kept, fibres.below, fibres.floor
    for a in range(start.shape[0]):
        add_base[a], add_step[a], first[a], last[a] = add_line(
            terms, low, size, stride, start, a, position, 0, -1, 0, floor, highest
        )
        more, faster = kept_line(kept, a, below, position, floor)
        add_base[a] += more
        add_step[a] += faster


def fill_in_order(values, position, number, until, totals, fibres, top, mode, misere, cap):
    """Values of sorted positions in the order of their numbers, each added as soon as it is known.

    `position` is the next one, with this `number`, and is moved on. While the lowest pile runs and
    the others stand, the number of every fibre grows by a fixed step. Returns the number reached:
    less than `until` if a bit set has become too small.
    """
    count = position.shape[0]
    terms, kept = fibres.read_terms, fibres.read_kept
    below, floor = fibres.below, fibres.floor
    reads, adds = terms.shape[0], fibres.add_start.shape[0]
    base, step = np.zeros(reads, np.int64), np.zeros(reads, np.int64)
    add_base, add_step = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    first, last = np.zeros(adds, np.int64), np.zeros(adds, np.int64)
    state = np.zeros((1, totals.shape[1]), totals.dtype)
    good = 1 if misere else 0
    rare = mode == BLOCKED or (mode == OUTCOME and not misere)
    while number < until:
        highest = position[1] if count > 1 else top
        for r in range(reads):
            base[r], step[r] = terms[r, count], terms[r, 0]
            for i in range(1, count):
                base[r] += terms[r, i] * position[i]
            more, faster = kept_line(kept, r, below, position, floor)
            base[r] += more
            step[r] += faster
        # Where only P-positions are added, most runs add nothing: then it is worked out when needed.
        ready = not rare
        if ready:
            fill_add_lines(add_base, add_step, first, last, fibres, position, highest)
        if mode == GRUNDY:
            number, pile = fill_run(
                values, number, position[0], highest, totals, base, step, add_base, add_step, first, last, cap
            )
            if pile <= highest:
                position[0] = pile
                return number
        else:
            for pile in range(position[0], highest + 1):
                value = read_value(totals, base, step, pile, state, mode, misere)
                values[number] = value
                # In normal play a win says nothing new to those above it.
                if not (rare and value):
                    if not ready:
                        fill_add_lines(add_base, add_step, first, last, fibres, position, highest)
                        ready = True
                    merged = value_to_merge(value, number, mode)
                    for a in range(adds):
                        if first[a] <= pile <= last[a]:
                            merge_value(totals, add_base[a] + add_step[a] * pile, merged, mode, cap, good)
                number += 1
        position[0] = floor
        i = 1
        while i < count - 1 and position[i] == position[i + 1]:
            position[i] = floor
            i += 1
        if i >= count:
            return number
        position[i] += 1
    return number


def fill_column(marks, totals, terms, b, first, last, cap):
    """Values G(0, a, b), capped, for first <= a < last, where fibres are three lines.

    `terms[r]` are the factors of a and b and a constant that give line r of a position. Returns
    where it stopped: before `last` if a bit set has become too small.
    """
    words = totals.shape[1]
    step0, step1, step2 = terms[0, 0], terms[1, 0], terms[2, 0]
    line0 = terms[0, 1] * b + terms[0, 2]
    line1 = terms[1, 1] * b + terms[1, 2]
    line2 = terms[2, 1] * b + terms[2, 2]
    for a in range(first, last):
        value = -1
        i, j, k = line0 + step0 * a, line1 + step1 * a, line2 + step2 * a
        for w in range(words):
            word = totals[i, w] | totals[j, w] | totals[k, w]
            if word != FULL:
                value = min(w * 64 + lowest_zero(word), cap)
                break
        if value < 0:
            if words * 64 < cap:
                return a
            value = cap
        marks[a] = value
    return last


def add_column(out, corners, rows, totals, marks, terms, b, half, column, cap):
    """Add a column's values to their lines, and show those asked for.

    Only a < half were computed; a and b - a have the same value. `out[i, column]` gets the value for
    a = rows[i] <= b, `corners[i]` the whole column b = rows[i].
    """
    for a in range(half, b + 1):
        marks[a] = marks[b - a]
    for a in range(b + 1):
        value = marks[a]
        if value < cap:
            w = value >> 6
            bit = np.uint64(1) << np.uint64(value & 63)
            for r in range(3):
                totals[terms[r, 0] * a + terms[r, 1] * b + terms[r, 2], w] |= bit
    for i in range(rows.shape[0]):
        if rows[i] <= b:
            out[i, column] = marks[rows[i]]
        if rows[i] == b and i < corners.shape[0]:
            for a in range(b):
                corners[i, a] = marks[a]


def fill_lines(out, corners, rows, totals, marks, terms, first, last, cap, mirrored):
    """Columns first <= b < last of a game of differences, where fibres are three lines.

    Positions are walked by b, and all of one b are computed before they are added. If `mirrored`,
    half a column is enough. `marks` is room for one column. Returns the first b that is not done.
    """
    for b in range(first, last):
        half = b // 2 + 1 if mirrored else b + 1
        if fill_column(marks, totals, terms, b, 0, half, cap) < half:
            return b
        add_column(out, corners, rows, totals, marks, terms, b, half, b - first, cap)
    return last


def fill_rows(out, ring, steps, row, widths, lowest, digits, first, last):
    """Grundy values of a game whose moves add fixed vectors, row by row, for rows first to last.

    `ring` holds the last rows, each value as a single bit; the lowest bit that no option has is
    the value. `steps` are the vectors: those of earlier rows come first, `row` is how many they
    are. `widths[x]` is how far row x is needed; `out[x, y]` receives what was asked for. If
    values fit into bytes, `lowest` looks up the lowest zero bit of a byte, as a single bit, and
    `digits` the value of a single bit; otherwise both are empty.
    """
    depth = ring.shape[0]
    one = ring.dtype.type(1)
    inside = steps.shape[0] - row
    for x in range(first, last):
        here = ring[x % depth]
        width = widths[x]
        here[:width] = 0
        for s in range(row):
            dx, dy = steps[s, 0], steps[s, 1]
            if x + dx < 0:
                continue
            there = ring[(x + dx) % depth]
            start = max(0, -dy)
            for y in range(start, width):
                here[y] |= there[y + dy]
        shown = out[x]
        columns = out.shape[1]
        if digits.shape[0]:
            # Few values: two look-ups do what arithmetic would. Indices are unsigned, because numba
            # then need not ask whether they count from the end.
            if inside == 0:
                for y in range(np.uint64(width)):
                    here[y] = lowest[here[y]]
            elif inside == 1:
                back = np.uint64(-steps[row, 1])
                for y in range(min(back, np.uint64(width))):
                    here[y] = lowest[here[y]]
                for y in range(back, np.uint64(width)):
                    here[y] = lowest[here[y] | here[y - back]]
            else:
                for y in range(width):
                    seen = here[y]
                    for s in range(row, steps.shape[0]):
                        if y + steps[s, 1] >= 0:
                            seen |= here[y + steps[s, 1]]
                    here[y] = lowest[seen]
            for y in range(np.uint64(columns)):
                shown[y] = digits[here[y]]
            continue
        for y in range(width):
            seen = here[y]
            for s in range(row, steps.shape[0]):
                if y + steps[s, 1] >= 0:
                    seen |= here[y + steps[s, 1]]
            here[y] = ~seen & (seen + one)
        for y in range(columns):
            shown[y] = lowest_zero(np.uint64(here[y]) - np.uint64(1))
    return last
