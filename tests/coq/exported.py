"""Coq files of certificates, without the formula."""

from __future__ import annotations

from collections.abc import Mapping

from sprague.coq import export
from sprague.coq.export_input import read_certificate


def to_coq(certificate: Mapping[str, object]) -> str:
    """Return the Coq file about the set of a certificate."""
    return export.to_coq(read_certificate(certificate))
