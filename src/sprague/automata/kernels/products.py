"""Kernels that build products of automata or search them for words; some products existentially quantify digits.

Pair i consists of the states `lefts[i]` and `rights[i]`, and `slots` is the hash table of all pairs.
"""

from __future__ import annotations

import numpy as np

from sprague.automata.kernels.arrays import enlarged, enlarged_rows, mix, trace_word


def _first_pair():
    """Return the arrays (lefts, rights, slots) of a table of pairs that contains only the pair of start states."""
    lefts = np.zeros(64, np.int32)
    rights = np.zeros(64, np.int32)
    return lefts, rights, _pair_slots(lefts, rights, 1, 256)


def _grow_pairs(lefts, rights, slots, count, most):
    """Return a copy of a table of pairs with twice the capacity; the new capacity is at most `most` pairs."""
    capacity = min(2 * lefts.shape[0], most)
    return enlarged(lefts, capacity), enlarged(rights, capacity), _pair_slots(lefts, rights, count, 2 * slots.shape[0])


def _pair_slots(lefts, rights, count, size):
    """Return a hash table of the first `count` pairs."""
    slots = np.full(size, -1, np.int32)
    for i in range(count):
        slots[_find_pair_slot(slots, lefts, rights, lefts[i], rights[i])] = i
    return slots


def _find_pair_slot(slots, lefts, rights, left, right):
    """Return the slot of a pair in the hash table, or the free slot for a new pair."""
    mask = slots.shape[0] - 1
    place = mix(mix(77, int(left)), int(right)) & mask
    while True:
        found = slots[place]
        if found < 0 or (lefts[found] == left and rights[found] == right):
            return place
        place = (place + 1) & mask


def product(left, right, limit, stop):
    """Product kernel: return the product of two automata as (table, left states, right states).

    If the product has more than `limit` pairs, the result is incomplete and has limit + 1 pairs.
    """
    symbols = left.shape[1]
    lefts, rights, slots = _first_pair()
    table = np.empty((lefts.shape[0], symbols), np.int32)
    count = 1
    done = 0
    while done < count and count <= limit and stop[0] == 0:
        while count + symbols > lefts.shape[0]:
            lefts, rights, slots = _grow_pairs(lefts, rights, slots, count, limit + symbols)
            table = enlarged_rows(table, lefts.shape[0])
        count = _follow(left[lefts[done]], right[rights[done]], lefts, rights, slots, count, table[done])
        done += 1
    count = min(count, limit + 1)
    return table[:count], lefts[:count], rights[:count]


def _follow(left_row, right_row, lefts, rights, slots, count, row):
    """Write the successors of a pair to one row of the product table, and return the new number of pairs.

    The caller must reserve space for all successors in the arrays. The loop is in a separate function, because a
    compiled loop is slow if it also replaces the arrays that it reads.
    """
    for symbol in range(row.shape[0]):
        a = left_row[symbol]
        b = right_row[symbol]
        place = _find_pair_slot(slots, lefts, rights, a, b)
        found = slots[place]
        if found < 0:
            found = count
            slots[place] = found
            lefts[found] = a
            rights[found] = b
            count += 1
        row[symbol] = found
    return count


def find_pair(left, right, left_accepting, right_accepting, wanted, limit, stop):
    """Product kernel: find a shortest word for which the pair (left accepts, right accepts) is a wanted combination.

    The array entry wanted[left accepts, right accepts] is true for the wanted combinations. The result is (found, word,
    number of pairs). The entry `found` is 1 if a word was found, 0 if no such word exists, and -1 if the search
    exceeded the limit.
    """
    nothing = np.empty(0, np.int32)
    if wanted[int(left_accepting[0]), int(right_accepting[0])]:
        return 1, nothing, 1
    symbols = left.shape[1]
    lefts, rights, slots = _first_pair()
    parents = np.empty(lefts.shape[0], np.int32)
    letters = np.empty(lefts.shape[0], np.int32)
    count = 1
    done = 0
    while done < count and stop[0] == 0:
        for symbol in range(symbols):
            a = left[lefts[done], symbol]
            b = right[rights[done], symbol]
            place = _find_pair_slot(slots, lefts, rights, a, b)
            if slots[place] >= 0:
                continue
            if count >= limit:
                return -1, nothing, count
            slots[place] = count
            lefts[count] = a
            rights[count] = b
            parents[count] = done
            letters[count] = symbol
            count += 1
            if wanted[int(left_accepting[a]), int(right_accepting[b])]:
                return 1, trace_word(parents, letters, count - 1), count
            if count == lefts.shape[0]:
                lefts, rights, slots = _grow_pairs(lefts, rights, slots, count, limit)
                parents = enlarged(parents, lefts.shape[0])
                letters = enlarged(letters, lefts.shape[0])
        done += 1
    return 0, nothing, count


