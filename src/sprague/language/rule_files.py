"""Rule files: `RuleFile` is the text of a rule with comments; `with_number` sets a parameter of a rule.

>>> file = RuleFile("walk.rule", '''# Heron's walk
... # Take any number from one pile, or k from the left and 2k from the right.
... (a, b) -> (u, b) where u < a        # the left pile
...           (a, v) where v < b        # the right pile
...           (a - k, b - 2k) where k >= 1
... ''')
>>> file.title
"Heron's walk"
>>> file.summary
'Take any number from one pile, or k from the left and 2k from the right.'

The opening comment describes the game: its first line is the title, and the other lines are the summary.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO

from sprague.errors import SpragueError, clip, reading_error, system_message
from sprague.language.rule_parser import KEYWORDS
from sprague.language.tokens import ARROWS, MOST_CHARACTERS, normalize_line_breaks, tokenize

MOST_BYTES = 4 * MOST_CHARACTERS  # maximum size of a rule file: four bytes per character, the maximum in UTF-8


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The text of a rule file; `place` is the name of the file in error messages."""

    place: str
    text: str

    @staticmethod
    def read(path: str | os.PathLike[str]) -> RuleFile:
        """Return the rule file at a path, which may also be a pipe."""
        name = os.fspath(path)
        try:
            with Path(name).open("rb") as file:
                return RuleFile.read_stream(file, repr(name))
        except SpragueError:
            raise
        except OSError as error:
            raise _unreadable(repr(name), error) from None
        except ValueError as error:  # the path is invalid; for example, it contains a null character
            raise SpragueError(f"cannot read {name!r}: {error}") from None

    @staticmethod
    def read_stream(stream: BinaryIO, place: str) -> RuleFile:
        """Return the rule file that an open binary stream contains; raise an error if it is longer than allowed."""
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

    @property
    def title(self) -> str:
        """The first line of the opening comment; an empty string if there is no comment."""
        return next(iter(self._opening), "")

    @property
    def summary(self) -> str:
        """The lines of the opening comment after the title, joined into one line."""
        return " ".join(self._opening[1:])

    @property
    def _opening(self) -> list[str]:
        lines = (line.strip() for line in self.text.strip().splitlines())
        comment = (line.lstrip("#").strip() for line in takewhile(lambda line: line.startswith("#"), lines))
        return [line for line in comment if line]


def _unreadable(place: str, error: OSError) -> SpragueError:
    return reading_error(f"cannot read {place}: {system_message(error)}", error)


def with_number(text: str, name: str, number: int) -> str:
    """Return the text of a rule in which a parameter (a name that is not a pile) is replaced by a number.

    >>> with_number("(a) -> (a - k) where 1 <= k <= 2t", "t", 3)
    '(a) -> (a - k) where 1 <= k <= 2*3'
    """
    bare = re.sub(r"#[^\n]*", "", normalize_line_breaks(text))
    tokens = tokenize(bare, "a rule", frozenset())
    places = [place for place, token in enumerate(tokens) if token.kind == "name" and token.text == name]
    arrow = next((place for place, token in enumerate(tokens) if token.text in ARROWS), len(tokens))
    if name in KEYWORDS or not places:
        raise SpragueError(
            f"the rule {clip(text)!r} has no parameter {name!r}; use {name!r} in a condition of the rule"
        )
    if places[0] < arrow:
        raise SpragueError(
            f"expected the name of a parameter, got the name of a pile, {name!r}; rename the pile or the parameter"
        )
    written, end = "", 0
    for place in places:
        token = tokens[place]
        times = "*" if tokens[place - 1].kind == "number" else ""  # 2t becomes 2*3, not 23
        written += f"{bare[end : token.offset]}{times}{number}"
        end = token.end
    return written + bare[end:]


def with_remembered_number(text: str, name: str) -> str:
    """Return the text of a rule in which a parameter becomes a remembered number that no move changes.

    >>> with_remembered_number("(a) -> (a - k) where 1 <= k <= t ; (a - 2t)", "t")
    '(a | t) -> (a - k | t) where 1 <= k <= t ; (a - 2t | t)'
    >>> with_remembered_number("(a | n) -> (a - k | k) where 1 <= k <= n + t", "t")
    '(a | n, t) -> (a - k | k, t) where 1 <= k <= n + t'
    """
    bare = re.sub(r"#[^\n]*", "", normalize_line_breaks(text))
    tokens = tokenize(bare, "a rule", frozenset())
    written, end = "", 0
    for place, token in enumerate(tokens):
        if token.text != "(" or (place and tokens[place - 1].text not in {*ARROWS, ";"}):
            continue  # skip parentheses that enclose a condition or a term instead of a position
        depth, last, has_memory = 1, place + 1, False
        while depth and last < len(tokens):
            depth += (tokens[last].text == "(") - (tokens[last].text == ")")
            has_memory = has_memory or (depth == 1 and tokens[last].text == "|")
            last += 1
        closing = tokens[last - 1].offset
        written += f"{bare[end:closing]}{',' if has_memory else ' |'} {name}"
        end = closing
    return written + bare[end:]
