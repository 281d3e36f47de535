"""Files of stored theorems: `data_folder`, `store_folder`, their paths and their content.

A rule is known by its normal form, so that a theorem is found again whatever its piles are called and however the rule
is written. A theorem about Grundy values is stored beside the one about P-positions.

This module imports nothing of the prover, so that `solve` can see quickly whether a theorem is stored.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from platformdirs import user_data_path

from sprague.errors import SpragueError, system_message
from sprague.files import NoHome, user_folder
from sprague.rules.normal_form import normal_form
from sprague.rules.ruleset import Ruleset

FOLDER_VARIABLE = "SPRAGUE_DATA"
MOST_BYTES = 1 << 26  # of a file; none that is kept comes near


def data_folder() -> Path:
    """Return the folder of the user's data with the files of theorems: `SPRAGUE_DATA`, or the system's place for it."""
    return user_folder(FOLDER_VARIABLE, user_data_path)


def store_folder() -> Path:
    """Return the folder with the files of stored theorems."""
    return data_folder() / "theorems"


def store_path(rule: Ruleset, misere: bool, of_values: bool = False) -> Path:
    """Return the path of the file of a theorem about the P-positions or the Grundy values of a rule, stored or not."""
    about = [normal_form(rule), "misere" if misere else "normal", *(["values"] if of_values else [])]
    text = "\n".join(about)
    return store_folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def statement_path(certificate: Path) -> Path:
    """Return the path of the text file with the statement of a stored theorem, beside its certificate."""
    return certificate.with_suffix(".statement")


def name_path(certificate: Path) -> Path:
    """Return the path of the text file with the user's name for a stored theorem, beside its certificate."""
    return certificate.with_suffix(".name")


def is_stored(rule: Ruleset, misere: bool, of_values: bool = False) -> bool:
    """Return whether there is a file of a theorem about a rule; False if the folder cannot be read."""
    try:
        # Most folders are empty, and then nobody needs to know a normal form.
        return store_folder().is_dir() and store_path(rule, misere, of_values).is_file()
    except (OSError, NoHome):
        return False


def saved_at(path: Path) -> int | None:
    """Return the time at which the file of a theorem was saved, in nanoseconds; None if there is no such file."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # perhaps another process has forgotten it just now
        return None


def stored_files() -> list[Path]:
    """Return the certificate files of stored theorems, oldest first; raise SpragueError for an unreadable folder."""
    try:
        folder = store_folder()
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NoHome):
        return []  # nothing was kept yet
    except OSError as error:
        raise SpragueError(
            f"expected a folder with the theorems that are kept, got {str(folder)!r}: {system_message(error)}; "
            f"{FOLDER_VARIABLE} names another"
        ) from None
    paths = [folder / name for name in names if name.endswith(".json") and (folder / name).is_file()]
    since = {path: moment for path in paths if (moment := saved_at(path)) is not None}
    return sorted(since, key=lambda path: (since[path], path.name))


def read_file(path: Path) -> object:
    """Return the JSON data in the certificate file of a theorem, which is still to be checked."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SpragueError(f"expected at most {MOST_BYTES:,} bytes")
        return json.loads(path.read_bytes())
    except OSError as error:
        raise SpragueError(f"its file cannot be read: {system_message(error)}") from None
    except SpragueError:
        raise
    except (ValueError, RecursionError):
        raise SpragueError("expected a certificate, a JSON object, got what is no JSON") from None
