"""`sprague play`: input lines and the resulting output."""

from __future__ import annotations

import os
import re
import select
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.cli.main import app
from sprague.errors import SpragueError
from sprague.play.match import Match
from tests.snapshots import refused, snapshot

BLOCKING = "(a, b) -> (u, b) where u < a any order block 1"


def played(*arguments: str, lines: str = "") -> list[str]:
    """Return the output lines of a match that ends normally."""
    result = CliRunner().invoke(app, ["play", *arguments], input=lines, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_a_match_in_full() -> None:
    snapshot("\n".join(played("nim", "1,2", lines="2-1\n1-1\n")))


def test_a_match_that_is_won_and_one_that_is_lost() -> None:
    snapshot("\n".join(played("nim", "0,1", lines="2-1\n")[-2:]))
    snapshot("\n".join(played("nim", "0,1", "--misere", lines="2-1\n")))
    snapshot("\n".join(played("nim", "0,1", "--first", "computer")))


def test_what_may_be_asked() -> None:
    lines = played("nim", "3,5,7", lines="hint\nwhy\nanalyse\nmoves\nhelp\nrule\n")
    snapshot("\n".join(lines))
    assert "(a, b, c) -> (u, b, c) where u < a any order" in lines
    lost = played("nim", "1,2,3", lines="hint\n")
    snapshot("\n".join(lost))


def test_a_mistake_is_explained_and_nothing_is_changed() -> None:
    lines = played("nim", "3,5,7", lines="3,5,8\nnonsense\nlevel loud\nundo\nsave\n")
    snapshot("\n".join(lines[5:]))


def test_undo_takes_back_both_moves_and_swap_changes_sides() -> None:
    lines = played("nim", "3,5,7", lines="3-1\nundo\nswap\n")
    after_undo = lines[lines.index("> undo") + 1 :]
    assert after_undo[:3] == ["   1 │ ● ● ● 3", "   2 │ ● ● ● ● ● 5", "   3 │ ● ● ● ● ● ● ● 7"]
    snapshot("\n".join(after_undo[3:6]))


def test_words_may_be_cut_short_while_they_are_clear() -> None:
    lines = played("nim", "3,5,7", lines="hi\nh\nq\n3-1\n")
    snapshot("\n".join(lines))
    snapshot(lines[lines.index("> h") + 1])
    assert lines[-1] == "> q"


def test_a_teacher_asks_first() -> None:
    lines = played("nim", "3,5,7", "--level", "teacher", lines="3-2\nundo\n3-2\nok\n")
    asked = [lines.index(answer) - 2 for answer in ("> undo", "> ok")]  # the question stands on two lines
    assert lines[asked[0]] == lines[asked[1]]
    assert lines.count(lines[asked[0]]) == 2
    snapshot("\n".join(lines[asked[1] : asked[1] + 4]))
    # A move answers the question, and is not made.
    lines = played("nim", "3,5,7", "--level", "teacher", lines="3-2\n3-1\n1-3\n9-1\nhint\nok\n")
    snapshot(lines[lines.index("> 3-1") + 1])
    snapshot(lines[lines.index("> 1-3") + 1])
    snapshot(lines[lines.index("> 9-1") + 1])
    snapshot(lines[lines.index("> ok") + 1])
    snapshot(lines[-1])


def test_a_saved_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my match.txt"
    lines = played("nim", "3,5,7", "--level", "casual", "--seed", "1", lines=f"3-1\nsave {file}\n1-1\n")
    command = f"  sprague play --replay '{file}'"
    assert lines.count(command) == 2
    assert lines[-1] == command
    snapshot("\n".join([lines[lines.index(command) - 1], lines[-2]]))
    text = file.read_text()
    snapshot(text)
    assert text.count("\n") == 6 + 4
    again = played("--replay", str(file), lines="quit\n")
    snapshot("\n".join(again[3:5]))
    snapshot(again[2])
    assert again[-1] == "> quit"  # what was read needs no keeping
    file.write_text(text[: text.index("1: 3,5,6")])
    snapshot(played("--replay", str(file))[3])
    file.write_text(text.replace("1: 3,5,6", "1: 3,5,8"))
    with refused(SpragueError):
        played("--replay", str(file))


def test_a_match_that_was_just_saved_ends_without_a_second_hint(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    lines = played("nim", "3,5,7", lines=f"3-1\nsave {file}\nlevel casual\nquit\n")
    assert lines.count(f"  sprague play --replay {file}") == 1
    assert lines[-1] == "> quit"
    assert "casual" in file.read_text()  # the file is updated if the level changes after the match was saved


def test_forbidden_options() -> None:
    lines = played(BLOCKING, "3,4", lines="2,3\n2-1 forbid 2,3\nhint\n")
    snapshot("\n".join(lines))
    lines = played(BLOCKING, "3,4", "--first", "computer", lines="forbid 9,9\nforbid 2,3\n")
    snapshot("\n".join(lines))
    # What is forbidden is said before it is said that no move is left, and again after a move is taken back.
    ended = played(BLOCKING, "1,1", "--first", "computer", lines="\nundo\n")
    snapshot("\n".join(ended))
    again = played(BLOCKING, "3,4", lines="2-1\nundo\n")
    snapshot("\n".join(again[again.index("> undo") :]))


def test_sums_and_heaps_that_split() -> None:
    lines = played("nim 3,5 + kayles 7", lines="3=2+4\n")
    snapshot("\n".join(lines))
    snapshot("\n".join(played("kayles", "3,7", lines="2=1+5\n")))


def test_sums_in_misere_play() -> None:
    snapshot("\n".join(played("nim 3 + wythoff 1,2", "--misere")[:3]))
    # Heaps of one game are one position of it.
    snapshot("\n".join(played("kayles 3 + kayles 4", "--misere")[:2]))
    snapshot("\n".join(played("kayles 3 + kayles 4")[:2]))
    output = played("nim 1 + wythoff 1,2", "--misere", lines="why\n")
    snapshot("\n".join(output[-3:]))


def test_a_position_is_proposed() -> None:
    result = CliRunner().invoke(app, ["play", "nim", "--seed", "7"], input="", catch_exceptions=False)
    message = r"The computer chose the start position (\S+)\. To play it again: sprague play nim \1\n"
    matched = re.fullmatch(message, result.stderr)
    assert matched is not None
    assert CliRunner().invoke(app, ["play", "nim", "--seed", "7"], input="").stdout == result.stdout
    assert CliRunner().invoke(app, ["play", "nim", matched[1], "--seed", "7"], input="").stdout == result.stdout


def test_the_first_reply_at_any_size_that_a_theorem_covers() -> None:
    lines = played("nim", f"77,{10**90},{10**100}", lines=f"3-{10**99}\nhint\nwhy\nanalyse\n")
    assert lines[3:6] == ["   1 │ 77", "   2 │ a number of 91 digits", "   3 │ a number of 101 digits"]
    assert any(line.startswith("The computer: take ") for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nimm"],
        ["nim 3 + wyth 4,5"],
        ["nim", "3,5", "--level", "x"],
        ["nim", "3,5", "--first", "x"],
        [],
        ["nim", "--replay", "x"],
        ["-", "3,5"],
    ],
)
def test_what_is_refused(arguments: list[str]) -> None:
    with refused(SpragueError):
        played(*arguments)


@pytest.mark.slow
@pytest.mark.parametrize("end", [b"\x03", b"\x04"])
def test_in_a_terminal_ctrl_c_and_ctrl_d_keep_the_match(end: bytes, tmp_path: Path) -> None:
    """A session in a terminal of 80 columns: colours, a prompt that explains itself, and a polite end."""
    process, terminal = os.forkpty()
    if process == 0:  # pragma: no cover  the child is another program at once
        os.environ |= {"SPRAGUE_DATA": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "80"}
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "sprague", "play", "nim", "3,5,7"])
    shown = until(terminal, b"your move, such as 1-1> ")
    assert b"\x1b[36m" in shown  # a pile in colour
    os.write(terminal, b"3-1\n")
    until(terminal, b"your move, such as ")
    last = tmp_path / "matches" / "last.txt"
    shown = until(terminal, b"last.txt", end)
    assert f"  sprague play --replay {last}".encode() in shown
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert Match.load(last).history[0] == (3, 5, 6)


