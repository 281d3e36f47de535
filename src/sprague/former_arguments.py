"""Support for former names of the arguments of public functions, with a `DeprecationWarning`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sprague.arguments import check_callback
from sprague.errors import ArgumentTypeError
from sprague.progress import Progress, ProgressCallback

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C", bound=type)


def _by_message(value: object) -> ProgressCallback | None:
    """Return a progress callback that passes each message to a former `report` callback."""
    if value is None:
        return None
    report: Callable[[str], object] = check_callback("report", value)  # type: ignore[arg-type]

    def callback(progress: Progress) -> None:
        if progress.message:
            report(progress.message)

    return callback


# The former names of arguments, with their present names and a function that converts the value.
FORMER_ARGUMENTS: dict[str, tuple[str, Callable[[object], object]]] = {
    "limits": ("budget", lambda value: value),
    "report": ("progress", _by_message),
    "claim": ("formula", lambda value: value),
}


def accepts_former_arguments(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a public function so that it accepts the arguments of version 0.1 by their former names.

    >>> @accepts_former_arguments
    ... def seconds(budget: int) -> int:
    ...     return budget
    >>> seconds(limits=3)
    3
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for former in FORMER_ARGUMENTS.keys() & kwargs.keys():
            name, convert = FORMER_ARGUMENTS[former]
            if name in kwargs:
                raise ArgumentTypeError(
                    f"the argument {name} is given twice, once by the former name {former}; leave out {former}"
                )
            warnings.warn(f"the argument {former!r} is now {name!r}", DeprecationWarning, stacklevel=2)
            kwargs[name] = convert(kwargs.pop(former))
        return function(*args, **kwargs)

    return call


def constructor_accepts_former_arguments(cls: C) -> C:
    """Decorate a public class so that its constructor accepts the arguments of version 0.1 by their former names."""
    setattr(cls, "__init__", accepts_former_arguments(vars(cls)["__init__"]))  # noqa: B010 (type checkers see the class as it is written)
    return cls
