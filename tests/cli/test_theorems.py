"""`sprague theorems`: list, show, name, export and delete stored theorems."""

from __future__ import annotations

import datetime
import json
import os
from pathlib import Path

import pytest

import sprague
from sprague import SpragueError
from sprague.proofs.proof import Proof
from sprague.proofs.store import keep
from sprague.proofs.stored_theorems import find_theorem, list_theorems
from tests.certificates.samples import with_claim
from tests.cli.running import printed, run, without_digits
from tests.snapshots import refused, snapshot, warned

NIM = "(a, b) -> (u, b) where u < a any order"


@pytest.fixture
def stored_theorem() -> None:
    """Store two theorems: one about a typed rule, one about a game of the catalogue in misère play."""
    for game, claim, misere in ((NIM, "a = b", False), ("nim:piles=2", "a = b and a > 1 or a + b = 1", True)):
        proof = sprague.prove(game, claim, misere=misere)
        assert isinstance(proof, Proof)
        keep(proof)


def test_no_theorem_is_stored_at_first() -> None:
    snapshot(printed("theorems"))
    assert printed("theorems", "list", "--json") == "[]\n"


def test_an_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPRAGUE_DATA", str(tmp_path / "file"))
    with refused(SpragueError):
        list(list_theorems())


def test_they_are_listed(stored_theorem: None) -> None:
    text = printed("theorems")
    assert text == printed("theorems", "list")
    datetime.date.today().isoformat()
    snapshot(text)
    data = json.loads(printed("theorems", "list", "--json"))
    assert [(entry["number"], entry["play"]) for entry in data] == [(1, "normal"), (2, "misere")]


def test_listing_proves_nothing(stored_theorem: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: object, asked: object = None) -> Proof:
        raise AssertionError("a theorem was proved anew")

    monkeypatch.setattr("sprague.proofs.certificate_proofs.prove_certificate", refuse)
    assert "are exactly the positions (a, b) with a = b" in printed("theorems")
    snapshot(printed("games"))
    with pytest.raises(AssertionError):
        run("theorems", "show", "1")


def test_an_edited_theorem_is_not_shown(stored_theorem: None) -> None:
    path = find_theorem("1").path
    path.write_text(json.dumps(with_claim(json.loads(path.read_text()), "a = 2b")))
    for way in (("show", NIM), ("export", NIM, "--format", "json")):
        with refused(SpragueError):
            run("theorems", *way)


def test_a_formula_checked_later_is_stored_with_the_theorem(stored_theorem: None) -> None:
    theorem = find_theorem("1")
    data = json.loads(theorem.path.read_text())
    del data["claims"], data["quotations"]["claims"]
    theorem.path.write_text(json.dumps(data))
    os.utime(theorem.path, (0, 0))
    shown = printed("theorems", "show", "1")
    snapshot(shown)
    other = "(x, y) -> (x, u) where y > u any order"
    snapshot(printed("check", other, "x = y"))
    assert "are exactly the positions (a, b) with a = b." in printed("theorems", "show", NIM)
    assert find_theorem("1").path == theorem.path
    assert "from now on" not in printed("check", other, "xor = 0")
    assert "are exactly the positions (a, b) with a = b." in printed("theorems", "show", NIM)


def test_check_keeps_no_other_theorem() -> None:
    run("check", NIM, "a = b")
    assert list_theorems() == []


def test_a_file_without_a_certificate_is_reported(stored_theorem: None) -> None:
    odd = find_theorem("1").path.with_name("odd.json")
    odd.write_text("[]")
    with warned(f"'{odd}'"):
        assert len(list_theorems()) == 2


def test_one_is_found_by_number_name_or_game(stored_theorem: None) -> None:
    wanted = find_theorem("1")
    snapshot(printed("theorems", "name", NIM, "two equal piles"))
    for way in ("1", wanted.path.stem[:5], "two equal piles", NIM, NIM.replace(", ", ",")):
        assert find_theorem(way).path == wanted.path
    assert find_theorem("nim:piles=2", misere=True).misere
    shown = printed("theorems", "show", "two equal piles")
    snapshot(shown)
    assert f"Rule: {NIM}\n" in shown
    assert wanted.digest in shown
    assert json.loads(printed("theorems", "show", "1", "--json"))["name"] == "two equal piles"


def test_it_is_shown_in_the_names_that_were_asked_about(stored_theorem: None) -> None:
    text = "(x, y) -> (x, y - k) where 1 <= k <= y any order"
    shown = printed("theorems", "show", text)
    snapshot(shown)
    assert f"Rule: {text}\n" in shown
    snapshot(printed("show", text))