@pytest.mark.slow
def test_a_match_that_cannot_be_saved_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPRAGUE_DATA", "/dev/null/home")
    process, terminal = os.forkpty()
    if process == 0:  # pragma: no cover  the child is another program at once
        os.execv(sys.executable, [sys.executable, "-m", "sprague", "play", "nim", "3,5,7"])
    until(terminal, b"your move, such as 1-1> ")
    os.write(terminal, b"3-1\n")
    until(terminal, b"your move, such as ")
    shown = until(terminal, b"to save a match.", b"\x04")
    assert b"That is not possible: cannot write '/dev/null/home/matches': not a directory" in b" ".join(shown.split())
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0


def until(terminal: int, words: bytes, typed: bytes = b"") -> bytes:
    """Return the terminal output up to the given text; type the input again if it came too early."""
    shown = b""
    for _ in range(60):
        os.write(terminal, typed)
        while select.select([terminal], [], [], 2)[0]:
            shown += os.read(terminal, 4096)
            if words in shown:
                return shown
    raise AssertionError(shown)


def test_where_no_move_is_left_nobody_has_beaten_anybody() -> None:
    snapshot("\n".join(played("nim", "0,0")))
    snapshot("\n".join(played("nim", "0,0", "--misere")))


def test_an_answer_without_a_question_is_reported() -> None:
    lines = played("nim", "3,5,7", lines="ok\n")
    snapshot("\n".join(lines))


