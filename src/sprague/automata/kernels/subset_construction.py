"""Kernels of the subset construction, and of its comparison with an expected automaton."""

from __future__ import annotations

import numpy as np

from sprague.automata.kernels.arrays import enlarged, enlarged_rows, trace_word
from sprague.automata.kernels.subset_keys import (
    accepts,
    find_key_slot,
    first_key,
    first_of_keys,
    gather,
    grow_keys,
    key_hash,
    subset_members,
)


def construct_subsets(offsets, targets, accepting, initial, symbols, masks, limit, space, stop):
    """Subset construction: return the table of reachable subsets, their acceptance, and the total length of all keys.

    The kernel stops early if there are more than `limit` subsets or if the total length of all keys exceeds `space`. A
    result with limit + 1 subsets, or with a last entry greater than `space`, means that the kernel stopped early.
    """
    states = accepting.shape[0]
    bits = masks.shape[1] > 0
    stamps = np.full(states, -1, np.int64)
    subset = np.empty(states, np.int32)
    scratch = np.empty(states, np.int32)
    key = np.zeros(states + 2, np.int32)
    length = first_key(key, initial, masks)
    pool, starts, hashes, slots = first_of_keys(key, length)
    good = np.zeros(hashes.shape[0], np.bool_)
    good[0] = accepts(key, length, accepting, scratch, bits)
    table = np.empty((hashes.shape[0], symbols), np.int32)
    count = 1
    needed = length
    done = 0
    while done < count and count <= limit and needed <= space and stop[0] == 0:
        size = subset_members(subset, pool, starts[done], starts[done + 1], bits)
        for symbol in range(symbols):
            stamp = done * symbols + symbol
            length = gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp)
            hashed = key_hash(key, length)
            place = find_key_slot(key, length, hashed, pool, starts, hashes, slots)
            found = slots[place]
            if found < 0:
                needed = starts[count] + length
                if count > limit or needed > space:
                    break
                if needed > pool.shape[0]:
                    pool = enlarged(pool, min(2 * needed, space))
                for i in range(length):
                    pool[starts[count] + i] = key[i]
                found = count
                slots[place] = found
                hashes[found] = hashed
                starts[found + 1] = needed
                good[found] = accepts(key, length, accepting, scratch, bits)
                count += 1
                if count == hashes.shape[0]:
                    starts, hashes, slots = grow_keys(starts, hashes, slots, limit + 1)
                    good = enlarged(good, hashes.shape[0])
                    table = enlarged_rows(table, hashes.shape[0])
            table[done, symbol] = found
        done += 1
    return table[:count], good[:count], needed


def find_mismatch(table, kinds, live, offsets, targets, accepting, initial, masks, limit, space, stop):
    """Subset construction: find the first word on which the subsets contradict the expected automaton.

    The search is breadth first over pairs (expected state, subset). A state of kind 0 requires that the subset rejects,
    kind 1 requires that the subset accepts, and kind 2 allows both. An expected state is `live` if it reaches a state
    of kind 0 or 1; the search skips pairs whose expected state is not live. The result is (found, word, number of
    pairs). The entry `found` is 1 if a word was found, 0 if no such word exists, -1 if there are more than `limit`
    pairs, and -2 if all keys together have more than `space` numbers.
    """
    symbols = table.shape[1]
    states = accepting.shape[0]
    bits = masks.shape[1] > 0
    stamps = np.full(states, -1, np.int64)
    subset = np.empty(states, np.int32)
    scratch = np.empty(states, np.int32)
    key = np.zeros(states + 2, np.int32)
    nothing = np.empty(0, np.int32)
    length = first_key(key, initial, masks)
    if kinds[0] != 2 and (kinds[0] == 1) != accepts(key, length, accepting, scratch, bits):
        return 1, nothing, 1
    if not live[0]:
        return 0, nothing, 0
    pool, starts, hashes, slots = first_of_keys(key, length)
    parents = np.empty(hashes.shape[0], np.int32)
    letters = np.empty(hashes.shape[0], np.int32)
    count = 1
    done = 0
    while done < count and stop[0] == 0:
        here = pool[starts[done]]
        size = subset_members(subset, pool, starts[done], starts[done + 1], bits)
        for symbol in range(symbols):
            state = table[here, symbol]
            if not live[state]:
                continue
            stamp = done * symbols + symbol
            length = gather(key, subset, size, symbol, symbols, offsets, targets, masks, stamps, stamp)
            key[0] = state
            hashed = key_hash(key, length)
            place = find_key_slot(key, length, hashed, pool, starts, hashes, slots)
            if slots[place] >= 0:
                continue
            if count >= limit:
                return -1, nothing, count
            end = starts[count] + length
            if end > space:
                return -2, nothing, count
            if end > pool.shape[0]:
                pool = enlarged(pool, min(2 * end, space))
            for i in range(length):
                pool[starts[count] + i] = key[i]
            slots[place] = count
            hashes[count] = hashed
            starts[count + 1] = end
            parents[count] = done
            letters[count] = symbol
            count += 1
            if kinds[state] != 2 and (kinds[state] == 1) != accepts(key, length, accepting, scratch, bits):
                return 1, trace_word(parents, letters, count - 1), count
            if count == hashes.shape[0]:
                starts, hashes, slots = grow_keys(starts, hashes, slots, limit)
                parents = enlarged(parents, hashes.shape[0])
                letters = enlarged(letters, hashes.shape[0])
        done += 1
    return 0, nothing, count
