"""Kernels that merge the values of options into a state, and compute the value of a position from its state.

A *state* is a row of an array that summarises the values of the options of a position, or of the positions in an
accumulator. The mode of the kernels determines what a state contains:

- `GRUNDY`: a bit set of Grundy values.
- `OUTCOME`: two flags, which say whether some option is a P-position and whether there is an option.
- `REMOTENESS`: the least remoteness of an option that wins for the mover, and the greatest remoteness of an option that
  loses.
- `SUSPENSE`: the greatest suspense of an option that wins for the mover, and the least suspense of an option that
  loses.
- `BLOCKED`: if the opponent may forbid m options, the table indices of up to m + 1 options that are P-positions. For an
  option that is not a P-position, -1 is merged instead of an index (`value_to_merge`).
"""

from __future__ import annotations

import numpy as np

GRUNDY, OUTCOME, REMOTENESS, SUSPENSE, BLOCKED = 0, 1, 2, 3, 4
# codes for the state of play in a position: play goes on; play has stopped; the player to move has won
ONGOING, STOPPED, WON = 0, 1, 2
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)

# Multiply this de Bruijn sequence by a word with a single set bit; the top six bits of the product identify the bit.
_SEQUENCE = np.uint64(0x03F79D71B4CB0A89)
_PLACES = np.zeros(64, np.int64)
for _bit in range(64):
    _PLACES[(int(_SEQUENCE) << _bit & 0xFFFFFFFFFFFFFFFF) >> 58] = _bit


def lowest_zero(word):
    """Kernel: return the index of the lowest zero bit of a word; for a set of Grundy values, this is the mex."""
    bit = ~word & (word + np.uint64(1))
    return _PLACES[np.uint64(bit * _SEQUENCE) >> np.uint64(58)]


def value_to_merge(value, number, mode):
    """Kernel: return the value of a position in the form in which it is merged into the states of other positions."""
    if mode == BLOCKED:
        return number if value == 0 else -1
    return value


def _merge_p_option(totals, t, number):
    """Add the table index of a P-position to the state with index t, unless the state is full or contains the index."""
    for slot in range(totals.shape[1]):
        if totals[t, slot] == number:
            break
        if totals[t, slot] < 0:
            totals[t, slot] = number
            break


def merge_value(totals, t, value, mode, cap, good):
    """Kernel: merge the value of one option into the state with index t."""
    if mode == BLOCKED:
        if value >= 0:
            _merge_p_option(totals, t, value)
    elif mode == GRUNDY:
        if value < cap:
            totals[t, value >> 6] |= totals.dtype.type(np.uint64(1) << np.uint64(value & 63))
    elif mode == OUTCOME:
        totals[t, 0] |= 3 if value == 0 else 2
    else:
        slot = 0 if (value & 1) == good else 1
        least = (mode == REMOTENESS) == (slot == 0)
        if totals[t, slot] < 0 or (value < totals[t, slot] if least else value > totals[t, slot]):
            totals[t, slot] = value


def merge_state(states, s, totals, t, mode):
    """Kernel: merge the accumulator with index t into the state with index s."""
    if mode <= OUTCOME:
        for w in range(states.shape[1]):
            states[s, w] |= totals[t, w]
    elif mode == BLOCKED:
        for slot in range(totals.shape[1]):
            if totals[t, slot] < 0:
                break
            _merge_p_option(states, s, totals[t, slot])
    else:
        for slot in range(2):
            value = totals[t, slot]
            least = (mode == REMOTENESS) == (slot == 0)
            if value >= 0 and (states[s, slot] < 0 or (value < states[s, slot] if least else value > states[s, slot])):
                states[s, slot] = value


def value_of(state, mode, misere, won, cap):
    """Kernel: return the value of a position from the state of its options; -1 if the bit set is too small."""
    if mode == GRUNDY:
        for w in range(state.shape[1]):
            if np.uint64(state[0, w]) != FULL:
                return min(w * 64 + lowest_zero(np.uint64(state[0, w])), cap)
        return cap if state.shape[1] * 64 >= cap else -1
    if mode == OUTCOME:
        if state[0, 0] == 0:
            return 1 if misere and not won else 0
        return state[0, 0] & 1
    if mode == BLOCKED:
        return 1 if state[0, state.shape[1] - 1] >= 0 else 0
    if state[0, 0] >= 0:
        return state[0, 0] + 1
    return state[0, 1] + 1


def is_settled(state, mode):
    """Kernel: return whether the options merged into the state of a position already determine its value."""
    if mode == OUTCOME:
        return state[0, 0] & 1 == 1
    return mode == BLOCKED and state[0, state.shape[1] - 1] >= 0