@pytest.mark.parametrize(
    ("words", "typed", "board", "starts", "reached"),
    [
        (["kayles", "6,4"], "1=2+3", ["   1 │ ● ● 2", "   2 │ ● ● ● 3", "   3 │ ● ● ● ● 4"], ["6,4"], "2,3,4"),
        (["nim", "5,3,1"], "1-4", ["   1 │ ● 1", "   2 │ ● ● ● 3", "   3 │ ● 1"], ["5,3,1"], "1,3,1"),
        (["nim 5,3 + nim 1"], "1-4", ["   1 │ ● 1", "   2 │ ● ● ● 3"], ["5,3", "1"], "1,3 ; 1"),
    ],
)
def test_piles_stay_where_they_are(
    words: list[str], typed: str, board: list[str], starts: list[str], reached: str, tmp_path: Path
) -> None:
    file = tmp_path / "match.txt"
    lines = played(*words, lines=f"{typed}\nsave {file}\n")
    place = lines.index(board[0])
    assert lines[place : place + len(board)] == board
    written = file.read_text().splitlines()
    assert [line.removeprefix("start: ") for line in written if line.startswith("start: ")] == starts
    assert f"1: {reached}" in written
    assert any(line.startswith("   1. you: ") and line.endswith(reached) for line in played("--replay", str(file)))


def test_a_sum_is_called_in_full() -> None:
    rule = "(a, b) -> (u, b) where u < a ; (a, v) where v < b ; (a - k, b - k) where k >= 1"
    snapshot("\n".join(played(f"nim 3,5 + {rule} 2,7")[:3]))


def test_the_remoteness_of_a_sum_is_printed() -> None:
    lines = played("nim 1 + kayles 3", lines="analyse\n")
    wins = r"wins \(after \d more moves\); the position after it has value 0 +in the "
    assert any(re.match(wins, line) for line in lines)


def test_a_number_alone_never_makes_a_numbered_move() -> None:
    lines = played("nim", "3,5,7", lines="1\n#1\n")
    assert lines[lines.index("> 1") + 1].startswith("That is not possible: a single number is not a move; type 3-1")
    assert "You: take 3 chips from the 1st pile" in lines


def test_a_match_is_reviewed_and_played_again() -> None:
    lines = played("nim", "1,2", "--seed", "1", lines="2-2\nreview\nagain\n2-1\n1-1\nnew 0,3\nnew\n")
    snapshot("\n".join(lines))
    assert "Your 1st move threw the win away: play 1,1 instead (take 1 chip from the 2nd pile)." in lines
    assert lines[lines.index("> new 0,3") + 1] == "You move first."


def test_a_misspelt_command_is_corrected() -> None:
    lines = played("nim", "3,5,7", lines="hnit\nreviev\nteacher\nqiut\n")
    assert [line.partition("did you mean ")[2] for line in lines if "did you mean" in line] == [
        "'hint'?",
        "'review'?",
        "'level teacher'?",
        "'quit'?",
    ]


def test_a_sum_of_games_has_no_new_start() -> None:
    lines = played("nim 1,2 + kayles 3", lines="new\nagain\n")
    assert any("type 'again'" in line for line in lines)
