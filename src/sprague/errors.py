"""Exceptions and warnings of Sprague: `SpragueError`, its subclasses, and helper functions for error messages."""

from __future__ import annotations


class SpragueError(ValueError):
    """Base class of all errors of Sprague, raised for bad input and for requests that exceed the limits.

    The error message names the problem, shows the input, and gives a remedy.
    """


class NotationError(SpragueError):
    """Raised when a rule or formula has a syntax error; the message marks the character with a caret."""

    def __init__(self, text: str, offset: int, message: str) -> None:
        before = text[:offset]
        self.line: int = before.count("\n") + 1
        self.column: int = offset - (before.rfind("\n") + 1) + 1
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
    """Raised when moves lead from a position back to itself, so that play need not end."""


class OutOfReach(SpragueError):
    """Raised when an answer needs more positions, memory or time than the limits allow."""


class OutOfTime(OutOfReach):
    """Raised when a computation exceeds its time limit."""


class Cancelled(SpragueError):
    """Raised when a computation is cancelled."""


class NotVerified(SpragueError):
    """Raised when a certificate does not prove its statement; the message names the first error."""


class MissingEntryError(SpragueError, KeyError):
    """Raised when a position is outside a table; a subclass of `KeyError`."""

    def __str__(self) -> str:
        # `KeyError.__str__` would return the repr of the message.
        return Exception.__str__(self)


class ArgumentTypeError(SpragueError, TypeError):
    """Raised when an argument has the wrong type; a subclass of `TypeError`."""


class MissingResultError(SpragueError, AttributeError, TypeError):
    """Raised when a result does not have the requested data, for example the members of an undecided set.

    The class is a subclass of `AttributeError` and `TypeError`.
    """


class MissingFileError(SpragueError, FileNotFoundError):
    """Raised when a file does not exist; a subclass of `FileNotFoundError`."""


class MissingExtraError(SpragueError, ModuleNotFoundError):
    """Raised when an optional package is not installed; a subclass of `ModuleNotFoundError`."""


class SpragueWarning(UserWarning):
    """A warning that a computation skipped some of its work and continues."""


def system_message(error: OSError) -> str:
    """Return the text of an operating-system error (`OSError`) for an error message.

    >>> system_message(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return (error.strerror or str(error)).lower()


def reading_error(message: str, error: OSError) -> SpragueError:
    """Return the error to raise when a file cannot be read: `MissingFileError` if the file does not exist."""
    return MissingFileError(message) if isinstance(error, FileNotFoundError) else SpragueError(message)


def clip(text: str) -> str:
    """Return a text for an error message, shortened in the middle if it is long."""
    return text if len(text) <= 60 else text[:50] + " … " + text[-5:]
