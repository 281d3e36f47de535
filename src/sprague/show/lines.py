"""Lines of text for a person: broken at words to fit a terminal, left whole for a file or a pipe, which others read."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each as soon as it is known; what is broken goes on with the same indentation."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for line in lines:
        print(line if width is None else broken(line, width))


def broken(line: str, width: int, hanging: int = 0) -> str:
    """A line broken at words, if it does not fit this many columns; it goes on as many columns further in."""
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
