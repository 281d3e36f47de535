"""FILE.part: interrupted or killed tables of heaps continue where they stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague import SpragueError
from sprague.tables.traversals import unplanned as traversal
from tests.cli.running import run
from tests.snapshots import refused, snapshot
from tests.waiting import LONGEST

#: Far enough for a table that is never finished here.
ENDLESS = "1000000"


def command(output: Path, limit: str, ready: str) -> list[str]:
    """Python that runs `sprague table officers`, keeping the values at every moment and doing something once it has."""
    program = (
        "import os, signal, sys\n"
        "from sprague.cli import main, partial_table\n"
        "from sprague.tables.traversals import unplanned\n"
        "unplanned.SAVE_INTERVAL = 0.0\n"
        "real = partial_table.PartialTable.keep\n"
        "def keep(self, table):\n"
        "    real(self, table)\n"
        f"    if len(table) > 500: {ready}\n"
        "partial_table.PartialTable.keep = keep\n"
        f"sys.argv = ['sprague', 'table', 'officers', '--limit', {limit!r}, '-o', {str(output)!r}]\n"
        "main.main()\n"
    )
    return [sys.executable, "-c", program]


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_table_goes_on(end: signal.Signals, tmp_path: Path) -> None:
    output, part = tmp_path / "values.npy", tmp_path / "values.npy.part"
    ready = f"os.kill(os.getpid(), {int(end)})"
    done = subprocess.run(command(output, ENDLESS, ready), capture_output=True, text=True, timeout=LONGEST, check=False)
    if end == signal.SIGINT:
        assert done.returncode == 130
        snapshot(done.stderr)
    else:
        assert done.returncode == -end
    assert not output.exists()
    heaps = len(sprague.Table.load(part))
    assert heaps > 500

    limit = str(heaps + 100)
    done = subprocess.run(command(output, limit, "pass"), capture_output=True, text=True, timeout=LONGEST, check=True)
    assert f"{heaps:,}" in done.stderr
    assert repr(str(part)) in done.stderr
    assert np.array_equal(np.load(output), sprague.tabulate("officers", heaps + 100).to_array())
    assert not part.exists()


def test_a_part_file_is_used_and_not_shortened(tmp_path: Path) -> None:
    output, part = tmp_path / "values.csv", tmp_path / "values.csv.part"
    sprague.tabulate("kayles", 50).save(part)
    assert run("table", "kayles", "--limit", "20", "--what", "outcome", "-o", str(output)) == (0, "")
    assert len(sprague.Table.load(part)) == 50
    assert run("table", "kayles", "--chips", "49", "-o", str(output)) == (0, "")
    assert not part.exists()


def test_a_part_file_of_something_else_is_refused(tmp_path: Path) -> None:
    output, part = tmp_path / "values.csv", tmp_path / "values.csv.part"
    part.write_text("half a film")
    with refused(SpragueError):
        run("table", "kayles", "--limit", "20", "-o", str(output))
    sprague.tabulate("officers", 5).save(part)
    with refused(SpragueError, repr(str(part)), "piles < 5"):
        run("table", "kayles", "--limit", "20", "-o", str(output))
    # Tables that are not filled heap by heap have no part file, whatever lies there.
    assert run("table", "nim:piles=2", "--limit", "3", "-o", str(output)) == (0, "")
    assert part.exists()


def test_the_computation_continues_if_nothing_can_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sprague.cli.partial_table import PartialTable

    def full(table: sprague.Table, path: Path) -> None:
        raise SpragueError("cannot write it: no space left on device")

    monkeypatch.setattr(sprague.Table, "save", full)
    rule = sprague.game("kayles")
    PartialTable(tmp_path / "values.part", rule, 9).keep(sprague.tabulate(rule, 5))
    message = "the partial table could not be saved: cannot write it: no space left on device"
    assert capsys.readouterr().err == f"sprague: {message}\n"


def test_what_is_no_file_has_no_part_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traversal, "SAVE_INTERVAL", 0.0)
    assert run("table", "kayles", "--limit", "2000", "-o", "/dev/null") == (0, "")
    assert not Path("/dev/null.part").exists()


def test_an_empty_part_file_is_ignored(tmp_path: Path) -> None:
    output, part = tmp_path / "values.csv", tmp_path / "values.csv.part"
    part.touch()
    assert run("table", "kayles", "--limit", "50", "-o", str(output)) == (0, "")
    assert not part.exists()
