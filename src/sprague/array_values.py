"""Base classes for objects that are compared and hashed by their contents: `ComparedByContents` and `ArrayValue`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sprague.optional_numpy import is_array, np


class ComparedByContents:
    """A base class whose objects are equal if they have the same class and equal contents."""

    def _contents(self) -> tuple[object, ...]:
        """Return the values by which objects are compared."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._contents() == other._contents()

    def __hash__(self) -> int:
        return hash(self._contents())


class ArrayValue(ComparedByContents):
    """Base class for frozen dataclasses with array fields; equality and hash depend on the contents of all fields.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, eq=False)
    ... class Row(ArrayValue):
    ...     name: str
    ...     values: np.ndarray
    >>> Row("a", np.arange(3)) == Row("a", np.arange(3)), Row("a", np.arange(3)) == Row("a", np.arange(4))
    (True, False)
    >>> len({Row("a", np.arange(3)), Row("a", np.arange(3))})
    1
    """

    def _contents(self) -> tuple[object, ...]:
        """Return the values of all fields of an object, with each array replaced by its shape and its entries."""
        return tuple(_content(getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]


def _content(value: Any) -> object:
    """Return an array as a pair (shape, bytes of its entries as 64-bit integers); return any other value unchanged."""
    if is_array(value):
        return value.shape, value.astype(np.int64).tobytes()
    return value