def guess_product(
    left, right, left_alive, right_alive, left_read, right_read, left_guessed, right_guessed, limit, space, stop
):
    """Product kernel: return a product of two automata that reads some digits and existentially quantifies the others.

    The word *guessed* means existentially quantified. The symbol that an automaton reads is the sum of two numbers: one
    encodes the read digits, the other the guessed digits. The arrays `left_alive` and `right_alive` mark states from
    which an accepting state is reachable; pairs with other states are omitted. The result is (left states, right
    states, offsets, targets): the pairs, and the transitions of a nondeterministic automaton. If there are more than
    `limit` pairs or `space` targets, the result is incomplete and has limit + 1 pairs or space + 1 targets.
    """
    symbols = left_read.shape[0]
    guesses = left_guessed.shape[0]
    # If the right automaton reads only guessed digits, each of its states allows the same guesses for all symbols.
    only_guesses = True
    for symbol in range(symbols):
        only_guesses = only_guesses and right_read[symbol] == 0
    tried = np.arange(guesses)
    trials = guesses
    lefts, rights, slots = _first_pair()
    seen = np.full(lefts.shape[0], -1, np.int64)
    offsets = np.zeros(lefts.shape[0] * symbols + 1, np.int64)
    targets = np.empty(lefts.shape[0], np.int32)
    count = 1
    filled = 0
    here = 0
    while here < count * symbols and count <= limit and filled <= space and stop[0] == 0:
        # Before a symbol is processed, reserve capacity for all successors of the pair.
        while count + guesses > lefts.shape[0]:
            lefts, rights, slots = _grow_pairs(lefts, rights, slots, count, limit + guesses)
            seen = enlarged(seen, lefts.shape[0])
            offsets = enlarged(offsets, lefts.shape[0] * symbols + 1)
        if filled + guesses > targets.shape[0]:
            targets = enlarged(targets, min(2 * (filled + guesses), space + guesses))
        symbol = here % symbols
        left_row, right_row = left[lefts[here // symbols]], right[rights[here // symbols]]
        if only_guesses and symbol == 0:
            trials = _live_guesses(right_row, right_alive, right_guessed, tried)
        count, filled = _guess_symbol(
            left_row[left_read[symbol] :],
            right_row[right_read[symbol] :],
            left_alive,
            right_alive,
            left_guessed,
            right_guessed,
            tried,
            trials,
            lefts,
            rights,
            slots,
            count,
            targets,
            filled,
            seen,
            here,
        )
        here += 1
        offsets[here] = filled
    count, filled = min(count, limit + 1), min(filled, space + 1)
    return lefts[:count].copy(), rights[:count].copy(), offsets[: count * symbols + 1].copy(), targets[:filled].copy()


def _live_guesses(row, alive, guessed, tried):
    """Fill `tried` with the guessed digits after which an automaton can still accept, and return their number."""
    count = 0
    for guess in range(guessed.shape[0]):
        if alive[row[guessed[guess]]]:
            tried[count] = guess
            count += 1
    return count


def _guess_symbol(
    left_row,
    right_row,
    left_alive,
    right_alive,
    left_guessed,
    right_guessed,
    tried,
    trials,
    lefts,
    rights,
    slots,
    count,
    targets,
    filled,
    seen,
    here,
):
    """Append to `targets` the successors of a pair for one symbol; return the new numbers of pairs and of targets.

    The first `trials` entries of `tried` are the guesses to try. The caller must reserve capacity for all successors in
    the arrays. To avoid repeated targets, `seen[pair]` holds the index of the last target list that contains the pair.
    The index of the current target list is `here`.
    """
    for trial in range(trials):
        guess = tried[trial]
        a = left_row[left_guessed[guess]]
        if not left_alive[a]:
            continue
        b = right_row[right_guessed[guess]]
        if not right_alive[b]:
            continue
        place = _find_pair_slot(slots, lefts, rights, a, b)
        target = slots[place]
        if target < 0:
            target = count
            slots[place] = target
            lefts[target] = a
            rights[target] = b
            seen[target] = -1
            count += 1
        if seen[target] != here:
            seen[target] = here
            targets[filled] = target
            filled += 1
    return count, filled


def guess_of_run(left, right, lefts, rights, left_read, right_read, left_guessed, right_guessed, run, word, stop):
    """Product kernel: return the existentially quantified digits for each step of a run of a `guess_product`."""
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
