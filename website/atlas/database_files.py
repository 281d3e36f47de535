"""The files of the atlas database in the site: pages, their JSON forms, certificates, and the index in two formats."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from sprague.atlas.database import DATA, Atlas, load_atlas
from sprague.atlas.records import Entry
from sprague.version import __version__
from website.atlas.coq_files import coq_file
from website.atlas.database_pages import automaton_picture, entry_page, has_coq_file, json_text, list_page

#: Keys of the JSON form of an entry that the index contains; the search of the site needs nothing else.
INDEXED = (
    "id",
    "title",
    "family",
    "names",
    "play",
    "subject",
    "status",
    "formula",
    "values",
    "p_positions",
    "concepts",
)
#: Keys of a certificate in the JSON form of an entry that the index contains.
OF_CERTIFICATE = ("sha256", "kind", "size", "states", "numeration", "address")

#: Columns of the Parquet file with their types.
COLUMNS = {
    **dict.fromkeys(("id", "title", "family", "play", "subject", "rule", "status", "statement", "formula"), "varchar"),
    "values_are": "varchar",
    "first_values": "integer[]",
    "p_positions": "integer[][]",
    "all_below_chips": "integer",
    "certificate_kind": "varchar",
    "certificate_sha256": "varchar",
    "states": "integer",
    "oeis": "varchar[]",
    "concepts": "varchar[]",
}


def database_files(entries: Sequence[Entry] | None = None) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files of the database with their names in the site.

    Args:
        entries: The entries that get pages and certificates, by default all; the index always contains all entries.
    """
    atlas = load_atlas()
    for entry in atlas if entries is None else entries:
        yield from _entry_files(atlas, entry)
    forms = [entry.facts_json() for entry in atlas]
    yield "atlas/all.html", list_page(atlas)
    yield "atlas/atlas.json", index(forms)
    yield "atlas/atlas.parquet", parquet(forms)
    yield "atlas/entry.schema.json", (DATA.parent / "entry.schema.json").read_bytes()


def _entry_files(atlas: Atlas, entry: Entry) -> Iterator[tuple[str, str | bytes]]:
    yield f"atlas/{entry.id}.html", entry_page(atlas, entry)
    yield f"atlas/{entry.id}.json", json_text(atlas.to_json(entry))
    if entry.certificate is not None:
        yield entry.certificate.address, atlas.certificate_bytes(entry)
    if has_coq_file(entry):
        yield f"atlas/{entry.id}.v", coq_file(atlas.certificate(entry))[0]
    if (picture := automaton_picture(atlas, entry)) is not None:
        yield f"atlas/{entry.id}-automaton.svg", picture


def index(forms: Sequence[dict[str, Any]]) -> str:
    """Return the index of the atlas, `atlas.json`, which the search of the site reads."""
    entries = [
        {
            **{key: form[key] for key in INDEXED},
            "rule": {key: form["rule"][key] for key in ("notation", "names", "normal_form_sha256")},
            "certificate": form["certificate"] and {key: form["certificate"][key] for key in OF_CERTIFICATE},
            "oeis": [one["number"] for one in form["oeis"]],
            "sources": form["sources"],
        }
        for form in forms
    ]
    return json_text({"format": "sprague-atlas", "version": 1, "program": f"sprague {__version__}", "entries": entries})


def parquet(forms: Sequence[dict[str, Any]]) -> bytes:
    """Return the atlas as a Parquet file with a row for each entry."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "rows.json", Path(folder) / "atlas.parquet"
        source.write_text(
            "".join(json.dumps(_row(form), ensure_ascii=False) + "\n" for form in forms), encoding="utf-8"
        )
        with duckdb.connect() as connection:
            rows = f"read_json('{source}', format = 'newline_delimited', columns = {COLUMNS})"
            connection.execute(f"copy (from {rows}) to '{target}' (format parquet)")
        return target.read_bytes()


def _row(form: dict[str, Any]) -> dict[str, Any]:
    certificate = form["certificate"] or {}
    rows = form["values"]["rows"]
    return {
        **{
            key: form[key]
            for key in ("id", "title", "family", "play", "subject", "status", "statement", "formula", "concepts")
        },
        "rule": form["rule"]["notation"],
        "values_are": form["values"]["what"],
        "first_values": rows[0]["values"] if rows else [],
        "p_positions": form["p_positions"]["positions"],
        "all_below_chips": form["p_positions"]["all_below_chips"],
        "certificate_kind": certificate.get("kind"),
        "certificate_sha256": certificate.get("sha256"),
        "states": certificate.get("states"),
        "oeis": [one["number"] for one in form["oeis"]],
    }
