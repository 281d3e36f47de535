"""`sprague table`, as a person uses it: files, refusals, --explain, Ctrl-C."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import sprague
from sprague import OutOfTime, SpragueError
from sprague.cli.main import app
from sprague.cli.outputs import write_output
from sprague.render.oeis import shortage_message, table_entry
from tests.cli.running import printed, run
from tests.snapshots import refused, snapshot
from tests.waiting import LONGEST


@pytest.mark.slow
def test_npy_to_stdout() -> None:
    command = [sys.executable, "-m", "sprague", "table", "nim:piles=2", "--limit", "3", "--format", "npy"]
    done = subprocess.run(command, capture_output=True, timeout=LONGEST, check=True)
    assert np.load(io.BytesIO(done.stdout), allow_pickle=False).tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


BAD: list[list[str]] = [
    ["nim:piles=4", "--limit", "3", "--format", "png"],
    ["nim", "--limit", "3", "--format", "bfile"],
    ["nim:piles=2", "--limit", "3", "--format", "bfile", "--what", "outcome"],
    ["nim", "--limit", "3", "--format", "latex"],
    ["nim:piles=2", "--chips", "3", "--format", "latex"],
    ["nim", "--limit", "3", "--format", "xls"],
    ["nim", "--limit", "3", "--chips", "3"],
    ["nim", "--limit", "0"],
    ["nim", "--limit", "3", "--misere"],
    ["nim", "--limit", "3", "--fix", "c"],
    ["nim", "--limit", "3", "--fix", "c=1,c=2"],
    ["nim", "--limit", "3", "--fix", "x=1"],
    ["nim", "--limit", "3", "--fix", "a=1,b=1,c=1"],
    ["nim", "--limit", "3", "--fix", "c=3"],
    ["wythof", "--limit", "3"],
]


@pytest.mark.parametrize("arguments", BAD)
def test_what_is_no_table_is_a_message(arguments: list[str]) -> None:
    with refused(SpragueError):
        run("table", *arguments)


@pytest.mark.slow
def test_a_refusal_prints_the_message_and_writes_no_file(tmp_path: Path) -> None:
    file = tmp_path / "t.tex"
    command = [sys.executable, "-m", "sprague", "table", "nim", "--limit", "3", "--format", "latex", "-o", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    snapshot(done.stderr)
    assert list(tmp_path.iterdir()) == []


MADE_BY = {"text": "# ", "csv": "# ", "bfile": "# ", "oeis": "# ", "latex": "% "}


@pytest.mark.parametrize("name", MADE_BY)
def test_a_file_holds_what_would_be_printed_and_what_made_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table"
    file.write_text("older")
    words = ["table", "nim:piles=2", "--limit", "16", "--format", name]
    assert printed(*words, "--output", str(file)) == ""
    first, rest = file.read_text(encoding="utf-8").split("\n", 1)
    assert first == f"{MADE_BY[name]}sprague {sprague.__version__}: sprague {' '.join(words)} --output {file}"
    assert rest == printed(*words)
    assert list(tmp_path.iterdir()) == [file]


def test_a_json_file_has_what_made_it_under_a_key(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    printed("table", "nim:piles=2", "--limit", "4", "-o", str(file))
    data = json.loads(file.read_text(encoding="utf-8"))
    maker = data.pop("made_by")
    assert maker == f"sprague {sprague.__version__}: sprague table nim:piles=2 --limit 4 -o {file}"
    assert data == json.loads(printed("table", "nim:piles=2", "--limit", "4", "--json"))


EXPLAINED: list[list[str]] = [
    ["nim", "--limit", "9"],
    ["empty-redistribute", "--chips", "9"],
    ["sharing-nim", "--limit", "9"],
    ["sharing-nim", "--limit", "9", "--what", "outcome", "--misere"],
    ["sharing-nim", "--limit", "9", "--what", "remoteness"],
    ["cookies", "--limit", "9"],
    ["moore-nim", "--limit", "4"],
    ["trim", "--limit", "4"],
    ["(a, b) -> (a - 1, u) where u <= 2b", "--limit", "4"],
]


@pytest.mark.parametrize("arguments", EXPLAINED)
def test_explain_says_how_the_table_would_be_filled(arguments: list[str]) -> None:
    snapshot(printed("table", *arguments, "--explain"))


def test_explain_fills_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprague, "tabulate", None, raising=False)
    snapshot(printed("table", "nim", "--limit", "1000", "--explain"))


# The command, which says on stderr when the work has begun. It never ends: after that it only waits for Ctrl-C.
BEGUN = """
import sys, threading
from contextlib import contextmanager
from sprague.cli import main as command_line
from sprague.cli.commands import table

