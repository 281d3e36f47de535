"""Files of stored theorems: their folder, their paths and their content.

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
    """Where all that is kept is: `SPRAGUE_DATA`, or a place of the user's own, as the system has it."""
    return user_folder(FOLDER_VARIABLE, user_data_path)


def store_folder() -> Path:
    """The folder of theorems."""
    return data_folder() / "theorems"


def store_path(rule: Ruleset, misere: bool, of_values: bool = False) -> Path:
    """Where the theorem about the P-positions of a rule is, or would be; or the one about its Grundy values."""
    about = [normal_form(rule), "misere" if misere else "normal", *(["values"] if of_values else [])]
    text = "\n".join(about)
    return store_folder() / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.json"


def statement_path(certificate: Path) -> Path:
    """Where the theorem of a certificate is said in a sentence, for those who look through many: a file beside it."""
    return certificate.with_suffix(".statement")


def name_path(certificate: Path) -> Path:
    """Where the name is that a person gave to the theorem of a certificate: a file beside it."""
    return certificate.with_suffix(".name")


def is_stored(rule: Ruleset, misere: bool, of_values: bool = False) -> bool:
    """Whether there is such a theorem about a rule; none can be had from a folder that cannot be read."""
    try:
        # Most folders are empty, and then nobody needs to know a normal form.
        return store_folder().is_dir() and store_path(rule, misere, of_values).is_file()
    except (OSError, NoHome):
        return False


def saved_at(path: Path) -> int | None:
    """The moment since which the theorem in a file is kept, in nanoseconds; None if there is none."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:  # perhaps another process has forgotten it just now
        return None


def stored_files() -> list[Path]:
    """The files of all theorems, the oldest first; a folder that is there and cannot be read is refused."""
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
    """What the file of a theorem says, which is still to be proved."""
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
