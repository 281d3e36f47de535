"""Exceptions and warnings of Sprague."""

from __future__ import annotations


class SpragueError(ValueError):
    """Base class of all errors of Sprague: bad input, or a request out of reach.

    The message names the problem, shows the input, and gives the fix.
    """


class NotationError(SpragueError):
    """A syntax error in a rule or formula; the message shows the place with a caret."""

    def __init__(self, text: str, offset: int, message: str) -> None:
        before = text[:offset]
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        self.message = message
        self.offset = offset
        # Show a window of the line, so that the caret is visible in a long line.
        line = text.split("\n")[self.line - 1]
        start = max(0, self.column - 1 - 50)
        shown = line[start : start + 76].replace("\t", " ")
        caret = " " * (self.column - 1 - start) + "^"
        super().__init__(f"line {self.line}, column {self.column}: {message}\n  {shown}\n  {caret}")
        self._arguments = text, offset, message

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str]]:
        return type(self), self._arguments


class CycleError(SpragueError):
    """A position that can be reached from itself, so the game has no outcome."""


class OutOfReach(SpragueError):
    """An answer that needs more positions, memory or time than the limits allow."""


class OutOfTime(OutOfReach):
    """Work that was ended by its time limit."""


class Cancelled(SpragueError):
    """Work that was ended because its result is no longer wanted."""


class NotVerified(SpragueError):
    """A certificate that does not prove its statement; the message names the first error."""


class SpragueWarning(UserWarning):
    """A warning about something that was skipped; the work continues."""


def system_message(error: OSError) -> str:
    """Return the text of a system error for a message.

    >>> system_message(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return (error.strerror or str(error)).lower()


def clip(text: str) -> str:
    """Return a text for a message, shortened in the middle if it is long."""
    return text if len(text) <= 60 else text[:50] + " … " + text[-5:]
