"""Discovery as a measure: a row for each game, proved or undecided."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sprague.cli.main import app
from sprague.discovery.discover import discover
from sprague.errors import SpragueError
from sprague.games import game
from sprague.limits import Limits
from sprague.proofs.proof import Proof
from sprague.surveys import measures as discovery_measure
from sprague.surveys.measures import DISCOVER, DISCOVER_MISERE, find_measure, proof_digest
from sprague.surveys.store import query_survey
from tests.snapshots import refused
from tests.waiting import LONGEST


def test_discovery_is_a_measure_of_surveys(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    command = [
        "survey",
        "empty-some",
        "--over",
        "boxes=2..4,empty=1..boxes-1",
        "--measure",
        "discover",
        "-o",
        str(path),
    ]
    done = CliRunner().invoke(app, [*command, "--expect", "period >= 2"])
    assert done.exit_code == 0, done.output
    assert "6 of 6 games" in done.output
    found = query_survey(path, "select boxes, empty, status, kind, period, digest, error from rows order by row")[1]
    assert [row[:5] for row in found] == [
        (2, 1, "proved", "totals", 2),
        (3, 1, "proved", "totals", 3),
        (3, 2, "proved", "totals", 6),
        (4, 1, "proved", "totals", 2),
        (4, 2, "proved", "totals", 4),
        (4, 3, "proved", "totals", 12),
    ]
    assert len({row[5] for row in found}) == 6
    # The file goes on by itself: it knows its measure by name.
    assert CliRunner().invoke(app, ["survey", "-o", str(path)]).exit_code == 0


def test_a_row_says_which_proof_it_was() -> None:
    for rule, kind, digits in [
        ("nim:piles=2", "p-positions", "2"),
        ("(x, y) -> (x - 2, y) ; (x, y - 1)", "window", None),
    ]:
        row = DISCOVER.compute(game(rule))
        assert (row["status"], row["kind"], row.get("digits")) == ("proved", kind, digits)
        assert set(row) <= set(DISCOVER.columns(game(rule)))
        proof = discover(rule, budget=discovery_measure.LIMITS)
        assert isinstance(proof, Proof)
        assert row["digest"] == proof_digest(proof)
    misere = DISCOVER_MISERE.compute(game("empty-some:boxes=2,empty=1"))
    assert (misere["kind"], misere["preperiod"], misere["period"]) == ("totals", 2, 3)


def test_a_game_that_resists_is_a_row_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_measure, "LIMITS", Limits(positions=3000, states=50, seconds=5))
    row = DISCOVER_MISERE.compute(game("empty-transfer:boxes=3"))
    assert row["status"] == "undecided"
    assert str(row["result"]).startswith("undecided: ")
    assert "digest" not in row


def test_a_measure_travels_by_name() -> None:
    assert pickle.loads(pickle.dumps(DISCOVER)) == DISCOVER == find_measure("discover")


def test_a_measure_is_found_whatever_was_imported_before() -> None:
    program = "from sprague.surveys.measures import find_measure; print(find_measure('discover-quickly').class_column)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONGEST, check=True)
    assert done.stdout == "status\n"


def test_one_kind_of_digits_is_asked_for_by_name() -> None:
    measure = find_measure("discover:base=3")
    row = measure.compute(game("(a, b) -> (a - 2, b - 1) ; (a - 1, b - 2) ; (a - 1, b - 1)"))
    assert (measure.name, row["status"], row["digits"]) == ("discover:base=3", "proved", "3")
    assert "automaton" in str(row["result"])
    assert pickle.loads(pickle.dumps(measure)).name == measure.name  # it is sent to workers
    with refused(SpragueError):
        find_measure("discover:bas=3")
    with refused(SpragueError):
        find_measure("discover:base=x")
