"""The files of stored theorems: their folders (`data_folder`, `store_folder`), paths and content.

The file name depends on the normal form of the rule, so a theorem is found even if the names of the piles or the
notation differ. A rule can have two stored theorems, one about P-positions and one about Grundy values.

This module does not import the prover, so that `solve` can quickly determine whether a theorem is stored.
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
MOST_BYTES = 1 << 26  # largest size of a certificate file; certificates are much smaller in practice


def data_folder() -> Path:
    """Return Sprague's data folder: the folder in `SPRAGUE_DATA`, or a folder in the data folder of the system."""
    return user_folder(FOLDER_VARIABLE, user_data_path)


def store_folder() -> Path:
    """Return the folder with the files of stored theorems."""
    return data_folder() / "theorems"


def store_path(rule: Ruleset, misere: bool, of_values: bool = False) -> Path:
    """Return the path of the file for a stored theorem about the P-positions or the Grundy values of a rule."""
    about = [normal_form(rule), "misere" if misere else "normal", *(["values"] if of_values else [])]
    text = "\n".join(about)
    return store_folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def statement_path(certificate: Path) -> Path:
    """Return the path of the text file with the statement of a stored theorem, next to its certificate."""
    return certificate.with_suffix(".statement")


def name_path(certificate: Path) -> Path:
    """Return the path of the text file with the user's name for a stored theorem, next to its certificate."""
    return certificate.with_suffix(".name")


def is_stored(rule: Ruleset, misere: bool, of_values: bool = False) -> bool:
    """Return whether a theorem about a rule is stored; False if the folder cannot be read."""
    try:
        # Check the folder first, because most users store no theorems and the normal form takes time to compute.
        return store_folder().is_dir() and store_path(rule, misere, of_values).is_file()
    except (OSError, NoHome):
        return False


def saved_at(path: Path) -> int | None:
    """Return the time at which the file of a theorem was saved, in nanoseconds, or None if the file does not exist."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # another process may have just deleted the file
        return None


def stored_files() -> list[Path]:
    """Return the certificate files of stored theorems, oldest first; raise SpragueError if the folder is unreadable."""
    try:
        folder = store_folder()
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NoHome):
        return []  # no theorem has been stored yet
    except OSError as error:
        raise SpragueError(
            f"cannot read the folder of stored theorems {str(folder)!r}: {system_message(error)}; "
            f"set {FOLDER_VARIABLE} to use another folder"
        ) from None
    paths = [folder / name for name in names if name.endswith(".json") and (folder / name).is_file()]
    since = {path: moment for path in paths if (moment := saved_at(path)) is not None}
    return sorted(since, key=lambda path: (since[path], path.name))


def read_file(path: Path) -> object:
    """Return the JSON data in the certificate file of a theorem, without checking it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SpragueError(f"the file is larger than {MOST_BYTES:,} bytes")
        return json.loads(path.read_bytes())
    except OSError as error:
        raise SpragueError(f"cannot read the file: {system_message(error)}") from None
    except SpragueError:
        raise
    except (ValueError, RecursionError):
        raise SpragueError("expected a certificate, which is a JSON object, got text that is not JSON") from None
