"""`sprague rows` and `sprague values`, as a person uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague import SpragueError
from sprague.cli.main import app
from tests.cli.running import printed, run
from tests.snapshots import refused, snapshot


def test_rows_and_values() -> None:
    run = CliRunner().invoke
    done = run(app, ["rows", "sharing-nim", "--rows", "0,2..3", "--limit", "100"])
    assert done.exit_code == 0
    snapshot(done.stdout)
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["row 0", "row 2", "row 3"]
    assert all(line.endswith("; no period up to n = 99") for line in done.stdout.splitlines())
    data = json.loads(run(app, ["rows", "sharing-nim", "--rows", "0", "--limit", "30", "--cap", "4", "--json"]).stdout)
    assert data["rows"][0]["records"][-1][1] == 4
    assert data["rows"][0]["capped"]
    data = json.loads(run(app, ["values", "sharing-nim", "--limit", "200", "--cap", "11", "--json"]).stdout)
    # The paper's list for g = 4, …, 10.
    assert [entry["furthest"][1] for entry in data["values"]][4:] == [6, 6, 7, 9, 12, 11, 13]
    assert run(app, ["values", "sharing-nim", "--limit", "20", "--cap", "2"]).stdout.endswith(
        "computed for b < 20, a <= b / 2\n"
    )
    for rows in ("1-3", "5..2"):
        wrong = run(app, ["rows", "sharing-nim", "--rows", rows])
        snapshot(str(wrong.exception))


@pytest.mark.slow
def test_rows_and_values_are_drawn(tmp_path: Path) -> None:
    for command, title in (
        ("rows", b"rows \\(0, a, n\\)"),
        ("values", b"How often each Grundy value below 256 occurs"),
    ):
        file = tmp_path / f"{command}.pdf"
        assert printed(command, "sharing-nim", "--limit", "50", "-o", str(file)) == ""
        assert title in file.read_bytes()
        data = json.loads(printed(command, "sharing-nim", "--limit", "50", "--drawing", str(file), "--json"))
        assert data["limit"] == 50
        with refused(SpragueError):
            run(command, "sharing-nim", "--limit", "50", "-o", str(tmp_path / "rows.csv"))
