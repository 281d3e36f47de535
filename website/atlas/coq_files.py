"""Coq files of certificates, cached under build/: some take long to write."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sprague.coq.theorem_file import theorem_file
from sprague.files import write_atomically
from sprague.limits import Limits
from website.build_cache import cache_folder

SECONDS = 1800  # time limit for writing a Coq file; the longest takes less than a minute, and all files are cached


def coq_file(certificate: Mapping[str, Any]) -> tuple[str, str]:
    """Return the Coq file of a certificate and the parts of the theorem that it proves; the result is cached."""
    name = hashlib.sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest()[:16]
    stored = cache_folder("coq", "sprague.coq") / f"{name}.json"
    if not stored.is_file():
        file = theorem_file(certificate, Limits(seconds=SECONDS))
        proved_parts = "the set and the formula" if file.claim and not file.unproved else "the set"
        write_atomically(stored, json.dumps([file.text, proved_parts]))
    text, proved_parts = json.loads(stored.read_text(encoding="utf-8"))
    return text, proved_parts
