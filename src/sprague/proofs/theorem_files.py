"""The files of stored theorems: their folders (`data_folder`, `store_folder`), paths and content.

The file name of a theorem depends only on the normal form of the rule. So a theorem is found even if the names of the
piles or the notation of the rule differ. A rule can have two stored theorems, one about P-positions and one about
Grundy values.

This module does not import the prover, so that `solve` can quickly determine whether a theorem is stored.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Literal

from sprague.certificates.json_values import unreadable
from sprague.errors import SpragueError, system_message
from sprague.files import NoHome, as_path, user_folder
from sprague.rules.normal_form import normal_form
from sprague.rules.ruleset import Ruleset

FOLDER_VARIABLE = "SPRAGUE_DATA"
MOST_BYTES = 1 << 26  # largest size of a certificate file; certificates are much smaller in practice


def data_folder() -> Path:
    """Return Sprague's data folder: the folder that `SPRAGUE_DATA` names, or a folder below the user's data folder."""
    return user_folder(FOLDER_VARIABLE, _user_data_path)


def _user_data_path(name: str, appauthor: Literal[False]) -> Path:
    """Return the data folder of the user, which the library platformdirs selects."""
    try:
        from platformdirs import user_data_path
    except ImportError:  # platformdirs is missing in a browser, where the user has no folder
        raise RuntimeError("the package platformdirs is not installed") from None
    return user_data_path(name, appauthor=appauthor)


class StoreNotUsed(SpragueError):
    """Raised when the store of theorems is turned off, by `use_store(None)` or `--no-store`."""


class _Store:
    """The folder of stored theorems that `use_store` selected."""

    folder: Path | None = None
    is_used = True


def use_store(path: str | os.PathLike[str] | None) -> None:
    """Select the folder in which the current process stores theorems; None turns storing and loading off.

    Stored theorems affect the reasons in answers: `solve` uses a stored proof instead of a search. By default, theorems
    are stored in the folder `theorems` below `SPRAGUE_DATA`, or below the data folder of the user.

    >>> use_store(None)  # doctest: +SKIP

    Args:
        path: The folder; it is created when the first theorem is stored.

    Raises:
        ArgumentTypeError: The argument is not a path.
    """
    _Store.folder = None if path is None else as_path(path)
    _Store.is_used = path is not None


def is_store_used() -> bool:
    """Return whether theorems are stored and loaded."""
    return _Store.is_used


def store_folder() -> Path:
    """Return the folder with the files of stored theorems; raise StoreNotUsed if the store is turned off."""
    if not _Store.is_used:
        raise StoreNotUsed("theorems are not stored in this process; turn the store on with sprague.use_store(path)")
    return _Store.folder if _Store.folder is not None else data_folder() / "theorems"


def store_choice() -> Path | None:
    """Return the folder to pass to `use_store` in another process, so that both processes use the same store."""
    try:
        return store_folder()
    except (StoreNotUsed, NoHome):
        return None


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
    """Return whether the file of a theorem about a rule exists, or False if the folder cannot be read."""
    try:
        # Check the folder first, because most users store no theorems and the normal form takes time to compute.
        return store_folder().is_dir() and store_path(rule, misere, of_values).is_file()
    except (OSError, NoHome, StoreNotUsed):
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
    except (FileNotFoundError, NoHome, StoreNotUsed):
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
    except (ValueError, RecursionError) as error:
        raise unreadable(error) from None
