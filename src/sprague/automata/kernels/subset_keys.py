"""Kernels for the keys of state subsets in the subset construction; a hash table stores each key once.

The *key* of a subset is a list of numbers. The first number of a key is 0 or, in a comparison, the expected state that
is paired with the subset. The other numbers of the key are the members of the subset in ascending order. For automata
with few states, the key stores the members as a bit set instead of a list, with 31 bits in each number. For each symbol
and state, the array `masks` holds the set of targets as a bit set. If the array `masks` has no columns, the keys are
lists of members.

All keys are stored consecutively in `pool`; key i starts at `starts[i]`. `slots` is the hash table of the keys.
`hashes` holds the hash of each key, so that keys are compared only if their hashes are equal.
"""

from __future__ import annotations

import numpy as np

from sprague.automata.kernels.arrays import enlarged, mix


def target_masks(offsets, targets, states, symbols, words, stop):
    """Subset keys: for each symbol and state, return the set of targets as a bit set with 31 bits in each number."""
    out = np.zeros((states * symbols, words), np.int32)
    for state in range(states):
        if stop[0] != 0:
            break
        for symbol in range(symbols):
            for j in range(offsets[state * symbols + symbol], offsets[state * symbols + symbol + 1]):
                out[symbol * states + state, targets[j] // 31] |= 1 << (targets[j] % 31)
    return out


def subset_members(out, keys, begin, end, bits):
    """Subset keys: write the states of the subset whose key is keys[begin:end] to `out`, and return their number."""
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


def first_key(key, initial, masks):
    """Subset keys: write the key of the initial subset, and return its length."""
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


def gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp):
    """Subset keys: write the key of the next subset, after one symbol, to `key[1:]`; return the length of the key."""
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
        # If the subset contains many states, a scan over all states is faster than sorting.
        length = 1
        for state in range(states):
            if stamps[state] == stamp:
                key[length] = state
                length += 1
    else:
        _sort(key, 1, length)
    return length


def _sort(numbers, begin, end):
    """Sort numbers[begin:end] in place by Shell sort."""
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


def accepts(key, length, accepting, scratch, bits):
    """Subset keys: return whether the subset with a given key contains an accepting state."""
    size = subset_members(scratch, key, 0, length, bits)
    for i in range(size):  # noqa: SIM110  (numba compiles loops best)
        if accepting[scratch[i]]:
            return True
    return False


def first_of_keys(key, length):
    """Return the arrays (pool, starts, hashes, slots) of a new hash table that contains one subset key."""
    starts = np.zeros(65, np.int64)
    hashes = np.empty(64, np.int64)
    starts[1] = length
    hashes[0] = key_hash(key, length)
    return key[:length].copy(), starts, hashes, _key_slots(hashes, 1, 256)


def grow_keys(starts, hashes, slots, most):
    """Subset keys: double the capacity of a hash table of keys, to at most `most`; each key keeps its index."""
    count = hashes.shape[0]
    capacity = min(2 * count, most)
    return enlarged(starts, capacity + 1), enlarged(hashes, capacity), _key_slots(hashes, count, 2 * slots.shape[0])


def _key_slots(hashes, count, size):
    """Return a hash table of the first `count` subset keys, which are known to be distinct."""
    slots = np.full(size, -1, np.int32)
    for i in range(count):
        place = hashes[i] & (size - 1)
        while slots[place] >= 0:
            place = (place + 1) & (size - 1)
        slots[place] = i
    return slots


def key_hash(key, length):
    """Subset keys: return the hash of the key of a subset."""
    hashed = 77
    for i in range(length):
        hashed = mix(hashed, int(key[i]))
    return hashed


def find_key_slot(key, length, hashed, pool, starts, hashes, slots):
    """Subset keys: return the slot of a key in the hash table, or the free slot for a new key."""
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
                if pool[begin + i] != key[i]:
                    same = False
                    break
            if same:
                return place
        place = (place + 1) & mask
