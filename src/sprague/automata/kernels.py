"""The inner loops of the automata: products, subsets, minimisation, searches.

They know no digits and no piles: an automaton comes in as its table of transitions, a
nondeterministic one as lists of targets (`offsets`, `targets`: those of state q at symbol a stand
from `offsets[q * symbols + a]` on). State 0 is the start. They run as plain Python or compiled
(`sprague.compiling`); as the cache of compiled kernels notices neither edits in other files nor changed
globals, all of them stand in this one file and take everything as arguments. What may run for long looks at
`stop`, once for each state.

Arrays that grow double. Hashes only say where to look: what is found there is compared in full, so
no answer rests on a hash being good. All arithmetic fits 63 bits, compiled and plain alike. Sorting and
copying are written out: numba's own sort and assignments to slices take seconds each to compile.
"""

# numba infers the types of kernels when it compiles them
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False

from __future__ import annotations

import numpy as np


def mix(hashed, value):
    """One more number (below 2**31) into a hash of 31 bits."""
    product = ((hashed ^ value) * 1540483477) & 0x3FFFFFFFFFFFFFFF
    return (product ^ (product >> 29)) & 0x7FFFFFFF


def walk(table, state, word):
    """The state after a word."""
    for i in range(word.shape[0]):
        state = table[state, word[i]]
    return state


def order_of_reach(table, stop):
    """The states that can be reached, breadth first in the order of symbols."""
    states, symbols = table.shape
    seen = np.zeros(states, np.bool_)
    order = np.empty(states, np.int32)
    order[0] = 0
    seen[0] = True
    count = 1
    done = 0
    while done < count and stop[0] == 0:
        state = order[done]
        done += 1
        for symbol in range(symbols):
            target = table[state, symbol]
            if not seen[target]:
                seen[target] = True
                order[count] = target
                count += 1
    return order[:count]


# ---------------------------------------------------------------------------- minimisation


def same_row(table, group, left, right):
    """Whether two states of one group lead to the same groups."""
    if group[left] != group[right]:
        return False
    for symbol in range(table.shape[1]):  # noqa: SIM110  (numba compiles loops best)
        if group[table[left, symbol]] != group[table[right, symbol]]:
            return False
    return True


def refine(table, labels, rounds, stop):
    """Moore's refinement of the partition by labels: (group of each state, groups, 1 if stable)."""
    states, symbols = table.shape
    size = 4
    while size < 2 * states:
        size *= 2
    slots = np.empty(size, np.int32)
    group = np.empty(states, np.int32)
    fresh = np.empty(states, np.int32)
    for state in range(states):
        group[state] = labels[state]
    count = 0
    for _ in range(rounds + 1):
        slots[:] = -1
        found = 0
        for state in range(states):
            if stop[0] != 0:
                return group, count, 1
            hashed = int(group[state])
            # The first round only counts the labels.
            if count > 0:
                for symbol in range(symbols):
                    hashed = mix(hashed, int(group[table[state, symbol]]))
            place = mix(hashed, 77) & (size - 1)
            while True:
                other = slots[place]
                if other < 0:
                    slots[place] = state
                    fresh[state] = found
                    found += 1
                    break
                if same_row(table, group, state, other) if count > 0 else group[state] == group[other]:
                    fresh[state] = fresh[other]
                    break
                place = (place + 1) & (size - 1)
        group, fresh = fresh, group
        # Each round refines the last, so as many groups are the same groups.
        if found in (count, states, 1):
            return group, found, 1
        count = found
    return group, count, 0


