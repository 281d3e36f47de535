"""Transcripts from untrusted sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from sprague.games import game
from sprague.play import transcript
from sprague.play.match import Match
from tests.snapshots import refusal

NIM = """sprague match 1
play: normal
game: nim:piles=3
start: 3,5,7
first: you
second: perfect
1: 2,5,7
2: 2,5,6
"""


def test_a_transcript_is_read_and_written() -> None:
    match = Match.from_text(NIM)
    assert match.history == ((2, 5, 7), (2, 5, 6))
    assert match.players == ("you", "perfect")
    assert match.to_text() == NIM
    assert Match.from_text(NIM + "\n# end\n") == match


def test_transcripts_contain_sums_rules_and_forbidden_options() -> None:
    match = Match.of_sum(game("nim:piles=2") @ (3, 5), game("(a, b) -> (a - 1, 0) + (0, b - 1)") @ (2, 4, 3, 1))
    match.play(((3, 5), (2, 4, 2, 0, 0, 0)))
    assert Match.from_text(match.to_text()) == match
    assert "game: (a, b) -> (a - 1, 0) + (0, b - 1)\nstart: 2,4,3,1\n" in match.to_text()
    blocking = Match("(a, b) -> (u, b) where u < a any order block 2", (3, 6), forbid=[(0, 3), (3, 3)])
    blocking.play((2, 3), [(2, 2)])
    assert blocking.to_text().endswith("0: 3,6 forbid 0,3 and 3,3\n1: 3,2 forbid 2,2\n")
    assert Match.from_text(blocking.to_text()) == blocking


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sprague match 1", "hello"),
        ("1: 2,5,7", "1: 2,5,8"),
        ("2: 2,5,6", "3: 2,5,6"),
        ("2: 2,5,6", "2: x"),
        ("2: 2,5,6", "hello"),
        ("play: normal", "play: loud"),
        ("start: 3,5,7\n", ""),
        ("game: nim:piles=3", "game: @/etc/passwd"),
        ("start: 3,5,7", "start: 3,5,-7"),
        ("first: you", "first: " + "y" * 200),
        ("game: nim:piles=3\nstart: 3,5,7", "game: nim\nstart: 1\ngame: nim\nstart: 2"),
    ],
)
def test_what_is_no_transcript(old: str, new: str) -> None:
    assert old in NIM
    refusal(lambda: Match.from_text(NIM.replace(old, new)))


def test_misere_sums() -> None:
    text = "sprague match 1\nplay: misere\ngame: nim\nstart: 1\ngame: nim\nstart: 2\n"
    match = Match.from_text(text)
    assert (match.playable.misere, match.outcome) == (True, "N")
    assert Match.from_text(match.to_text()) == match


def test_a_transcript_has_a_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "MOST_MOVES", 0)
    refusal(lambda: Match.from_text(NIM))
    monkeypatch.setattr(transcript, "MOST_BYTES", 10)
    refusal(lambda: Match.from_text(NIM))


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    Match.from_text(NIM).save(path)
    assert Match.load(path) == Match.from_text(NIM)
    path.write_bytes(b"\xff\xfe")
    refusal(lambda: Match.load(path))
    path.write_text("hello")
    refusal(lambda: Match.load(path))
    missing = str(tmp_path / "missing")
    refusal(lambda: Match.load(missing))


def test_a_rule_with_a_python_function_cannot_be_written_down() -> None:
    rule = game("dynamic-nim", limit=lambda x: x + 1)
    refusal(Match(rule, (3, 4, 2)).to_text)
