"""A rule in a file of its own: the notation on any number of lines, with `#` comments.

    # Heron's walk
    # Take any number from one pile, or k from the left and 2k from the right.
    (a, b) -> (u, b) where u < a        # the left pile
              (a, v) where v < b        # the right pile
              (a - k, b - 2k) where k >= 1

The opening comment tells of the game: its first line is the title, the others are the summary. A mistake is told with
the name of the file and the line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO

from sprague.errors import OutOfReach, SpragueError, reason_of
from sprague.rules.notation import parse
from sprague.rules.ruleset import Ruleset
from sprague.rules.tokens import MOST_CHARACTERS

MOST_BYTES = 4 * MOST_CHARACTERS  # no character takes more in UTF-8


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The text of a file with a rule; `place` is what messages call the file."""

    place: str
    text: str

    @staticmethod
    def read(path: str | os.PathLike[str]) -> RuleFile:
        """The file at this path, which may be a pipe as well."""
        name = os.fspath(path)
        try:
            with Path(name).open("rb") as file:
                return RuleFile.read_stream(file, repr(name))
        except SpragueError:
            raise
        except OSError as error:
            raise _unreadable(repr(name), error) from None
        except ValueError as error:  # a path that no system has
            raise SpragueError(f"expected a file with a rule, got {name!r}: {error}") from None

    @staticmethod
    def read_stream(stream: BinaryIO, place: str) -> RuleFile:
        """What an open file holds, of which no more is read than a rule may have."""
        try:
            content = stream.read(MOST_BYTES + 1)
        except OSError as error:
            raise _unreadable(place, error) from None
        if len(content) > MOST_BYTES:
            raise SpragueError(f"in {place}: expected a rule of at most {MOST_CHARACTERS:,} characters, got more")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = len(f"{error.object[: error.start].decode()}.".splitlines())
            raise SpragueError(f"in {place}: line {line}: expected text in UTF-8, got other bytes") from None
        return RuleFile(place, text)

    def rule(self) -> Ruleset:
        """The rule of the file; its mistakes are told with the name of the file."""
        try:
            return parse(self.text)
        except SpragueError as error:
            kind = OutOfReach if isinstance(error, OutOfReach) else SpragueError
            raise kind(f"in {self.place}: {error}") from None

    @property
    def title(self) -> str:
        """The first line of the opening comment, or nothing."""
        return next(iter(self._opening), "")

    @property
    def summary(self) -> str:
        """The other lines of the opening comment, in one."""
        return " ".join(self._opening[1:])

    @property
    def _opening(self) -> list[str]:
        lines = (line.strip() for line in self.text.strip().splitlines())
        comment = (line.lstrip("#").strip() for line in takewhile(lambda line: line.startswith("#"), lines))
        return [line for line in comment if line]


def _unreadable(place: str, error: OSError) -> SpragueError:
    return SpragueError(f"expected a file with a rule, got {place}: {reason_of(error)}")
