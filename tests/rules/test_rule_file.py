"""Rules in files: comments, titles, sizes, and mistakes that are told with the file and the line."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from sprague.errors import OutOfReach, SpragueError
from sprague.rules.notation import parse
from sprague.rules.rule_file import MOST_BYTES, RuleFile

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


def refusal(content: bytes, place: str = "standard input") -> SpragueError:
    with pytest.raises(SpragueError) as error:
        RuleFile.read_stream(BytesIO(content), place).rule()
    return error.value


@pytest.mark.parametrize("text", [NIM, LONG, LONG.replace("\n", "\r\n"), "\ufeff" + NIM, f"{NIM}#", f"{NIM} # ⊕ ;\n\n"])
def test_comments_and_lines_do_not_change_the_rule(text: str, tmp_path: Path) -> None:
    path = tmp_path / "nim.rule"
    path.write_bytes(text.encode())
    assert RuleFile.read(path).rule() == RuleFile.read(str(path)).rule() == parse(NIM)


@pytest.mark.parametrize(
    ("text", "title", "summary"),
    [
        (LONG, "Nim", "Take any number of chips from one pile."),
        (LONG.replace("\n", "\r\n"), "Nim", "Take any number of chips from one pile."),
        (LONG.replace("\n", "\r"), "Nim", "Take any number of chips from one pile."),
        (f"# Nim\n{NIM}", "Nim", ""),
        (f"{NIM} # Nim\n# Nim", "", ""),
        ("", "", ""),
    ],
)
def test_the_opening_comment_has_title_and_summary(text: str, title: str, summary: str) -> None:
    file = RuleFile.read_stream(BytesIO(text.encode()), "a file")
    assert (file.title, file.summary) == (title, summary)


def test_mistakes_are_told_with_the_file_and_the_line() -> None:
    told = str(refusal(b"# Nim\n(a, b) -> (u, b) # and\n  u < a", "'nim.rule'"))
    assert told.startswith("in 'nim.rule': line 3, column 3: expected ")
    assert told.endswith("\n    u < a\n    ^")
    assert str(refusal(b"# only a comment")).startswith("in standard input: line 1, column 17: expected a move")
    assert str(refusal(b"(a) -> (k)")).startswith("in standard input: line 1, column 9: the choice k has no upper")
    assert str(refusal(b"# fine\n\xff\xfe")) == "in standard input: line 2: expected text in UTF-8, got other bytes"
    begun = "\ufeff# fine\r# ⊕\u2028".encode()
    assert str(refusal(begun + b"\xff")) == "in standard input: line 3: expected text in UTF-8, got other bytes"


def test_what_is_out_of_reach_stays_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(text: str) -> None:
        raise OutOfReach("too much")

    monkeypatch.setattr("sprague.rules.rule_file.parse", too_much)
    error = refusal(b"")
    assert isinstance(error, OutOfReach)
    assert str(error) == "in standard input: too much"


def test_no_more_is_read_than_a_rule_may_have() -> None:
    assert str(refusal(b" " * (MOST_BYTES + 1))) == (
        "in standard input: expected a rule of at most 100,000 characters, got more"
    )
    with pytest.raises(SpragueError) as error:
        RuleFile.read("/dev/zero")
    assert str(error.value) == "in '/dev/zero': expected a rule of at most 100,000 characters, got more"
    assert str(refusal(b"#" * 100_001)) == (
        "in standard input: expected a rule of at most 100,000 characters, got 100,001"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.rule", "no such file or directory"), (".", "is a directory"), ("a\0b", "embedded null byte")],
)
def test_a_file_that_cannot_be_read_is_named(name: str, reason: str, tmp_path: Path) -> None:
    path = str(tmp_path / name) if "\0" not in name else name
    with pytest.raises(SpragueError) as error:
        RuleFile.read(path)
    assert str(error.value) == f"expected a file with a rule, got {path!r}: {reason}"


def test_a_stream_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    class Broken(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

    with pytest.raises(SpragueError) as error:
        RuleFile.read_stream(Broken(), "standard input")
    assert str(error.value) == "expected a file with a rule, got standard input: input/output error"
