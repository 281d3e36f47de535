"""The class `Entry` represents an entry of the atlas and can be converted to the JSON form `entry.json`.

The file `data/entries.jsonl` has a line for each entry with the facts that were computed when the entry was added. The
JSON form of an entry (`Entry.to_json`) adds texts derived from the facts: the rule in English and in LaTeX, a BibTeX
entry, and shell commands. `docs/atlas-format.md` describes the JSON form, and `entry.schema.json` is its schema.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal

from sprague.games import PAPERS
from sprague.games.support import bibliography as works
from sprague.games.support.bibliography import SPRAGUE, Work
from sprague.rules import Ruleset, parse

FORMAT = "sprague-atlas-entry"
VERSION = 1
Status = Literal["proved", "literature", "observed", "undecided"]
# Maps each status of an entry to the explanation that readers of the atlas see.
STATUS_TEXT: dict[str, str] = {
    "proved": "proved: the independent checker accepted the certificate",
    "literature": "theorem of the literature, without a certificate here",
    "observed": "observed in tables, not proved",
    "undecided": "undecided: values computed; no theorem was found within the limits of the search",
}
# Maps BibTeX keys to the works of the bibliography.
WORKS = {work.key: work for work in (*PAPERS.values(), *vars(works).values()) if isinstance(work, Work)}


@dataclass(frozen=True, slots=True)
class ValueRow:
    """The values of a row of positions: one pile has consecutive sizes, and all other entries are fixed.

    In normal play, the values are Grundy values. In misère play, and in games in which players forbid options, the
    values are outcomes: 0 means a P-position, 1 an N-position. The value -1 means that the entries are not a position
    of the game.
    """

    fixed: Mapping[str, int]
    along: str
    first: int  # the size of the pile that belongs to the first value
    values: tuple[int, ...]

    @property
    def where(self) -> str:
        """The fixed entries of the positions as text, such as "a = 0, b = 2"."""
        return ", ".join(f"{name} = {number}" for name, number in self.fixed.items())


@dataclass(frozen=True, slots=True)
class CertificateInfo:
    """Facts about a certificate: the digest of its bytes, and the statement that the independent checker verified."""

    sha256: str
    kind: str
    size: int
    verified: str
    states: int | None = None
    numeration: str | None = None

    @property
    def address(self) -> str:
        """The address of the certificate file, relative to the root of the site."""
        return f"atlas/certificates/{self.sha256}.json"


@dataclass(frozen=True, slots=True)
class KnownTheorem:
    """A theorem or observation about a game from the catalogue, with its source."""

    title: str
    statement: str
    source: str
    formula: str | None = None
    status: Status = "literature"


@dataclass(frozen=True, slots=True)
class OeisNumber:
    """A sequence of the OEIS, its relation to an entry of the atlas, and how certain this relation is."""

    number: str
    what: str
    certainty: str


@dataclass(frozen=True)
class Entry:
    """A game of the atlas in normal or misère play.

    Args:
        id: The permanent identifier.
        names: The names of the game on the command line; example commands use the first name.
        subject: "positions" if the entry is about P-positions and values, "quotient" if it is about the misère
        quotient.
        shape: The digest of the normal form of the rule; rules with the same digest are the same game.
        positions: The P-positions with fewer than `chips` chips, sorted by their number of chips.
        box: The digest of the P-positions in a small box, and the size of the box.
        set_digest: The digest of the automaton of the P-positions, or None; two entries with the same digest have the
            same P-positions.
        coq: The part of the certificate that can be exported to Coq: "set and formula", "set" or "".
    """

    id: str
    title: str
    family: str
    names: tuple[str, ...]
    play: Literal["normal", "misere"]
    subject: Literal["positions", "quotient"]
    notation: str
    shape: str
    status: Status
    statement: str
    formula: str | None
    rows: tuple[ValueRow, ...]
    positions: tuple[tuple[int, ...], ...]
    chips: int
    box: str
    set_digest: str | None
    certificate: CertificateInfo | None
    theorems: tuple[KnownTheorem, ...]
    # the BibTeX key and the text of each source; the key is "" if the source is not in the bibliography
    sources: tuple[tuple[str, str], ...]
    oeis: tuple[OeisNumber, ...]
    concepts: tuple[str, ...]
    coq: str
    page: str | None = None  # path of the documentation page that describes the game

    @cached_property
    def rule(self) -> Ruleset:
        """The rule of the game that the atlas entry is about."""
        return parse(self.notation)

    @property
    def game(self) -> str:
        """The game of the atlas entry, written as an argument of a shell command."""
        name = self.names[0]
        return f"'{name}'" if " " in name or "(" in name else name

    @property
    def values_are(self) -> str:
        """Whether the numbers in `rows` are Grundy values ("grundy") or outcomes ("outcome")."""
        return "outcome" if self.play == "misere" or "blocking" in self.concepts else "grundy"

    @property
    def in_any_order(self) -> bool:
        """Whether the piles of a position may be in any order."""
        return "any order" in self.concepts

    def bibtex(self) -> str:
        """Return BibTeX entries for this entry and for its sources in the literature."""
        digest = f", certificate SHA-256 {self.certificate.sha256}" if self.certificate else ""
        own = "\n".join(
            [
                f"@misc{{sprague-{self.id},",
                f"  author = {{{SPRAGUE.author}}},",
                f"  title = {{{{{self.title} (entry {self.id} of the atlas)}}}},".replace("&", r"\&"),
                f"  howpublished = {{{SPRAGUE.title}, {SPRAGUE.published}}},",
                f"  year = {{{SPRAGUE.year}}},",
                f"  note = {{Status: {self.status}{digest}}},",
                "}",
            ]
        )
        keys = dict.fromkeys(key for key, _ in self.sources if key in WORKS)
        return "\n\n".join([own, *(WORKS[key].bibtex() for key in keys)]) + "\n"

    def commands(self) -> list[str]:
        """Return shell commands that compute the contents of the atlas entry again."""
        game, misere = self.game, " --misere" if self.play == "misere" else ""
        if self.subject == "quotient":
            lines = [f"sprague quotient {game} --certificate {self.id}.json"]
        else:
            what = " --what outcome" if self.values_are == "outcome" else ""
            lines = [f"sprague show {game}", f"sprague table {game} --limit 24{what}{misere}"]
            lines += [] if self.certificate is None else [self._proving(game, misere)]
        if self.certificate is not None:
            lines.append(f"sprague atlas show {self.id} --certificate {self.id}.json")
            lines.append(f"sprague verify {self.id}.json")
        if self.coq:
            lines.append(f"sprague export {self.id}.json --to coq -o {self.id}.v")
        return lines if self.certificate is not None else [*lines, f"sprague atlas show {self.id}"]

    def _proving(self, game: str, misere: str) -> str:
        assert self.certificate is not None
        if self.certificate.kind in ("heaps", "window"):
            return f"sprague period {game} --certificate {self.id}.json"
        if self.theorems and self.formula and len(self.formula) < 300:
            ends = "-- " if self.formula.startswith("-") else ""
            return f'sprague check {game}{misere} --certificate {self.id}.json {ends}"{self.formula}"'
        return f"sprague discover {game}{misere} --certificate {self.id}.json"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form of the entry, without its relations to other entries (`Atlas.to_json` adds them)."""
        data = self.facts_json()
        data["rule"] |= {"english": self.rule.describe(), "latex": self.rule.latex()}
        return {**data, "bibtex": self.bibtex(), "commands": self.commands()}

    def facts_json(self) -> dict[str, Any]:
        """Return the JSON form of the entry without texts that are slow to generate, such as the rule in LaTeX."""
        certificate = None
        if self.certificate is not None:
            certificate = {**asdict(self.certificate), "address": self.certificate.address}
        return {
            "format": FORMAT,
            "version": VERSION,
            "id": self.id,
            "title": self.title,
            "family": self.family,
            "names": list(self.names),
            "play": self.play,
            "subject": self.subject,
            "rule": {
                "notation": self.notation,
                "names": list(self.rule.names),
                "normal_form_sha256": self.shape,
            },
            "status": self.status,
            "statement": self.statement,
            "formula": self.formula,
            "values": {"what": self.values_are, "rows": [_row_json(row) for row in self.rows]},
            "p_positions": {
                "all_below_chips": self.chips,
                "positions": [list(one) for one in self.positions],
                "in_box_sha256": self.box or None,
                "automaton_sha256": self.set_digest,
            },
            "certificate": certificate,
            "coq": self.coq,
            "theorems": [asdict(theorem) for theorem in self.theorems],
            "oeis": [asdict(one) for one in self.oeis],
            "sources": [text for _, text in self.sources],
            "concepts": list(self.concepts),
            "page": self.page,
        }


def _row_json(row: ValueRow) -> dict[str, Any]:
    return {"fixed": dict(row.fixed), "along": row.along, "first": row.first, "values": list(row.values)}


def read_record(line: str) -> Entry:
    """Parse a line of `entries.jsonl`, and return the atlas entry."""
    data = json.loads(line)
    certificate = data.pop("certificate")
    return Entry(
        rows=tuple(
            ValueRow(row["fixed"], row["along"], row["first"], tuple(row["values"])) for row in data.pop("rows")
        ),
        positions=tuple(map(tuple, data.pop("positions"))),
        certificate=None if certificate is None else CertificateInfo(**certificate),
        theorems=tuple(KnownTheorem(**theorem) for theorem in data.pop("theorems")),
        oeis=tuple(OeisNumber(**one) for one in data.pop("oeis")),
        sources=tuple((key, text) for key, text in data.pop("sources")),
        names=tuple(data.pop("names")),
        concepts=tuple(data.pop("concepts")),
        **data,
    )


def write_record(entry: Entry) -> str:
    """Return an atlas entry as a line of `entries.jsonl`."""
    data = {name: value for name, value in asdict(entry).items() if name != "rule"}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
