"""`sprague verify`: re-check a certificate with the independent checker, or with Coq."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sprague.commands.arguments import AsJson, print_json
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import Limits

if TYPE_CHECKING:
    from sprague.checker import Verified

UNDECIDED = 3
EXAMPLES = (
    "sprague verify nim.json --seconds 20",
    "sprague verify --coq nim.json",
)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a certificate, a JSON file; or a file of Coq")],
    by_coq: Annotated[bool, typer.Option("--coq", help="have Coq check it, if that is on this machine")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="check at most this long; by default 300 seconds, by Coq 600")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a certificate anew, by a checker of its own.

    The checker shares no code with what made the certificate. With --coq, the certificate is made a theorem of Coq,
    and Coq's kernel checks the proof; a file of Coq (.v), as sprague export writes it, is checked as it is, and that it
    rests on no axioms; what its theorems say is shown.
    The exit code is 1 if the certificate does not prove what it says, 2 if it is no certificate, and 3 if that is
    undecided within the limits, or if the set is verified and its formula is not.
    """
    limits = Limits(seconds=seconds)
    is_theorem = file.suffix == ".v"
    if is_theorem and not by_coq:
        raise SpragueError(f"expected a certificate, got {str(file)!r}, a file of Coq; --coq has Coq check it")
    try:
        # The words vanish when it is done, and are shown on a terminal only.
        with Console(stderr=True).status("Coq is checking …" if by_coq else "checking every pair of states …"):
            if is_theorem:
                _say_accepted(file, limits, as_json)
                return
            found = _checked(file, by_coq, limits)
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


def _checked(file: Path, by_coq: bool, limits: Limits) -> Verified:
    if by_coq:
        from sprague.coq.checking import verify_by_coq

        return verify_by_coq(file, limits)
    from sprague.checker import verify

    return verify(file, limits)


def _say_accepted(file: Path, limits: Limits, as_json: bool) -> None:
    from sprague.coq.checking import check_file

    said = check_file(file, limits)
    if as_json:
        print_json({"verified": True, "checked": said})
    else:
        print("\n  ".join(said[:-1]), said[-1], sep="\n")
