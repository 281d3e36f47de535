"""The atlas: its statements are true, its commands run, and the search finds games by names, values and positions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website.atlas.coq_files import coq_file
from website.atlas.entries import CERTIFICATES, Entry, entry_of_certificate, entry_of_game
from website.atlas.pages import page
from website.atlas.theorems import NAMED

import sprague
from sprague.games import catalogue, find_game
from sprague.rules import parse
from tests.documents import ROOT, Session, blocks, text_of
from tests.oracle import Oracle

GAMES = [game.name for game in catalogue()]
BLOCKING = Entry("b", "B", "game", "S", parse("(a) -> (a - k) where 1 <= k <= 2 block 1"), "'…'", (), ())


@pytest.mark.parametrize("name", GAMES)
def test_the_commands_of_a_page_run(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """All commands run except the checkers, which other tests run on the same certificates."""
    text = page(entry_of_game(find_game(name)))
    (block,) = [block for block in blocks(text) if block.language == "sh"]
    session = Session(tmp_path, request)
    for command, _ in block.commands():
        session.read(command)
        if "verify" not in command and "--to coq" not in command:
            printed, code = session.run(command)
            assert code == 0, command
            assert printed or " -o " in command
    written = {path.name for end in ("json", "svg") for path in tmp_path.glob(f"*.{end}")}
    assert written == set(re.findall(r"(?:-o|--certificate) (\S+\.(?:json|svg))", block.text))
    assert set(re.findall(r"-o (\S+\.json)", block.text)) <= set(re.findall(r"verify (\S+\.json)", block.text))


@pytest.mark.parametrize("name", NAMED)
def test_the_commands_of_a_theorem_are_understood(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("website.atlas.entries.coq_file", lambda _: ("", "the set"))  # some take long to write
    (block,) = [
        one for one in blocks(page(entry_of_certificate(CERTIFICATES / f"{name}.json"))) if one.language == "sh"
    ]
    for command, _ in block.commands():
        Session.read(command)
    (checked,) = re.findall(r"sprague verify (\S+)  # the checker", block.text)
    assert f"--certificate {checked}" in block.text or (ROOT / checked).is_file()


def test_every_stored_theorem_has_a_title_and_a_page() -> None:
    assert sorted(NAMED) == sorted(path.stem for path in CERTIFICATES.glob("*.json"))
    assert len({named.title for named in NAMED.values()}) == len(NAMED)
    for name, named in NAMED.items():
        assert f"certificates/{name}.json" in text_of(f"docs/{named.page.partition('#')[0]}")


def test_a_coq_file_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("website.build_cache.FOLDER", tmp_path)
    proof = sprague.prove("nim:piles=2", "a = b")
    assert isinstance(proof, sprague.Proof)
    text, proved_parts = coq_file(proof.certificate())
    assert proved_parts == "the set and the formula"
    monkeypatch.setattr("website.atlas.coq_files.theorem_file", None)
    assert coq_file(proof.certificate()) == (text, proved_parts)


@pytest.mark.parametrize("name", ["nim", "empty-transfer", "kayles", "wythoff"])
def test_first_values_and_positions_are_those_of_the_definition(name: str) -> None:
    entry = entry_of_game(find_game(name))
    oracle = Oracle(entry.rule.options)
    for where, values in entry.rows:
        fixed = tuple(int(number) for number in re.findall(r"= (\d+)", where))
        assert values[:5] == [oracle.grundy((*fixed, last + entry.rule.floor)) for last in range(5)]
    small = sorted((p for p in entry.table.positions() if sum(p) < 9), key=lambda p: (sum(p), p))
    expected = [position for position in small if oracle.outcome(position) == "P"][:12]
    assert entry.first[: len(expected)] == expected


def test_a_game_with_blocked_options_has_no_values_but_positions() -> None:
    assert BLOCKING.rows == []
    assert BLOCKING.first[:3] == [(0,), (1,), (3,)]  # from 3, one P-position can be reached, and it is blocked
    assert "--what outcome" in page(BLOCKING)


def test_tuples_that_are_no_positions_have_a_dot() -> None:
    text = page(entry_of_game(find_game("chocolate-bar")))
    assert "x = 0, y = 1  · · · 4 3 6 5" in text
    assert "A dot means that there is no position." in text


def test_an_automaton_is_drawn_once() -> None:
    entry = entry_of_game(find_game("subtraction-transfer"))
    text = page(entry)
    assert len(entry.known) > 2
    assert text.count("<figure><a") == len({theorem.drawing for theorem in entry.known if theorem.drawing})
    assert f"The automaton is the same as for *{entry.known[0].title}* above." in text
