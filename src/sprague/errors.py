"""Exceptions and warnings of Sprague."""

from __future__ import annotations


class SpragueError(ValueError):
    """Bad input, or a request out of reach.

    The message says what was expected, what came, and the way out.
    """


class NotationError(SpragueError):
    """Text that is not a rule; shows the place with a caret."""

    def __init__(self, text: str, offset: int, message: str) -> None:
        before = text[:offset]
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        self.message = message
        self.offset = offset
        # A window of the line keeps the caret in sight however long the line is.
        line = text.split("\n")[self.line - 1]
        start = max(0, self.column - 1 - 50)
        shown = line[start : start + 76].replace("\t", " ")
        caret = " " * (self.column - 1 - start) + "^"
        super().__init__(f"line {self.line}, column {self.column}: {message}\n  {shown}\n  {caret}")
        self._made_of = text, offset, message

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str]]:
        return type(self), self._made_of


class CycleError(SpragueError):
    """A position that can be reached from itself: such a game has no outcome."""


class OutOfReach(SpragueError):
    """An answer that would take more positions or memory than allowed."""


class OutOfTime(OutOfReach):
    """Work that was ended because its seconds were over."""


class Cancelled(SpragueError):
    """Work that was ended because its result is no longer wanted."""


class NotVerified(SpragueError):
    """A certificate that does not prove what it says; the message has the first thing that is wrong."""


class SpragueWarning(UserWarning):
    """Something that was left aside, and the way out; the work goes on."""


def reason_of(error: OSError) -> str:
    """What the system refused, for a message.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return (error.strerror or str(error)).lower()


def clip(text: str) -> str:
    """A text for a message, its middle left out if it is long."""
    return text if len(text) <= 60 else text[:50] + " … " + text[-5:]
