"""Exports are read back by other programs' rules, and contain the values of the table."""

from __future__ import annotations

import contextlib
import csv
import io
import re
import subprocess
from pathlib import Path

import duckdb
import numpy as np
import pytest

import sprague
from sprague.papers.sharing_nim.lists import TABLE_1
from tests.cli.running import printed, run
from tests.waiting import LONGEST

TABLES = [
    ["nim:piles=2", "--limit", "9"],
    ["nim", "--limit", "6", "--fix", "b=3"],
    ["wythoff", "--limit", "9", "--what", "outcome", "--misere"],
    ["empty-transfer", "--chips", "9", "--what", "remoteness"],
]


def values_of(arguments: list[str]) -> dict[tuple[int, ...], object]:
    """Return the expected values of the table."""
    words = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    table = sprague.tabulate(  # type: ignore[call-overload]
        arguments[0],
        limit=int(words["--limit"]) if "--limit" in words else None,
        chips=int(words["--chips"]) if "--chips" in words else None,
        what=words.get("--what", "grundy"),
        misere="--misere" in arguments,
    )
    if "--fix" in words:
        size = range(int(words["--limit"]))
        return {(a, 3, c): table[a, 3, c] for a in size for c in size}
    return dict(table.items())


@pytest.mark.parametrize("arguments", TABLES, ids=" ".join)
def test_csv_and_parquet(arguments: list[str], tmp_path: Path) -> None:
    expected = values_of(arguments)
    printed("table", *arguments, "-o", str(tmp_path / "t.csv"))
    with open(tmp_path / "t.csv", encoding="utf-8") as file:
        lines = list(csv.reader(line for line in file if not line.startswith("#")))
    found = {tuple(map(int, line[:-1])): line[-1] for line in lines[1:]}
    assert found == {position: str(value) for position, value in expected.items()}
    printed("table", *arguments, "-o", str(tmp_path / "t.parquet"))
    with duckdb.connect() as connection:
        rows = connection.execute(f"SELECT * FROM '{tmp_path / 't.parquet'}'").fetchall()
        kept = connection.execute(f"SELECT * FROM parquet_kv_metadata('{tmp_path / 't.parquet'}')").fetchall()
    assert {row[:-1]: row[-1] for row in rows} == expected
    assert b"sprague table " in kept[0][2]


def test_npy_is_read_by_numpy_and_says_what_made_it(tmp_path: Path) -> None:
    file = tmp_path / "t.npy"
    printed("table", "nim:piles=2", "--limit", "5", "-o", str(file))
    for way in (None, "r"):
        array = np.load(file, mmap_mode=way)
        assert (array == sprague.tabulate("nim:piles=2", limit=5).to_array()).all()
    maker = f"sprague {sprague.__version__}: sprague table nim:piles=2 --limit 5 -o {file}"
    assert file.read_bytes().endswith(f"\n# {maker}\n".encode())


ENTRIES = [
    ["table", "wythoff", "--limit", "12"],
    ["table", "kayles", "--limit", "30"],
    ["table", "sharing-nim", "--limit", "9"],
    ["table", "nim", "--limit", "7", "--fix", "b=2"],
    ["table", "nim", "--limit", "7", "--fix", "b=2,a=1"],
    ["table", "empty-transfer:boxes=2", "--limit", "9", "--what", "remoteness", "--misere"],
    ["table", "nim:piles=2", "--limit", "9", "--cap", "3"],
    ["positions", "wythoff", "--limit", "40", "--pile", "b"],
    ["positions", "nim:piles=2", "--chips", "40", "--pile", "a", "--misere"],
    ["positions", "wythoff", "--limit", "20", "--pile", "a", "--value", "2"],
]


@pytest.mark.parametrize("words", ENTRIES, ids=" ".join)
def test_the_program_of_an_oeis_entry_prints_its_data_and_its_b_file(words: list[str]) -> None:
    _, text = run(*words, "--format", "oeis")
    lines: dict[str, list[str]] = {}
    for line in text.splitlines():
        match = re.fullmatch(r"%([ISNCeoKO]) A000000 ?(.*)", line)
        assert match
        lines.setdefault(match[1], []).append(match[2])
    data = [int(number) for number in lines["S"][0].split(",")]
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec("\n".join(lines["o"]).removeprefix("(Python) "), {})
    values = [int(number) for number in output.getvalue().strip("[]\n").split(",")]
    assert values[: len(data)] == data
    assert len(lines["S"][0]) <= 260
    _, b_file = run(*words, "--format", "bfile")
    pairs = [tuple(map(int, line.split())) for line in b_file.splitlines()]
    first, unusual = map(int, lines["O"][0].split(","))
    assert pairs == list(enumerate(values, start=first))
    assert unusual == next((place for place, value in enumerate(values, 1) if value > 1), 1)


def cells_of(latex: str) -> list[list[str]]:
    """The cells of a tabular environment."""
    body = latex.split("\n", 2)[2] if latex.startswith("%") else latex.split("\n", 1)[1]
    rows = body.rsplit("\\end{tabular}", 1)[0].replace("\\hline", "").split("\\\\")
    return [[cell.strip() for cell in row.split("&")] for row in rows if row.strip()]


def test_table_1_of_lengyel_comes_out_as_printed() -> None:
    printed_table = """
        0 0 1 1 0 0 1 1 0 0 1 / 1 0 0 1 1 0 0 1 1 0 0 / 1 1 0 0 1 1 0 0 1 1 0 / 0 1 1 0 0 1 1 0 0 1 1
        0 0 1 1 0 0 1 1 0 0 1 / 1 0 0 1 1 0 0 1 1 0 0 / 1 1 0 0 1 1 0 0 1 1 0 / 0 1 1 0 0 1 1 0 0 1 1
        0 0 1 1 0 0 1 1 0 0 1 / 1 0 0 1 1 0 0 1 1 0 0 / 1 1 0 0 1 1 0 0 1 1 0
    """
    rows = [row.split() for row in re.split(r"/|\n", printed_table.strip())]
    rule = "(n_R, n_B) -> (n_R - 2, n_B) ; (n_R, n_B - 2) ; (n_R - 1, n_B + 1)"
    head, *body = cells_of(printed("table", rule, "--limit", "11", "--format", "latex"))
    assert head == [r"$n_R\backslash n_B$", *map(str, range(11))]
    assert body == [[str(n), *row] for n, row in enumerate(rows)]


def test_table_1_of_sharing_nim_comes_out_as_printed() -> None:
    *body, foot = cells_of(printed("table", "sharing-nim", "--limit", "17", "--format", "latex"))
    assert foot[1:] == [str(b) for b in range(17)]
    assert [row[0] for row in body] == [str(a) for a in range(16, -1, -1)]  # "the bottom row", and "the top diagonal"
    for b, column in enumerate(TABLE_1):
        assert [row[b + 1] for row in reversed(body)] == [*map(str, column), *[""] * (16 - b)]


@pytest.mark.usefixtures("latex")
def test_latex_is_set(tmp_path: Path) -> None:
    table = printed("table", "sharing-nim", "--limit", "17", "--format", "latex")
    (tmp_path / "t.tex").write_text(f"\\documentclass{{article}}\\begin{{document}}\n{table}\\end{{document}}\n")
    subprocess.run(
        ["pdflatex", "-halt-on-error", "t.tex"], cwd=tmp_path, check=True, capture_output=True, timeout=LONGEST
    )
    assert (tmp_path / "t.pdf").exists()
