"""The atlas: a database of games with permanent identifiers, values, theorems and certificates.

An entry is a game in normal or misère play. Each entry has an identifier such as S000012, which is assigned once and
never reused. `entries()` lists the entries, and `entry` returns one. `search` finds entries from values, P-positions, a
rule or words. `find_game` finds the entries about a game, or about games with the same P-positions.

>>> from sprague import atlas
>>> hits = atlas.search("0 1 2 0 1 2").hits
>>> print(hits[0].entry.title)
Subtraction game {1, 2}
>>> hits[0].entry.status
'proved'

The package reads only the files in its folder `data`, or those in the folder that the environment variable
SPRAGUE_ATLAS names. The package loads neither numpy nor the certificates, unless a caller asks for a certificate.
"""

from sprague.atlas.database import Atlas, RelatedEntries, load_atlas
from sprague.atlas.lookup import AtlasMatch, find_game
from sprague.atlas.records import CertificateInfo, Entry, KnownTheorem, OeisNumber, ValueRow
from sprague.atlas.searching import Hit, SearchResult, search

__all__ = [
    "Atlas",
    "AtlasMatch",
    "CertificateInfo",
    "Entry",
    "Hit",
    "KnownTheorem",
    "OeisNumber",
    "RelatedEntries",
    "SearchResult",
    "ValueRow",
    "entries",
    "entry",
    "find_game",
    "load_atlas",
    "search",
]


def entries() -> tuple[Entry, ...]:
    """Return all entries of the atlas, in the order of their identifiers."""
    return load_atlas().entries


def entry(identifier: str) -> Entry:
    """Return the entry of the atlas with this identifier.

    Raises:
        MissingEntryError: The atlas has no such entry.

    >>> entry("S000001").id
    'S000001'
    """
    return load_atlas()[identifier]
