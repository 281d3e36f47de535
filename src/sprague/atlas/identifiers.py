"""Permanent identifiers of the atlas: `data/identifiers.tsv` has a line for each identifier that was ever assigned.

A line contains the identifier, the play convention, the subject and the rule in notation, separated by tabs. New lines
are appended, and old lines never change. If an entry is removed from the atlas, its line stays, so that its identifier
is never reused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sprague.errors import SpragueError


@dataclass(frozen=True, slots=True)
class Key:
    """The key of an entry: a rule in notation, the play convention, and the subject of the entry."""

    play: str
    subject: str
    rule: str


def format_identifier(number: int) -> str:
    """Return the identifier of an atlas entry.

    >>> format_identifier(12)
    'S000012'
    """
    return f"S{number:06}"


def read_identifiers(path: Path) -> dict[Key, str]:
    """Return the identifiers of atlas entries in a file; the key of an entry is its play, subject and rule.

    Raises:
        SpragueError: The numbers are not 1, 2, 3, …, or a key has two identifiers.
    """
    found: dict[Key, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        identifier, play, subject, rule = line.split("\t")
        key = Key(play, subject, rule)
        if identifier != format_identifier(number) or key in found:
            raise SpragueError(
                f"{path}: line {number} must have the identifier {format_identifier(number)} and a new key"
            )
        found[key] = identifier
    return found


def format_identifiers(known: dict[Key, str], keys: Iterable[Key]) -> str:
    r"""Return the text of the identifier file, after new identifiers are assigned to the keys that have none.

    >>> format_identifiers({}, [Key("normal", "positions", "(a) -> (a - 1)")]).split("\t")
    ['S000001', 'normal', 'positions', '(a) -> (a - 1)\n']
    """
    found = dict(known)
    for key in keys:
        found.setdefault(key, format_identifier(len(found) + 1))
    return "".join(f"{identifier}\t{key.play}\t{key.subject}\t{key.rule}\n" for key, identifier in found.items())