def split(table, groups, count, stop):
    """Hopcroft's refinement, from any partition on: (group of each state, groups). O(n log n) per symbol.

    A part split off is never the larger one, and it alone becomes a splitter: if the whole was
    used (or will be), the other half adds nothing. So each state is in at most log n splitters.
    """
    states, symbols = table.shape
    group = grown(groups, states)
    starts = np.zeros(states * symbols + 1, np.int64)
    for state in range(states):
        for symbol in range(symbols):
            starts[symbol * states + table[state, symbol] + 1] += 1
    for i in range(states * symbols):
        starts[i + 1] += starts[i]
    sources = np.empty(states * symbols, np.int32)
    filled = starts[:-1].copy()
    for state in range(states):
        for symbol in range(symbols):
            key = symbol * states + table[state, symbol]
            sources[filled[key]] = state
            filled[key] += 1

    begin = np.zeros(states + 1, np.int64)
    end = np.zeros(states + 1, np.int64)
    for state in range(states):
        end[group[state]] += 1
    largest = 0
    for g in range(count):
        if end[g] > end[largest]:
            largest = g
    for g in range(1, count):
        begin[g] = begin[g - 1] + end[g - 1]
    members = np.empty(states, np.int32)
    where = np.empty(states, np.int64)
    for g in range(count):
        end[g] = begin[g]
    for state in range(states):
        g = group[state]
        members[end[g]] = state
        where[state] = end[g]
        end[g] += 1

    marked = np.zeros(states + 1, np.int64)
    touched = np.empty(states + 1, np.int32)
    splitter = np.empty(states, np.int32)
    waiting = np.empty(states + 1, np.int32)
    depth = 0
    for g in range(count):
        # The states before the largest group are those before none of the others.
        if g != largest:
            waiting[depth] = g
            depth += 1
    while depth > 0 and stop[0] == 0:
        depth -= 1
        g = waiting[depth]
        size = end[g] - begin[g]
        for i in range(size):
            splitter[i] = members[begin[g] + i]
        for symbol in range(symbols):
            touches = 0
            for i in range(size):
                key = symbol * states + splitter[i]
                for j in range(starts[key], starts[key + 1]):
                    state = sources[j]
                    h = group[state]
                    if marked[h] == 0:
                        touched[touches] = h
                        touches += 1
                    here = where[state]
                    there = begin[h] + marked[h]
                    other = members[there]
                    members[there] = state
                    members[here] = other
                    where[state] = there
                    where[other] = here
                    marked[h] += 1
            for i in range(touches):
                h = touched[i]
                middle = begin[h] + marked[h]
                marked[h] = 0
                if middle == end[h]:
                    continue
                if middle - begin[h] <= end[h] - middle:
                    begin[count] = begin[h]
                    end[count] = middle
                    begin[h] = middle
                else:
                    begin[count] = middle
                    end[count] = end[h]
                    end[h] = middle
                for j in range(begin[count], end[count]):
                    group[members[j]] = count
                waiting[depth] = count
                depth += 1
                count += 1
    return group, count


def quotient(table, group, count, stop):
    """One state per group, numbered breadth first in the order of symbols: (table, a member of each)."""
    symbols = table.shape[1]
    name = np.full(count, -1, np.int32)
    member = np.empty(count, np.int32)
    out = np.empty((count, symbols), np.int32)
    name[group[0]] = 0
    member[0] = 0
    found = 1
    done = 0
    while done < found and stop[0] == 0:
        state = member[done]
        for symbol in range(symbols):
            target = table[state, symbol]
            g = group[target]
            if name[g] < 0:
                name[g] = found
                member[found] = target
                found += 1
            out[done, symbol] = name[g]
        done += 1
    return out[:found], member[:found]


# ---------------------------------------------------------------------------- products


def grown(array, size):
    """A longer copy of a list of numbers."""
    out = np.empty(size, array.dtype)
    for i in range(array.shape[0]):
        out[i] = array[i]
    return out


def grown_rows(table, rows):
    """A copy of a table with room for more rows."""
    out = np.empty((rows, table.shape[1]), table.dtype)
    for row in range(table.shape[0]):
        for column in range(table.shape[1]):
            out[row, column] = table[row, column]
    return out


def pair_place(slots, lefts, rights, left, right):
    """Where a pair stands in the hash table, or the free place where it belongs."""
    mask = slots.shape[0] - 1
    place = mix(mix(77, int(left)), int(right)) & mask
    while True:
        found = slots[place]
        if found < 0 or (lefts[found] == left and rights[found] == right):
            return place
        place = (place + 1) & mask


def pair_slots(lefts, rights, count, size):
    """A hash table of the first pairs."""
    slots = np.full(size, -1, np.int32)
    for i in range(count):
        slots[pair_place(slots, lefts, rights, lefts[i], rights[i])] = i
    return slots