@contextmanager
def progress_bar(title):
    reports = []
    def report(done):
        reports.append(done)
        if len(reports) == 1:
            print("begun", file=sys.stderr, flush=True)
        else:
            threading.Event().wait()
    yield report

table.progress_bar = progress_bar
command_line.main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["nim", "--limit", "650"],
        ["trim", "--limit", "130"],
        ["sharing-nim", "--limit", "12000"],
        ["(a, b) -> (a - 1, u) where u <= 2b ; (a, u) where u < b", "--limit", "16"],
    ],
)
def test_ctrl_c_ends_the_work_at_once_and_leaves_no_file(arguments: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", BEGUN, "table", *arguments, "--format", "npy", "-o", str(tmp_path / "table")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            while (line := process.stderr.readline()) != "begun\n":
                snapshot(line)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=LONGEST)
        finally:
            process.kill()
    assert process.returncode == 130
    assert stdout == ""
    assert "Traceback" not in stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_wide_table_fits_the_terminal_and_says_what_is_missing() -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["COLUMNS"] = "40"
        os.execv(sys.executable, [sys.executable, "-m", "sprague", "table", "nim:piles=2", "--limit", "20"])
    shown = b""
    with suppress(OSError):  # the terminal is gone with the command
        while piece := os.read(terminal, 1 << 16):
            shown += piece
    os.waitpid(pid, 0)
    lines = shown.decode().splitlines()
    table = lines[next(i for i, line in enumerate(lines) if "a\\b" in line) :]
    assert max(len(line) for line in table[:20]) <= 40
    assert table[0].split() == ["a\\b", *map(str, range(9))]
    snapshot("\n".join(table[21:]))


def test_npy_is_not_written_to_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with refused(SpragueError):
        write_output(b"\x93NUMPY", None)


def test_the_suffix_of_the_file_chooses_the_format(tmp_path: Path) -> None:
    for suffix, beginning in ((".csv", b"# sprague"), (".json", b"{"), (".npy", b"\x93NUMPY"), (".tex", b"% sprague")):
        file = tmp_path / f"nim{suffix}"
        printed("table", "nim:piles=2", "--limit", "3", "-o", str(file))
        assert file.read_bytes().startswith(beginning)
    with refused(SpragueError):
        run("table", "nim:piles=2", "--limit", "3", "-o", str(tmp_path / "nim.xls"))


def test_the_plan_of_a_table_is_printed_as_json() -> None:
    plan = printed("table", "nim:piles=2", "--limit", "5", "--explain")
    assert json.loads(printed("table", "nim:piles=2", "--limit", "5", "--explain", "--json")) == {
        "version": 1,
        "game": "nim:piles=2",
        "rule": "(a, b) -> (u, b) where u < a any order",
        "play": "normal",
        "what": "grundy",
        "limit": 5,
        "chips": None,
        "cap": None,
        "plan": plan.splitlines(),
    }


SLICES: list[tuple[list[str], str]] = [
    (["--fix", "c=1"], "a\\b, c=1  0  1  2\n       0  1  0  3\n       1  0  1  2\n       2  3  2  1\n"),
    (["--fix", "c=1,a=2"], "b, a=2, c=1  0  1  2\n     grundy  3  2  1\n"),
    (["--fix", "c=1,a=2", "--format", "csv"], "a,b,c,grundy\n2,0,1,3\n2,1,1,2\n2,2,1,1\n"),
    (["--fix", "c=1,a=2", "--format", "bfile"], "0 3\n1 2\n2 1\n"),
    (["--fix", "c=1", "--format", "bfile"], "0 1\n1 0\n2 0\n3 3\n4 1\n5 3\n"),
]


@pytest.mark.parametrize(("arguments", "text"), SLICES)
def test_a_slice_of_a_larger_game(arguments: list[str], text: str) -> None:
    assert printed("table", "nim", "--limit", "3", *arguments) == text


