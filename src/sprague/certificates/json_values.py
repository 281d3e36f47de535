"""Functions such as `read_object` that check one JSON value in a certificate; their error messages name the key."""

from __future__ import annotations

from collections.abc import Collection
from json import JSONDecodeError
from typing import Any, NoReturn

from sprague.certificates.names import LONGEST_NAME, is_name
from sprague.errors import SpragueError

LARGEST_NUMBER = 10**30  # greatest absolute value of a number in a term
LARGEST_NATURAL = 2**63 - 1  # greatest number in a certificate, except in terms
DEEPEST = 100  # greatest depth of nested lists and objects in a term or formula
LONGEST_LIST = 1000  # greatest number of parts of a conjunction, disjunction or set
LONGEST_TEXT = 20_000  # greatest length of a quotation in characters

Tree = Any  # a JSON value: an integer, a string, a list or an object


def unreadable(error: ValueError | RecursionError) -> SpragueError:
    """Return the error for a certificate that `json.loads` refused with the given error."""
    if isinstance(error, RecursionError):
        return SpragueError("not a certificate: nested too deeply")
    if isinstance(error, JSONDecodeError | UnicodeDecodeError):
        return SpragueError("expected a certificate, which is a JSON object, got text that is not JSON")
    # Python limits the number of digits of an integer.
    return SpragueError("not a certificate: a number has too many digits")


def refuse(where: str, expected: str, value: object) -> NoReturn:
    """Raise the error for a JSON value that the certificate format does not allow at the given key."""
    raise SpragueError(f"not a certificate: {where}: expected {expected}, got {shown(value)}")


def shown(value: object) -> str:
    """Format a JSON value of a certificate for an error message; a long text is shortened."""
    try:
        text = repr(value)
    # the value cannot be converted to text: a number has too many digits, or lists are nested too deeply
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} that is too large to show"
    return text if len(text) <= 80 else f"{text[:70]}…"


def read_object(value: object, where: str, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, Any]:
    """Return a JSON value of a certificate after checking that it is an object with the required and allowed keys."""
    if not isinstance(value, dict):
        refuse(where, "an object", value)
    if missing := [key for key in needed if key not in value]:
        raise SpragueError(f"not a certificate: {where}: the key {missing[0]!r} is missing")
    if unknown := [key for key in value if key not in needed and key not in optional]:
        raise SpragueError(f"not a certificate: {where}: unknown key {shown(unknown[0])}")
    return value


def read_list(value: object, where: str, least: int = 0, most: int | None = None) -> list[Any]:
    """Return a JSON value of a certificate after checking that it is a list of an allowed length."""
    if not isinstance(value, list):
        refuse(where, "a list", value)
    if len(value) < least or (most is not None and len(value) > most):
        wanted = f"at least {least}" if most is None else str(least) if least == most else f"{least} to {most:,}"
        raise SpragueError(f"not a certificate: {where}: expected {wanted} items, got {len(value):,}")
    return value


def read_number(value: object, where: str, least: int = -LARGEST_NUMBER, most: int = LARGEST_NUMBER) -> int:
    """Return a JSON value of a certificate after checking that it is an integer in the given range (not a boolean)."""
    if type(value) is not int:
        refuse(where, "an integer", value)
    if not least <= value <= most:
        wanted = f"at least {least}" if most >= LARGEST_NATURAL and value < least else f"from {least} to {most}"
        refuse(where, f"an integer {wanted}", value)
    return value


def read_natural(value: object, where: str, least: int = 0, most: int = LARGEST_NATURAL) -> int:
    """Return a JSON value of a certificate after checking that it is a natural number below 2^63."""
    return read_number(value, where, least, most)


def read_naturals(value: object, where: str, most: int = LARGEST_NATURAL) -> tuple[int, ...]:
    """Return a JSON value of a certificate after checking that it is a list of natural numbers."""
    return tuple(read_natural(item, f"{where}[{place}]", 0, most) for place, item in enumerate(read_list(value, where)))


def read_boolean(value: object, where: str) -> bool:
    """Return a JSON value of a certificate after checking that it is true or false."""
    if not isinstance(value, bool):
        refuse(where, "true or false", value)
    return value


def read_text(value: object, where: str) -> str:
    """Return a JSON value of a certificate after checking that it is a string of an allowed length."""
    if not isinstance(value, str):
        refuse(where, "a text", value)
    if len(value) > LONGEST_TEXT:
        raise SpragueError(f"not a certificate: {where}: expected at most {LONGEST_TEXT:,} characters")
    return value


def read_word(value: object, where: str, words: Collection[str]) -> str:
    """Return a JSON value of a certificate after checking that it is one of the given words."""
    if not isinstance(value, str) or value not in words:
        refuse(where, " or ".join(f'"{word}"' for word in words), value)
    return value


def read_name(value: object, where: str) -> str:
    """Return a JSON value of a certificate after checking that it is an allowed name."""
    if not isinstance(value, str) or not is_name(value):
        refuse(where, f"a name (a-z, 0-9 and _, at most {LONGEST_NAME} characters, not a reserved word)", value)
    return value


def check_depth(tree: object, where: str) -> None:
    """Raise SpragueError if a JSON value of a certificate is nested too deeply."""
    level: list[object] = [tree]
    for _ in range(DEEPEST):
        level = [inner for value in level if isinstance(value, list | dict) for inner in _inside(value)]
        if not level:
            return
    if any(isinstance(value, list | dict) for value in level):
        raise SpragueError(f"not a certificate: {where}: expected at most {DEEPEST} levels of nesting")


def _inside(value: list[Any] | dict[str, Any]) -> Collection[object]:
    return value.values() if isinstance(value, dict) else value
