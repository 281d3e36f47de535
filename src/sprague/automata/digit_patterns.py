"""Digit patterns such as `0*1`, which match sets of digit columns and label the edges of drawings.

A pattern has one digit for each track, or `*` for any digit. The label of an edge is a short list of patterns that
together match exactly the columns of the edge.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sprague.automata.transition_table import Flags

ANY = -1

Pattern = tuple[int, ...]  # a digit pattern, which has a digit or ANY for each track


def find_patterns(columns: npt.ArrayLike) -> list[Pattern]:
    """Return a few digit patterns that match exactly the columns marked True in an array with one axis per track.

    >>> columns = np.zeros((2, 2, 2), bool)
    >>> columns[:, 1, :] = columns[0, 0, 0] = True
    >>> print(*map(format_pattern, find_patterns(columns)))
    *1* 0*0

    Each pattern has as many `*` as possible. Each step of the algorithm adds the pattern that matches the most
    unmatched columns. The last step of the algorithm removes redundant patterns. The list of patterns is not always the
    shortest, because finding the shortest list is NP-hard.
    """
    wanted: Flags = np.asarray(columns, np.bool_)
    left = wanted.copy()
    found: list[Pattern] = []
    # A column that no pattern with `*` matches becomes a pattern without `*`.
    alone = wanted.copy()
    for axis in range(wanted.ndim):
        alone &= ~wanted.all(axis=axis, keepdims=True)
    for column in np.argwhere(alone):
        found.append(tuple(column.tolist()))
    left &= ~alone
    while left.any():
        seed = tuple(np.argwhere(left)[0].tolist())
        wide = [_widened(seed, order, wanted) for order in _orders(wanted.ndim)]
        best = max(wide, key=lambda pattern: int(left[_slices(pattern)].sum()))
        found.append(best)
        left[_slices(best)] = False
    return sorted(_without_spare(found, wanted), key=lambda p: (-p.count(ANY), [d % 16 for d in p]))


def _orders(tracks: int) -> list[tuple[int, ...]]:
    """Return the orders of tracks in which `_widened` replaces digits by `*`: all rotations and their reversals."""
    forwards = tuple(range(tracks))
    turns = [forwards[turn:] + forwards[:turn] for turn in range(max(tracks, 1))]
    return [*turns, *(turn[::-1] for turn in turns)]


def _widened(seed: Pattern, order: Sequence[int], wanted: Flags) -> Pattern:
    """Return the pattern of a column after replacing digits by `*` wherever possible, in the given order of tracks."""
    pattern = list(seed)
    for track in order:
        digit, pattern[track] = pattern[track], ANY
        if not wanted[_slices(pattern)].all():
            pattern[track] = digit
    return tuple(pattern)


def _slices(pattern: Sequence[int]) -> tuple[slice | int, ...]:
    return tuple(slice(None) if digit == ANY else digit for digit in pattern)


def _without_spare(found: list[Pattern], wanted: Flags) -> list[Pattern]:
    times = np.zeros(wanted.shape, np.int32)
    for pattern in found:
        times[_slices(pattern)] += 1
    kept = []
    for pattern in sorted(found, key=lambda p: p.count(ANY)):
        if (times[_slices(pattern)] > 1).all():
            times[_slices(pattern)] -= 1
        else:
            kept.append(pattern)
    return kept


def format_pattern(pattern: Pattern) -> str:
    """Return a digit pattern as text; the pattern of the empty column is ()."""
    return "".join("*" if digit == ANY else str(digit) for digit in pattern) or "()"


def label_lines(found: Sequence[Pattern], width: int, most: int) -> list[str]:
    """Return the label of an edge: digit patterns in at most `most` lines of about `width` characters.

    >>> label_lines([(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)], width=6, most=2)
    ['00 11', '… 3 more']
    """
    texts = [format_pattern(pattern) for pattern in found]
    each = max((width + 1) // (max(map(len, texts), default=1) + 1), 1)
    rows = -(-len(texts) // each)
    if 0 < rows <= most:
        each = -(-len(texts) // rows)  # make all lines of the label about equally long
    lines = [texts[i : i + each] for i in range(0, len(texts), each)]
    if len(lines) <= most:
        return [" ".join(line) for line in lines]
    kept = lines[: most - 1]
    return [*(" ".join(line) for line in kept), f"… {len(texts) - sum(map(len, kept))} more"]
