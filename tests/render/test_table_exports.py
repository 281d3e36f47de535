"""Tables in every format."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from sprague import tabulate
from sprague.render.table_exports import (
    TABLE_FORMATS,
    table_to_bfile,
    table_to_csv,
    table_to_json,
    table_to_latex,
    table_to_npy,
    table_to_text,
)
from tests.cli.running import printed

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
    assert printed("table", *arguments) == dedent(text)
    assert printed("table", *arguments, "--format", "text") == dedent(text)


def test_json() -> None:
    expected = {
        "version": 1,
        "game": "nim:piles=2",
        "rule": "(a, b) -> (u, b) where u < a any order",
        "play": "misere",
        "what": "outcome",
        "limit": 2,
        "chips": None,
        "cap": None,
        "fix": {},
        "values": [[[0, 0], "N"], [[0, 1], "P"], [[1, 1], "N"]],
    }
    arguments = ["nim:piles=2", "--limit", "2", "--what", "outcome", "--misere"]
    for way in (["--json"], ["--format", "json"]):
        found = printed("table", *arguments, *way)
        assert json.loads(found) == expected
        assert list(json.loads(found)) == list(expected)
        assert found.endswith("}\n")


def test_json_of_a_rule_and_a_number_of_chips() -> None:
    assert json.loads(printed("table", "(a) -> (a - k) where k >= 1", "--chips", "2", "--cap", "1", "--json")) == {
        "version": 1,
        "game": "(a) -> (a - k) where k >= 1",
        "rule": "(a) -> (a - k) where k >= 1",
        "play": "normal",
        "what": "grundy",
        "limit": None,
        "chips": 2,
        "cap": 1,
        "fix": {},
        "values": [[[0], 0], [[1], 1], [[2], 1]],
    }


CSVS: list[tuple[list[str], str]] = [
    (["nim:piles=2", "--limit", "2"], "a,b,grundy\n0,0,0\n0,1,1\n1,1,0\n"),
    (["cookies", "--chips", "1", "--what", "suspense"], "x,y,suspense\n0,0,0\n0,1,0\n1,0,1\n"),
    (["dynamic-nim:piles=1", "--limit", "2", "--what", "outcome"], "a,t,outcome\n0,0,P\n0,1,P\n1,0,P\n1,1,N\n"),
]


@pytest.mark.parametrize(("arguments", "text"), CSVS)
def test_csv(arguments: list[str], text: str) -> None:
    assert printed("table", *arguments, "--format", "csv") == text


@pytest.mark.parametrize("what", ["grundy", "outcome", "suspense"])
def test_npy_needs_no_pickle(what: str, tmp_path: Path) -> None:
    printed("table", "nim:piles=2", "--chips", "4", "--what", what, "--format", "npy", "-o", str(tmp_path / "t.npy"))
    array = np.load(tmp_path / "t.npy", allow_pickle=False)
    expected = tabulate("nim:piles=2", chips=4, what=what).to_array()  # type: ignore[call-overload]
    assert array.dtype == expected.dtype
    assert (array == expected).all()


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
    assert printed("table", *arguments, "--format", "bfile") == text


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
        2 &  &  & N \\\\
        1 &  & P & N \\\\
        0 & P & P & N \\\\ \\hline
        $(0, a\\backslash b)$ & 0 & 1 & 2 \\\\
        \\end{tabular}
        """,
    ),
]


@pytest.mark.parametrize(("arguments", "text"), LATEX)
def test_latex(arguments: list[str], text: str) -> None:
    assert printed("table", *arguments, "--format", "latex") == dedent(text)


def test_every_format_is_known_by_its_name() -> None:
    assert {
        "text": table_to_text,
        "json": table_to_json,
        "csv": table_to_csv,
        "npy": table_to_npy,
        "bfile": table_to_bfile,
        "latex": table_to_latex,
    } == TABLE_FORMATS
