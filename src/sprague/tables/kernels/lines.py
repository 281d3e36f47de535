"""Kernels for tables with at most one P-position per line: `fill_lines` tests 64 positions of a line at a time.

For each move, the kernel selects a bit array, which starts at the word `base`, and a number `shift`. If bit `x + shift`
of the bit array is set, the move leads from position x of the line to a P-position. A position with a move to a known
P-position is *attacked*. The kernel combines the bit arrays of all moves by a bitwise OR. The lowest zero bit of the
result is the P-position of the line. Enumerated moves have no bit array; they set bits of the array `extra`, which
belongs to the current line.

A 64-bit word is *full* if all its bits are set. The entry `skip[w]` is the number of words, from word w on, that are
known to be full. A search therefore skips many full words in a few steps, as in a union-find structure.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.enumeration import dot
from sprague.tables.kernels.line_masks import (
    AtomArrays,
    alternatives_range,
    alternatives_word,
    conjunction_holds,
    conjunction_range,
    conjunction_word,
)
from sprague.tables.kernels.states import FULL, lowest_zero

Array = Any  # numpy arrays; numba infers their types, and mypy does not check them


# clauses of a rule: DOMAIN for positions, LOST and WON for positions in which the player to move has lost or won
DOMAIN, LOST, WON = 0, 1, 2
SHIFT, POINT = 0, 1  # kinds of enumerated moves (see `sprague.tables.lines.moves`); all other numbers stand for RANGE

# Indices of linear terms in `LineArrays`. For each move, three terms locate a bit: one gives the first word of the bit
# array, one gives a residue, and one gives the index of the bit. The READ terms locate the bit to test for a position,
# and the ADD terms locate the bit to set for a P-position.
READ_BASE, READ_RESIDUE, READ_BIT, ADD_BASE, ADD_RESIDUE, ADD_BIT = range(6)


class LineArrays(NamedTuple):
    """The lines of a table and the moves between them, as arrays that `sprague.tables.lines.arrays` builds.

    The module `sprague.tables.kernels.line_masks` explains what a vector is.
    """

    lowest: Array  # for each entry other than the line entry, its least value
    highest: Array  # for each entry other than the line entry, its greatest value
    line: Array  # two numbers: the least and the greatest value of the line entry
    free: Array  # for each entry other than the line entry, 1 if a move replaces the entry by any smaller number
    terms: Array  # for each kind of term (READ_BASE to ADD_BIT) and each move, the coefficients of the term
    whole: Array  # for each move, 1 if a single bit is read for all positions of a line, otherwise 0
    modulus: Array  # for each move, the modulus of the residue that selects a bit array; 1 if there is no residue
    divisor: Array  # for each move, the divisor of the linear term that gives the index of the bit
    words: Array  # for each move, the length of each of its bit arrays, in 64-bit words
    bits: Array  # for each move, the number of bits in each of its bit arrays that can be read
    checked: Array  # for each move, 1 if some P-positions belong to bit arrays that no position reads, otherwise 0
    key: Array  # for each move, the rows of its key: linear terms whose values select one of the move's bit arrays
    key_low: Array  # for each move and row of the key, the least value of the row
    key_size: Array  # for each move and row of the key, the number of possible values of the row; 0 after the last row
    move_kind: Array  # for each enumerated move, its kind SHIFT, POINT or RANGE (see `sprague.tables.lines.moves`)
    # for each enumerated move, the coefficients of the linear terms that give the entries of the option
    move_target: Array
    # for each enumerated move, a linear term: the line entry of the option or, for the kind SHIFT, the change of the
    # line entry
    move_shift: Array
    move_atoms: Array  # for each enumerated move, the index of its first condition in `atoms`
    atoms: AtomArrays  # the conditions of the enumerated moves, then the conditions of the clauses of the rule
    conjunctions: Array  # for each conjunction in a clause, the index of its first condition in `atoms`
    # for each of the three clauses (positions, lost positions, won positions), the index of its first conjunction
    clauses: Array


def _next_open(skip, w):
    """Return the index of the first 64-bit word from index w on that is not full, and update `skip`."""
    while skip[w]:
        after = w + skip[w]
        if skip[after]:
            skip[w] += skip[after]
        w = after
    return w


def clause_word(arrays, clause, vector):
    """Kernel: return a 64-bit mask of the positions of a line that satisfy a clause of the rule, such as LOST."""
    clauses = arrays.clauses
    return alternatives_word(arrays.atoms, arrays.conjunctions, clauses[clause], clauses[clause + 1], vector)


def clause_range(arrays, clause, vector, low, high):
    """Kernel: narrow the range of line entries `low` to `high` without losing a position that satisfies a clause."""
    clauses, atoms = arrays.clauses, arrays.atoms
    return alternatives_range(atoms, arrays.conjunctions, clauses[clause], clauses[clause + 1], vector, low, high)


def has_clause(arrays, clause):
    """Kernel: return whether a rule restricts its positions (DOMAIN) or ends play by a loss (LOST) or a win (WON)."""
    return arrays.clauses[clause + 1] > arrays.clauses[clause]


def lost_word(arrays, vector):
    """Kernel: return a 64-bit mask of the positions of a line where play has ended and the player to move has lost."""
    word = clause_word(arrays, LOST, vector)
    if word != np.uint64(0) and has_clause(arrays, DOMAIN):
        word &= clause_word(arrays, DOMAIN, vector)
    return word


def closed_word(arrays, vector):
    """Kernel: return a 64-bit mask of the tuples of a line that are not positions or in which play has ended."""
    word = np.uint64(0)
    if has_clause(arrays, DOMAIN):
        word = ~clause_word(arrays, DOMAIN, vector)
    if has_clause(arrays, LOST):
        word |= clause_word(arrays, LOST, vector)
    if has_clause(arrays, WON):
        word |= clause_word(arrays, WON, vector)
    return word


def _first_open(words, skip, base, shift, whole, extra, low, high):
    """Return the least line entry from `low` to `high` without a move to a known P-position; -1 if there is none."""
    start = (low >> 6) << 6
    while start <= high:
        word = extra[start >> 6]
        if start < low:
            word |= (np.uint64(1) << np.uint64(low - start)) - np.uint64(1)
        after = start + 64
        for r in range(base.shape[0]):
            if whole[r]:
                continue
            bit = start + shift[r]
            w, rest = base[r] + (bit >> 6), bit & 63
            if words[w] == FULL:
                # Skip all positions up to the next word that is not full, because each skipped position has a move to a
                # P-position.
                until = ((_next_open(skip, w) - base[r]) << 6) - shift[r]
                after = max(after, (until >> 6) << 6)
            word |= words[w] >> np.uint64(rest)
            if rest:
                word |= words[w + 1] << np.uint64(64 - rest)
        if word != FULL:
            found = start + lowest_zero(word)
            return found if found <= high else -1
        start = after
    return -1


def _set_bits(extra, touched, w, word):
    """Set bits of one word of the array `extra`, and list the word in `touched`; `touched[0]` counts listed words."""
    if word != np.uint64(0):
        if extra[w] == np.uint64(0):
            touched[0] += 1
            touched[touched[0]] = w
        extra[w] |= word


def _is_closed(found, extra, touched, vector, arrays):
    """Return whether a line entry is closed: it belongs to no position, or to a position in which play has ended.

    The function also sets the bits of all closed line entries in the same word of the array `extra`.
    """
    line, w = vector.shape[0] - 3, found >> 6
    vector[line] = w << 6
    _set_bits(extra, touched, w, closed_word(arrays, vector))
    vector[line] = 0
    return (extra[w] >> np.uint64(found & 63)) & np.uint64(1) != np.uint64(0)


def _attack(extra, touched, kind, shift, atoms, first, last, vector, found, low, high):
    """Set the bits of the positions of a line from which one enumerated move leads to a P-position.

    The argument `found` is the line entry of the P-position, `shift` is the value of the term `move_shift`, and the
    conditions of the move have the indices from `first` to `last - 1`.
    """
    line = vector.shape[0] - 3
    vector[line] = 0
    if kind == SHIFT:
        left = found - shift
        if low <= left <= high:
            vector[line] = left
            if conjunction_holds(atoms, first, last, vector):
                _set_bits(extra, touched, left >> 6, np.uint64(1) << np.uint64(left & 63))
    elif kind != POINT or found == shift:
        vector[line + 1] = found
        begin, end = conjunction_range(atoms, first, last, vector, low, high)
        for w in range(begin >> 6, (end >> 6) + 1):
            vector[line] = w << 6
            _set_bits(extra, touched, w, conjunction_word(atoms, first, last, vector))
        vector[line + 1] = 0
    vector[line] = 0


def _attack_by_moves(extra, touched, entries, function, number, vector, target, arrays):
    """Set the bits of all positions of a line from which enumerated moves lead to P-positions; `target` is a buffer."""
    # Unpack the tuple of arrays only once, because numba updates reference counts at each access.
    lowest, highest, others, width = arrays.lowest, arrays.highest, arrays.lowest.shape[0], vector.shape[0]
    kinds, targets, shifts, starts = arrays.move_kind, arrays.move_target, arrays.move_shift, arrays.move_atoms
    atoms, low, high, has_lost = arrays.atoms, arrays.line[0], arrays.line[1], has_clause(arrays, LOST)
    for move in range(kinds.shape[0]):
        inside, reached = True, 0
        for i in range(others):
            entry = 0
            for j in range(width):
                entry += targets[move, i, j] * vector[j]
            target[i] = entry
            inside = inside and lowest[i] <= entry <= highest[i]
            reached = reached * (highest[i] - lowest[i] + 1) + entry - lowest[i]
        # Skip moves within the line, because all lower positions of the line are options anyway.
        if not inside or reached >= number:
            continue
        found = np.int64(function[reached])
        if found < 0 and not has_lost:
            continue
        shift = dot(shifts, move, vector, width)
        kind, first, last = kinds[move], starts[move], starts[move + 1]
        if found >= 0:
            _attack(extra, touched, kind, shift, atoms, first, last, vector, found, low, high)
        if has_lost:
            begin, end = clause_range(arrays, LOST, target, low, high)
            for i in range(_list_lost(entries, target, begin, end, arrays)):
                _attack(extra, touched, kind, shift, atoms, first, last, vector, entries[i], low, high)


def _is_read(move, vector, key, low, size):
    """Return whether some position reads the bit array in which a given P-position sets a bit."""
    read = True
    for row in range(key.shape[1]):
        if size[move, row] == 0:
            break
        value = -low[move, row]
        for i in range(vector.shape[0]):
            value += key[move, row, i] * vector[i]
        read = read and 0 <= value < size[move, row]
    return read


def _set_rows(rows, terms, vector, again):
    """Compute the linear terms of all moves for a line; if `again` is false, update the values of the previous line."""
    width = vector.shape[0]
    for kind in range(terms.shape[0]):
        for move in range(terms.shape[1]):
            if again:
                total = 0
                for i in range(width):
                    total += terms[kind, move, i] * vector[i]
                rows[kind, move] = total
            else:
                rows[kind, move] += terms[kind, move, width - 4]


def _list_lost(entries, vector, low, high, arrays):
    """List the line entries of lost positions between `low` and `high` in the array `entries`; return their number."""
    count, line = 0, vector.shape[0] - 3
    for w in range(low >> 6, (high >> 6) + 1):
        vector[line] = w << 6
        word = lost_word(arrays, vector)
        for i in range(64):
            if word >> np.uint64(i) & np.uint64(1) and low <= (w << 6) + i <= high:
                entries[count] = (w << 6) + i
                count += 1
    vector[line] = 0
    return count


def _has_free_move(vector, arrays):
    """Return whether some move may replace an entry other than the line entry by any smaller number."""
    found = False
    for i in range(arrays.lowest.shape[0]):
        found = found or (arrays.free[i] == 1 and vector[i] > arrays.lowest[i])
    return found


def fill_lines(function, words, skip, first, last, arrays, misere, decided, is_terminal, asked):
    """Kernel: write, for each line from `first` to `last`, the line entry of its P-position, or -1 if there is none.

    The kernel does not write P-positions in which play has ended by `stop when` or `win when`. In misère play, the
    lowest position of a line may be terminal and therefore an N-position. To ask the caller whether the lowest position
    is terminal, the kernel writes the line entry of the position to `asked[0]` and returns the index of the line. In
    the next call of the kernel, `decided` is the index of the line, and `is_terminal` is the answer. The kernel returns
    `last` when all lines are finished.
    """
    # Unpack the tuple of arrays only once, because numba updates reference counts at each access.
    lowest, highest, whole, terms = arrays.lowest, arrays.highest, arrays.whole, arrays.terms
    modulus, divisor, length = arrays.modulus, arrays.divisor, arrays.words
    bits, checked = arrays.bits, arrays.checked
    key, key_low, key_size = arrays.key, arrays.key_low, arrays.key_size
    others, moves, enumerated = lowest.shape[0], whole.shape[0], arrays.move_kind.shape[0]
    low, high = arrays.line[0], arrays.line[1]
    has_domain, has_lost = has_clause(arrays, DOMAIN), has_clause(arrays, LOST)
    has_clauses = arrays.clauses[3] > 0
    vector, target = np.zeros(others + 3, np.int64), np.zeros(others + 3, np.int64)
    vector[others + 2], target[others + 2] = 1, 1
    rest = first
    for i in range(others - 1, -1, -1):
        size = highest[i] - lowest[i] + 1
        vector[i] = lowest[i] + rest % size
        rest //= size
    rows, base, shift = np.zeros((6, moves), np.int64), np.zeros(moves, np.int64), np.zeros(moves, np.int64)
    entries = np.zeros(high + 1 if has_lost else 1, np.int64)
    extra, touched = np.zeros((high >> 6) + 1, np.uint64), np.zeros((high >> 6) + 2, np.int64)
    for number in range(first, last):
        _set_rows(rows, terms, vector, number == first or vector[others - 1] == lowest[others - 1])
        attacked = False
        for m in range(moves):
            base[m], shift[m] = rows[READ_BASE, m], rows[READ_BIT, m]
            if divisor[m] > 1 or modulus[m] > 1:
                residue = rows[READ_RESIDUE, m] % modulus[m]
                base[m] += (residue * divisor[m] + shift[m] % divisor[m]) * length[m]
                shift[m] //= divisor[m]
            attacked = attacked or (whole[m] == 1 and words[base[m]] != 0)
        begin, end = low, high
        lost_begin, lost_end = 1, 0
        if has_domain:
            begin, end = clause_range(arrays, DOMAIN, vector, low, high)
        if has_lost:
            lost_begin, lost_end = clause_range(arrays, LOST, vector, begin, end)
            # A position above a lost position of its line has the lost position as an option, so it is an N-position.
            for w in range(lost_begin >> 6, (lost_end >> 6) + 1):
                vector[others] = w << 6
                word = lost_word(arrays, vector)
                if w == lost_begin >> 6:
                    word &= FULL << np.uint64(lost_begin & 63)
                if word != np.uint64(0):
                    end = min(end, (w << 6) + lowest_zero(~word) - 1)
                    break
        found = -1
        if not attacked and begin <= end:
            if enumerated:
                _attack_by_moves(extra, touched, entries, function, number, vector, target, arrays)
            found = _first_open(words, skip, base, shift, whole, extra, begin, end)
            while has_clauses and found >= 0 and _is_closed(found, extra, touched, vector, arrays):
                found = _first_open(words, skip, base, shift, whole, extra, found, end)
            if misere and found >= 0 and _may_be_terminal(found, begin, vector, arrays):
                if number != decided:
                    asked[0] = found
                    return number
                if is_terminal:
                    found = _first_open(words, skip, base, shift, whole, extra, found + 1, end)
                    while has_clauses and found >= 0 and _is_closed(found, extra, touched, vector, arrays):
                        found = _first_open(words, skip, base, shift, whole, extra, found, end)
            for i in range(1, touched[0] + 1):
                extra[touched[i]] = np.uint64(0)
            touched[0] = 0
        function[number] = found
        count = 0
        if has_lost:
            count = _list_lost(entries, vector, lost_begin, lost_end, arrays)
        if found >= 0:
            entries[count] = found
            count += 1
        for i in range(count):
            entry = entries[i]
            vector[others] = entry
            for m in range(moves):
                if checked[m] and not _is_read(m, vector, key, key_low, key_size):
                    continue
                w = rows[ADD_BASE, m] + terms[ADD_BASE, m, others] * entry
                bit = rows[ADD_BIT, m] + terms[ADD_BIT, m, others] * entry
                if divisor[m] > 1 or modulus[m] > 1:
                    residue = (rows[ADD_RESIDUE, m] + terms[ADD_RESIDUE, m, others] * entry) % modulus[m]
                    w += (residue * divisor[m] + bit % divisor[m]) * length[m]
                    bit //= divisor[m]
                if 0 <= bit < bits[m]:
                    w += bit >> 6
                    words[w] |= np.uint64(1) << np.uint64(bit & 63)
                    if words[w] == FULL:
                        skip[w] = 1
        vector[others] = 0
        for i in range(others - 1, -1, -1):
            vector[i] += 1
            if vector[i] <= highest[i]:
                break
            vector[i] = lowest[i]
    return last


def _may_be_terminal(found, low, vector, arrays):
    """Return False if, at the given position of a line, some move may take any number of chips from one pile.

    If the rule has a clause `positions where`, only moves that change the line entry are considered.
    """
    if not has_clause(arrays, DOMAIN):
        return found == low and not _has_free_move(vector, arrays)
    line = vector.shape[0] - 3
    lowest = True
    for w in range(low >> 6, (found >> 6) + 1):
        vector[line] = w << 6
        word = clause_word(arrays, DOMAIN, vector)
        if w == low >> 6:
            word &= FULL << np.uint64(low & 63)
        if w == found >> 6:
            word &= (np.uint64(1) << np.uint64(found & 63)) - np.uint64(1)
        lowest = lowest and word == np.uint64(0)
    vector[line] = 0
    return lowest
