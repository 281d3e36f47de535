"""`sprague quotient`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.certificates.verification import verify
from sprague.cli.main import app
from tests.snapshots import snapshot


@pytest.mark.slow
def test_a_quotient_is_printed_and_certified(tmp_path: Path) -> None:
    run, path = CliRunner().invoke, tmp_path / "kayles.json"
    done = run(app, ["quotient", "0.77", "-o", str(path)])
    assert done.exit_code == 0
    assert done.stdout.endswith(f": {path}\n")
    snapshot(done.stdout)
    assert verify(path).kind == "misere-quotient"
    assert run(app, ["verify", str(path)]).exit_code == 0


def test_the_table_and_json() -> None:
    run = CliRunner().invoke
    done = run(app, ["quotient", "(n) -> (n - 1)", "--heaps", "3", "--table"])
    assert done.stdout.splitlines()[-3:] == ["   1  a*", "1  1  a*", "a* a* 1"]
    data = json.loads(run(app, ["quotient", "0.75", "--json"]).stdout)
    assert (len(data["elements"]), data["period"], data["kind"]) == (8, 2, "wild")
    assert data["rule"].startswith("(n) -> (u) + (v) where u + v = n - 1 ; (0) where n = 2 ; ")


def test_a_quotient_beyond_the_limits_reports_its_growth() -> None:
    done = CliRunner().invoke(app, ["quotient", "0.07", "--elements", "100"])
    assert done.exit_code == 3
    snapshot("\n".join(done.stdout.splitlines()[-2:]))


def test_what_is_no_game_of_heaps_is_refused() -> None:
    done = CliRunner().invoke(app, ["quotient", "wythoff"])
    snapshot(str(done.exception))
    done = CliRunner().invoke(app, ["quotient", "1.7"])
    snapshot(str(done.exception))
