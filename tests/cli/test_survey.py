"""`sprague survey`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from tests.cli.running import run
from tests.snapshots import refused, snapshot


def test_a_summary(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.duckdb")
    code, output = run("survey", "cookies", "--over", "a=1..3,b=2..3,c=1..2", "-o", path, "--expect", "q = 2b")
    lines = [line.rstrip() for line in output.splitlines()]
    assert code == 0
    snapshot(lines[0])
    assert lines[1].split() == ["class", "games"]
    assert sum(int(line.split()[-1]) for line in lines[2:5]) == 12
    assert [line.split()[:2] for line in lines if line.startswith(("q ", "pre_q ", "largest "))] == [
        ["q", "6"],
        ["pre_q", "0"],
        ["largest", "3"],
    ]
    snapshot(lines[-1])


def test_what_breaks_an_expectation_is_shown(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.duckdb")
    code, output = run("survey", "cookies", "--over", "a=1..4,b=1,c=1..4", "-o", path, "--expect", "pre_p = 0")
    assert code == 1
    snapshot("\n".join(output.splitlines()[-2:]))
    code, output = run("survey", "-o", path, "--sql", "select a, c, as_expected from rows where a = 4 order by c")
    assert (code, output) == (0, "a\tc\tas_expected\n4\t1\tTrue\n4\t2\tTrue\n4\t3\tFalse\n4\t4\tTrue\n")


def test_json_and_exports(tmp_path: Path) -> None:
    path, text = str(tmp_path / "rows.duckdb"), tmp_path / "rows.csv"
    arguments = ["cookies", "--over", "a=2,b=3,c=2", "-o", path, "--expect", "p > 5", "--sql", "select p from rows"]
    code, output = run("survey", *arguments, "--export", str(text), "--json")
    assert code == 1
    row = {"a": 2, "b": 3, "c": 2}
    full = {**row, "p": 4, "q": 6, "pre_p": 4, "pre_q": 0, "largest": 3, "class": "ultimately periodic"}
    assert json.loads(output) == {
        "version": 1,
        "game": "subtraction-transfer",
        "over": "a=2,b=3,c=2",
        "measure": "periods",
        "rows": 1,
        "computed": 1,
        "classes": {"ultimately periodic": 1},
        "largest": {name: {"value": full[name], **row} for name in ("p", "q", "pre_p", "pre_q", "largest")},
        "errors": [],
        "expectation": {"formula": "p > 5", "holds": False, "broken": 1, "undecided": 0, "first": [full]},
        "sql": [{"p": 4}],
    }
    assert text.read_text().startswith("row,a,b,c,p,q,")


def test_games_that_cannot_be_measured_are_reported(tmp_path: Path) -> None:
    code, output = run("survey", "dynamic-nim:stop=3", "--over", "piles=1..2", "-o", str(tmp_path / "rows.duckdb"))
    assert code == 0
    snapshot("\n".join(line for line in output.splitlines() if " s; " not in line))  # without the slowest row


@pytest.mark.parametrize(
    "arguments",
    [
        ["cookies", "--over", "a=1"],
        ["cookies", "-o", "x"],
        ["--over", "a=1", "-o", "x"],
        ["-o", "nowhere.duckdb"],
        ["cookies", "--over", "a=1", "-o", "x", "--workers", "0"],
    ],
)
def test_bad_input_is_refused(arguments: list[str]) -> None:
    with refused(SpragueError):
        run("survey", *arguments)
