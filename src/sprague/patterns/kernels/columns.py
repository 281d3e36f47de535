"""Values of a game of differences, column by column."""

from __future__ import annotations


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
