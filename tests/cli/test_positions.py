"""`sprague positions`: lists of positions in all formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sprague
from sprague import SpragueError
from sprague.cli.main import app
from sprague.render.position_list_exports import LIST_FORMATS, PositionList
from tests.cli.running import printed, run
from tests.oracle import Oracle
from tests.snapshots import refused, snapshot

WYTHOFF = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]


def test_a_list_with_what_it_is() -> None:
    lines = printed("positions", "wythoff", "--limit", "12").splitlines()
    snapshot(lines[0])
    assert lines[1:] == [f"{a},{b}" for a, b in WYTHOFF]


def test_the_positions_are_those_of_the_oracle() -> None:
    rule = sprague.game("sharing-nim")
    oracle = Oracle(rule.options)
    for value in range(4):
        found = json.loads(printed("positions", "sharing-nim", "--limit", "7", "--value", str(value), "--json"))
        table = sprague.tabulate(rule, limit=7)
        expected = [position for position in table if oracle.grundy(position) == value]
        assert sorted(map(tuple, found["positions"])) == sorted(expected)
        assert (found["value"], found["because"]["kind"]) == (value, "table")


def test_misere_play() -> None:
    found = json.loads(printed("positions", "nim", "--chips", "4", "--misere", "--json"))
    assert found["positions"] == [[0, 0, 1], [1, 1, 1], [0, 2, 2]]
    assert found["play"] == "misere"


def test_a_bfile_is_one_pile_and_ends_where_the_table_is_complete() -> None:
    # (6, 10) is in the table, but a position with a pile of 12 could have fewer chips.
    asked = ["positions", "wythoff", "--limit", "12", "--pile", "b", "--format", "bfile"]
    result = CliRunner().invoke(app, asked)
    assert result.stdout == "1 0\n2 2\n3 5\n4 7\n"
    snapshot(result.stderr)
    by_chips = printed("positions", "wythoff", "--chips", "16", "--pile", "b", "--format", "bfile")
    assert by_chips == "1 0\n2 2\n3 5\n4 7\n5 10\n"


def test_a_bfile_of_one_pile_needs_no_choice() -> None:
    rule = "(a) -> (a - k) where 1 <= k <= 2"
    assert run("positions", rule, "--limit", "8", "--format", "bfile") == (0, "1 0\n2 3\n3 6\n")


@pytest.mark.parametrize("name", [name for name in LIST_FORMATS if name != "text"])
def test_every_format_has_the_positions(name: str) -> None:
    listing = PositionList(sprague.tabulate("wythoff", limit=12, what="outcome"))
    text = LIST_FORMATS[name](listing, "a")
    assert all(str(a) in text for a, b in WYTHOFF[:4])


def test_latex_and_csv_by_the_name_of_the_file(tmp_path: Path) -> None:
    printed("positions", "wythoff", "--limit", "4", "-o", str(tmp_path / "w.tex"))
    made, text = (tmp_path / "w.tex").read_text().split("\n", 1)
    assert made == f"% sprague {sprague.__version__}: sprague positions wythoff --limit 4 -o {tmp_path / 'w.tex'}"
    assert text == ("\\begin{tabular}{rr}\n$a$ & $b$ \\\\ \\hline\n0 & 0 \\\\\n1 & 2 \\\\\n\\end{tabular}\n")
    printed("positions", "wythoff", "--limit", "4", "-o", str(tmp_path / "w.csv"))
    assert (tmp_path / "w.csv").read_text().split("\n", 1)[1] == "a,b\n0,0\n1,2\n"


BAD = [
    ["--pile", "z"],
    ["--format", "bfile"],
    ["--value", "1", "--misere"],
    ["-o", "w.xls"],
    ["--format", "gif"],
    ["--format", "png", "--pile", "a"],
]


@pytest.mark.parametrize("arguments", BAD)
def test_refusals(arguments: list[str]) -> None:
    with refused(SpragueError):
        run("positions", "wythoff", "--limit", "5", *arguments)


def test_a_bfile_of_a_game_that_remembers_is_refused() -> None:
    with refused(SpragueError):
        run("positions", "dynamic-nim", "--limit", "5", "--format", "bfile", "--pile", "a")


def test_positions_of_one_value_in_python() -> None:
    table = sprague.tabulate("nim:piles=2", limit=4, cap=3)
    assert list(table.positions(1)) == [(0, 1), (2, 3)]
    for value in (3, -1, "P", True):
        with refused(SpragueError):
            list(table.positions(value))
    with refused(SpragueError):
        list(table.outcomes().positions(0))


def test_positions_of_a_slice() -> None:
    text = printed("positions", "nim", "--limit", "4", "--fix", "c=2")
    snapshot(text)
    data = json.loads(printed("positions", "nim", "--limit", "4", "--fix", "c=2", "--value", "3", "--json"))
    assert (data["fix"], data["positions"]) == ({"c": 2}, [[0, 1, 2], [1, 0, 2], [2, 3, 2], [3, 2, 2]])


def test_positions_as_a_picture(tmp_path: Path) -> None:
    for name, beginning in (("p.png", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF")):
        printed("positions", "wythoff", "--limit", "20", "-o", str(tmp_path / name))
        content = (tmp_path / name).read_bytes()
        assert content.startswith(beginning)
        assert b"P-positions of wythoff, piles" in content
        assert b": sprague positions wythoff --limit 20 -o" in content


def test_a_long_rule_in_the_header_ends_after_a_move() -> None:
    rule = "(a, b, c) -> (a - k, b, c) where k in {1, 2} ; (a - 1, b - 1, c) any order"
    first = printed("positions", rule, "--limit", "3").splitlines()[0]
    assert first.startswith("# P-positions of (a, b, c) -> (a - k, b, c) where k in {1, 2} ; …, piles < 3")
