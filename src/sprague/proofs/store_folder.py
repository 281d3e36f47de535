"""Where discovered theorems are kept: a folder of certificates, one for each rule and play.

A theorem about Grundy values is kept beside the one about P-positions, which may say them in words.

This much is known without loading anything of the prover, so that `solve` can look at once whether there is
something to know.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from platformdirs import user_data_path

from sprague.rules.ruleset import Ruleset

FOLDER_VARIABLE = "SPRAGUE_DATA"


def store_folder() -> Path:
    """The folder: `SPRAGUE_DATA`, or a place of the user's own, as the system has it."""
    chosen = os.environ.get(FOLDER_VARIABLE)
    return (Path(chosen) if chosen else user_data_path("sprague", appauthor=False)) / "theorems"


def store_path(rule: Ruleset, misere: bool, of_values: bool = False) -> Path:
    """Where the theorem about the P-positions of a rule is, or would be; or the one about its Grundy values."""
    about = [str(rule), "misere" if misere else "normal", *(["values"] if of_values else [])]
    text = "\n".join(about)
    return store_folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def name_path(certificate: Path) -> Path:
    """Where the name is that a person gave to the theorem of a certificate: a file beside it."""
    return certificate.with_suffix(".name")


def is_kept(rule: Ruleset, misere: bool, of_values: bool = False) -> bool:
    """Whether there is such a theorem about a rule; none can be had from a folder that cannot be read."""
    try:
        return store_path(rule, misere, of_values).is_file()
    except OSError:
        return False


def kept_files() -> list[Path]:
    """The files of all theorems, by name."""
    try:
        return sorted(path for path in store_folder().glob("*.json") if path.is_file())
    except OSError:
        return []
