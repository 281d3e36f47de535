"""The inner loops of the search for patterns. They know no game: moves come in as arrays of vectors.

Plain functions, called through `sprague.compiling`. As in `sprague.tables.kernels`, all of them stand in one file and
take everything as arguments, because the cache of compiled kernels notices neither edits in other files
nor changed globals; and as there, numbers of 64 bits are written `np.uint64(…)` wherever they meet others.
"""

from __future__ import annotations

import numpy as np

# Values of a game of differences, column by column


def note_column(furthest, first, last, counts, marks, b, half, cap):
    """Note where the values of column b stand: `marks[a]` is the value of (0, a, b), for a < half.

    For each value below the cap: the largest a (`furthest[g, 0]`) and the first b at which it was reached
    (`furthest[g, 1]`), the first and the last (a, b), and how many there are.
    """
    for a in range(half):
        value = marks[a]
        if value >= cap:
            continue
        if a > furthest[value, 0]:
            furthest[value, 0] = a
            furthest[value, 1] = b
        if counts[value] == 0:
            first[value, 0] = a
            first[value, 1] = b
        last[value, 0] = a
        last[value, 1] = b
        counts[value] += 1


# Rows of a game with finitely many moves, folded
#
# Piles are in an order in which every move's first change is a fall. `rows[n]` holds all positions whose
# first pile is n, the other piles laid out one after the other: pile j takes `extent[j]` places, of which
# `core[j]` (preperiod plus period) are a period window, `fall[j]` more are computed and compared with
# what the period says, and the rest, as far as moves reach up and to the end of a word, are copied. `stride[j]`
# is the distance of neighbours.


# Values of a line as single bits, a word at a time. A line (all piles but the last fixed) is a whole number of words of
# 64 bits: `words` are the rows, one after the other, each word 8 places of a byte, the first the lowest, or one place.
#
# Why this is right: to bring in the values `step` places further on is to read the line from there on, which is a shift
# of two neighbouring words. A place sees at most as many values as there are moves and has more bits than that, so that
# adding 1 to each place carries nothing into the next: ~seen & (seen + 1) is the mex of all places of a word at once.
# Behind the end of the line nonsense may be read and written: it affects no place before it; `extend` overwrites it.
#
# There are no slices of arrays, as to count references to them takes longer than a short line, and places
# are unsigned, as the compiler looks at the sign of others each time.


def word_from(words, place, bits):
    """The 64 bits that begin so many bits (0 to 63) behind the beginning of a word."""
    one = np.uint64(1)
    # The last shift is split: to shift a word by 64 is undefined.
    return (words[place] >> bits) | ((words[place + one] << one) << (np.uint64(63) - bits))


