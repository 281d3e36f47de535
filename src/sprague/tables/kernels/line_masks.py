"""Kernels that evaluate conditions at 64 positions of a line at once, as masks of 64 bits: `conjunction_word`.

The positions of a line differ only in one entry, the *line entry*. A *vector* lists the entries of a position with the
line entry last, then the line entry of an option, and the number 1. If v is the line entry in the vector, bit i of a
mask belongs to the position with the line entry v + i.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sprague.tables.kernels.enumeration import dot
from sprague.tables.kernels.states import FULL

Array = Any  # numpy arrays; numba infers their types, and mypy does not check them

AT_LEAST, EQUAL, UNEQUAL = 0, 1, 2  # kinds of atomic conditions: a value is at least 0, equal to 0, or unequal to 0


class AtomArrays(NamedTuple):
    """Atomic conditions on positions (`sprague.tables.lines.conditions.Atom`) as arrays."""

    terms: Array  # for each atomic condition, the coefficients of its linear term, one for each entry of a vector
    kinds: Array  # for each atomic condition, its kind: AT_LEAST, EQUAL or UNEQUAL
    bitwise: Array  # for each atomic condition, 1 if one of its residues depends on the line entry, otherwise 0
    residue_start: Array  # for each atomic condition, the index of its first residue in the arrays of residues
    residue_terms: Array  # for each residue, the coefficients of its argument, one for each entry of a vector
    residue_factors: Array  # for each residue, the factor by which it is multiplied
    residue_moduli: Array  # for each residue, its modulus


def at_least_word(value, slope):
    """Kernel: return a 64-bit mask of the numbers i from 0 to 63 with value + slope * i >= 0."""
    if slope == 0:
        return FULL if value >= 0 else np.uint64(0)
    if slope > 0:
        first = -(value // slope)
        if first <= 0:
            return FULL
        return FULL << np.uint64(first) if first < 64 else np.uint64(0)
    if value < 0:
        return np.uint64(0)
    last = value // -slope
    return FULL >> np.uint64(63 - last) if last < 63 else FULL


def equal_word(value, slope):
    """Kernel: return a 64-bit mask of the numbers i from 0 to 63 with value + slope * i = 0."""
    if slope == 0:
        return FULL if value == 0 else np.uint64(0)
    place = -value // slope
    if place * slope != -value or place < 0 or place > 63:
        return np.uint64(0)
    return np.uint64(1) << np.uint64(place)


def _value(atoms, atom, vector):
    """Return the number that an atomic condition compares with 0: a linear term plus multiples of residues."""
    width = vector.shape[0]
    total = dot(atoms.terms, atom, vector, width)
    for r in range(atoms.residue_start[atom], atoms.residue_start[atom + 1]):
        total += atoms.residue_factors[r] * (dot(atoms.residue_terms, r, vector, width) % atoms.residue_moduli[r])
    return total


def atom_holds(atoms, atom, vector):
    """Kernel: return whether an atomic condition is true at a position."""
    value = _value(atoms, atom, vector)
    kind = atoms.kinds[atom]
    if kind == AT_LEAST:
        return value >= 0
    return (value == 0) == (kind == EQUAL)


def conjunction_holds(atoms, first, last, vector):
    """Kernel: return whether all atomic conditions with indices from `first` to `last - 1` are true at a position."""
    held = True
    for atom in range(first, last):
        held = held and atom_holds(atoms, atom, vector)
    return held


def _atom_word(atoms, atom, vector):
    """Return a 64-bit mask of the positions of a line at which an atomic condition is true."""
    line = vector.shape[0] - 3
    if atoms.bitwise[atom]:
        word = np.uint64(0)
        start = vector[line]
        for i in range(64):
            vector[line] = start + i
            if atom_holds(atoms, atom, vector):
                word |= np.uint64(1) << np.uint64(i)
        vector[line] = start
        return word
    value, slope = _value(atoms, atom, vector), atoms.terms[atom, line]
    if atoms.kinds[atom] == AT_LEAST:
        return at_least_word(value, slope)
    word = equal_word(value, slope)
    return word if atoms.kinds[atom] == EQUAL else ~word


def conjunction_word(atoms, first, last, vector):
    """Kernel: return a 64-bit mask of the positions at which atomic conditions `first` to `last - 1` are all true."""
    word = FULL
    for atom in range(first, last):
        word &= _atom_word(atoms, atom, vector)
        if word == np.uint64(0):
            break
    return word


def conjunction_range(atoms, first, last, vector, low, high):
    """Kernel: narrow the range of line entries `low` to `high` without losing a solution of a conjunction.

    If no position of the line satisfies the linear conditions, the result is an empty range: its start is above its
    end.
    """
    line = vector.shape[0] - 3
    vector[line] = 0
    for atom in range(first, last):
        if atoms.bitwise[atom] or atoms.kinds[atom] == UNEQUAL:
            continue
        value, slope = _value(atoms, atom, vector), atoms.terms[atom, line]
        if slope == 0:
            if value < 0 or (value > 0 and atoms.kinds[atom] == EQUAL):
                return 1, 0
            continue
        if slope > 0 or atoms.kinds[atom] == EQUAL:
            # If the term falls while the line entry grows, use the negative of the term, because the negative grows.
            rise, least = (slope, value) if slope > 0 else (-slope, -value)
            low = max(low, -(least // rise))
        if slope < 0 or atoms.kinds[atom] == EQUAL:
            fall, most = (-slope, value) if slope < 0 else (slope, -value)
            high = min(high, most // fall)
    return low, high


def alternatives_range(atoms, starts, first, last, vector, low, high):
    """Kernel: narrow the range of line entries `low` to `high` without losing a solution of a disjunction.

    The disjunction consists of the conjunctions with indices from `first` to `last - 1`. Conjunction c consists of the
    atomic conditions with indices from `starts[c]` to `starts[c + 1] - 1`.
    """
    least, most = high + 1, low - 1
    for c in range(first, last):
        begin, end = conjunction_range(atoms, starts[c], starts[c + 1], vector, low, high)
        if begin <= end:
            least, most = min(least, begin), max(most, end)
    return least, most


def alternatives_word(atoms, starts, first, last, vector):
    """Kernel: return a 64-bit mask of the positions at which one of the conjunctions `first` to `last - 1` is true."""
    word = np.uint64(0)
    for c in range(first, last):
        word |= conjunction_word(atoms, starts[c], starts[c + 1], vector)
    return word
