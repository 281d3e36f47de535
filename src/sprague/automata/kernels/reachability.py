"""Kernels of reachability: forward and backward search of states, accepting runs, and merging of symbols."""

from __future__ import annotations

import numpy as np

from sprague.automata.kernels.arrays import enlarged, fill_by_key


def run_word(table, state, word):
    """Reachability kernel: return the state that an automaton reaches by a word."""
    for i in range(word.shape[0]):
        state = table[state, word[i]]
    return state


def backward_reachable(offsets, targets, wanted, symbols, stop):
    """Reachability kernel: return the states of a nondeterministic automaton from which a wanted state is reachable."""
    states = wanted.shape[0]
    owners = np.empty(targets.shape[0], np.int32)
    for state in range(states):
        for i in range(offsets[state * symbols], offsets[(state + 1) * symbols]):
            owners[i] = state
    starts = np.zeros(states + 2, np.int64)
    sources = np.empty(targets.shape[0], np.int32)
    fill_by_key(sources, starts, owners, targets)
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


def forward_reachable(offsets, targets, initial, symbols, allowed, first, last, stop):
    """Reachability kernel: return the states reachable through allowed states by symbols from `first` to `last` - 1."""
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
    """Reachability kernel: return the transitions between selected states of an automaton, with new state numbers."""
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


def merge_tracks(table, order, size, alive, stop):
    """Reachability kernel: return the transitions of an automaton after a projection has merged symbols.

    The array `order` lists the symbols in groups of `size` symbols with the same digits on the remaining tracks. The
    projection merges all symbols of a group into one symbol.
    """
    states, symbols = table.shape
    groups = symbols // size
    offsets = np.empty(states * groups + 1, np.int64)
    offsets[0] = 0
    capacity = states * groups
    targets = np.empty(capacity, np.int32)
    seen = np.full(states, -1, np.int64)
    count = 0
    for state in range(states):
        if stop[0] != 0:
            break
        for g in range(groups):
            key = state * groups + g
            if count + size > capacity:
                capacity = 2 * (count + size)
                targets = enlarged(targets, capacity)
            for i in range(g * size, (g + 1) * size):
                target = table[state, order[i]]
                if alive[target] and seen[target] != key:
                    seen[target] = key
                    targets[count] = target
                    count += 1
            offsets[key + 1] = count
    return offsets, targets[:count].copy()


def find_run(offsets, targets, accepting, symbols, word, stop):
    """Reachability kernel: return the states of an accepting run on a word, or an empty array if there is none."""
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
        while not (
            reached[place, state] and _has_target(offsets, targets, state * symbols + word[place], run[place + 1])
        ):
            state += 1
        run[place] = state
    return run


def _has_target(offsets, targets, row, wanted):
    """Return whether a list of targets contains a state."""
    for i in range(offsets[row], offsets[row + 1]):  # noqa: SIM110  (numba compiles loops best)
        if targets[i] == wanted:
            return True
    return False
