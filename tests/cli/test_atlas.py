"""`sprague atlas list`, `show` and `search`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sprague
from sprague.errors import MissingEntryError
from tests.cli.running import printed, run


def test_search_prints_hits_with_reasons() -> None:
    code, text = run("atlas", "search", "0", "1", "2", "0", "1", "2")
    assert code == 0
    assert "Subtraction game {1, 2} [proved]: Grundy values, as given" in text.splitlines()[0]


def test_search_as_json() -> None:
    found = json.loads(run("atlas", "search", "1,2 3,5 4,7", "--json")[1])
    assert (found["version"], found["read_as"]) == (1, "P-positions")
    assert found["hits"][0]["title"] == "Wythoff's game"


def test_nothing_found_says_what_was_tried() -> None:
    code, text = run("atlas", "search", "5 77 123 9999")
    assert code == 1
    assert "as differences" in text


def test_show_an_entry_and_its_certificate(tmp_path: Path) -> None:
    (first, *_) = json.loads(run("atlas", "search", "0 1 2 0 1 2", "--json")[1])["hits"]
    path = tmp_path / "one.json"
    code, text = run("atlas", "show", first["id"], "--certificate", str(path))
    assert code == 0
    assert "Status: proved" in text
    assert sprague.verify(path)
    assert run("atlas", "show", first["id"], "--bibtex")[1].startswith("@misc{sprague-S")
    assert json.loads(run("atlas", "show", first["id"], "--json")[1])["id"] == first["id"]


def test_an_unknown_identifier_is_an_error() -> None:
    with pytest.raises(MissingEntryError, match="identifiers go from"):
        run("atlas", "show", "S999999")


def test_list_with_words() -> None:
    assert "Sharing Nim: piles = 3" in run("atlas", "list", "sharing-nim")[1]
    assert len(json.loads(run("atlas", "list", "--json")[1])) >= 500
    assert run("atlas", "list", "nosuchword")[0] == 1


def test_discover_names_the_entry_of_the_atlas() -> None:
    rule = "(x, y) -> (v, y) where v < x any order"
    assert "In the atlas: S" in run("discover", rule, "--no-keep")[1]
    found = json.loads(run("discover", rule, "--no-keep", "--json")[1])
    assert found["atlas"][0]["reason"] == "the same game"


def test_entries_are_found_by_the_name_of_the_game() -> None:
    with pytest.raises(MissingEntryError, match=r"S000220 \(Wythoff's game\) and S000221 \(Wythoff's game, misère"):
        run("atlas", "show", "wythoff")
    with pytest.raises(MissingEntryError, match=r"of this name: .* more"):
        run("atlas", "show", "nim")
    assert printed("atlas", "show", "kayles") == printed("atlas", "show", "S000113")


def test_a_related_entry_is_listed_once() -> None:
    assert printed("atlas", "show", "S000220").count("S000221") == 1
