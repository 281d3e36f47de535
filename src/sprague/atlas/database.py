"""The class `Atlas` reads atlas entries and their certificates from a folder, and relates entries to each other."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal
from zipfile import ZipFile

from sprague.atlas.records import Entry, read_record
from sprague.errors import MissingEntryError, MissingFileError, SpragueError

DATA = Path(__file__).parent / "data"
VARIABLE = "SPRAGUE_ATLAS"  # environment variable that can name another folder of data
MOST_NAMED = 6  # maximum number of entries about a game that an error message lists
MOST_RELATED = 12  # for each kind of relation, maximum number of related entries that are listed
RelationKind = Literal["same game", "misère twin", "same P-positions", "same P-positions in a box", "family"]


@dataclass(frozen=True, slots=True)
class RelatedEntries:
    """Entries that a relation such as "same game" connects to an entry: their first identifiers and their number."""

    kind: RelationKind
    ids: tuple[str, ...]
    count: int


class Atlas:
    """The atlas, a collection of entries ordered by identifier; `atlas["S000012"]` returns one entry."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            lines = (folder / "entries.jsonl").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            raise MissingFileError(f"no atlas in {str(folder)!r}: the file entries.jsonl is missing") from None
        self.entries: tuple[Entry, ...] = tuple(map(read_record, lines))
        self._by_id = {entry.id: entry for entry in self.entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, identifier: str) -> Entry:
        found = self._by_id.get(normalise_identifier(identifier))
        if found is None:
            first, last = self.entries[0].id, self.entries[-1].id
            named = self.with_name(identifier)
            hint = f"identifiers go from {first} to {last}" if not named else _listed(named)
            raise MissingEntryError(f"the atlas has no entry {identifier!r}; {hint}")
        return found

    def with_name(self, name: str) -> list[Entry]:
        """Return the entries about the game with a name; if there are none, those about the game with parameters.

        >>> [entry.id for entry in load_atlas().with_name("wythoff")]
        ['S000220', 'S000221']
        """
        wanted = name.strip().lower()
        exact = [entry for entry in self.entries if wanted in entry.names]
        if exact:
            return exact
        return [entry for entry in self.entries if wanted in {one.partition(":")[0] for one in entry.names}]

    @cached_property
    def _groups(self) -> dict[tuple[str, str], list[Entry]]:
        """Maps each property that entries can share, such as the digest of a rule, to the entries that have it."""
        found: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
        for entry in self.entries:
            for kind, value in _shared(entry):
                found[kind, value].append(entry)
        return found

    def with_shape(self, digest: str) -> list[Entry]:
        """Return the atlas entries in which the normal form of the rule has the given digest."""
        return self._groups.get(("shape", digest), [])

    def with_box(self, digest: str) -> list[Entry]:
        """Return the atlas entries for which the set of P-positions in a small box has the given digest."""
        return self._groups.get(("box", digest), [])

    def related(self, entry: Entry) -> list[RelatedEntries]:
        """Return the relations of an entry to other entries."""
        same = [other for other in self.with_shape(entry.shape) if other is not entry]
        found: list[tuple[RelationKind, list[Entry]]] = [
            ("same game", [other for other in same if other.play == entry.play]),
            ("misère twin", [other for other in same if other.play != entry.play]),
        ]
        if entry.subject == "positions":
            box = [other for other in self.with_box(entry.box) if other is not entry and other not in same]
            proved = [other for other in box if entry.set_digest and other.set_digest == entry.set_digest]
            found.append(("same P-positions", proved))
            found.append(("same P-positions in a box", [other for other in box if other not in proved]))
        family = [other for other in self._groups["family", entry.family] if other is not entry and other not in same]
        found.append(("family", sorted(family, key=lambda other: abs(_number(other) - _number(entry)))))
        return [
            RelatedEntries(kind, tuple(sorted(other.id for other in others[:MOST_RELATED])), len(others))
            for kind, others in found
            if others
        ]

    def to_json(self, entry: Entry) -> dict[str, Any]:
        """Return the JSON form of an entry, including its relations to other entries."""
        related = [{"kind": one.kind, "ids": list(one.ids), "count": one.count} for one in self.related(entry)]
        return {**entry.to_json(), "related": related}

    def certificate_bytes(self, entry: Entry) -> bytes:
        """Check the digest of the stored certificate of an entry, and return the bytes of the certificate.

        Raises:
            MissingEntryError: The entry has no certificate.
            SpragueError: The stored bytes do not have the recorded digest.
        """
        if entry.certificate is None:
            raise MissingEntryError(f"the entry {entry.id} has no certificate; its status is: {entry.status}")
        digest = entry.certificate.sha256
        with ZipFile(self.folder / "certificates" / archive_name(digest)) as archive:
            content = archive.read(f"{digest}.json")
        if hashlib.sha256(content).hexdigest() != digest:
            raise SpragueError(
                f"the certificate of {entry.id} in the atlas is damaged: expected a file with the SHA-256 digest "
                f"{digest}"
            )
        return content

    def certificate(self, entry: Entry) -> dict[str, Any]:
        """Return the certificate of an entry as data; `sprague.verify` can check this data."""
        found: dict[str, Any] = json.loads(self.certificate_bytes(entry))
        return found


def archive_name(digest: str) -> str:
    """Return the name of the archive that contains the certificate with the given digest.

    The certificates are distributed over sixteen archives, so that a new certificate changes only one archive.

    >>> archive_name("3f" + 62 * "0")
    '3.zip'
    """
    return f"{digest[0]}.zip"


def normalise_identifier(text: str) -> str:
    """Return an identifier in its normal spelling; return any other text unchanged.

    >>> normalise_identifier("s12"), normalise_identifier("wythoff")
    ('S000012', 'wythoff')
    """
    match = re.fullmatch(r"[sS]0*([0-9]{1,6})", text.strip())
    return f"S{int(match[1]):06}" if match else text


def _listed(entries: list[Entry]) -> str:
    """Return a text that lists the entries about a game, with their titles."""
    shown = [f"{entry.id} ({entry.title})" for entry in entries[:MOST_NAMED]]
    rest = [f"{len(entries) - len(shown)} more"] if len(entries) > len(shown) else []
    *first, last = shown + rest
    return f"entries of this name: {', '.join(first)}{' and ' if first else ''}{last}"


def _number(entry: Entry) -> int:
    return int(entry.id[1:])


def _shared(entry: Entry) -> Iterator[tuple[str, str]]:
    yield "shape", entry.shape
    yield "family", entry.family
    if entry.subject == "positions":
        yield "box", entry.box


@cache
def _load(folder: Path) -> Atlas:
    return Atlas(folder)


def load_atlas(folder: str | Path | None = None) -> Atlas:
    """Load the atlas from a folder; the default is the folder that SPRAGUE_ATLAS names, or else the folder `data`."""
    return _load(Path(folder or os.environ.get(VARIABLE) or DATA))
