"""`verify` runs the independent checker on a certificate, within Sprague's limits and with Sprague's errors.

The checker (`sprague.checker`) imports no other module of Sprague. Therefore, this module converts Sprague's limits to
the budget of the checker, and the checker's errors to Sprague's errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from sprague import checker, limits
from sprague.checker import Verified
from sprague.checker.errors import STATES, STEPS
from sprague.errors import ArgumentTypeError, MissingFileError, NotVerified, OutOfReach, SpragueError
from sprague.former_arguments import accepts_former_arguments
from sprague.limits import Limits
from sprague.progress import ProgressCallback

DEFAULT = Limits(seconds=300)


class Certified(Protocol):
    """An object that has a certificate to verify, such as a proof or a period."""

    def certificate(self) -> Mapping[str, object]: ...


@accepts_former_arguments
def verify(
    certificate: str | Path | Mapping[str, object] | Certified,
    budget: Limits | None = None,
    *,
    progress: ProgressCallback | None = None,
) -> Verified:
    """Verify a certificate with the independent checker, within Sprague's limits.

    Args:
        certificate: The file of a certificate, its JSON object, or a proof.
        budget: Limits on `seconds` (300 by default) and `states`.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The verified theorem. If the theorem is verified but the check of its formula exceeds the limits, `bool` of the
        result is False.

    Raises:
        NotVerified: If the certificate does not prove its statement.
        OutOfReach: If the check exceeds the limits.
        SpragueError: If the data is not a certificate.

    >>> import sprague
    >>> bool(verify(sprague.prove("nim:piles=2", "a = b")))
    True
    """
    data: Mapping[str, object] | Path
    if isinstance(certificate, Mapping):
        data = certificate
    elif isinstance(certificate, str | Path):
        data = Path(certificate)
        if not data.exists():
            raise MissingFileError(f"cannot read {str(data)!r}: no such file")
    elif callable(getattr(certificate, "certificate", None)) and not isinstance(certificate, type):
        data = certificate.certificate()
    else:
        raise ArgumentTypeError(f"not a certificate: expected a file, a JSON object or a proof, got {certificate!r}")
    allowed = Limits.of(budget).with_defaults(DEFAULT)
    with allowed.watch(progress):
        try:
            return checker.verify(data, _budget(allowed))
        except checker.NotVerified as error:
            raise NotVerified(str(error)) from None
        except checker.OutOfReach as error:
            raise OutOfReach(str(error)) from None
        except checker.CheckerError as error:
            raise SpragueError(f"not a certificate: {error}") from None


def _budget(allowed: Limits) -> checker.Budget:
    # `limits.check` raises an error when the time is over or the work is cancelled.
    return checker.Budget(STEPS, STATES if allowed.states is None else allowed.states, None, limits.check)
