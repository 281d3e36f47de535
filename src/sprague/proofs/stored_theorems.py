"""The list of stored theorems: `list_theorems`, `find_theorem` by number, name or game, rename and delete.

This module only reads the texts in the files, which is quick. `StoredTheorem.proof` checks a theorem before it is used.
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
from sprague.errors import SpragueError, SpragueWarning, system_message
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

LONGEST_NAME = 60  # that fits a line of a list
LEAST_DIGITS = 4  # of a file's name that are not taken for the number of a theorem


@dataclass(frozen=True)
class StoredTheorem:
    """A stored theorem: its number in the list, the file of its certificate, and the texts of that file.

    Of a rule that was `requested_rule` about the proof is in the names of that rule.
    """

    number: int
    path: Path
    summary_texts: Mapping[str, str | None]
    requested_rule: Ruleset | None = None

    def __getitem__(self, key: str) -> str:
        """The game, rule, play, kind or claim of the certificate, as text; empty if there is none."""
        return self.summary_texts.get(key) or ""

    @property
    def misere(self) -> bool:
        """Whether the theorem is about misère play."""
        return self["play"] == "misere"

    @property
    def title(self) -> str:
        """The subject of the theorem: the game of the catalogue, or the rule."""
        rule = self["rule"]
        return rule if self["game"] in ("", rule) else f"{self['game']}, {rule}"

    @property
    def statement(self) -> str:
        """The theorem as a sentence or, if there is none, as a formula or by its kind."""
        return _text(statement_path(self.path)) or self["claim"] or self["kind"]

    @property
    def saved_on(self) -> str:
        """The day on which the theorem was saved, as an ISO date."""
        since = saved_at(self.path)
        if since is None:
            raise SpragueError(f"{self.title}: the theorem was forgotten just now")
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
            raise SpragueError(f"the theorem in {str(self.path)!r} cannot be read: {system_message(error)}") from None

    @cached_property
    def proof(self) -> Proof:
        """The proof, checked again; raises SpragueError if it does not hold."""
        from sprague.proofs.certificate_proofs import prove_certificate  # which loads the prover

        return prove_certificate(read_file(self.path), self.requested_rule)

    def rename(self, name: str) -> None:
        """Give the theorem a name of its own."""
        if not re.fullmatch(rf"[^\W\d][\w -]{{0,{LONGEST_NAME - 1}}}", name) or name != name.strip():
            raise SpragueError(
                f"expected a name of letters, digits, blanks and hyphens that begins with a letter, got {name!r}"
            )
        if any(other.name == name and other.path != self.path for other in list_theorems()):
            raise SpragueError(f"expected a name that no other theorem has, got {name!r}")
        write_atomically(name_path(self.path), name + "\n")

    def delete(self) -> None:
        """Delete the certificate, its statement, and its name."""
        for file in (name_path(self.path), statement_path(self.path), self.path):
            remove(file)


def _text(path: Path) -> str:
    """Return the text of a small file, empty if it cannot be read."""
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
            if not path.exists():  # another process has forgotten it just now
                continue
            message = f"a theorem that was kept cannot be read: {error}; delete {str(path)!r} to be rid of it"
            warnings.warn(message, SpragueWarning, stacklevel=2)
    return [StoredTheorem(number, path, summary_texts) for number, (path, summary_texts) in enumerate(found, 1)]


def _content_key(path: Path) -> tuple[int, ...]:
    """Return numbers that change whenever the content of a file does; `keep` may restore its time of change."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_ctime_ns, found.st_mtime_ns, found.st_size


@lru_cache(maxsize=4096)
def _summary(path: Path, _content: tuple[int, ...]) -> Mapping[str, str | None]:
    """Return the game, rule, play, kind and claim in a file, as text; cached while the file stays unchanged."""
    data = read_file(path)
    if not isinstance(data, Mapping):
        raise SpragueError("expected a certificate, a JSON object")
    return summary(convert(data) if is_version_1(data) else data)


def find_theorem_about(rule: Ruleset, misere: bool, of_values: bool = False) -> StoredTheorem | None:
    """Return the stored theorem about a rule, of its P-positions or of its Grundy values, or None."""
    if not is_stored(rule, misere, of_values):  # also where the folder cannot be read
        return None
    path = store_path(rule, misere, of_values)
    return next((replace(theorem, requested_rule=rule) for theorem in list_theorems() if theorem.path == path), None)


def find_theorem(wanted: str, misere: bool = False, read: Callable[[str], Ruleset] = game) -> StoredTheorem:
    """Return the stored theorem with this number, name or file prefix, or about this game."""
    kept = list_theorems()
    found = [theorem for theorem in kept if wanted in (theorem.name, str(theorem.number))]
    if not found and re.fullmatch(rf"[0-9a-f]{{{LEAST_DIGITS},}}", wanted):
        found = [theorem for theorem in kept if theorem.path.stem.startswith(wanted)]
    if len(found) > 1:
        raise SpragueError(f"{wanted!r} begins the names of {len(found)} files; give more digits")
    return found[0] if found else _about_game(wanted, misere, read)


def _about_game(wanted: str, misere: bool, read: Callable[[str], Ruleset]) -> StoredTheorem:
    try:
        rule = read(wanted)
    except SpragueError:
        if any(sign in wanted for sign in "->:@"):
            raise  # it was meant to be a game
        raise SpragueError(
            f"no theorem is kept under {wanted!r}, and no game is called so; sprague theorems lists what is kept"
        ) from None
    found = find_theorem_about(rule, misere) or find_theorem_about(rule, misere, of_values=True)
    if found is not None:
        return found
    play, other = ("misère", "normal") if misere else ("normal", "misère")
    one = f", but one in {other} play is" if find_theorem_about(rule, not misere) else ""
    option = " --misere" if misere else ""
    raise SpragueError(
        f"no theorem about {wanted!r} in {play} play is kept{one}; sprague discover '{wanted}'{option} looks for one"
    )


def __getattr__(name: str) -> object:
    """Return `find_theorem` for its former name, with a warning."""
    if name != "find_kept":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warnings.warn("find_kept is now find_theorem", DeprecationWarning, stacklevel=2)
    return find_theorem