def gather(rows, words, n, base, prefix, vectors, inside, shape, here, count):
    """Bring the values of options on other lines (by vectors before `inside`) into the `count` words from `here` on."""
    final = shape.shape[1] - 1
    bits = 8 * rows.itemsize
    lanes = 64 // bits
    one = np.uint64(1)
    for k in range(np.uint64(count)):
        words[here + k] = 0
    for s in range(inside):
        legal = n + vectors[s, 0] >= 0
        place = base + (n + vectors[s, 0]) * rows.shape[1]
        for j in range(1, final):
            place += vectors[s, j] * shape[4, j]
            legal &= prefix[j] + vectors[s, j] >= 0
        step = vectors[s, final]
        whole = step // lanes  # words, and the rest of the step in bits
        rest = np.uint64((step - whole * lanes) * bits)
        start = max(0, -whole)  # before this word of our line, options would be below the floor
        if legal and start <= count:
            there = np.uint64(place // lanes + start + whole)
            into = here + np.uint64(start)
            if start > 0:
                # Of the word before, the places that reach the floor.
                words[into - one] |= (words[there] << one) << (np.uint64(63) - rest)
            for k in range(np.uint64(count - start)):
                words[into + k] |= word_from(words, there + k, rest)


def mark_near(rows, n, base, vectors, inside, width, final, mode):
    """Place by place, where a move within the line is so short that places of one word see each other."""
    lowest = rows.dtype.type(1)
    for y in range(width):
        seen = rows[n, base + y]
        for s in range(inside, vectors.shape[0]):
            if y + vectors[s, final] >= 0:
                seen |= rows[n, base + y + vectors[s, final]]
        if mode == 0:
            rows[n, base + y] = ~seen & (seen + lowest)
        elif seen & lowest or (mode == 2 and seen == 0):
            rows[n, base + y] = lowest + lowest
        else:
            rows[n, base + y] = lowest


def mark_single(words, here, count, whole, rest, unit):
    """The mex of each place, if one move stays within the line: `whole` words back, and `rest` bits on."""
    one = np.uint64(1)
    start = np.uint64(min(-whole, count))
    for k in range(start):
        word = words[here + k]
        if k + one == start:
            word |= (words[here] << one) << (np.uint64(63) - rest)
        words[here + k] = ~word & (word + unit)
    for k in range(np.uint64(count) - start):
        word = words[here + start + k] | word_from(words, here + k, rest)
        words[here + start + k] = ~word & (word + unit)


def mark_words(words, here, count, vectors, inside, final, bits, unit, mode):
    """The value of each place, word by word, with any number of moves that stay within the line."""
    lanes = 64 // bits
    one = np.uint64(1)
    for k in range(count):
        at = here + np.uint64(k)
        word = words[at]
        for s in range(inside, vectors.shape[0]):
            whole = vectors[s, final] // lanes
            rest = np.uint64((vectors[s, final] - whole * lanes) * bits)
            there = at - np.uint64(-whole)
            if k + whole >= 0:
                word |= words[there] >> rest
            if k + whole >= -1:
                word |= (words[there + one] << one) << (np.uint64(63) - rest)
        if mode == 0:
            word = ~word & (word + unit)
        elif mode == 1:
            word = (word & unit) + unit
        else:
            word = (unit + unit) - ((word >> one) & ~word & unit)
        words[at] = word


def mark_line(rows, words, n, base, prefix, vectors, inside, shape, mode):
    """Values of one line, each as a single bit; the vectors from `inside` on stay within the line."""
    final = shape.shape[1] - 1
    width = shape[0, final] + shape[2, final]
    bits = 8 * rows.itemsize
    lanes = 64 // bits
    here = np.uint64((n * rows.shape[1] + base) // lanes)
    count = (width + lanes - 1) // lanes
    gather(rows, words, n, base, prefix, vectors, inside, shape, here, count)
    near = False
    for s in range(inside, vectors.shape[0]):
        near |= -vectors[s, final] < lanes
    every = ~np.uint64(0)
    unit = every // (every >> np.uint64(64 - bits))  # a 1 in each place
    if near:
        mark_near(rows, n, base, vectors, inside, width, final, mode)
    elif mode == 0 and inside + 1 == vectors.shape[0]:
        whole = vectors[inside, final] // lanes
        rest = np.uint64((vectors[inside, final] - whole * lanes) * bits)
        mark_single(words, here, count, whole, rest, unit)
    else:
        mark_words(words, here, count, vectors, inside, final, bits, unit, mode)


def folded_place(n, prefix, last, tail, cycle):
    """Where conditions on the position (first pile n, then prefix, then last) are looked up."""
    place = 0
    piles = tail.shape[0]
    for j in range(piles):
        pile = n if j == 0 else last if j == piles - 1 else prefix[j]
        if pile >= tail[j] + cycle[j]:
            pile = tail[j] + (pile - tail[j]) % cycle[j]
        place = place * (tail[j] + cycle[j]) + pile
    return place


def value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle):
    """As `mark_line`, for any number of moves and with conditions: `rows` holds the values themselves.

    `legal[s, place]` says whether conditions allow move s, `won[place]` whether play is over and won, with the
    place from `folded_place`. `seen` is room for marks, one per value.
    """
    core, fall, stride = shape[0], shape[2], shape[4]
    piles = core.shape[0]
    width = core[piles - 1] + fall[piles - 1]
    for y in range(width):
        place = folded_place(n, prefix, y, tail, cycle)
        options = 0
        seen[:] = 0
        for s in range(vectors.shape[0]):
            last = y + vectors[s, piles - 1]
            if not legal[s, place] or n + vectors[s, 0] < 0 or last < 0:
                continue
            there = base + last
            fits = True
            for j in range(1, piles - 1):
                there += vectors[s, j] * stride[j]
                if prefix[j] + vectors[s, j] < 0:
                    fits = False
            if fits:
                options += 1
                seen[rows[n + vectors[s, 0], there]] = 1
        value = 0
        if mode == 0:
            while seen[value]:
                value += 1
        elif seen[0] or (mode == 2 and options == 0 and not won[place]):
            value = 1
        rows[n, base + y] = value


def extend(rows, n, base, j, shape):
    """Compare what was computed beyond the window of pile j with what the period says, and copy the rest.

    Returns whether they agree.
    """
    row, size = np.uint64(n), shape[4, j]
    start = base + shape[0, j] * size
    middle = start + shape[2, j] * size
    end = base + shape[3, j] * size
    back = np.uint64(shape[1, j] * size)
    differs = False
    for cell in range(np.uint64(start), np.uint64(middle)):
        differs |= rows[row, cell] != rows[row, cell - back]
    for cell in range(np.uint64(middle), np.uint64(end)):
        rows[row, cell] = rows[row, cell - back]
    return not differs


def fill_rows(
    rows, words, start, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
):
    """All positions whose first pile is at least start and less than end.

    Returns 0 and the end, or the pile whose period does not hold, and the row in which it does not; when it is to
    stop, anything.
    """
    piles = shape.shape[1]
    n = start
    while n < end and stop[0] == 0:
        for j in range(piles):
            prefix[j] = 0
        base = np.int64(0)
        j = 1
        while j >= 1 and stop[0] == 0:
            if plain:
                mark_line(rows, words, n, base, prefix, vectors, inside, shape, mode)
            else:
                value_line(rows, n, base, prefix, vectors, shape, mode, seen, legal, won, tail, cycle)
            if not extend(rows, n, base, piles - 1, shape):
                return piles - 1, n
            j = piles - 2
            while j >= 1:
                prefix[j] += 1
                base += shape[4, j]
                if prefix[j] < shape[0, j] + shape[2, j]:
                    break
                base -= prefix[j] * shape[4, j]
                prefix[j] = 0
                if not extend(rows, n, base, j, shape):
                    return j, n
                j -= 1
        n += 1
    return 0, n


def hash_row(words, start, end):
    """A number that is different for different rows, almost surely."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for cell in range(np.uint64(start), np.uint64(end)):
        mixed = (mixed ^ words[cell]) * np.uint64(0xD6E8FEB86659FD93)
        mixed ^= mixed >> np.uint64(32)
    return mixed


def same_rows(words, one, two, count):
    cell = 0
    while cell < count and words[one + cell] == words[two + cell]:
        cell += 1
    return cell == count


def doubled(numbers):
    """The same numbers in an array of twice the length."""
    longer = np.empty(2 * numbers.shape[0], np.uint64)
    for i in range(numbers.shape[0]):
        longer[i] = numbers[i]
    return longer


def find_repeat(rows, words, vectors, inside, shape, mode, plain, room, legal, won, tail, cycle, stop):
    """Compute rows until as many as a move can fall through are those of an earlier moment.

    Returns (0, preperiod, period, rows computed), or (j, …) if the period of pile j was found not to hold, or
    (-1, …) if there is no room for more rows. `words` is a view of the rows, one after the other, as 64-bit
    numbers, with one more behind them. Each row is written before it is read, whatever stood there.
    """
    depth = max(shape[2, 0], 1)
    size = rows.shape[1] * rows.itemsize // 8
    seen = np.zeros(room, np.uint8)
    prefix = np.zeros(shape.shape[1], np.int64)
    factor = np.uint64(0x2545F4914F6CDD1D)
    power = np.uint64(1)
    for _ in range(depth):
        power *= factor
    hashes = np.zeros(256, np.uint64)
    states = np.zeros(256, np.uint64)
    table = np.empty(512, np.int64)
    table[:] = -1
    state = np.uint64(0)
    failed, filled = 0, 0
    for n in range(rows.shape[0]):
        if n == filled:
            # Several at once: a call with so many arguments takes as long as a short row.
            end = min(n + 8, rows.shape[0])
            failed, filled = fill_rows(
                rows, words, n, end, vectors, inside, shape, mode, plain, seen, legal, won, tail, cycle, prefix, stop
            )
            if stop[0] != 0:
                break
        if failed and n == filled:
            return failed, n, 0, n
        if n == hashes.shape[0]:
            hashes, states = doubled(hashes), doubled(states)
            table = np.empty(2 * table.shape[0], np.int64)
            table[:] = -1
            mask = np.uint64(table.shape[0] - 1)
            for old in range(max(0, tail[0] - depth), n - depth + 1):
                slot = (states[old] ^ (states[old] >> np.uint64(29))) & mask
                while table[slot] >= 0:
                    slot = (slot + np.uint64(1)) & mask
                table[slot] = old
        hashes[n] = hash_row(words, n * size, (n + 1) * size)
        state = state * factor + hashes[n]
        if n >= depth:
            state -= hashes[n - depth] * power
        # The state that starts at row `start`: it tells row n + 1 if that is past all thresholds.
        start = n - depth + 1
        if start < 0 or n + 1 < tail[0]:
            continue
        states[start] = state
        mask = np.uint64(table.shape[0] - 1)
        slot = (state ^ (state >> np.uint64(29))) & mask
        while table[slot] >= 0:
            old = table[slot]
            fits = states[old] == state and (start - old) % cycle[0] == 0
            if fits and same_rows(words, old * size, start * size, depth * size):
                return 0, old, start - old, n + 1
            slot = (slot + np.uint64(1)) & mask
        table[slot] = start
    return -1, 0, 0, rows.shape[0]


# Sequences


def borders(sequence, stop):
    """For each length: the longest proper beginning of that part of the sequence that is also its end.

    A part of length n has the least period n - borders[n]. (The prefix function of Knuth, Morris and Pratt.)
    """
    out = np.zeros(sequence.shape[0] + 1, np.int64)
    border = 0
    for n in range(1, sequence.shape[0]):
        if stop[0] != 0:
            break
        while border > 0 and sequence[n] != sequence[border]:
            border = out[border]
        if sequence[n] == sequence[border]:
            border += 1
        out[n + 1] = border
    return out
