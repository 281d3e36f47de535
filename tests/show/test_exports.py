"""Tables in every format, and the `table` command that writes them."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from typer.testing import CliRunner

import sprague
from sprague import SpragueError, tabulate
from sprague.commands.command_line import app
from sprague.show import progress
from sprague.show.exports import FORMATS, as_bfile, as_csv, as_json, as_latex, as_npy, as_png, as_text


def run(*arguments: str) -> str:
    """What a command that succeeds prints; it says nothing else."""
    result = CliRunner().invoke(app, ["table", *arguments], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


TEXTS: list[tuple[list[str], str]] = [
    (
        ["nim:piles=1", "--limit", "4"],
        """\
             a  0  1  2  3
        grundy  0  1  2  3
        """,
    ),
    (
        ["nim:piles=2", "--limit", "3", "--what", "outcome"],
        """\
        a\\b  0  1  2
          0  P  N  N
          1  N  P  N
          2  N  N  P
        """,
    ),
    (
        ["empty-transfer:boxes=2", "--limit", "4"],
        """\
        a\\b  1  2  3
          1  0  1  0
          2  1  1  2
          3  0  2  0
        """,
    ),
    (
        ["sharing-nim", "--limit", "4"],
        """\
        (0, a\\b)  0  1  2  3
               0  0  0  1  0
               1     0  1  2
               2        1  2
               3           0
        """,
    ),
    (
        ["nim", "--limit", "2"],
        """\
        0,0,0  0
        0,0,1  1
        0,1,1  0
        1,1,1  1
        """,
    ),
    (
        ["nim:piles=2", "--chips", "2", "--what", "remoteness", "--misere"],
        """\
        0,0  0
        0,1  1
        0,2  2
        1,1  2
        """,
    ),
    (
        ["dynamic-nim:piles=1", "--limit", "2", "--what", "outcome"],
        """\
        0,0  P
        0,1  P
        1,0  P
        1,1  N
        """,
    ),
    (
        ["nim:piles=1", "--limit", "12", "--cap", "10"],
        """\
             a  0  1  2  3  4  5  6  7  8  9  10  11
        grundy  0  1  2  3  4  5  6  7  8  9  10  10
        """,
    ),
]


@pytest.mark.parametrize(("arguments", "text"), TEXTS)
def test_text(arguments: list[str], text: str) -> None:
    assert run(*arguments) == dedent(text)
    assert run(*arguments, "--format", "text") == dedent(text)


def test_json() -> None:
    expected = {
        "game": "nim:piles=2",
        "rule": "(a, b) -> (u, b) where u < a any order",
        "play": "misere",
        "what": "outcome",
        "limit": 2,
        "cap": None,
        "values": [[[0, 0], "N"], [[0, 1], "P"], [[1, 1], "N"]],
    }
    arguments = ["nim:piles=2", "--limit", "2", "--what", "outcome", "--misere"]
    for way in (["--json"], ["--format", "json"], ["--json", "--format", "csv"]):
        found = run(*arguments, *way)
        assert json.loads(found) == expected
        assert list(json.loads(found)) == list(expected)
        assert found.endswith("}\n")


def test_json_of_a_rule_and_a_number_of_chips() -> None:
    assert json.loads(run("(a) -> (a - k) where k >= 1", "--chips", "2", "--cap", "1", "--json")) == {
        "game": "(a) -> (a - k) where k >= 1",
        "rule": "(a) -> (a - k) where k >= 1",
        "play": "normal",
        "what": "grundy",
        "chips": 2,
        "cap": 1,
        "values": [[[0], 0], [[1], 1], [[2], 1]],
    }


CSVS: list[tuple[list[str], str]] = [
    (["nim:piles=2", "--limit", "2"], "a,b,grundy\n0,0,0\n0,1,1\n1,1,0\n"),
    (["cookies", "--chips", "1", "--what", "suspense"], "x,y,suspense\n0,0,0\n0,1,0\n1,0,1\n"),
    (["dynamic-nim:piles=1", "--limit", "2", "--what", "outcome"], "a,t,outcome\n0,0,P\n0,1,P\n1,0,P\n1,1,N\n"),
]


@pytest.mark.parametrize(("arguments", "text"), CSVS)
def test_csv(arguments: list[str], text: str) -> None:
    assert run(*arguments, "--format", "csv") == text


@pytest.mark.parametrize("what", ["grundy", "outcome", "suspense"])
def test_npy_needs_no_pickle(what: str, tmp_path: Path) -> None:
    run("nim:piles=2", "--chips", "4", "--what", what, "--format", "npy", "-o", str(tmp_path / "t.npy"))
    array = np.load(tmp_path / "t.npy", allow_pickle=False)
    expected = tabulate("nim:piles=2", chips=4, what=what).to_array()
    assert array.dtype == expected.dtype
    assert (array == expected).all()


def test_npy_to_stdout() -> None:
    command = [sys.executable, "-m", "sprague", "table", "nim:piles=2", "--limit", "3", "--format", "npy"]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert np.load(io.BytesIO(done.stdout), allow_pickle=False).tolist() == [[0, 1, 2], [1, 0, 3], [2, 3, 0]]


BFILES: list[tuple[list[str], str]] = [
    (["nim:piles=1", "--limit", "3"], "0 0\n1 1\n2 2\n"),
    (["(a) -> (a - k) where 1 <= k <= 2 piles >= 1", "--limit", "5"], "1 0\n2 1\n3 2\n4 0\n"),
    # By antidiagonals, the first pile rising: (0,0); (0,1), (1,0); (0,2), (1,1), (2,0).
    (["nim:piles=2", "--limit", "3"], "0 0\n1 1\n2 1\n3 2\n4 0\n5 2\n"),
    (["cookies", "--limit", "3"], "0 0\n1 0\n2 1\n3 1\n4 0\n5 1\n"),
    (["empty-transfer:boxes=2", "--limit", "4"], "0 0\n1 1\n2 1\n3 0\n4 1\n5 0\n"),
    (["nim:piles=2", "--limit", "2", "--what", "remoteness"], "0 0\n1 1\n2 1\n"),
]


@pytest.mark.parametrize(("arguments", "text"), BFILES)
def test_bfile(arguments: list[str], text: str) -> None:
    assert run(*arguments, "--format", "bfile") == text


LATEX: list[tuple[list[str], str]] = [
    (
        ["nim:piles=2", "--limit", "2"],
        """\
        \\begin{tabular}{r|rr}
        $a\\backslash b$ & 0 & 1 \\\\ \\hline
        0 & 0 & 1 \\\\
        1 & 1 & 0 \\\\
        \\end{tabular}
        """,
    ),
    (
        ["sharing-nim", "--limit", "3", "--what", "outcome"],
        """\
        \\begin{tabular}{r|rrr}
        $(0, a\\backslash b)$ & 0 & 1 & 2 \\\\ \\hline
        0 & P & P & N \\\\
        1 &  & P & N \\\\
        2 &  &  & N \\\\
        \\end{tabular}
        """,
    ),
]


@pytest.mark.parametrize(("arguments", "text"), LATEX)
def test_latex(arguments: list[str], text: str) -> None:
    assert run(*arguments, "--format", "latex") == dedent(text)


def test_every_format_is_known_by_its_name() -> None:
    assert {
        "text": as_text,
        "json": as_json,
        "csv": as_csv,
        "npy": as_npy,
        "bfile": as_bfile,
        "latex": as_latex,
        "png": as_png,
    } == FORMATS


BAD: list[tuple[list[str], str]] = [
    (
        ["nim", "--limit", "3", "--format", "png"],
        "pictures of tables are not there yet; --format npy gives the array to plot",
    ),
    (
        ["nim", "--limit", "3", "--format", "bfile"],
        "a b-file holds numbers for one or two piles; fix the others in the rule, or use --format csv",
    ),
    (
        ["nim:piles=2", "--limit", "3", "--format", "bfile", "--what", "outcome"],
        "a b-file holds numbers for one or two piles; fix the others in the rule, or use --format csv",
    ),
    (
        ["nim", "--limit", "3", "--format", "latex"],
        "a LaTeX table needs one or two piles, or differences of three; use --format csv",
    ),
    (
        ["nim:piles=2", "--chips", "3", "--format", "latex"],
        "a LaTeX table needs one or two piles, or differences of three; use --format csv",
    ),
    (
        ["nim", "--limit", "3", "--format", "xls"],
        "expected --format to be one of text, json, csv, npy, bfile, latex, png, got 'xls'",
    ),
    (["nim"], "expected either a limit on each pile or a bound on the chips in all"),
    (["nim", "--limit", "0"], "nim:piles=3: expected a limit of at least 1, got 0"),
    (
        ["nim", "--limit", "3", "--misere"],
        "there are no Grundy values in misère play; ask for outcome, remoteness or suspense",
    ),
    (["wythof", "--limit", "3"], "unknown game 'wythof'; did you mean 'wythoff'?"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_what_is_no_table_is_a_message(arguments: list[str], message: str) -> None:
    with pytest.raises(SpragueError) as refusal:
        CliRunner().invoke(app, ["table", *arguments], catch_exceptions=False)
    assert str(refusal.value) == message


def test_the_command_prints_the_message_and_writes_no_file(tmp_path: Path) -> None:
    file = tmp_path / "t.tex"
    command = [sys.executable, "-m", "sprague", "table", "nim", "--limit", "3", "--format", "latex", "-o", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sprague: a LaTeX table needs one or two piles, or differences of three; use --format csv\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["text", "json", "csv", "bfile", "latex"])
def test_a_file_holds_what_would_be_printed(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table"
    file.write_text("older")
    assert run("nim:piles=2", "--limit", "4", "--format", name, "--output", str(file)) == ""
    assert file.read_text(encoding="utf-8") == run("nim:piles=2", "--limit", "4", "--format", name)
    assert list(tmp_path.iterdir()) == [file]


# --explain

EXPLAINED: list[tuple[list[str], str]] = [
    (
        ["nim", "--limit", "9"],
        "Order: by the largest pile, then the next, and so on; every option comes before its position.",
    ),
    (["empty-redistribute", "--chips", "9"], "Order: by the number of chips, which every move lowers."),
    (
        ["sharing-nim", "--limit", "9"],
        "Order: by the largest difference; all positions with the same one are independent.",
    ),
    (
        ["sharing-nim", "--limit", "9", "--what", "outcome", "--misere"],
        "Order: by rank, the sum of the squares of the piles; every move lowers it, so equal ranks are independent.",
    ),
    (
        ["sharing-nim", "--limit", "9", "--what", "remoteness"],
        "Order: by rank, the sum of the squares of the piles; every move lowers it, so equal ranks are independent.",
    ),
    (
        ["cookies", "--limit", "9"],
        "Order: row by row; every move leads to an earlier row, or to an earlier place in the same row.",
    ),
    (
        ["moore-nim", "--limit", "4"],
        "Order: by rank, the number of chips; every move lowers it, so equal ranks are independent.",
    ),
    (
        ["(a, b) -> (a - 1, u) where u <= 2b", "--limit", "4"],
        "Plan: search, position by position, because no bound was found on the positions that moves can reach.",
    ),
]


@pytest.mark.parametrize(("arguments", "line"), EXPLAINED)
def test_explain_says_how_the_table_would_be_filled(arguments: list[str], line: str) -> None:
    lines = run(*arguments, "--explain").splitlines()
    assert line in lines
    assert lines[0].startswith(("Region: ", "Plan: "))


def test_explain_fills_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprague, "tabulate", None, raising=False)
    assert run("nim", "--limit", "1000", "--explain").startswith("Region: 167,167,000 places; no pile can outgrow")


# Progress and Ctrl-C


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "patience", "shown"), [(True, 0.0, True), (True, 60.0, False), (False, 0.0, False)]
)
def test_progress_is_shown_on_a_terminal_and_only_for_long_work(
    terminal: bool, patience: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    with progress.progress_bar("counting sheep") as report:
        report(0.25)
        report(0.5)
    assert ("counting sheep" in stderr.getvalue()) is shown
    assert bool(stderr.getvalue()) is shown


# The command, which says on stderr when the work has begun.
BEGUN = """
import sys
from contextlib import contextmanager
from sprague.commands import command_line, table

@contextmanager
def progress_bar(title):
    def report(done):
        print("begun", file=sys.stderr, flush=True)
    yield report

table.progress_bar = progress_bar
command_line.main()
"""


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
            assert process.stderr.readline() == "begun\n"
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=10)
        finally:
            process.kill()
    assert process.returncode == 130
    assert stdout == ""
    assert "Traceback" not in stderr
    assert list(tmp_path.iterdir()) == []
