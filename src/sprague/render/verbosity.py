"""The verbosity of the command `sprague`, which the options `--quiet` and `--verbose` select."""

from __future__ import annotations

import sys

QUIET, NORMAL, VERBOSE = -1, 0, 1
level = NORMAL  # the amount of output that the options --quiet and --verbose set


def print_note(text: str) -> None:
    """Print a message that is not part of the result to stderr, unless `--quiet` is given."""
    if level != QUIET:
        print(text, file=sys.stderr)