def product(left, right, limit, stop):
    """The pairs reached by two automata side by side: (table, left states, right states).

    More than `limit` pairs: the answer has limit + 1 pairs and is of no use.
    """
    symbols = left.shape[1]
    room = 64
    lefts = np.empty(room, np.int32)
    rights = np.empty(room, np.int32)
    table = np.empty((room, symbols), np.int32)
    lefts[0] = 0
    rights[0] = 0
    count = 1
    slots = pair_slots(lefts, rights, count, 4 * room)
    done = 0
    while done < count and count <= limit and stop[0] == 0:
        for symbol in range(symbols):
            a = left[lefts[done], symbol]
            b = right[rights[done], symbol]
            place = pair_place(slots, lefts, rights, a, b)
            found = slots[place]
            if found < 0:
                if count > limit:
                    break
                if count == room:
                    room = min(2 * room, limit + 1)
                    lefts = grown(lefts, room)
                    rights = grown(rights, room)
                    table = grown_rows(table, room)
                    slots = pair_slots(lefts, rights, count, 2 * slots.shape[0])
                    place = pair_place(slots, lefts, rights, a, b)
                found = count
                slots[place] = found
                lefts[found] = a
                rights[found] = b
                count += 1
            table[done, symbol] = found
        done += 1
    return table[:count], lefts[:count], rights[:count]


def guess_product(
    left, right, left_alive, right_alive, left_read, right_read, left_guessed, right_guessed, limit, space, stop
):
    """Two automata side by side that read some digits and guess the others: which pairs each pair may go to.

    The symbol an automaton sees is the sum of a part that is read and one that is guessed. Only pairs of states
    that are alive are made. Answers (left states, right states, offsets, targets), the last two as for every
    nondeterministic automaton. More than `limit` pairs or `space` targets: the answer has limit + 1 or space + 1 of
    them and is of no use.
    """
    symbols = left_read.shape[0]
    guesses = left_guessed.shape[0]
    room = 64
    lefts = np.zeros(room, np.int32)
    rights = np.zeros(room, np.int32)
    seen = np.full(room, -1, np.int64)  # the list of targets in which a pair stood last
    offsets = np.zeros(room * symbols + 1, np.int64)
    targets = np.empty(room, np.int32)
    slots = pair_slots(lefts, rights, 1, 4 * room)
    count = 1
    filled = 0
    done = 0
    while done < count and count <= limit and filled <= space and stop[0] == 0:
        for symbol in range(symbols):
            here = done * symbols + symbol
            if filled + guesses > targets.shape[0]:
                targets = grown(targets, min(2 * (filled + guesses), max(space + 1, filled + guesses)))
            for guess in range(guesses):
                a = left[lefts[done], left_read[symbol] + left_guessed[guess]]
                if not left_alive[a]:
                    continue
                b = right[rights[done], right_read[symbol] + right_guessed[guess]]
                if not right_alive[b]:
                    continue
                place = pair_place(slots, lefts, rights, a, b)
                if slots[place] < 0:
                    if count > limit:
                        break
                    if count == room:
                        room = min(2 * room, limit + 1)
                        lefts = grown(lefts, room)
                        rights = grown(rights, room)
                        seen = grown(seen, room)
                        offsets = grown(offsets, room * symbols + 1)
                        slots = pair_slots(lefts, rights, count, 2 * slots.shape[0])
                        place = pair_place(slots, lefts, rights, a, b)
                    slots[place] = count
                    lefts[count] = a
                    rights[count] = b
                    seen[count] = -1
                    count += 1
                target = slots[place]
                if seen[target] != here:
                    if filled > space:
                        break
                    seen[target] = here
                    targets[filled] = target
                    filled += 1
            offsets[here + 1] = filled
        done += 1
    return lefts[:count].copy(), rights[:count].copy(), offsets[: count * symbols + 1].copy(), targets[:filled].copy()


def spell(parents, letters, last):
    """The word that led to a node of a breadth-first search."""
    length = 0
    node = last
    while node != 0:
        node = parents[node]
        length += 1
    word = np.empty(length, np.int32)
    node = last
    while node != 0:
        length -= 1
        word[length] = letters[node]
        node = parents[node]
    return word


