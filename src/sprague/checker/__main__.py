"""The command line of the independent checker: `python -m sprague.checker FILE…`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from .certificates import verify
from .errors import SECONDS, STATES, STEPS, Budget, CheckerError, NotVerified, OutOfReach

VERIFIED, FALSE, MALFORMED, UNDECIDED = 0, 1, 2, 3  # exit codes


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checker on each certificate named on the command line, and return the greatest exit code."""
    parser = argparse.ArgumentParser(
        prog="sprague.checker",
        description="Verify certificates of Sprague. The checker uses only the standard library of Python.",
        epilog="Exit codes: 0 verified; 1 a certificate does not prove what it states; 2 not a certificate; "
        "3 undecided within the limits, or only the set is verified and its formula is not.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate (JSON file)")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="spend at most this many seconds on each file; default 300"
    )
    parser.add_argument(
        "--steps", type=int, default=STEPS, help=f"spend at most this many elementary steps; default {STEPS:,}"
    )
    parser.add_argument(
        "--states",
        type=int,
        default=STATES,
        help=f"build only automata with at most this many states; default {STATES:,}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file")
    options = parser.parse_args(arguments)
    code = VERIFIED
    for file in options.files:
        label = f"{file}: " if len(options.files) > 1 else ""
        try:
            found = verify(file, Budget(options.steps, options.states, options.seconds))
        except CheckerError as error:
            result, verdict = _failure(error)
            text = f"{verdict}: {error}"
            data: dict[str, object] = {"verified": None if result == UNDECIDED else False, "reason": str(error)}
        else:
            result, text, data = (VERIFIED if found else UNDECIDED), "\n".join(found.sentences), found.to_json()
        code = max(code, result)
        print(json.dumps({"file": file, **data}) if options.json else label + text)
    return code


def _failure(error: CheckerError) -> tuple[int, str]:
    if isinstance(error, NotVerified):
        return FALSE, "Not verified"
    return (UNDECIDED, "Undecided") if isinstance(error, OutOfReach) else (MALFORMED, "Not a certificate")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # the program that reads the output has closed the pipe
        sys.stderr.close()
        sys.exit(UNDECIDED)
