"""Tests that are cheap one by one and expensive together: a sample in `make test`, all of them in `make check`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def sample(
    values: Iterable[Any], step: int = 1, layer: str = "slow", expensive: Callable[..., object] = lambda *entries: False
) -> list[Any]:
    """Return the values for `parametrize`; all but every `step`-th one belong to a layer that `make test` leaves out.

    So do those that `expensive` holds for. A tuple holds a value for each argument; for a single argument that takes
    tuples, pass `(value,)`.

    >>> [value.values[0] for value in sample("abcde", 2) if not value.marks]
    ['a', 'c', 'e']
    """
    found = []
    for number, value in enumerate(values):
        entries = value if isinstance(value, tuple) else (value,)
        marks = [getattr(pytest.mark, layer)] if number % step or expensive(*entries) else []
        found.append(pytest.param(*entries, marks=marks))
    return found
