"""Checks of the arguments of public functions.

Each function takes the name of the argument and what came, and returns it in the form that is meant.

>>> flag("misere", "no")
Traceback (most recent call last):
sprague.errors.SpragueError: expected misere to be True or False, got 'no'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TypeVar

from sprague.errors import SpragueError, clip

T = TypeVar("T")


def flag(name: str, value: object) -> bool:
    """True or False. Other things have a truth of their own, and that of "no" is not what it says."""
    if not isinstance(value, bool):
        raise SpragueError(f"expected {name} to be True or False, got {shown(value)}")
    return value


def whole(name: str, value: object) -> int:
    """A whole number of any type that Python counts with; True is none.

    >>> whole("limit", 2.0)
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected limit to be a whole number, got 2.0
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SpragueError(f"expected {name} to be a whole number, got {shown(value)}") from None


def one_of(name: str, value: object, known: Sequence[str]) -> str:
    """One of several words.

    >>> one_of("what", "value", ("grundy", "outcome"))
    Traceback (most recent call last):
    sprague.errors.SpragueError: expected what to be grundy or outcome, got 'value'
    """
    if not isinstance(value, str) or value not in known:
        raise SpragueError(f"expected {name} to be {', '.join(known[:-1])} or {known[-1]}, got {shown(value)}")
    return value


def listener(name: str, value: Callable[[T], None] | None) -> Callable[[T], None]:
    """A function that is told how far the work is; one that does nothing if none was given."""
    if value is None:
        return lambda told: None
    if not callable(value):
        raise SpragueError(f"expected {name} to be a function to call, or None, got {shown(value)}")
    return value


def shown(value: object) -> str:
    """What came, for a message: as Python writes it, its middle left out if it is long."""
    try:
        return clip(repr(value))
    except ValueError:  # numbers of more digits than Python writes
        return f"a large {type(value).__name__}"
