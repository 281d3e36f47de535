"""A cache of recent responses, limited in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The most recent values by their keys; `size` says how much of the room a value takes.

    >>> kept = Recent[str, bytes](10, len)
    >>> kept.put("a", b"12345"); kept.put("b", b"12345"); kept.put("c", b"123")
    >>> kept.get("a"), kept.get("c")
    (None, b'123')

    A value that is larger than all of the room is not kept. `forget` is told what is given up.
    """

    def __init__(self, room: int, size: Callable[[V], int], forget: Callable[[V], None] = lambda value: None) -> None:
        self.room, self.taken = room, 0
        self._size, self._forget = size, forget
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value of a key, which is recent again; None if it is not kept."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: K, value: V) -> None:
        """Keep a value, and give up others if there is no room for it."""
        self.drop(key)
        self._values[key] = value
        self.taken += self._size(value)
        while self.taken > self.room:
            self.drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Give up the value of a key, if it is kept."""
        if key in self._values:
            value = self._values.pop(key)
            self.taken -= self._size(value)
            self._forget(value)

    def clear(self) -> None:
        """Give up all."""
        for key in list(self._values):
            self.drop(key)

    def __len__(self) -> int:
        return len(self._values)
