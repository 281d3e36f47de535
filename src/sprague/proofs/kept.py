"""Theorems that are kept, as a person looks through them: found by number, name or game, named, and forgotten."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sprague.errors import SpragueError
from sprague.files import write_whole
from sprague.games import resolve
from sprague.proofs.proof import Proof
from sprague.proofs.store import read_kept
from sprague.proofs.store_folder import kept_files, name_path, store_path

NUMBER_DIGITS = 8
LONGEST_NAME = 60


@dataclass(frozen=True)
class Kept:
    """A theorem that is kept: its proof, proved anew, the file of its certificate, and its name if it has one."""

    path: Path
    proof: Proof

    @property
    def number(self) -> str:
        """What the theorem is called where it has no name: the first digits of its file's name."""
        return self.path.stem[:NUMBER_DIGITS]

    @cached_property
    def name(self) -> str | None:
        try:
            return name_path(self.path).read_text("utf-8")[:LONGEST_NAME].strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of the certificate, which tells it from every other."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def give_name(self, name: str) -> None:
        """Call the theorem by a name of its own from now on."""
        if not re.fullmatch(rf"[^\W\d][\w -]{{0,{LONGEST_NAME - 1}}}", name) or name != name.strip():
            raise SpragueError(
                f"expected a name of letters, digits, blanks and hyphens that begins with a letter, got {name!r}"
            )
        if any(other.name == name and other.path != self.path for other in all_kept()):
            raise SpragueError(f"expected a name that no other theorem has, got {name!r}")
        write_whole(name_path(self.path), name + "\n")

    def forget(self) -> None:
        """Delete the certificate, and the name."""
        for file in (self.path, name_path(self.path)):
            with suppress(FileNotFoundError):
                file.unlink()


def all_kept() -> Iterator[Kept]:
    """All theorems that are kept and hold, in the order of their numbers."""
    for path in kept_files():
        if (proof := read_kept(path)) is not None:
            yield Kept(path, proof)


def find_kept(wanted: str, misere: bool = False) -> Kept:
    """The theorem of this number (or its first digits), of this name, or about this game."""
    kept = list(all_kept())
    named = [theorem for theorem in kept if theorem.name == wanted]
    if not named and re.fullmatch(r"[0-9a-f]{4,24}", wanted):
        named = [theorem for theorem in kept if theorem.path.stem.startswith(wanted)]
    if not named:
        named = [theorem for path in _paths_of(wanted, misere) for theorem in kept if theorem.path == path][:1]
    if len(named) == 1:
        return named[0]
    if named:
        raise SpragueError(f"{wanted!r} begins the numbers of {len(named)} theorems; give more digits")
    raise SpragueError(f"no theorem is kept under {wanted!r}; sprague theorems lists those that are")


def _paths_of(game: str, misere: bool) -> list[Path]:
    """Where the theorems about a game would be, if that is a game: of its P-positions, then of its Grundy values."""
    with suppress(SpragueError):
        rule = resolve(game, {}, None)
        return [store_path(rule, misere, of_values) for of_values in (False, True)]
    return []
