"""Permanent identifiers of atlas entries; `data/identifiers.tsv` has a line for each identifier ever assigned.

A line contains an identifier, the play convention, the subject of the entry, and the rule, separated by tabs. New
identifiers are appended to the file, and existing lines never change. If an entry is removed from the atlas, the line
of its identifier stays in the file, so that no other entry gets the identifier.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sprague.errors import SpragueError


@dataclass(frozen=True, slots=True)
class Key:
    """The key of an atlas entry: the text of a rule, the play convention, and the subject of the entry."""

    play: str
    subject: str
    rule: str


def format_identifier(number: int) -> str:
    """Return the identifier of the atlas entry with a given number, such as S000012 for 12.

    >>> format_identifier(12)
    'S000012'
    """
    return f"S{number:06}"


def read_identifiers(path: Path) -> dict[Key, str]:
    """Return a dictionary from the keys of atlas entries to their identifiers, read from a file.

    Raises:
        SpragueError: The numbers of the identifiers are not 1, 2, 3, …, or a key occurs twice.
    """
    found: dict[Key, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        identifier, play, subject, rule = line.split("\t")
        key = Key(play, subject, rule)
        if identifier != format_identifier(number) or key in found:
            raise SpragueError(
                f"{path}: line {number} must have the identifier {format_identifier(number)} and a key that no "
                "earlier line has"
            )
        found[key] = identifier
    return found


def format_identifiers(known: dict[Key, str], keys: Iterable[Key]) -> str:
    r"""Assign identifiers to those atlas keys that have none, and return the new text of the identifier file.

    >>> format_identifiers({}, [Key("normal", "positions", "(a) -> (a - 1)")]).split("\t")
    ['S000001', 'normal', 'positions', '(a) -> (a - 1)\n']
    """
    found = dict(known)
    for key in keys:
        found.setdefault(key, format_identifier(len(found) + 1))
    return "".join(f"{identifier}\t{key.play}\t{key.subject}\t{key.rule}\n" for key, identifier in found.items())
