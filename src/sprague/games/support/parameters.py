"""Checks of game parameters, and default names of piles and choices."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sprague import arguments
from sprague.errors import SpragueError
from sprague.integers import show_number
from sprague.language.rule_ast import MOST_PILES


def whole(name: str, value: object, least: int, most: int = 10**9 - 1) -> int:
    """Return the parameter of a game; raise an error unless the parameter is an integer from `least` to `most`."""
    number = arguments.check_integer(name, value)
    if not least <= number <= most:
        bounds = f"at least {least}" if number < least else f"at most {most}"
        raise SpragueError(f"{arguments.format_name(name)} must be {bounds}, got {show_number(number)}")
    return number


def pile_count(name: str, value: object, least: int = 1) -> int:
    """Check a parameter that is a number of piles; raise an error if the number is too small or too large."""
    return whole(name, value, least, MOST_PILES)


def whole_numbers(name: str, value: int | str | Iterable[int], least: int) -> tuple[int, ...]:
    """Convert a parameter, which is a number, a set of numbers or text such as 1/2/3, to a sorted tuple of numbers."""
    if isinstance(value, str):
        parts: Iterable[object] = [
            int(part) if re.fullmatch(r"\s*[0-9]{1,18}\s*", part) else part for part in value.split("/")
        ]
    else:
        try:
            parts = [value] if isinstance(value, bytes) else list(value)  # type: ignore[arg-type]
        except TypeError:
            parts = [value]
    numbers = sorted({whole(name, part, least) for part in parts})
    if not numbers:
        raise SpragueError(f"{arguments.format_name(name)} must contain at least one number, got none")
    return tuple(numbers)


def pile_names(count: int) -> list[str]:
    """Return default names of piles: a, b, c, … for up to six piles, and x1, x2, x3, … for more piles."""
    return list("abcdef"[:count]) if count <= 6 else [f"x{number}" for number in range(1, count + 1)]


def choice_names(count: int) -> list[str]:
    """Return default names of choices: u, v, w for up to three choices, and y1, y2, y3, … for more choices."""
    return list("uvw"[:count]) if count <= 3 else [f"y{number}" for number in range(1, count + 1)]
