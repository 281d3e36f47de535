"""Parser, printer and enumeration of positions: `parse_position`, `format_position`, `tuples_with_sum`.

A position is written as a list of numbers, such as `3,5,9`, or with repetitions, such as `1^6,10`, which means six ones
and a ten. A sum of positions is written `(3, 5) + (2, 4)`, or as the list of all its numbers, `3,5,2,4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from operator import index
from typing import SupportsIndex

from sprague.errors import ArgumentTypeError, SpragueError, clip
from sprague.integers import format_integer, parse_integer, show_number

Position = tuple[int, ...]

MOST_ENTRIES = 1_000_000
SHOWN = 100  # maximum number of entries of a position that an error message shows
MOST_DIGITS = 1_000_000
_ENTRY = re.compile(r"([0-9]+)(?:\^([0-9]+))?")


def parse_position(text: str) -> Position:
    """Parse the text of a position, such as `3,5,9`.

    >>> parse_position("1^6,10")
    (1, 1, 1, 1, 1, 1, 10)
    >>> parse_position("(5, 9 | 3)")
    (5, 9, 3)
    >>> parse_position("3 5 7")
    (3, 5, 7)

    Raises:
        SpragueError: if the text is not a position, or is too long.
    """
    if not text.strip():
        raise SpragueError(f"expected a position such as 3,5,9 or 1^6,10, got the empty text {clip(text)!r}")
    inner = re.sub(r"\)\s*\+\s*\(", ",", text.strip())
    if inner.startswith("(") and inner.endswith(")"):
        inner = inner[1:-1]
    entries: list[int] = []
    for piece in re.split(r"[,|]|(?<=[0-9])\s+(?=[0-9])", inner):
        match = _ENTRY.fullmatch(piece.strip())
        if match is None:
            raise SpragueError(
                f"expected a position such as 3,5,9 or 1^6,10, got {clip(text)!r}; the entry {clip(piece)!r} is not a "
                "number"
            )
        if len(match[2] or "") > 7:
            raise SpragueError(f"expected a position of at most {MOST_ENTRIES:,} entries, got more: {clip(text)!r}")
        if len(match[1]) > MOST_DIGITS:
            raise SpragueError(f"expected numbers of at most {MOST_DIGITS:,} digits in a position, got {clip(piece)!r}")
        entries += [parse_integer(match[1])] * int(match[2] or 1)
        if len(entries) > MOST_ENTRIES:
            raise SpragueError(f"expected a position of at most {MOST_ENTRIES:,} entries, got more: {clip(text)!r}")
    return tuple(entries)


def read_position(position: Iterable[int] | SupportsIndex | str) -> tuple[int, ...]:
    """Return the entries of a position that is given as a tuple, as text or, for a single pile, as a number.

    >>> read_position("3,5,7"), read_position([3, 5]), read_position(5)
    ((3, 5, 7), (3, 5), (5,))

    Raises:
        ArgumentTypeError: The argument is not a tuple, a string or a number.
    """
    if isinstance(position, str):
        return parse_position(position)
    if isinstance(position, bytes | bytearray | Set | Mapping):
        raise ArgumentTypeError(f"expected a position as a tuple or list, such as (3, 5), got {clip(repr(position))}")
    try:
        return tuple(position)  # type: ignore[arg-type]
    except TypeError:
        pass
    try:
        if isinstance(position, bool):
            raise TypeError
        return (index(position),)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentTypeError(f"expected a position such as (3, 5), got {position!r}") from None


def format_position(position: Sequence[int]) -> str:
    """Return the text of a position; `parse_position` is the inverse.

    >>> format_position((1, 1, 1, 1, 10))
    '1^4,10'
    """
    pieces: list[str] = []
    start = 0
    while start < len(position):
        end = start
        while end < len(position) and position[end] == position[start]:
            end += 1
        run = end - start
        # Write two or three equal piles without an exponent.
        height = format_integer(position[start])
        pieces += [f"{height}^{run}"] if run > 3 else [height] * run
        start = end
    return ",".join(pieces)


def show_position(position: Sequence[object]) -> str:
    """Format a position for an error message, as a Python tuple, shortened if it is long.

    >>> show_position((3, 10**5000))
    '(3, a number of 5001 digits)'
    """
    entries = ", ".join(show_number(entry) for entry in position[:SHOWN])
    if len(position) > SHOWN:
        return f"({entries}, … {len(position):,} numbers in all)"
    return f"({entries}{',' if len(position) == 1 else ''})"


def position_in_sentence(position: Sequence[object]) -> str:
    """Return the text of a position for a sentence: a tuple, or a single number without brackets.

    >>> position_in_sentence((12,)), position_in_sentence((3, 5))
    ('12', '(3, 5)')
    """
    return show_number(position[0]) if len(position) == 1 else show_position(position)


def tuples_with_sum(total: int, entries: int) -> Iterator[Position]:
    """Yield the positions with a given number of entries and a given sum, in lexicographic order.

    >>> list(tuples_with_sum(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if entries == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in tuples_with_sum(total - first, entries - 1):
            yield (first, *rest)
