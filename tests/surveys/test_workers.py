"""Workers and surveys that are killed: no row is lost or computed twice."""

from __future__ import annotations

import importlib
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sprague.errors import SpragueError
from sprague.surveys import workers as survey_workers
from sprague.surveys.survey import run_survey
from sprague.surveys.workers import _stream_results
from tests.snapshots import refused
from tests.surveys.survey_measures import GATE, HELD_AT, TRACE, rows_of, survey
from tests.waiting import wait_until

ROOT = Path(__file__).parent.parent.parent


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.slow
def test_a_survey_killed_midway_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, path, whole = tmp_path / "trace", tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey(), whole)
    written = []
    for wanted in (20, 60):
        environment = {**os.environ, TRACE: str(trace), HELD_AT: str(wanted), GATE: str(tmp_path / "never")}
        command = [sys.executable, "-m", "tests.surveys.survey_measures", str(path), "1"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        wait_until(lambda: len(lines_of(trace)) == wanted)  # noqa: B023 (called before the next round)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        written.append(len(rows_of(path)))
    assert 0 < written[0] < written[1] < 150
    before = {row[0] for row in rows_of(path)}
    monkeypatch.setenv(TRACE, str(tmp_path / "rest"))
    assert run_survey(survey(), path) == 150 - written[1]
    assert rows_of(path) == rows_of(whole)
    # Nothing finished is computed again: the last run measured exactly the rows that were not there.
    rest = [line.split()[1] for line in lines_of(tmp_path / "rest")]
    names = {number: survey().game_of(parameters).name for number, parameters in survey().rows()}
    assert Counter(rest) == Counter(name for number, name in names.items() if number not in before)
    # And the killed runs lost at most the batch they were at.
    assert len(lines_of(trace)) - written[1] <= 2 * 32


@pytest.mark.slow
def test_a_survey_on_several_processes_killed_at_random_moments_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace, path, whole = tmp_path / "trace", tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey(), whole)
    written = [0]
    for _ in range(2):
        measured = len(lines_of(trace))
        wanted = measured + random.Random(len(written)).randint(10, 35)  # the moment of the kill
        environment = {**os.environ, TRACE: str(trace), HELD_AT: str(wanted), GATE: str(tmp_path / "never")}
        command = [sys.executable, "-m", "tests.surveys.survey_measures", str(path), "2"]
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, start_new_session=True, stderr=subprocess.DEVNULL
        )
        wait_until(lambda: len(lines_of(trace)) >= wanted)  # noqa: B023 (called before the next round)
        os.killpg(process.pid, signal.SIGKILL)  # the survey and its two workers
        process.wait()
        rows = rows_of(path)
        assert set(rows) <= set(rows_of(whole))
        assert len({row[0] for row in rows}) == len(rows)
        written.append(len(rows))
    assert written == sorted(written)
    assert written[-1] < 150
    monkeypatch.setenv(TRACE, str(tmp_path / "rest"))
    assert run_survey(survey(), path, workers=2) == 150 - written[-1]
    assert rows_of(path) == rows_of(whole)
    assert len(lines_of(tmp_path / "rest")) == 150 - written[-1]


@pytest.mark.slow
def test_a_worker_killed_midway_changes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, path, whole = tmp_path / "trace", tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey(), whole)
    gate = tmp_path / "gate"
    monkeypatch.setenv(TRACE, str(trace))
    monkeypatch.setenv(HELD_AT, "20")
    monkeypatch.setenv(GATE, str(gate))

    def kill_a_worker() -> None:
        wait_until(lambda: len(lines_of(trace)) >= 20)
        os.kill(int(lines_of(trace)[-1].split()[0]), signal.SIGKILL)  # it waits at the gate
        gate.touch()

    killing = threading.Thread(target=kill_a_worker)
    killing.start()
    assert run_survey(survey(), path, workers=2) == 150
    killing.join()
    assert rows_of(path) == rows_of(whole)
    workers = {line.split()[0] for line in lines_of(trace)}
    assert str(os.getpid()) not in workers
    assert len(workers) >= 2


@pytest.mark.slow
def test_a_survey_runs_on_a_scheduler_elsewhere(tmp_path: Path) -> None:
    distributed: Any = importlib.import_module("distributed")
    path, whole = tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey("a=1..4,b=1..2,c=1..2"), whole)
    local = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**local) as cluster:
        assert run_survey(survey("a=1..4,b=1..2,c=1..2"), path, cluster=cluster.scheduler_address) == 16
    assert rows_of(path) == rows_of(whole)


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey_workers, "CONNECT_SECONDS", 0.3)
    monkeypatch.setitem(survey_workers.SETTINGS, "distributed.comm.timeouts.connect", 0.3)
    with refused(SpragueError):
        run_survey(survey(), tmp_path / "rows.duckdb", cluster="tcp://127.0.0.1:9")


class Lost(Exception):
    """The error of a cluster for a task that it has given up."""


class Future:
    def __init__(self, number: int, compute: Any, batch: Any, fails: bool) -> None:
        self.key, self.status = str(number), "error" if fails else "finished"
        self._run: Callable[[], Any] = lambda: compute(batch)

    def exception(self) -> Exception:
        return Lost()

    def result(self) -> Any:
        return self._run()

    def release(self) -> None:
        pass


class Cluster:
    """As much of Dask as `_stream_results` uses; each batch is given up so many times."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.tries: Counter[int] = Counter()
        self.handed: list[Future] = []

    def submit(self, compute: Any, batch: Any, pure: bool, retries: int) -> Future:
        self.tries[batch] += 1
        return Future(self.tries.total(), compute, batch, self.tries[batch] <= self.losses)

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def as_completed(self, futures: list[Future]) -> Cluster:
        return self

    def add(self, future: Future) -> None:
        self.handed.append(future)

    def __iter__(self) -> Iterator[Future]:
        while self.handed:
            yield self.handed.pop()


def test_a_batch_given_up_by_the_cluster_is_handed_in_again() -> None:
    cluster = Cluster(losses=3)
    assert sorted(_stream_results(cluster, cluster, lambda batch: batch * batch, range(10))) == [
        n * n for n in range(10)
    ]
    assert set(cluster.tries.values()) == {4}


def test_a_batch_given_up_again_and_again_ends_the_survey() -> None:
    cluster = Cluster(losses=100)
    with refused(SpragueError):
        list(_stream_results(cluster, cluster, lambda batch: batch, range(3)))
