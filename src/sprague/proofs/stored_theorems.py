"""Access to stored theorems: `list_theorems`, `find_theorem` (by number, name or game) and `StoredTheorem`.

`list_theorems` is fast, because it reads the files of the theorems without checking the proofs. `StoredTheorem.proof`
checks the proof of a theorem.
"""

from __future__ import annotations

import datetime
import hashlib
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sprague.certificates.conversion import convert
from sprague.certificates.reader import is_version_1, summary
from sprague.errors import SpragueError, SpragueWarning, reading_error, system_message
from sprague.files import remove, write_atomically
from sprague.games import game
from sprague.proofs.theorem_files import (
    is_stored,
    name_path,
    read_file,
    saved_at,
    statement_path,
    store_path,
    stored_files,
)

if TYPE_CHECKING:
    from sprague.proofs.proof import Proof
    from sprague.rules.ruleset import Ruleset

LONGEST_NAME = 60  # maximum length of a theorem's name in characters, so that the name fits on a line
# A text with fewer hexadecimal digits is not looked up as the beginning of a file name.
LEAST_DIGITS = 4


@dataclass(frozen=True)
class StoredTheorem:
    """A stored theorem: its number in the list of theorems, its certificate file, and texts from the certificate file.

    If `requested_rule` is given, the proof uses the names of the requested rule.
    """

    number: int
    path: Path
    summary_texts: Mapping[str, str | None]
    requested_rule: Ruleset | None = None

    def __getitem__(self, key: str) -> str:
        """The game, rule, play, kind or claim of the stored theorem as text, or an empty text."""
        return self.summary_texts.get(key) or ""

    @property
    def misere(self) -> bool:
        """Whether the theorem is about misère play."""
        return self["play"] == "misere"

    @property
    def title(self) -> str:
        """The name of the game, if it has one, and its rule."""
        rule = self["rule"]
        return rule if self["game"] in ("", rule) else f"{self['game']}, {rule}"

    @property
    def statement(self) -> str:
        """The theorem as a sentence or, if no sentence is saved, the formula or the kind of the theorem."""
        return _text(statement_path(self.path)) or self["claim"] or self["kind"]

    @property
    def saved_on(self) -> str:
        """The day on which the theorem was saved, as an ISO date."""
        since = saved_at(self.path)
        if since is None:
            raise SpragueError(f"the theorem '{self.title}' has been deleted")
        return datetime.date.fromtimestamp(since / 1e9).isoformat()

    @cached_property
    def name(self) -> str | None:
        """The name that the user gave the theorem, or None."""
        return _text(name_path(self.path))[:LONGEST_NAME].strip() or None

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate."""
        try:
            return hashlib.sha256(self.path.read_bytes()).hexdigest()
        except OSError as error:
            raise reading_error(f"cannot read {str(self.path)!r}: {system_message(error)}", error) from None

    @cached_property
    def proof(self) -> Proof:
        """The proof of the stored theorem, checked again; raises SpragueError if it is invalid."""
        # imported here because the prover takes long to load
        from sprague.proofs.certificate_proofs import prove_certificate

        return prove_certificate(read_file(self.path), self.requested_rule)

    def rename(self, name: str) -> None:
        """Give the stored theorem a name; raise SpragueError if the name is malformed or taken."""
        if not re.fullmatch(rf"[^\W\d][\w -]{{0,{LONGEST_NAME - 1}}}", name) or name != name.strip():
            raise SpragueError(
                f"expected a name of letters, digits, spaces and hyphens that begins with a letter, got {name!r}"
            )
        if any(other.name == name and other.path != self.path for other in list_theorems()):
            raise SpragueError(f"the name {name!r} is already taken; choose another name")
        write_atomically(name_path(self.path), name + "\n")

    def delete(self) -> None:
        """Delete the files of the stored theorem: its certificate, its statement and its name."""
        for file in (name_path(self.path), statement_path(self.path), self.path):
            remove(file)


def _text(path: Path) -> str:
    """Return the text of a small file, or an empty text if the file cannot be read."""
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def list_theorems() -> list[StoredTheorem]:
    """Return all stored theorems, oldest first, without checking them; number 1 is the oldest."""
    found: list[tuple[Path, Mapping[str, str | None]]] = []
    for path in stored_files():
        try:
            found.append((path, _summary(path, _content_key(path))))
        except SpragueError as error:
            if not path.exists():  # another process has just deleted the file
                continue
            message = f"cannot read a stored theorem: {error}; delete {str(path)!r} to remove it"
            warnings.warn(message, SpragueWarning, stacklevel=2)
    return [StoredTheorem(number, path, summary_texts) for number, (path, summary_texts) in enumerate(found, 1)]


def _content_key(path: Path) -> tuple[int, ...]:
    """Return a cache key that changes whenever a file changes, even if the file keeps its modification time."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_ctime_ns, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=4096)
