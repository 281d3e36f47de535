"""`sprague cite`, and the file CITATION.cff."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import sprague
from sprague import SpragueError
from sprague.games import SPRAGUE
from tests.cli.running import printed, run
from tests.documents import text_of
from tests.snapshots import refused


def test_sprague_is_cited_alone_or_with_the_works_of_a_game(tmp_path: Path) -> None:
    alone = printed("cite")
    assert alone == SPRAGUE.bibtex() + "\n"
    both = printed("cite", "wythoff")
    assert both.startswith(alone)
    assert "A modification of the game of Nim" in both
    assert "@article{wythoff1907modification,\n" in both
    assert "  journal = {Nieuw Arch. Wisk.},\n  volume = {7},\n  year = {1907},\n" in both
    assert printed("cite", "wythoff", "-o", str(tmp_path / "works.bib")) == ""
    assert (tmp_path / "works.bib").read_text(encoding="utf-8") == both
    assert json.loads(printed("cite", "wythoff", "--json"))[0]["key"] == "sprague"


def test_a_rule_has_no_sources() -> None:
    with refused(SpragueError):
        run("cite", "(n) -> (n - 1)")


def test_the_citation_file_agrees_with_the_package() -> None:
    text = text_of("CITATION.cff")
    fields = dict(re.findall(r'^([a-z-]+): "?([^"\n]+)"?$', text, re.MULTILINE))
    assert fields["version"] == sprague.__version__
    assert fields["title"] in SPRAGUE.bibtex()
    assert fields["date-released"][:4] in SPRAGUE.bibtex()
    package = tomllib.loads(text_of("pyproject.toml"))["project"]["license"]
    assert package.split(" AND ")[0] == fields["license"]
    assert f"# All but one file: htm, which the pages load, is {package.split(' AND ')[1]}" in text
    assert package in text


def test_an_entry_of_the_atlas_is_cited_by_another_command() -> None:
    with pytest.raises(SpragueError, match="sprague atlas show S000220 --bibtex"):
        run("cite", "S000220")
    assert "@misc{sprague-S000220," in printed("atlas", "show", "S000220", "--bibtex")
