"""What is refused, for tests: the words of the error."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sprague.errors import SpragueError


def message_of(make: Callable[[], object], kind: type[SpragueError] = SpragueError) -> str:
    """What the error says that this raises."""
    with pytest.raises(kind) as caught:
        make()
    return str(caught.value)
