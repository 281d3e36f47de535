"""The time limit of a command, `limit_command`, which includes the time to start the program and to read the game."""

from __future__ import annotations

from contextlib import AbstractContextManager

from sprague import clock
from sprague.limits import Limits

_begin: float | None = None  # the moment at which the current command began; None before the first command
_is_started = False  # whether a command has begun


def begin_program() -> None:
    """Count the time of the first command from the start of the process, estimated from its used processor time."""
    global _begin
    _begin = clock.now() - clock.busy()


def begin_command() -> None:
    """Count the time of a command from now; the first command keeps the start of the process as its beginning."""
    global _begin, _is_started
    if _begin is None or _is_started:
        _begin = clock.now()
    _is_started = True


def limit_command(seconds: float) -> AbstractContextManager[None]:
    """Return a context manager with a time limit that is counted from the beginning of the current command."""
    elapsed = 0.0 if _begin is None else clock.now() - _begin
    return Limits(seconds=seconds).watch(elapsed=elapsed)
