"""The atlas: a database of games with permanent identifiers, values, theorems and certificates.

An entry of the atlas is a game in normal or misère play. Each entry of the atlas has a permanent identifier such as
S000012, which is never reused. The function `entries` returns all entries of the atlas, and `entry` returns the entry
with a given identifier. `search` finds entries by values, P-positions, a rule or words. `find_game` finds the entries
about a game, and entries about games with the same P-positions.

>>> from sprague import atlas
>>> hits = atlas.search("0 1 2 0 1 2").hits
>>> print(hits[0].entry.title)
Subtraction game {1, 2}
>>> hits[0].entry.status
'proved'

The package reads its data from its folder `data`. The environment variable SPRAGUE_ATLAS can name another folder of
data. The package does not import numpy, and loads a certificate only if a caller asks for the certificate.
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
    """Return the entry of the atlas with the given identifier.

    Raises:
        MissingEntryError: The atlas has no such entry.

    >>> entry("S000001").id
    'S000001'
    """
    return load_atlas()[identifier]