def find_pair(left, right, left_accepting, right_accepting, wanted, limit, stop):
    """The first word, by length and then by symbols, with wanted[left accepts, right accepts].

    Answers (found, word, pairs seen); found is 1, 0 for none, or -1 beyond the limit.
    """
    symbols = left.shape[1]
    room = 64
    lefts = np.empty(room, np.int32)
    rights = np.empty(room, np.int32)
    parents = np.empty(room, np.int32)
    letters = np.empty(room, np.int32)
    lefts[0] = 0
    rights[0] = 0
    count = 1
    nothing = np.empty(0, np.int32)
    if wanted[int(left_accepting[0]), int(right_accepting[0])]:
        return 1, nothing, count
    slots = pair_slots(lefts, rights, count, 4 * room)
    done = 0
    while done < count and stop[0] == 0:
        for symbol in range(symbols):
            a = left[lefts[done], symbol]
            b = right[rights[done], symbol]
            place = pair_place(slots, lefts, rights, a, b)
            if slots[place] >= 0:
                continue
            if count >= limit:
                return -1, nothing, count
            if count == room:
                room = min(2 * room, limit)
                lefts = grown(lefts, room)
                rights = grown(rights, room)
                parents = grown(parents, room)
                letters = grown(letters, room)
                slots = pair_slots(lefts, rights, count, 2 * slots.shape[0])
                place = pair_place(slots, lefts, rights, a, b)
            slots[place] = count
            lefts[count] = a
            rights[count] = b
            parents[count] = done
            letters[count] = symbol
            if wanted[int(left_accepting[a]), int(right_accepting[b])]:
                return 1, spell(parents, letters, count), count + 1
            count += 1
        done += 1
    return 0, nothing, count


# ---------------------------------------------------------------------------- subsets


def backward(offsets, targets, wanted, symbols, stop):
    """The states of a nondeterministic automaton from which a wanted one can be reached."""
    states = wanted.shape[0]
    starts = np.zeros(states + 1, np.int64)
    for i in range(targets.shape[0]):
        starts[targets[i] + 1] += 1
    for state in range(states):
        starts[state + 1] += starts[state]
    sources = np.empty(targets.shape[0], np.int32)
    filled = starts[:-1].copy()
    for state in range(states):
        for i in range(offsets[state * symbols], offsets[(state + 1) * symbols]):
            sources[filled[targets[i]]] = state
            filled[targets[i]] += 1
    reaches = wanted.copy()
    waiting = np.empty(states, np.int32)
    depth = 0
    for state in range(states):
        if wanted[state]:
            waiting[depth] = state
            depth += 1
    while depth > 0 and stop[0] == 0:
        depth -= 1
        state = waiting[depth]
        for i in range(starts[state], starts[state + 1]):
            source = sources[i]
            if not reaches[source]:
                reaches[source] = True
                waiting[depth] = source
                depth += 1
    return reaches


def forward(offsets, targets, initial, symbols, allowed, first, last, stop):
    """The states reached from the initial ones through allowed states, by symbols first … last - 1."""
    reached = np.zeros(allowed.shape[0], np.bool_)
    waiting = np.empty(allowed.shape[0], np.int32)
    depth = 0
    for i in range(initial.shape[0]):
        state = initial[i]
        if allowed[state] and not reached[state]:
            reached[state] = True
            waiting[depth] = state
            depth += 1
    while depth > 0 and stop[0] == 0:
        depth -= 1
        state = waiting[depth]
        for i in range(offsets[state * symbols + first], offsets[state * symbols + last]):
            target = targets[i]
            if allowed[target] and not reached[target]:
                reached[target] = True
                waiting[depth] = target
                depth += 1
    return reached


def restrict(offsets, targets, symbols, kept, name, stop):
    """The lists of targets of the kept states, renamed; targets named -1 are left out."""
    out = np.empty(kept.shape[0] * symbols + 1, np.int64)
    chosen = np.empty(targets.shape[0], np.int32)
    count = 0
    out[0] = 0
    for i in range(kept.shape[0]):
        if stop[0] != 0:
            break
        for symbol in range(symbols):
            key = kept[i] * symbols + symbol
            for j in range(offsets[key], offsets[key + 1]):
                if name[targets[j]] >= 0:
                    chosen[count] = name[targets[j]]
                    count += 1
            out[i * symbols + symbol + 1] = count
    return out, chosen[:count].copy()


