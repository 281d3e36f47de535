"""`sprague rows` and `sprague values`, as a person uses them."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from sprague.commands.command_line import app


def test_rows_and_values() -> None:
    run = CliRunner().invoke
    done = run(app, ["rows", "sharing-nim", "--rows", "0,2..3", "--limit", "100"])
    assert done.exit_code == 0
    assert done.stdout.startswith("row 0: records 0 at 0, 1 at 2, ")
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["row 0", "row 2", "row 3"]
    assert all(line.endswith("; no period up to n = 99") for line in done.stdout.splitlines())
    told = json.loads(run(app, ["rows", "sharing-nim", "--rows", "0", "--limit", "30", "--cap", "4", "--json"]).stdout)
    assert told["rows"][0]["records"][-1][1] == 4
    assert told["rows"][0]["capped"]
    told = json.loads(run(app, ["values", "sharing-nim", "--limit", "200", "--cap", "11", "--json"]).stdout)
    # The paper's list for g = 4, …, 10.
    assert [entry["furthest"][1] for entry in told["values"]][4:] == [6, 6, 7, 9, 12, 11, 13]
    assert run(app, ["values", "sharing-nim", "--limit", "20", "--cap", "2"]).stdout.endswith(
        "seen for b < 20, a <= b / 2\n"
    )
    for rows in ("1-3", "5..2"):
        wrong = run(app, ["rows", "sharing-nim", "--rows", rows])
        assert f"expected rows such as 0..63 or 1,5,8, got '{rows}'" in str(wrong.exception)
