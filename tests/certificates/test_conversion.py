"""Conversion from version 1: the rule, the claims, the rank and the evidence stay the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sprague.certificates.conversion import convert
from sprague.certificates.evidence import Automata, Heaps, Quotient, Windows
from sprague.certificates.names import Names
from sprague.certificates.reader import EVIDENCE, load_json, read_certificate
from sprague.certificates.writer import write_certificate
from sprague.errors import SpragueError
from sprague.rules import parse
from sprague.rules.breaking import find_breakings
from tests.certificates.samples import FILES, version_1, version_2
from tests.cli.running import printed
from tests.snapshots import refusal, refused


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_converted_certificate_states_the_same(path: Path) -> None:
    old, new = version_1(path.stem), version_2(path.stem)
    read = read_certificate(new)
    rule = parse(old["rule"])
    names = Names(rule.names)
    assert read.rule.names == tuple(names[name] for name in rule.names)
    if read.rule.names == rule.names:
        assert read.rule == rule
    assert (read.kind, read.play) == (old["kind"], old["play"])
    assert len(read.claims) == (0 if old.get("claim") is None else old["claim"].count(" | ") + 1)
    assert read.quotations.get("claims") == old.get("claim")
    for key in ("automaton", "automata", "totals"):
        assert new.get(key) == old.get(key)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_read_is_written_as_before(path: Path) -> None:
    new = version_2(path.stem)
    read = read_certificate(new)
    evidence = {key: new[key] for key in EVIDENCE[read.kind][0]}
    again = write_certificate(
        read.rule, kind=read.kind, misere=read.misere, evidence=evidence, rank=read.rank, claims=read.claims
    )
    assert {key: value for key, value in again.items() if key != "quotations"} == {
        key: value for key, value in new.items() if key != "quotations"
    }


def test_names_that_do_not_fit_are_rewritten_everywhere() -> None:
    new = version_2("greek-names")
    assert new["rule"] == {
        "piles": ["n_r", "alpha"],
        "moves": [{"to": [[["-", "n_r", "k_1"], "alpha"]], "where": ["compare", "k_1", ">=", 1]}],
        "any_order": [["n_r", "alpha"]],
    }
    assert new["rank"] == {"terms": [["+", "alpha", "n_r"]]}
    assert new["claims"] == [{"formula": ["compare", "n_r", "=", "alpha"], "order": "some"}]
    assert new["quotations"]["claims"] == "n_R = α"


def test_the_moves_that_evidence_lists_come_from_the_rule() -> None:
    windows = read_certificate(version_2("window-conditions")).evidence
    assert isinstance(windows, Windows)
    assert [(step.vector, str(step.where)) for step in windows.steps] == [
        ((-1, 0), "y mod 2 = 0 and not (x + y <= 2)"),
        ((0, -1), "not (x + y <= 2)"),
    ]
    misere = read_certificate(version_2("window-misere")).evidence
    assert isinstance(misere, Windows)
    assert sorted(step.vector for step in misere.steps) == [(-2, 0), (-1, 0), (0, -2), (0, -1)]
    for name in ("kayles", "heaps-rise", "heap-claim"):
        heaps = read_certificate(version_2(name))
        assert isinstance(heaps.evidence, Heaps)
        assert heaps.evidence.moves == find_breakings(heaps.rule)
    quotient = read_certificate(version_2("kayles-quotient"))
    assert isinstance(quotient.evidence, Quotient)
    assert (quotient.evidence.repeat is None) == (version_1("kayles-quotient")["quotient"]["repeat"] is None)


def test_values_and_powers_have_their_tracks() -> None:
    for name, track in [("nim-function", "value"), ("function-power", "power"), ("nim-2", None)]:
        read = read_certificate(version_2(name))
        assert isinstance(read.evidence, Automata)
        assert read.evidence.track == track
        assert read.claims[0].names == (*read.rule.names, *([track] if track else []))
    assert version_2("heap-claim")["claims"][0]["about"] == "value"


def test_numerations_are_numbers() -> None:
    assert version_2("wythoff-3")["numeration"] == [3, 1]
    assert version_2("triangle")["numeration"] == [1, 1]
    assert version_2("nim-2")["numeration"] == [2]


def test_a_rank_that_is_quadratic_has_lines() -> None:
    assert version_2("sharing-nim")["rank"]["lines"] == [{"steps": [-1, 1, 0], "amount": "k"}]
    assert version_2("gathering")["rank"]["quadratic"] == "pairs"


@pytest.mark.parametrize(
    "change",
    [
        {"version": 3},
        {"version": True},
        {"certificate": "period"},
        {"kind": "theorem"},
        {"play": "reverse"},
        {"rule": "(a, b) -> (a"},
        {"rule": 7},
        {"claim": "a ="},
        {"claim": 7},
        {"tracks": ["b", "a"]},
        {"numeration": "two"},
        {"rank": {"terms": ["a*b"]}},
        {"rank": {"terms": ["a + b c"]}},
        {"rank": {"quadratic": "cubes"}},
        {"more": 1},
        {"format": "sprague-certificate"},
    ],
)
def test_another_file_is_refused(change: dict[str, Any]) -> None:
    refusal(lambda: convert(version_1("nim-2") | change))


def test_a_missing_key_is_named() -> None:
    data = version_1("nim-2")
    del data["rank"]
    refusal(lambda: convert(data))


def test_a_pile_may_have_the_name_of_a_function() -> None:
    data = version_1("nim-2") | {
        "rule": "(max, b) -> (u, b) where u < max any order",
        "tracks": ["max", "b"],
        "rank": {"terms": ["max + b"]},
        "claim": "max = b",
    }
    assert convert(data)["rank"] == {"terms": [["+", "b", "max_1"]]}


# The command


def test_the_command_prints_or_writes_the_converted_file(tmp_path: Path) -> None:
    source = Path(FILES[0])
    text = printed("convert", str(source))
    assert json.loads(text) == version_2(source.stem)
    assert printed("convert", str(source), "-o", str(tmp_path / "new.json")) == ""
    assert (tmp_path / "new.json").read_text(encoding="utf-8") == text
    assert read_certificate(load_json(tmp_path / "new.json")).kind == version_1(source.stem)["kind"]
    with refused(SpragueError):
        printed("convert", str(tmp_path / "new.json"))
    with refused(SpragueError):
        printed("convert", str(tmp_path / "none.json"))
