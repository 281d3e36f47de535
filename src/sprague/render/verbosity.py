"""The amount of output that `sprague --quiet` and `sprague --verbose` select: `level`, `print_note`."""

from __future__ import annotations

import sys

QUIET, NORMAL, VERBOSE = -1, 0, 1
level = NORMAL  # amount of output, set by the options --quiet and --verbose


def print_note(text: str) -> None:
    """Print a message that is not part of the result to stderr, unless `--quiet` is given."""
    if level != QUIET:
        print(text, file=sys.stderr)
