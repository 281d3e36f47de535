"""`verify`: the independent checker applied to a certificate, within Sprague's limits and with Sprague's errors.

The checker (`sprague.checker`) imports nothing of Sprague. This module translates limits into its budget and its errors
into those of Sprague.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from sprague import checker, limits
from sprague.checker import Verified
from sprague.checker.errors import STATES, STEPS
from sprague.errors import NotVerified, OutOfReach, SpragueError
from sprague.limits import Limits

DEFAULT = Limits(seconds=300)


class Certified(Protocol):
    """An object that has a certificate to verify, such as a proof or a period."""

    def certificate(self) -> dict[str, Any]: ...


def verify(certificate: str | Path | Mapping[str, Any] | Certified, limits: Limits | None = None) -> Verified:
    """Verify a certificate by a call of the independent checker, within Sprague's limits.

    Args:
        certificate: The file of a certificate, the object in it, or a proof.
        limits: Limits on `seconds` (300 by default) and `states`.

    Returns:
        What was verified. It counts as false if the set is verified and its formula is out of reach.

    Raises:
        NotVerified: The certificate does not prove what it states.
        OutOfReach: The limits do not suffice.
        SpragueError: The data is not a certificate.

    >>> import sprague
    >>> bool(verify(sprague.prove("nim:piles=2", "a = b")))
    True
    """
    data: Mapping[str, Any] | Path
    if isinstance(certificate, Mapping):
        data = certificate
    elif isinstance(certificate, str | Path):
        data = Path(certificate)
    elif callable(getattr(certificate, "certificate", None)) and not isinstance(certificate, type):
        data = certificate.certificate()
    else:
        raise SpragueError(f"not a certificate: expected a file, the object in it, or a proof, got {certificate!r}")
    allowed = Limits.of(limits).with_defaults(DEFAULT)
    with allowed.watch():
        try:
            return checker.verify(data, _budget(allowed))
        except checker.NotVerified as error:
            raise NotVerified(str(error)) from None
        except checker.OutOfReach as error:
            raise OutOfReach(str(error)) from None
        except checker.CheckerError as error:
            raise SpragueError(f"not a certificate: {error}") from None


def _budget(allowed: Limits) -> checker.Budget:
    # `limits.check` raises when the seconds are over or the work is cancelled.
    return checker.Budget(STEPS, STATES if allowed.states is None else allowed.states, None, limits.check)