def merge_tracks(table, order, dropped, alive, stop):
    """Targets of each state by each group of `dropped` consecutive symbols of `order`, each once, only live ones.

    This forgets tracks: a group holds the symbols that agree on the others.
    """
    states, symbols = table.shape
    groups = symbols // dropped
    offsets = np.empty(states * groups + 1, np.int64)
    offsets[0] = 0
    room = states * groups
    targets = np.empty(room, np.int32)
    seen = np.full(states, -1, np.int64)
    count = 0
    for state in range(states):
        if stop[0] != 0:
            break
        for g in range(groups):
            key = state * groups + g
            if count + dropped > room:
                room = 2 * (count + dropped)
                targets = grown(targets, room)
            for i in range(g * dropped, (g + 1) * dropped):
                target = table[state, order[i]]
                if alive[target] and seen[target] != key:
                    seen[target] = key
                    targets[count] = target
                    count += 1
            offsets[key + 1] = count
    return offsets, targets[:count].copy()


# A subset is kept as its *key*: a first number (in `search` the state that goes with it) and then
# either its members in ascending order or, if there are few states, a row of bits, 31 to a number.
# Bits come with `masks`: the targets of each symbol and state. For lists, `masks` has no columns.


def target_masks(offsets, targets, states, symbols, words, stop):
    """The targets by symbol and then state as rows of bits, 31 to a number."""
    out = np.zeros((states * symbols, words), np.int32)
    for state in range(states):
        if stop[0] != 0:
            break
        for symbol in range(symbols):
            for j in range(offsets[state * symbols + symbol], offsets[state * symbols + symbol + 1]):
                out[symbol * states + state, targets[j] // 31] |= 1 << (targets[j] % 31)
    return out


def members(out, keys, begin, end, bits):
    """The members of the subset with the key keys[begin:end]; their number."""
    size = 0
    for i in range(begin + 1, end):
        if bits:
            word = int(keys[i])
            state = (i - begin - 1) * 31
            while word != 0:
                if word & 1:
                    out[size] = state
                    size += 1
                word >>= 1
                state += 1
        else:
            out[size] = keys[i]
            size += 1
    return size


def sort(numbers, begin, end):
    """Sort numbers[begin:end] in place, by insertion at ever smaller distances (Shell)."""
    gap = 1
    while 3 * gap + 1 < end - begin:
        gap = 3 * gap + 1
    while gap > 0:
        for right in range(begin + gap, end):
            value = numbers[right]
            left = right - gap
            while left >= begin and numbers[left] > value:
                numbers[left + gap] = numbers[left]
                left -= gap
            numbers[left + gap] = value
        gap //= 3


def gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp):
    """The key of the targets of a subset by a symbol, but for its first number; its length."""
    states = stamps.shape[0]
    words = masks.shape[1]
    if words > 0:
        key[1 : words + 1] = 0
        for i in range(size):
            row = symbol * states + subset[i]
            for word in range(words):
                key[word + 1] |= masks[row, word]
        return words + 1
    length = 1
    for i in range(size):
        place = subset[i] * symbols + symbol
        for j in range(offsets[place], offsets[place + 1]):
            target = targets[j]
            if stamps[target] != stamp:
                stamps[target] = stamp
                key[length] = target
                length += 1
    if length > 16 and length * 8 > states:
        # A large share of all states is in order soonest by looking at each.
        length = 1
        for state in range(states):
            if stamps[state] == stamp:
                key[length] = state
                length += 1
    else:
        sort(key, 1, length)
    return length