def _summary(path: Path, _content: tuple[int, ...]) -> Mapping[str, str | None]:
    """Return the game, rule, play, kind and claim of a stored theorem as texts; unchanged files are cached."""
    data = read_file(path)
    if not isinstance(data, Mapping):
        raise SpragueError("expected a certificate, which is a JSON object")
    return summary(convert(data) if is_version_1(data) else data)


def find_theorem_about(rule: Ruleset, misere: bool, of_values: bool = False) -> StoredTheorem | None:
    """Return the stored theorem about the P-positions or the Grundy values of a rule, or None."""
    if not is_stored(rule, misere, of_values):  # `is_stored` also returns False if the folder cannot be read
        return None
    path = store_path(rule, misere, of_values)
    return next((replace(theorem, requested_rule=rule) for theorem in list_theorems() if theorem.path == path), None)


def find_theorem(wanted: str, misere: bool = False, read: Callable[[str], Ruleset] = game) -> StoredTheorem:
    """Return a stored theorem, given by its number, its name, the beginning of its file name, or its game.

    Args:
        wanted: The number, name, beginning of the file name, or game of the theorem.
        misere: Whether a theorem that is given by its game must be about misère play.
        read: The function that reads a game from text.

    Raises:
        SpragueError: If no stored theorem matches, or if several file names begin with the given text.
    """
    kept = list_theorems()
    found = [theorem for theorem in kept if wanted in (theorem.name, str(theorem.number))]
    if not found and re.fullmatch(rf"[0-9a-f]{{{LEAST_DIGITS},}}", wanted):
        found = [theorem for theorem in kept if theorem.path.stem.startswith(wanted)]
    if len(found) > 1:
        raise SpragueError(
            f"the file names of {len(found)} stored theorems begin with {wanted!r}; give more digits of one file name"
        )
    return found[0] if found else _about_game(wanted, misere, read)


def _about_game(wanted: str, misere: bool, read: Callable[[str], Ruleset]) -> StoredTheorem:
    try:
        rule = read(wanted)
    except SpragueError:
        if any(sign in wanted for sign in "->:@"):
            raise  # the text looks like a rule, so report its syntax error
        raise SpragueError(
            f"no stored theorem and no game has the name {wanted!r}; run 'sprague theorems' to list the stored theorems"
        ) from None
    found = find_theorem_about(rule, misere) or find_theorem_about(rule, misere, of_values=True)
    if found is not None:
        return found
    play, other = ("misère", "normal") if misere else ("normal", "misère")
    one = f", but a theorem about {other} play is stored" if find_theorem_about(rule, not misere) else ""
    option = " --misere" if misere else ""
    raise SpragueError(
        f"no theorem about {wanted!r} in {play} play is stored{one}; to search for a theorem, run: sprague "
        f"discover '{wanted}'{option}"
    )


def __getattr__(name: str) -> object:
    """Support the former name `find_kept` of `find_theorem`, with a deprecation warning."""
    if name != "find_kept":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn("find_kept is now find_theorem", DeprecationWarning, stacklevel=2)
    return find_theorem
