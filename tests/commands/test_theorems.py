"""`sprague theorems`: what was discovered, looked through."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sprague
from sprague import SpragueError
from sprague.proofs.kept import all_kept, find_kept
from sprague.proofs.proof import Proof
from sprague.proofs.store import remember
from tests.commands.running import printed, run

NIM = "(a, b) -> (u, b) where u < a any order"


@pytest.fixture
def kept() -> None:
    """Two theorems: one about a rule that was typed, one about a game of the catalogue in misère play."""
    for game, claim, misere in ((NIM, "a = b", False), ("nim:piles=2", "a = b and a > 1 or a + b = 1", True)):
        proof = sprague.prove(game, claim, misere=misere)
        assert isinstance(proof, Proof)
        remember(proof)


def test_nothing_is_kept_at_first() -> None:
    assert printed("theorems") == "No theorem is kept; sprague discover GAME finds and keeps them.\n"
    assert printed("theorems", "list", "--json") == "[]\n"


def test_they_are_listed(kept: None) -> None:
    text = printed("theorems")
    assert text == printed("theorems", "list")
    assert "the P-positions of this game are exactly a = b." in text
    assert "nim:piles=2 in misère play" in text
    data = json.loads(printed("theorems", "list", "--json"))
    assert {entry["play"] for entry in data} == {"normal", "misere"}
    assert all(entry["number"] in text for entry in data)


def test_one_is_found_by_number_name_or_game(kept: None) -> None:
    (wanted,) = [theorem for theorem in all_kept() if not theorem.proof.misere]
    assert printed("theorems", "name", NIM, "two equal piles") == (
        f"{wanted.number} is called two equal piles from now on\n"
    )
    for way in (wanted.number, wanted.number[:5], "two equal piles", NIM, NIM.replace(", ", ",")):
        assert find_kept(way).path == wanted.path
    assert find_kept("nim:piles=2", misere=True).proof.misere
    shown = printed("theorems", "show", "two equal piles")
    assert shown.startswith("two equal piles: the P-positions of this game are exactly a = b.\n")
    assert f"rule: {NIM}\n" in shown
    assert wanted.digest in shown
    assert json.loads(printed("theorems", "show", wanted.number, "--json"))["name"] == "two equal piles"


@pytest.mark.parametrize("name", ["", "7up", " x", "a" * 61, "a/b", "a\nb"])
def test_odd_names_are_refused(kept: None, name: str) -> None:
    with pytest.raises(SpragueError, match="expected a name of letters"):
        run("theorems", "name", NIM, name)


def test_a_name_is_given_once(kept: None) -> None:
    run("theorems", "name", NIM, "mine")
    with pytest.raises(SpragueError, match="expected a name that no other theorem has, got 'mine'"):
        run("theorems", "name", "nim:piles=2", "mine", "--misere")


def test_an_unknown_theorem_is_refused(kept: None) -> None:
    with pytest.raises(SpragueError, match="no theorem is kept under 'wythoff'; sprague theorems lists"):
        run("theorems", "show", "wythoff")


def test_export(kept: None, tmp_path: Path) -> None:
    theorem = find_kept(NIM)
    latex = printed("theorems", "export", NIM)
    assert latex.startswith("\\begin{theorem}\n")
    assert theorem.digest in latex
    assert "\nthe P-positions are exactly those with $a = b$.\n" in latex
    assert sprague.game(NIM).latex() in latex
    certificate = tmp_path / "nim.json"
    run("theorems", "export", NIM, "-o", str(certificate))
    assert sprague.verify(certificate)
    cited = tmp_path / "nim.bib"
    run("theorems", "export", "nim:piles=2", "--misere", "-o", str(cited))
    assert [line.split("{")[1] for line in cited.read_text().splitlines() if line.startswith("@")] == [
        "authorssprague,",
        "bouton1901game,",
        "game2004,",
    ]


def test_forgetting(kept: None) -> None:
    run("theorems", "name", NIM, "mine")
    with pytest.raises(SpragueError, match="expected --yes where nobody can be asked"):
        run("theorems", "forget", "mine")
    assert sprague.solve(NIM, (3, 5)).because.kind == "proof"
    assert printed("theorems", "forget", "mine", "--yes").endswith(" is forgotten\n")
    assert sprague.solve(NIM, (3, 5)).because.kind == "search"
    assert len(list(all_kept())) == 1