def first_key(key, initial, masks):
    """The key of the initial subset, first number 0; its length."""
    words = masks.shape[1]
    key[0] = 0
    if words == 0:
        for i in range(initial.shape[0]):
            key[i + 1] = initial[i]
        return initial.shape[0] + 1
    key[1 : words + 1] = 0
    for i in range(initial.shape[0]):
        key[1 + initial[i] // 31] |= 1 << (initial[i] % 31)
    return words + 1


def accepts(key, length, accepting, scratch, bits):
    """Whether the subset with this key accepts."""
    size = members(scratch, key, 0, length, bits)
    for i in range(size):  # noqa: SIM110  (numba compiles loops best)
        if accepting[scratch[i]]:
            return True
    return False


def list_place(slots, pool, starts, hashes, hashed, buffer, length):
    """Where a list of numbers stands in the hash table, or the free place where it belongs."""
    mask = slots.shape[0] - 1
    place = hashed & mask
    while True:
        found = slots[place]
        if found < 0:
            return place
        if hashes[found] == hashed and starts[found + 1] - starts[found] == length:
            begin = starts[found]
            same = True
            for i in range(length):
                if pool[begin + i] != buffer[i]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & mask


def list_slots(hashes, count, size):
    """A hash table of the first lists; they are known to differ."""
    slots = np.full(size, -1, np.int32)
    for i in range(count):
        place = hashes[i] & (size - 1)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = i
    return slots


def list_hash(buffer, length):
    """A hash of a list of numbers."""
    hashed = 77
    for i in range(length):
        hashed = mix(hashed, int(buffer[i]))
    return hashed


def subsets(offsets, targets, accepting, initial, symbols, masks, limit, space, stop):
    """The subset construction: (table, whether each subset accepts, numbers in all keys).

    More than `limit` subsets, or `space` numbers: the answer has that many subsets and one more, or reports more
    numbers, and is of no use.
    """
    states = accepting.shape[0]
    bits = masks.shape[1] > 0
    stamps = np.full(states, -1, np.int64)
    subset = np.empty(states, np.int32)
    scratch = np.empty(states, np.int32)
    key = np.zeros(states + 2, np.int32)
    room = 64
    length = first_key(key, initial, masks)
    pool = key[:length].copy()
    starts = np.zeros(room + 1, np.int64)
    starts[1] = length
    hashes = np.empty(room, np.int64)
    hashes[0] = list_hash(key, length)
    good = np.zeros(room, np.bool_)
    good[0] = accepts(key, length, accepting, scratch, bits)
    table = np.empty((room, symbols), np.int32)
    count = 1
    slots = list_slots(hashes, count, 4 * room)
    stamp = 0
    done = 0
    needed = length
    while done < count and count <= limit and needed <= space and stop[0] == 0:
        size = members(subset, pool, starts[done], starts[done + 1], bits)
        for symbol in range(symbols):
            length = gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp)
            stamp += 1
            hashed = list_hash(key, length)
            place = list_place(slots, pool, starts, hashes, hashed, key, length)
            found = slots[place]
            if found < 0:
                needed = starts[count] + length
                if count > limit or needed > space:
                    break
                if count == room:
                    room = min(2 * room, limit + 1)
                    starts = grown(starts, room + 1)
                    hashes = grown(hashes, room)
                    good = grown(good, room)
                    table = grown_rows(table, room)
                    slots = list_slots(hashes, count, 2 * slots.shape[0])
                    place = list_place(slots, pool, starts, hashes, hashed, key, length)
                if needed > pool.shape[0]:
                    pool = grown(pool, min(2 * needed, space))
                for i in range(length):
                    pool[starts[count] + i] = key[i]
                good[count] = accepts(key, length, accepting, scratch, bits)
                starts[count + 1] = needed
                hashes[count] = hashed
                slots[place] = count
                found = count
                count += 1
            table[done, symbol] = found
        done += 1
    return table[:count], good[:count], needed


