"""The command `sprague verify`: check a certificate with the independent checker or with Coq."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sprague.cli.arguments import AsJson, print_json, seconds_option
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
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="a certificate (.json), or a Coq file (.v) written by 'sprague export'"),
    ],
    by_coq: Annotated[bool, typer.Option("--coq", help="check the theorem with Coq, which must be installed")] = False,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", help="check that the Coq file proves the theorem of this certificate"),
    ] = None,
    seconds: Annotated[float | None, seconds_option("the default is 300, or 600 with --coq")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a certificate with the independent checker or with Coq.

    The checker shares no code with the programs that write certificates. With --coq, the certificate is exported to
    Coq, and Coq checks the proof. A Coq file must prove the theorem that its first comment states, or the theorem of
    the certificate given by --certificate.

    The exit code is 1 if the certificate does not prove its statement, and 2 if the file is not a certificate. The exit
    code is 3 if the check reaches its limits, or verifies the set of P-positions but not the formula for it.
    """
    limits = Limits(seconds=seconds)
    is_theorem = file.suffix == ".v"
    if is_theorem and not by_coq:
        raise SpragueError(f"{str(file)!r} is a Coq file; add --coq to check it with Coq")
    if certificate is not None and not is_theorem:
        raise SpragueError(f"--certificate needs a Coq file (.v) to check, got {str(file)!r}; leave out --certificate")
    try:
        # The status line is shown only in a terminal, and removed at the end of the check.
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
