"""`sprague period`, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.certificates.verification import verify
from sprague.cli.main import app
from tests.cli.running import printed
from tests.snapshots import snapshot


def test_periods_are_printed_and_certified(tmp_path: Path) -> None:
    run = CliRunner().invoke
    path = tmp_path / "period.json"
    done = run(app, ["period", "subtraction-transfer:a=2,b=3,c=2", "-o", str(path)])
    assert done.exit_code == 0
    snapshot("\n".join(done.stdout.splitlines()[:2]))
    assert verify(path).kind == "window"
    assert run(app, ["verify", str(path)]).exit_code == 0
    data = json.loads(run(app, ["period", "cookies", "--misere", "--json"]).stdout)
    assert (
        data.items()
        >= {
            "game": "subtraction-transfer:a=2,b=2,c=1",
            "rule": "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)",
            "what": "outcome",
            "play": "misere",
            "piles": ["x", "y"],
            "preperiods": [0, 0],
            "periods": [4, 4],
            "saltus": 0,
            "largest": 1,
            "class": "purely periodic",
            "proved": True,
            "reason": None,
        }.items()
    )
    rises = json.loads(run(app, ["period", "octal:code=0.A8", "--json"]).stdout)
    assert (rises["periods"], rises["saltus"], rises["largest"], rises["class"]) == (
        [4],
        2,
        None,
        "arithmetically periodic",
    )
    done = run(app, ["period", "(x, y) -> (x - 1, y - 1)", "--positions", "5000"])
    assert done.exit_code == 3
    assert done.stdout.startswith("no period found, but one may exist")
    snapshot(done.stdout)


def test_grundy_values_of_misere_play_are_refused() -> None:
    done = CliRunner().invoke(app, ["period", "cookies", "--misere", "--what", "grundy"])
    snapshot(str(done.exception))


@pytest.mark.slow
def test_a_period_is_drawn(tmp_path: Path) -> None:
    words = ["period", "subtraction-transfer:a=2,b=3,c=2"]
    assert printed(*words, "--drawing", str(tmp_path / "period.png")) == printed(*words)
    assert b"sprague period subtraction-transfer:a=2,b=3,c=2 --drawing" in (tmp_path / "period.png").read_bytes()
