"""The command `sprague verify`: check a certificate with the independent checker, or with Coq."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sprague.cli.arguments import AsJson, print_json
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import Limits

if TYPE_CHECKING:
    from sprague.checker import Verified
    from sprague.coq.checking import VerifiedByCoq

UNDECIDED = 3
EXAMPLES = (
    "sprague verify nim.json --seconds 20",
    "sprague verify --coq nim.v --certificate nim.json",
)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a certificate, a JSON file; or a file of Coq")],
    by_coq: Annotated[bool, typer.Option("--coq", help="have Coq check it, if that is on this machine")] = False,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", help="the certificate that a file of Coq has to be about")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="check at most this long; by default 300 seconds, by Coq 600")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a certificate anew, by a checker of its own.

    The checker shares no code with what made the certificate. With --coq, the certificate is made a theorem of Coq,
    and Coq's kernel checks the proof. A file of Coq (.v), as sprague export writes it, has to prove the theorem of the
    rule and the formula in its first comment, or of the certificate that is given with it.
    The exit code is 1 if the certificate does not prove what it says, 2 if it is no certificate, and 3 if that is
    undecided within the limits, or if the set is verified and its formula is not.
    """
    limits = Limits(seconds=seconds)
    is_theorem = file.suffix == ".v"
    if is_theorem and not by_coq:
        raise SpragueError(f"expected a certificate, got {str(file)!r}, a file of Coq; --coq has Coq check it")
    if certificate is not None and not is_theorem:
        raise SpragueError(f"expected --certificate with a file of Coq (.v), got {str(file)!r}")
    try:
        # The words vanish when it is done, and are shown on a terminal only.
        with Console(stderr=True).status("Coq is checking …" if by_coq else "checking every pair of states …"):
            found = _checked(file, certificate, by_coq, limits)
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


def _checked(file: Path, certificate: Path | None, by_coq: bool, limits: Limits) -> Verified | VerifiedByCoq:
    if file.suffix == ".v":
        from sprague.coq.checking import verify_file

        return verify_file(file, certificate, limits)
    if by_coq:
        from sprague.coq.checking import verify_by_coq

        return verify_by_coq(file, limits)
    from sprague.certificates.verification import verify

    return verify(file, limits)