def search(table, kinds, live, offsets, targets, accepting, initial, masks, limit, space, stop):
    """Breadth first over (state, subset): the first word at which the subset is not as the state says.

    Kind 0: the subset must not accept; 1: it must; 2: either. Pairs whose state is not `live`
    (kind 2 for ever) are left out. Answers (found, word, pairs seen); found is 1, 0 for none,
    -1 beyond the limit, or -2 if the subsets have more than `space` numbers.
    """
    symbols = table.shape[1]
    states = accepting.shape[0]
    bits = masks.shape[1] > 0
    stamps = np.full(states, -1, np.int64)
    subset = np.empty(states, np.int32)
    scratch = np.empty(states, np.int32)
    key = np.zeros(states + 2, np.int32)
    nothing = np.empty(0, np.int32)
    room = 64
    length = first_key(key, initial, masks)
    if kinds[0] != 2 and (kinds[0] == 1) != accepts(key, length, accepting, scratch, bits):
        return 1, nothing, 1
    if not live[0]:
        return 0, nothing, 0
    pool = key[:length].copy()
    starts = np.zeros(room + 1, np.int64)
    starts[1] = length
    hashes = np.empty(room, np.int64)
    hashes[0] = list_hash(key, length)
    parents = np.empty(room, np.int32)
    letters = np.empty(room, np.int32)
    count = 1
    slots = list_slots(hashes, count, 4 * room)
    stamp = 0
    done = 0
    while done < count and stop[0] == 0:
        here = pool[starts[done]]
        size = members(subset, pool, starts[done], starts[done + 1], bits)
        for symbol in range(symbols):
            state = table[here, symbol]
            if not live[state]:
                continue
            length = gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp)
            stamp += 1
            key[0] = state
            hashed = list_hash(key, length)
            place = list_place(slots, pool, starts, hashes, hashed, key, length)
            if slots[place] >= 0:
                continue
            if count >= limit:
                return -1, nothing, count
            end = starts[count] + length
            if end > space:
                return -2, nothing, count
            if count == room:
                room = min(2 * room, limit)
                starts = grown(starts, room + 1)
                hashes = grown(hashes, room)
                parents = grown(parents, room)
                letters = grown(letters, room)
                slots = list_slots(hashes, count, 2 * slots.shape[0])
                place = list_place(slots, pool, starts, hashes, hashed, key, length)
            if end > pool.shape[0]:
                pool = grown(pool, min(2 * end, space))
            for i in range(length):
                pool[starts[count] + i] = key[i]
            starts[count + 1] = end
            hashes[count] = hashed
            parents[count] = done
            letters[count] = symbol
            slots[place] = count
            if kinds[state] != 2 and (kinds[state] == 1) != accepts(key, length, accepting, scratch, bits):
                return 1, spell(parents, letters, count), count + 1
            count += 1
        done += 1
    return 0, nothing, count


# ---------------------------------------------------------------------------- runs


def find_run(offsets, targets, accepting, symbols, word, stop):
    """The states of a run from state 0 along a word to an accepting state; empty if there is none."""
    states = accepting.shape[0]
    length = word.shape[0]
    reached = np.zeros((length + 1, states), np.bool_)
    reached[0, 0] = True
    for place in range(length):
        if stop[0] != 0:
            break
        for state in range(states):
            if reached[place, state]:
                row = state * symbols + word[place]
                for i in range(offsets[row], offsets[row + 1]):
                    reached[place + 1, targets[i]] = True
    state = 0
    while state < states and not (reached[length, state] and accepting[state]):
        state += 1
    if state == states:
        return np.empty(0, np.int32)
    run = np.empty(length + 1, np.int32)
    run[length] = state
    for place in range(length - 1, -1, -1):
        state = 0
        while not (reached[place, state] and leads(offsets, targets, state * symbols + word[place], run[place + 1])):
            state += 1
        run[place] = state
    return run


def leads(offsets, targets, row, wanted):
    """Whether a state is among the targets in a row."""
    for i in range(offsets[row], offsets[row + 1]):  # noqa: SIM110  (numba compiles loops best)
        if targets[i] == wanted:
            return True
    return False


def guess_of_run(left, right, lefts, rights, left_read, right_read, left_guessed, right_guessed, run, word, stop):
    """The symbols guessed along a word, one for each place, that lead from pair to pair of a run of `guess_product`."""
    found = np.empty(word.shape[0], np.int32)
    for place in range(word.shape[0]):
        if stop[0] != 0:
            break
        here = run[place]
        there = run[place + 1]
        guess = 0
        while (
            left[lefts[here], left_read[word[place]] + left_guessed[guess]] != lefts[there]
            or right[rights[here], right_read[word[place]] + right_guessed[guess]] != rights[there]
        ):
            guess += 1
        found[place] = guess
    return found
