"""Octal codes of taking-and-breaking games, such as 0.77: `parse_code` and `format_code`.

In the code d0.d1 d2 d3 … of Guy and Smith, the digit d_k states how many heaps may remain when a move takes k chips
from a heap. The digit d_k is a sum of powers of two; it contains 2^j if the move may leave exactly j non-empty heaps.
For example, d_k = 7 = 1 + 2 + 4 means that a move that takes k chips may leave no heap, one heap or two heaps. If a
digit of a code is 8 or more, so that a move may leave three heaps, the code is hexadecimal. If all digits of a code are
at most 3, the code is quaternary, and no move splits a heap. Kayles is 0.77. Infinite codes, such as 0.333… for Nim,
are not supported; write a game with an infinite code as a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sprague.errors import SpragueError
from sprague.rules.breaking import Breaking

MOST_DIGITS = 64
_DIGITS = "0123456789ABCDEF"
_NAMES = "uvw"
_CODE = re.compile(r"\s*[0-9A-Fa-f]?\.[^\s/]*\s*")


def is_code(text: object) -> bool:
    """Return whether a text looks like an octal code, such as 0.77.

    >>> is_code("4.7"), is_code(".F"), is_code("kayles")
    (True, True, False)
    """
    return isinstance(text, str) and _CODE.fullmatch(text) is not None


def is_miswritten_code(text: str) -> bool:
    """Return whether a text is probably a misspelt octal code, because it consists of digits but is not a code.

    >>> [is_miswritten_code(text) for text in ("77", "0,77", "00.7", "-0.7", "0.77", "nim")]
    [True, True, True, True, False, False]
    """
    return not is_code(text) and re.fullmatch(r"\s*[-+]?[0-9]+([.,][0-9A-Fa-f]*)?\s*", text) is not None


def parse_code(text: str) -> tuple[Breaking, ...]:
    """Parse an octal, quaternary or hexadecimal code; return its taking-and-breaking moves.

    >>> [(move.taken, move.parts) for move in parse_code("0.17")]
    [(1, 0), (2, 0), (2, 1), (2, 2)]
    >>> parse_code("3.7")
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected a code that starts with 0, 4, 8 or C, got '3.7'; a move that takes no ...
    """
    if not isinstance(text, str):
        raise SpragueError(f"expected a code such as '0.77', in quotes, got {text!r}")
    code = text.strip().upper()
    if re.search(r"\.\.|…", code):
        raise SpragueError(
            f"expected a finite code, such as '0.77', got {text!r}; write an infinite code as a rule: "
            "0.333... is '(n) -> (u) where u < n'"
        )
    match = re.fullmatch(r"([0-9A-F]?)\.([0-9A-F]+)", code) or re.fullmatch(r"([0-9A-F])", code)
    if match is None:
        raise SpragueError(
            f"expected a code of digits 0 to 9 and A to F after a point, such as '0.77', '4.007' or '0.F', got {text!r}"
        )
    first, rest = (*match.groups(), "")[:2]
    digits = [int(digit, 16) for digit in (first or "0") + rest]
    if digits[0] & 3:
        raise SpragueError(
            f"expected a code that starts with 0, 4, 8 or C, got {text!r}; a move that takes no chips must split "
            "the heap"
        )
    if not any(digits):
        raise SpragueError(
            f"expected a code with a nonzero digit, because the game has no moves otherwise; got {text!r}"
        )
    while not digits[-1]:
        digits.pop()
    if len(digits) > MOST_DIGITS + 1:
        raise SpragueError(f"expected at most {MOST_DIGITS} digits after the point, got {len(digits) - 1}")
    return tuple(
        Breaking(taken, parts) for taken, digit in enumerate(digits) for parts in range(4) if digit >> parts & 1
    )


def format_code(moves: Iterable[Breaking]) -> str | None:
    """Return the octal code of taking-and-breaking moves, or None if no octal code describes the moves.

    The moves must leave no empty heaps.

    >>> format_code(parse_code(".770"))
    '0.77'
    >>> format_code([Breaking(0, 2, distinct=True)]) is None
    True
    """
    digits: dict[int, int] = {}
    for move in moves:
        # A least heap size up to `taken + parts` is no restriction, because every move needs at least `taken + parts`
        # chips.
        bound = move.heap > move.taken + move.parts
        if move.parts > 3 or not move.least or move.distinct or bound or move.taken > MOST_DIGITS:
            return None
        digits[move.taken] = digits.get(move.taken, 0) | 1 << move.parts
    if not digits:
        return None
    written = "".join(_DIGITS[digits.get(taken, 0)] for taken in range(1, max(digits) + 1))
    return f"{_DIGITS[digits.get(0, 0)]}.{written or '0'}"


def code_rule_text(code: str) -> str:
    """Return the text of the rule for an octal code.

    For example, if a digit is 7 = 1 + 2 + 4, a single move of the rule leaves no heap, one heap or two heaps.

    >>> print(code_rule_text("0.37"))
    (n) -> (n - 1) ; (u) + (v) where u + v = n - 2
    >>> print(code_rule_text("4.02"))
    (n) -> (u) + (v) where u + v = n, u >= 1, v >= 1 ; (n - 2) where n >= 3
    """
    left: dict[int, list[int]] = {}
    for move in parse_code(code):
        left.setdefault(move.taken, []).append(move.parts)
    return "(n) -> " + " ; ".join(_move_text(k, *run) for k, parts in left.items() for run in _runs(parts))


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of each run of consecutive numbers in a list."""
    first = numbers[0]
    for one, following in zip(numbers, [*numbers[1:], -1], strict=True):
        if following != one + 1:
            yield first, one
            first = following


def _move_text(taken: int, fewest: int, most: int) -> str:
    """Return the text of a move that takes `taken` chips and leaves `fewest` to `most` non-empty heaps."""
    rest = f"n - {taken}" if taken else "n"
    if most == 0:
        return f"(0) where n = {taken}"
    if most == 1:
        return f"({rest})" + (f" where n >= {taken + 1}" if fewest else "")
    names = _NAMES[:most]
    conditions = [f"{' + '.join(names)} = {rest}", *(f"{name} >= 1" for name in names[:fewest])]
    return " + ".join(f"({name})" for name in names) + " where " + ", ".join(conditions)
