"""The numba kernel behind `moves`: two automata side by side, with some digits guessed."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]
States = NDArray[np.int32]
Flags = NDArray[np.bool_]


@njit(cache=True)
def walk_product(
    first: States,
    first_alive: Flags,
    second: States,
    second_alive: Flags,
    first_outer: Ints,
    second_outer: Ints,
    first_inner: Ints,
    second_inner: Ints,
    limit: int,
) -> tuple[Ints, Ints, States, bool]:
    """All pairs reached from (0, 0), and for each pair and outer symbol the pairs it may go to.

    The symbol an automaton reads is the sum of an outer and an inner part; inner symbols are guessed.
    Returns the pairs as one number each (first * states of second + second), offsets and targets in
    compressed form, and whether the limit on entries was kept.
    """
    outer, inner = first_outer.shape[0], first_inner.shape[0]
    width = np.int64(second.shape[0])
    pairs = np.empty(1024, dtype=np.int64)
    offsets = np.zeros(1024 * outer + 1, dtype=np.int64)
    targets = np.empty(4096, dtype=np.int32)
    mask = np.int64(4096 - 1)
    slots = np.full(4096, -1, dtype=np.int32)
    pairs[0] = 0
    count, filled = 1, 0
    slots[0] = 0  # the pair 0 hashes to slot 0
    current = 0
    while current < count:
        one, two = pairs[current] // width, pairs[current] % width
        for symbol in range(outer):
            start = filled
            if filled + inner > targets.shape[0]:
                more = np.empty(2 * targets.shape[0] + inner, dtype=np.int32)
                more[:filled] = targets[:filled]
                targets = more
            for guess in range(inner):
                next_one = first[one, first_outer[symbol] + first_inner[guess]]
                if not first_alive[next_one]:
                    continue
                next_two = second[two, second_outer[symbol] + second_inner[guess]]
                if not second_alive[next_two]:
                    continue
                key = np.int64(next_one) * width + next_two
                slot = (key * np.int64(-7046029254386353131) >> np.int64(20)) & mask
                if key == 0:
                    slot = np.int64(0)
                while slots[slot] >= 0 and pairs[slots[slot]] != key:
                    slot = (slot + 1) & mask
                number = slots[slot]
                if number < 0:
                    number = np.int32(count)
                    if count == pairs.shape[0]:
                        grown = np.empty(2 * count, dtype=np.int64)
                        grown[:count] = pairs[:count]
                        pairs = grown
                        wider = np.zeros(2 * count * outer + 1, dtype=np.int64)
                        wider[: offsets.shape[0]] = offsets
                        offsets = wider
                    pairs[count] = key
                    slots[slot] = number
                    count += 1
                    if 2 * count > slots.shape[0]:
                        mask = np.int64(2 * slots.shape[0] - 1)
                        slots = np.full(2 * slots.shape[0], -1, dtype=np.int32)
                        for old in range(count):
                            place = (pairs[old] * np.int64(-7046029254386353131) >> np.int64(20)) & mask
                            if pairs[old] == 0:
                                place = np.int64(0)
                            while slots[place] >= 0:
                                place = (place + 1) & mask
                            slots[place] = old
                seen = False
                for entry in range(start, filled):
                    if targets[entry] == number:
                        seen = True
                        break
                if not seen:
                    targets[filled] = number
                    filled += 1
            offsets[current * outer + symbol + 1] = filled
            if filled > limit:
                return pairs[:count].copy(), offsets, targets[:filled].copy(), False
        current += 1
    return pairs[:count].copy(), offsets[: count * outer + 1].copy(), targets[:filled].copy(), True


@njit(cache=True)
def find_run(offsets: Ints, targets: States, accepting: Flags, symbols: int, word: States) -> States:
    """The states of a run from state 0 along a word to an accepting state; empty if there is none."""
    states = accepting.shape[0]
    length = word.shape[0]
    reached = np.zeros((length + 1, states), dtype=np.bool_)
    reached[0, 0] = True
    for place in range(length):
        for state in range(states):
            if reached[place, state]:
                row = state * symbols + word[place]
                for entry in range(offsets[row], offsets[row + 1]):
                    reached[place + 1, targets[entry]] = True
    run = np.empty(length + 1, dtype=np.int32)
    last = -1
    for state in range(states):
        if reached[length, state] and accepting[state]:
            last = state
            break
    if last < 0:
        return np.empty(0, dtype=np.int32)
    run[length] = last
    for place in range(length - 1, -1, -1):
        found = False
        for state in range(states):
            if found:
                break
            if reached[place, state]:
                row = state * symbols + word[place]
                for entry in range(offsets[row], offsets[row + 1]):
                    if targets[entry] == run[place + 1]:
                        run[place] = state
                        found = True
                        break
    return run


@njit(cache=True)
def guess_of_run(
    first: States,
    second: States,
    pairs: Ints,
    first_outer: Ints,
    second_outer: Ints,
    first_inner: Ints,
    second_inner: Ints,
    run: States,
    word: States,
) -> States:
    """The inner symbols, one for each place of the word, that lead from pair to pair of a run."""
    width = second.shape[0]
    found = np.empty(word.shape[0], dtype=np.int32)
    for place in range(word.shape[0]):
        one, two = pairs[run[place]] // width, pairs[run[place]] % width
        for guess in range(first_inner.shape[0]):
            next_one = first[one, first_outer[word[place]] + first_inner[guess]]
            next_two = second[two, second_outer[word[place]] + second_inner[guess]]
            if np.int64(next_one) * width + next_two == pairs[run[place + 1]]:
                found[place] = guess
                break
    return found
