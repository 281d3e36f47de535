"""Rule files: comments, titles, sizes, and mistakes reported with the file and the line."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from sprague.errors import OutOfReach, SpragueError
from sprague.language.rule_files import MOST_BYTES, RuleFile
from sprague.rules import parse
from sprague.rules.ruleset import parse_file
from tests.snapshots import refused, snapshot

NIM = "(a, b) -> (u, b) where u < a any order"
LONG = """
# Nim
#
## Take any number of chips
# from one pile.
(a, b) ->    # the piles; (a) -> (a) is no move here
   (u, b)
   where u < a  # fewer
# not part of the opening
any order"""


def not_read(content: bytes, place: str = "standard input") -> SpragueError:
    with refused(SpragueError) as error:
        parse_file(RuleFile.read_stream(BytesIO(content), place))
    return error.value


@pytest.mark.parametrize("text", [NIM, LONG, LONG.replace("\n", "\r\n"), "\ufeff" + NIM, f"{NIM}#", f"{NIM} # ⊕ ;\n\n"])
def test_comments_and_lines_do_not_change_the_rule(text: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.rule"
    path.write_bytes(text.encode())
    assert parse_file(RuleFile.read(path)) == parse_file(RuleFile.read(str(path))) == parse(NIM)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (LONG, "Nim"),
        (LONG.replace("\n", "\r\n"), "Nim"),
        (LONG.replace("\n", "\r"), "Nim"),
        (f"# Nim\n{NIM}", "Nim"),
        (f"{NIM} # Nim\n# Nim", ""),
        ("", ""),
    ],
)
def test_the_opening_comment_has_title_and_summary(text: str, title: str) -> None:
    file = RuleFile.read_stream(BytesIO(text.encode()), "a file")
    assert file.title == title
    snapshot(file.summary)


def test_mistakes_have_the_file_and_the_line() -> None:
    message = str(not_read(b"# Nim\n(a, b) -> (u, b) # and\n  u < a", "'nim.rule'"))
    assert "'nim.rule': line 3, column 3" in message
    assert message.endswith("\n    u < a\n    ^")
    not_read(b"# only a comment")
    not_read(b"(a) -> (k)")
    not_read(b"# fine\n\xff\xfe")
    begun = "\ufeff# fine\r# ⊕\u2028".encode()
    not_read(begun + b"\xff")


def test_what_is_out_of_reach_stays_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(text: str) -> None:
        raise OutOfReach("too much")

    monkeypatch.setattr("sprague.rules.ruleset.parse", too_much)
    error = not_read(b"")
    assert isinstance(error, OutOfReach)


def test_no_more_is_read_than_a_rule_may_have() -> None:
    not_read(b" " * (MOST_BYTES + 1))
    with refused(SpragueError):
        RuleFile.read("/dev/zero")
    not_read(b"#" * 100_001)


@pytest.mark.parametrize(
    "name",
    ["missing.rule", ".", "a\0b"],
)
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / name) if "\0" not in name else name
    with refused(SpragueError):
        RuleFile.read(path)


def test_a_stream_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    class Broken(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with refused(SpragueError):
        RuleFile.read_stream(Broken(), "standard input")
