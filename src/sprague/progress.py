"""`Progress`: the report that a long computation gives to the callback `progress` of its caller.

Every public function that may take long has the parameter `progress`, a function that takes one `Progress`.

>>> seen: list[Progress] = []
>>> callback = check_progress(seen.append)
>>> fractions(callback)(0.25)
>>> messages(callback)("base 2: 6 states")
>>> [str(progress) for progress in seen]
['25 %', 'base 2: 6 states']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sprague.arguments import check_callback


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a computation: the completed fraction of the work, if the fraction is known, and a description.

    Args:
        fraction: The completed fraction of the work, from 0 to 1; None if the total amount of work is unknown.
        message: A description of the current step; it may be empty.

    >>> print(Progress(0.5, "row 3 of 6"))
    50 %: row 3 of 6
    """

    fraction: float | None = None
    message: str = ""

    def __str__(self) -> str:
        percent = None if self.fraction is None else f"{self.fraction:.0%}".replace("%", " %")
        return ": ".join(part for part in (percent, self.message) if part)

    def __float__(self) -> float:
        """Return the completed fraction of the work (0 if unknown); in version 0.1, callbacks received this number."""
        return self.fraction or 0.0


class ProgressCallback(Protocol):
    """Protocol of the argument `progress`: a function that takes one `Progress` and returns nothing.

    >>> callback: ProgressCallback = print
    >>> callback(Progress(0.5))
    50 %
    """

    def __call__(self, progress: Progress, /) -> object: ...


def check_progress(value: ProgressCallback | None) -> ProgressCallback:
    """Return the argument `progress` of a caller or, if it is None, a callback that does nothing."""
    return check_callback("progress", value)


def fractions(callback: ProgressCallback) -> Callable[[float], None]:
    """Return a function that takes a completed fraction of the work and reports it to a progress callback."""

    def report(fraction: float) -> None:
        callback(Progress(fraction))

    return report


def messages(callback: ProgressCallback) -> Callable[[str], None]:
    """Return a function that takes a message and reports it to a progress callback."""

    def report(message: str) -> None:
        callback(Progress(None, message))

    return report