def test_a_rule_in_a_file_is_found(stored_theorem: None, tmp_path: Path) -> None:
    file = tmp_path / "nim.rule"
    file.write_text("# Nim\n(x, y) -> (u, y) where u < x any order\n")
    assert "are exactly the positions (x, y) with x = y." in printed("theorems", "show", f"@{file}")


@pytest.mark.parametrize("name", ["", "7up", " x", "a" * 61, "a/b", "a\nb"])
def test_odd_names_are_refused(stored_theorem: None, name: str) -> None:
    with refused(SpragueError):
        run("theorems", "name", NIM, name)


def test_a_name_is_given_once(stored_theorem: None) -> None:
    run("theorems", "name", NIM, "mine")
    with refused(SpragueError):
        run("theorems", "name", "nim:piles=2", "mine", "--misere")


def test_an_unknown_theorem_is_refused(stored_theorem: None) -> None:
    with refused(SpragueError):
        run("theorems", "show", "wythoff")
    with refused(SpragueError):
        run("theorems", "show", "wythoff", "--misere")
    with refused(SpragueError):
        run("theorems", "show", "wythof")
    with refused(SpragueError):
        run("theorems", "show", "(a, b) -> (u, b) wher u < a")


def test_the_other_play_is_named(stored_theorem: None) -> None:
    run("theorems", "forget", "1", "--yes")
    with refused(SpragueError):
        run("theorems", "show", NIM)


def test_export(stored_theorem: None, tmp_path: Path) -> None:
    theorem = find_theorem(NIM)
    latex = printed("theorems", "export", NIM)
    assert latex.startswith("\\begin{theorem}\n")
    assert theorem.digest in latex.replace("\n", " ").replace("\\allowbreak ", "")
    snapshot(latex)
    assert sprague.game(NIM).latex() in latex
    certificate = tmp_path / "nim.json"
    run("theorems", "export", NIM, "-o", str(certificate))
    assert sprague.verify(certificate)
    cited = tmp_path / "nim.bib"
    run("theorems", "export", "nim:piles=2", "--misere", "-o", str(cited))
    assert [line.split("{")[1] for line in cited.read_text().splitlines() if line.startswith("@")] == [
        "sprague,",
        "bouton1901game,",
        "game2004,",
    ]


def test_forgetting(stored_theorem: None) -> None:
    run("theorems", "name", NIM, "mine")
    with refused(SpragueError):
        run("theorems", "forget", "mine")
    assert sprague.solve(NIM, (3, 5)).because.kind == "proof"
    assert printed("theorems", "forget", "mine", "--yes").startswith("deleted theorem 1 about (a, b) ->")
    assert sprague.solve(NIM, (3, 5)).because.kind == "search"
    assert len(list_theorems()) == 1


class TestDiscoveringAgain:
    def test_a_stored_theorem_is_printed_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first = printed("discover", NIM)
        snapshot(without_digits(first))
        monkeypatch.setattr("sprague.discovery.discover.discover", _refuse)
        again = printed("discover", "(x, y) -> (x, u) where u < y any order")
        today = datetime.date.today().isoformat()
        snapshot(without_digits(again))
        assert json.loads(printed("discover", NIM, "--json"))["known_since"] == today

    @pytest.mark.parametrize("more", [("--anew",), ("--misere",), ("--grundy", "0..1"), ("--base", "3")])
    def test_another_question_is_looked_into(self, more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        run("discover", NIM)
        monkeypatch.setattr("sprague.discovery.discover.discover", _refuse)
        with pytest.raises(AssertionError, match="it was looked for"):
            run("discover", NIM, *more)

    def test_more_grundy_values_are_looked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        run("discover", NIM, "--grundy", "0..1")
        monkeypatch.setattr("sprague.discovery.discover.discover", _refuse)
        snapshot(without_digits(printed("discover", NIM, "--grundy", "0..1")))
        with pytest.raises(AssertionError, match="it was looked for"):
            run("discover", NIM, "--grundy", "0..2")


def _refuse(*_: object, **__: object) -> Proof:
    raise AssertionError("it was looked for")


def test_a_theorem_about_periods_states_the_p_positions() -> None:
    game = "(a, b) -> (a - k, b) where 1 <= k <= 2 any order"
    printed("discover", game)
    exactly = "the P-positions of this game are exactly the positions (a, b) with a = b (mod 3)"
    command = f"sprague check '{game}' 'a = b (mod 3)'"
    assert f"; so {exactly}.\n" in printed("theorems")
    assert f"so {exactly}" in " ".join(printed("games").split())
    shown = printed("theorems", "show", "1")
    assert f"  So {exactly}.\n" in shown
    assert shown.count(command) == 1
    assert printed("check", game, "a = b (mod 3)").startswith("Proved")