def test_a_slice_as_json_npy_and_latex(tmp_path: Path) -> None:
    data = json.loads(printed("table", "nim:piles=4", "--limit", "3", "--fix", "d=1,b=2", "--json"))
    assert data["fix"] == {"b": 2, "d": 1}
    assert data["values"] == [[[a, 2, c, 1], a ^ 2 ^ c ^ 1] for a in range(3) for c in range(3)]
    printed("table", "nim", "--limit", "3", "--fix", "b=1", "-o", str(tmp_path / "part.npy"))
    assert np.load(tmp_path / "part.npy").tolist() == [[1, 0, 3], [0, 1, 2], [3, 2, 1]]
    assert "$a\\backslash c, b=1$ & 0 & 1 & 2" in printed(
        "table", "nim", "--limit", "3", "--fix", "b=1", "--format", "latex"
    )


def test_a_slice_with_more_than_two_axes_is_a_list() -> None:
    lines = printed("table", "nim:piles=4", "--limit", "2", "--fix", "b=1").splitlines()
    assert lines[:3] == ["0,1,0,0  1", "0,1,0,1  0", "0,1,1,0  0"]
    assert len(lines) == 8


@pytest.mark.slow
@pytest.mark.parametrize(("name", "beginning"), [("t.png", b"\x89PNG"), ("t.svg", b"<?xml"), ("t.pdf", b"%PDF")])
def test_a_picture_carries_its_title_and_the_command_that_made_it(name: str, beginning: bytes, tmp_path: Path) -> None:
    file = tmp_path / name
    words = ["table", "nim:piles=2", "--limit", "8", "-o", str(file)]
    assert printed(*words) == ""
    content = file.read_bytes()
    assert content.startswith(beginning)
    assert b"Grundy values of nim:piles=2, piles" in content
    assert f"sprague {sprague.__version__}: sprague table nim:piles=2 --limit 8 -o".encode() in content
    printed(*words)
    assert file.read_bytes() == content  # the same picture is the same file


def test_how_a_table_is_drawn(tmp_path: Path) -> None:
    for words, title in (
        (["kayles"], b"Grundy values of kayles"),
        (["wythoff", "--draw", "distribution"], b"How often each Grundy value occurs in wythoff"),
        (["wythoff", "--what", "outcome", "--dark"], b"Outcomes of wythoff"),
    ):
        printed("table", *words, "--limit", "9", "-o", str(tmp_path / "t.svg"))
        assert title in (tmp_path / "t.svg").read_bytes()
    with refused(SpragueError):
        run("table", "wythoff", "--limit", "9", "--draw", "pie", "-o", str(tmp_path / "t.svg"))


@pytest.mark.parametrize("words", [["table", "nim:piles=5"], ["positions", "nim:piles=5"]])
def test_a_picture_with_too_many_axes_is_refused_before_the_work(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sprague, "tabulate", None, raising=False)
    with refused(SpragueError):
        run(*words, "--limit", "9", "-o", str(tmp_path / "t.png"))


@pytest.mark.parametrize(
    "words",
    [
        ["table", "nim", "--format", "latex"],
        ["table", "nim", "--format", "bfile"],
        ["table", "nim", "--format", "oeis"],
        ["table", "nim:piles=1", "--what", "outcome", "--format", "bfile"],
        ["positions", "nim", "--format", "bfile"],
        ["positions", "nim", "--pile", "x"],
        ["positions", "nim", "--format", "oeis", "--pile", "a", "--fix", "c=0"],
    ],
)
def test_what_a_format_cannot_hold_is_refused_before_the_work(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sprague, "tabulate", None, raising=False)
    with refused(SpragueError):
        printed(*words, "--limit", "50")


def test_an_entry_that_is_too_short_says_how_to_have_more() -> None:
    def printed(limit: int) -> str:
        return shortage_message(table_entry(sprague.tabulate("nim:piles=2", limit=limit)))

    snapshot(printed(4))
    assert printed(20) == ""


def test_the_time_limit() -> None:
    assert run("table", "nim:piles=2", "--limit", "3", "--seconds", "60")[0] == 0
    with pytest.raises(OutOfTime, match="stopped after 0 seconds"):
        run("table", "nim:piles=2", "--limit", "3", "--seconds", "0")


@pytest.mark.parametrize(("game", "limit"), [("nim:piles=2", 10), ("kayles", 10), ("nim:piles=6", 4)])
def test_a_table_without_a_bound_is_small(game: str, limit: int) -> None:
    result = CliRunner().invoke(app, ["table", game], catch_exceptions=False)
    assert result.stdout == printed("table", game, "--limit", str(limit))
    assert f"every pile below {limit};" in result.stderr
