"""Entries of the atlas agree with the naive oracle, with their certificates and with the schema."""

from __future__ import annotations

import hashlib
import json
from itertools import product
from pathlib import Path

import pytest

import sprague
from sprague import atlas
from sprague.atlas import Entry
from sprague.atlas.records import read_record, write_record
from sprague.errors import MissingEntryError, SpragueError
from sprague.rules import parse
from tests.oracle import Oracle

ENTRIES = atlas.entries()
#: Every family, with a few of its entries.
FAMILIES = sorted({entry.family for entry in ENTRIES})
SAMPLE = [one for family in FAMILIES for one in [entry for entry in ENTRIES if entry.family == family][::40][:3]]


def ids(entry: Entry) -> str:
    return entry.id


@pytest.mark.parametrize("entry", SAMPLE, ids=ids)
def test_the_first_p_positions_agree_with_the_oracle(entry: Entry) -> None:
    rule = entry.rule
    oracle = Oracle(rule.options, rule.is_won, rule.blocking)
    limit = min(entry.chips, {1: 14, 2: 9, 3: 7}.get(len(rule.names), 6) + rule.floor * len(rule.names))
    found = set()
    for position in product(range(rule.floor, limit), repeat=len(rule.names)):
        if sum(position) < limit and rule.is_position(position):
            found |= (
                {rule.position(position)}
                if oracle.outcome(rule.position(position), entry.play == "misere") == "P"
                else set()
            )
    assert found == {position for position in entry.positions if sum(position) < limit}


@pytest.mark.parametrize("entry", [one for one in SAMPLE if one.values_are == "grundy"], ids=ids)
def test_the_first_values_agree_with_the_oracle(entry: Entry) -> None:
    rule = entry.rule
    oracle = Oracle(rule.options, rule.is_won, rule.blocking)
    for row in entry.rows[:3]:
        for step, value in enumerate(row.values[:6]):
            size = row.first + step
            position = tuple(size if name == row.along else row.fixed[name] for name in rule.names)
            if rule.is_position(position):
                assert oracle.grundy(rule.position(position)) == value
            else:
                assert value == -1


@pytest.mark.parametrize("entry", [one for one in SAMPLE if one.certificate], ids=ids)
def test_a_certificate_has_its_digest_and_is_about_the_game(entry: Entry) -> None:
    content = atlas.load_atlas().certificate_bytes(entry)
    assert entry.certificate is not None
    assert hashlib.sha256(content).hexdigest() == entry.certificate.sha256
    certificate = json.loads(content)
    assert certificate["play"] == entry.play
    assert certificate["kind"] == entry.certificate.kind


def test_proved_entries_are_those_with_a_certificate() -> None:
    for entry in ENTRIES:
        assert (entry.status == "proved") is (entry.certificate is not None), entry.id
        assert entry.status != "literature" or entry.theorems, entry.id


@pytest.mark.parametrize(
    "entry", [one for one in SAMPLE if one.certificate and one.certificate.size < 1500][:8], ids=ids
)
def test_the_checker_accepts_small_certificates(entry: Entry) -> None:
    assert entry.certificate is not None
    verified = str(sprague.verify(atlas.load_atlas().certificate(entry)))
    kept = [line for line in verified.splitlines() if not line.startswith("Quoted")]
    assert "\n".join(kept).strip() == entry.certificate.verified


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_the_checker_accepts_all_certificates() -> None:
    found = atlas.load_atlas()
    for entry in found:
        if entry.certificate is not None:
            verified = sprague.verify(found.certificate(entry))
            assert verified, entry.id
            assert entry.statement.split(";")[0] in " ".join(str(verified).splitlines()), entry.id


def test_the_documents_state_the_number_of_entries() -> None:
    root = Path(__file__).parents[2]
    for name in ("README.md", "docs/index.md"):
        assert f"{len(ENTRIES):,} entries" in (root / name).read_text(encoding="utf-8"), name


def test_a_title_is_a_name_or_the_rule() -> None:
    """Games of the survey of small rules have no other name than their rule."""
    for entry in ENTRIES:
        if entry.family == "small-rules":
            assert entry.title in (entry.notation, f"{entry.notation}, misère play")
    assert len({entry.title for entry in ENTRIES}) == len(ENTRIES)


def test_a_record_is_read_as_it_was_written() -> None:
    for entry in SAMPLE:
        assert read_record(write_record(entry)) == entry


def test_the_json_form_has_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((atlas.database.DATA.parent / "entry.schema.json").read_text(encoding="utf-8"))
    found = atlas.load_atlas()
    for entry in SAMPLE:
        jsonschema.validate(found.to_json(entry), schema)


def test_relations_are_symmetric_and_about_the_same_play() -> None:
    found = atlas.load_atlas()
    for entry in SAMPLE:
        for relation in found.related(entry):
            assert entry.id not in relation.ids
            assert relation.count >= len(relation.ids) > 0
            if relation.kind == "misère twin":
                assert all(found[one].play != entry.play for one in relation.ids)
            if relation.kind == "same P-positions":
                assert all(found[one].set_digest == entry.set_digest for one in relation.ids)


def test_unknown_identifiers_and_missing_certificates_are_errors() -> None:
    found = atlas.load_atlas()
    assert found["s1"] is found["S000001"]
    with pytest.raises(MissingEntryError, match="identifiers go from"):
        atlas.entry("S999999")
    open_entry = next(entry for entry in found if entry.certificate is None)
    with pytest.raises(MissingEntryError, match="has no certificate"):
        found.certificate(open_entry)


def test_another_folder_of_data_is_an_option(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_ATLAS", str(tmp_path))
    with pytest.raises(SpragueError, match=r"entries\.jsonl is missing"):
        atlas.entries()


def test_the_game_on_the_command_line_is_the_game_of_the_rule() -> None:
    for entry in SAMPLE:
        for name in entry.names:
            rule = parse(name) if "->" in name else sprague.game(name)
            assert atlas.fingerprint.shape_digest(rule) == entry.shape
