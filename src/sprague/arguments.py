"""Checks of the arguments of public functions: `check_integer`, `check_flag`, `check_choice`.

Each check returns the value of an argument in its proper type, or raises an error that names the argument.

>>> check_flag("misere", "no")
Traceback (most recent call last):
sprague.errors.ArgumentTypeError: 'misere' must be True or False, got 'no'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import TypeVar

from sprague.errors import ArgumentTypeError, SpragueError, clip

T = TypeVar("T")


def check_flag(name: str, value: object) -> bool:
    """Return an argument that must be True or False; raise an error for other types.

    Strings are refused, because bool("no") is True. The Boolean type of numpy is accepted.
    """
    if isinstance(value, bool) or (type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")):
        return bool(value)
    raise ArgumentTypeError(f"{format_name(name)} must be True or False, got {format_argument(value)}")


def check_integer(name: str, value: object) -> int:
    """Return an argument of any integer type except bool as an int; raise an error for other types.

    >>> check_integer("limit", 2.0)
    Traceback (most recent call last):
    sprague.errors.ArgumentTypeError: 'limit' must be an integer, got 2.0
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentTypeError(f"{format_name(name)} must be an integer, got {format_argument(value)}") from None


def check_choice(name: str, value: object, known: Sequence[str]) -> str:
    """Return an argument that must be one of several strings; raise an error for other values.

    >>> check_choice("what", "value", ("grundy", "outcome"))
    Traceback (most recent call last):
    sprague.errors.SpragueError: 'what' must be grundy or outcome, got 'value'
    """
    if not isinstance(value, str) or value not in known:
        error = SpragueError if isinstance(value, str) else ArgumentTypeError
        raise error(f"{format_name(name)} must be {', '.join(known[:-1])} or {known[-1]}, got {format_argument(value)}")
    return value


def check_callback(name: str, value: Callable[[T], object] | None) -> Callable[[T], object]:
    """Return an argument that must be a callback or None; for None, return a callback that does nothing."""
    if value is None:
        return lambda done: None
    if not callable(value):
        raise ArgumentTypeError(f"{format_name(name)} must be a function or None, got {format_argument(value)}")
    return value


def format_name(name: str) -> str:
    """Return the name of an argument for an error message: in quotes if the name is an identifier, else unchanged."""
    return repr(name) if name.isidentifier() else name


def format_argument(value: object) -> str:
    """Return the repr of an argument for an error message, shortened if it is long."""
    try:
        return clip(repr(value))
    except ValueError:  # Python refuses to convert an integer with many digits to text
        return f"a large {type(value).__name__}"
