"""`limit_command` limits the time of a command, including the start of the program and the reading of the game."""

from __future__ import annotations

from contextlib import AbstractContextManager

from sprague import clock
from sprague.limits import Limits

_begin: float | None = None  # the moment at which the current command began; None before the first command
_is_started = False  # whether a command has begun


def begin_program() -> None:
    """Let the time of the first command begin at the start of the process, estimated from its processor time."""
    global _begin
    _begin = clock.now() - clock.busy()


def begin_command() -> None:
    """Let the time of a command begin now; the time of the first command began with the process."""
    global _begin, _is_started
    if _begin is None or _is_started:
        _begin = clock.now()
    _is_started = True


def limit_command(seconds: float) -> AbstractContextManager[None]:
    """Return a context manager that limits the time since the beginning of the current command."""
    elapsed = 0.0 if _begin is None else clock.now() - _begin
    return Limits(seconds=seconds).watch(elapsed=elapsed)
