"""`sprague verify`: re-check a certificate with the independent checker."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sprague.commands.arguments import AsJson, print_json
from sprague.errors import NotVerified, OutOfReach
from sprague.limits import Limits

UNDECIDED = 3
EXAMPLES = (
    "sprague verify nim.json",
    "sprague verify nim.json --seconds 20",
)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a certificate, a JSON file")],
    seconds: Annotated[
        float | None, typer.Option(min=0, help="check at most this long; by default 300 seconds")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a certificate anew, with code of its own.

    The checker shares no code with what made the certificate.
    The exit code is 1 if the certificate does not prove what it says, 2 if it is no certificate, and 3 if that is
    undecided within the limits, or if the set is verified and its formula is not.
    """
    from sprague.checker import verify as check

    try:
        # The words vanish when it is done, and are shown on a terminal only.
        with Console(stderr=True).status("checking every pair of states …"):
            found = check(file, Limits(seconds=seconds))
    except NotVerified as error:
        if as_json:
            print_json({"verified": False, "reason": str(error)})
        else:
            print(f"Not verified: {error}")
        raise typer.Exit(1) from None
    except OutOfReach as error:
        if as_json:
            print_json({"verified": None, "reason": str(error)})
        else:
            print(f"Undecided: {error}")
        raise typer.Exit(UNDECIDED) from None
    if as_json:
        print_json(found.to_json())
    else:
        print(found)
    if not found:
        raise typer.Exit(UNDECIDED)
