"""Surveys: ranges, rows, files that survive, and workers that do not."""

from __future__ import annotations

import csv
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sprague.commands.command_line import app
from sprague.errors import SpragueError
from sprague.games import game
from sprague.patterns.periods import Period, find_period
from sprague.surveys import workers as survey_workers
from sprague.surveys.measures import Measure, find_measure, period_names
from sprague.surveys.ranges import Over
from sprague.surveys.report import expect
from sprague.surveys.store import SurveyStore, query
from sprague.surveys.survey import Survey, run_survey
from sprague.surveys.workers import _streamed
from tests.oracle import Oracle
from tests.surveys.survey_measures import MEASURE, OVER, SECONDS, TRACE, columns, survey

ROOT = Path(__file__).parent.parent.parent

# Ranges


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=1..3", [{"a": 1}, {"a": 2}, {"a": 3}]),
        ("a=7", [{"a": 7}]),
        ("a=3..9:3", [{"a": 3}, {"a": 6}, {"a": 9}]),
        ("a = 1 .. 2 , b = a", [{"a": 1, "b": 1}, {"a": 2, "b": 2}]),
        ("a=1..2,b=2a+1", [{"a": 1, "b": 3}, {"a": 2, "b": 5}]),
        ("a=1..2,b=1..a", [{"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 2, "b": 2}]),
        ("a=2,b=3,c=1..max(a,b)", [{"a": 2, "b": 3, "c": c} for c in (1, 2, 3)]),
        ("a=2..3,c={1..a}", [{"a": 2, "c": (1, 2)}, {"a": 3, "c": (1, 2, 3)}]),
        ("a=5,c={1..a:2,2,1}", [{"a": 5, "c": (1, 2, 3, 5)}]),
        ("c={4,2},a=1..2", [{"c": (2, 4), "a": 1}, {"c": (2, 4), "a": 2}]),
    ],
)
def test_ranges(text: str, expected: list[dict[str, Any]]) -> None:
    over = Over.parse(text)
    assert list(over) == expected
    assert len(over) == len(expected)
    assert Over.parse(str(over)) == over


SHAPE = "a=1..40, a=3..199:2, a=7, b=a, c=1..a or c={1..a}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"expected parameters such as {SHAPE}, got ''"),
        ("a", f"expected parameters such as {SHAPE}, got 'a'"),
        ("a=", f"expected parameters such as {SHAPE}, got 'a='"),
        ("a=1..3:0", f"expected parameters such as {SHAPE}, got 'a=1..3:0'"),
        ("a=1:2", f"expected parameters such as {SHAPE}, got 'a=1:2'"),
        ("a=1,a=2", "expected every parameter once, got 'a' twice"),
        ("a=b", f"expected a number, got 'b' in 'a=b'; such as {SHAPE}"),
        ("a=1,b=c", f"expected a number, or a term in a, got 'c' in 'b=c'; such as {SHAPE}"),
        ("a=1..2..3", f"expected a number, got '2..3' in 'a=1..2..3'; such as {SHAPE}"),
        ("a=1 or 1", f"expected a number, got '1 or 1' in 'a=1 or 1'; such as {SHAPE}"),
        ("a=3..1", "expected a survey of 1 to 100,000,000 games, got 0: a=3..1"),
        (
            "a=1..100000,b=1..100000",
            "expected a survey of 1 to 100,000,000 games, got 10,000,000,000: a=1..100000,b=1..100000",
        ),
        ("c={1..100000}", "expected a set of at most 10,000 numbers, got more: c={1..100000}"),
        ("a=0,b=1..v2(a)", "expected a number, and 'v2(a)' is none for {'a': 0}"),
    ],
)
def test_ranges_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(SpragueError) as caught:
        len(Over.parse(text))
    assert str(caught.value) == message


# Rows


def rows_of(path: Path) -> list[tuple[Any, ...]]:
    """All rows without the seconds, which differ from run to run."""
    return query(path, "select * exclude (seconds) from rows order by row")[1]


def test_a_survey_is_one_row_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(survey("a=4..5,b=5,c=4..5"), path) == 4
    assert query(path, "select * exclude (seconds) from rows order by row") == (
        ["row", "a", "b", "c", "p", "moves", "name", "large", "ratio", "error", "as_expected"],
        [
            (0, 4, 5, 4, 24, 3, "subtraction-transfer:a=4,b=5,c=4", True, 0.8, None, None),
            (1, 4, 5, 5, 25, 3, "subtraction-transfer:a=4,b=5,c=5", True, None, None, None),
            (2, 5, 5, 4, 29, 3, "subtraction-transfer:a=5,b=5,c=4", True, 1.0, None, None),
            (3, 5, 5, 5, None, None, None, None, None, "expected anything but three fives", None),
        ],
    )


def test_periods_are_those_of_the_grundy_values(tmp_path: Path) -> None:
    path = tmp_path / "periods.duckdb"
    run_survey(Survey.of("subtraction-transfer", "a=2..3,b=2,c=1..2"), path)
    names = "a, b, c, p, q, pre_p, pre_q, largest, class"
    for a, b, c, p, q, pre_p, pre_q, largest, kind in query(path, f"select {names} from rows")[1]:
        oracle = Oracle(game(f"subtraction-transfer:a={a},b={b},c={c}").options)
        height, width = pre_p + 2 * p + 3, 2 * q + 3
        values = [[oracle.grundy((x, y)) for y in range(width)] for x in range(height)]
        assert all(values[x] == values[x + p] for x in range(pre_p, height - p))
        assert pre_p == 0 or values[pre_p - 1] != values[pre_p - 1 + p]
        assert not any(all(values[x] == values[x + less] for x in range(pre_p, height - less)) for less in range(1, p))
        assert all(row[y] == row[y + q] for row in values for y in range(width - q))
        assert (pre_q, q, largest) == (0, 2 * b, max(max(row) for row in values))
        assert kind.endswith("ultimately periodic") == (pre_p > 0)
        assert kind.startswith("two-valued") == (largest <= 1)


def test_a_game_without_a_period_has_empty_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.surveys.measures.find_period", lambda rule: find_period(rule, budget=10_000))
    row = find_measure("periods").of(game("(x, y) -> (x - 1, y - 1)"))
    assert row == {"p": None, "q": None, "pre_p": None, "pre_q": None, "largest": None, "class": "none found"}


@pytest.mark.parametrize(
    "text",
    [
        "subtraction-transfer:a=4,b=1,c=3",
        "(a, b) -> (a - 2, b) ; (a - 3, b)",
        "(a, b) -> (a - 2, b) ; (a - 3, b) ; (a, b - 1)",
        "(a, b) -> (a - 2, b) ; (a, b - 3) piles >= 1",
        "(a, b) -> (a - 2, b) ; (a - 1, b + 1) where a mod 3 = 1",
        "(a, b) -> (a - 1, b) any order",
        "(a, b, c) -> (a - 1, b + 2, c) ; (a, b - 2, c + 1) ; (a, b, c - 2)",
        "(a) -> (a - 2) ; (a - 5) ; (a - 6)",
    ],
)
def test_the_measure_agrees_with_the_periods_that_come_with_a_certificate(text: str) -> None:
    rule = game(text)
    found, row = find_period(rule), find_measure("periods").of(rule)
    assert isinstance(found, Period)
    assert [row[name] for name in period_names(len(rule.piles))] == list(found.periods)
    assert [row[f"pre_{name}"] for name in period_names(len(rule.piles))] == list(found.preperiods)
    assert row["largest"] == found.largest
    assert str(row["class"]).endswith(found.kind)


def test_names_of_periods() -> None:
    assert period_names(3) == ["p", "q", "r"]
    assert period_names(5) == ["p1", "p2", "p3", "p4", "p5"]


def test_parameters_may_be_fixed_tied_and_sets(tmp_path: Path) -> None:
    path = tmp_path / "sets.duckdb"
    run_survey(Survey.of("cookies:b=3", "a=2..3,c={1..a}"), path)
    assert query(path, "select a, c, q from rows order by row")[1] == [(2, "1/2", 6), (3, "1/2/3", 6)]


def undeclared(rule: object) -> dict[str, int]:
    return {"other": 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("(x) -> (x - 1)", "a=1"), "expected the name of a game with parameters, got a rule: '(x) -> (x - 1)'"),
        (("cookies", "d=1..3"), "subtraction-transfer: unknown parameter 'd'; expected a, b, c"),
        (
            ("cookies", "a=1", Measure("x", 1, lambda rule: {"a": "integer"}, undeclared)),
            "expected parameters and measured columns of different names, got 'a' twice",
        ),
    ],
)
def test_surveys_that_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(SpragueError) as caught:
        Survey.of(*arguments)
    assert str(caught.value) == message


def test_an_unknown_measure_is_refused_with_those_there_are() -> None:
    with pytest.raises(SpragueError, match=r"^unknown measure 'colour'; expected .*periods"):
        Survey.of("cookies", "a=1", "colour")


def test_a_measure_gives_what_it_declared() -> None:
    wrong = Survey.of("cookies", "a=1", Measure("wrong", 1, columns, undeclared))
    with pytest.raises(SpragueError) as caught:
        wrong.compute(list(wrong.rows()))
    assert str(caught.value) == "the measure 'wrong' gave columns it did not declare: ['other']"


# Files


def test_a_finished_survey_computes_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv(TRACE, str(trace))
    path = tmp_path / "rows.duckdb"
    assert run_survey(survey("a=1..2,b=1..3,c=1"), path) == 6
    assert run_survey(survey("a=1..2,b=1..3,c=1"), path) == 0
    assert len(trace.read_text().splitlines()) == 6


@pytest.mark.parametrize(
    ("other", "asked"),
    [
        (survey("a=1,b=1,c=2"), "trace of subtraction-transfer over a=1,b=1,c=2, version 3"),
        (
            Survey.of("subtraction-transfer", "a=1,b=1,c=1", Measure("trace", 4, columns, undeclared)),
            "trace of subtraction-transfer over a=1,b=1,c=1, version 4",
        ),
        (Survey.of("cookies", "a=1,b=1,c=1"), "periods of subtraction-transfer over a=1,b=1,c=1, version 1"),
    ],
)
def test_a_file_keeps_its_question(tmp_path: Path, other: Survey, asked: str) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=1,b=1,c=1"), path)
    with pytest.raises(SpragueError) as caught:
        run_survey(other, path)
    assert str(caught.value) == (
        f"{str(path)!r} holds another survey: trace of subtraction-transfer over a=1,b=1,c=1, version 3; "
        f"asked for is {asked}; give another file with -o, or remove this one"
    )
    assert len(rows_of(path)) == 1


def test_files_that_are_no_surveys_are_refused(tmp_path: Path) -> None:
    import duckdb

    text = tmp_path / "text.duckdb"
    text.write_text("nothing of the kind" * 100)
    with pytest.raises(SpragueError, match=r"expected a survey in '.*text\.duckdb': IO Error"):
        run_survey(survey(), text)
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table mine (x int)")
    with pytest.raises(SpragueError, match=r"expected a survey made by Sprague, got another database: '.*other"):
        run_survey(survey(), other)
    with pytest.raises(SpragueError, match=r"expected a file in an existing folder, got '.*none/rows\.duckdb'"):
        run_survey(survey(), tmp_path / "none" / "rows.duckdb")
    with pytest.raises(SpragueError, match=r"expected a survey in '.*', and there is no such file"):
        SurveyStore.open(tmp_path / "new.duckdb")
    damaged = tmp_path / "damaged.duckdb"
    run_survey(survey("a=1,b=1,c=1"), damaged)
    with duckdb.connect(str(damaged)) as connection:
        connection.execute("update question set asked = '{}'")
    with pytest.raises(SpragueError, match=r"the survey '.*' is damaged or of another version; make it anew"):
        run_survey(survey("a=1,b=1,c=1"), damaged)


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    asked = survey("a=1..3,b=1,c=1")
    rows = asked.compute(list(asked.rows()))
    path = tmp_path / "rows.duckdb"
    with closing(SurveyStore.open(path, asked.question)) as store:
        store.write([rows[1]])
        with pytest.raises(Exception, match="Constraint Error"):
            store.write(rows)
        assert store.done() == {1}
    assert run_survey(asked, path) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("drop table rows", "expected one SELECT, such as 'select * from rows where pre_p > 0', got 'drop table rows'"),
        ("select 1; select 2", "expected one SELECT, such as 'select * from rows where pre_p > 0', got "),
        ("copy rows to 'x.csv'", "expected one SELECT, such as 'select * from rows where pre_p > 0', got "),
        ("selec 1", "expected a query in SQL: Parser Error"),
        ("select * from read_csv('README.md')", "the query was refused: Permission Error"),
        ("select * from read_text('/etc/hostname')", "the query was refused: Permission Error"),
        ("select * from glob('*')", "the query was refused: Permission Error"),
        ("select nothing from rows", "the query was refused: Binder Error"),
    ],
)
def test_a_query_reads_the_rows_and_nothing_else(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=1,b=1,c=1"), path)
    with pytest.raises(SpragueError) as caught:
        query(path, text)
    assert str(caught.value).startswith(message)
    assert len(rows_of(path)) == 1


def test_exports(tmp_path: Path) -> None:
    path, table, text = tmp_path / "rows.duckdb", tmp_path / "it's.parquet", tmp_path / "rows.csv"
    run_survey(survey("a=1..3,b=1,c=1"), path)
    import duckdb

    with closing(SurveyStore.open(path)) as store:
        store.export(table)
        store.export(text)
        with pytest.raises(SpragueError) as caught:
            store.export(tmp_path / "rows.xml")
        assert str(caught.value).startswith("expected a file that ends in .parquet or .csv, got '")
        with pytest.raises(SpragueError, match="expected a file in an existing folder"):
            store.export(tmp_path / "none" / "rows.csv")
    with text.open(newline="") as file:
        assert [(row["row"], row["p"]) for row in csv.DictReader(file)] == [("0", "2"), ("1", "3"), ("2", "4")]
    with duckdb.connect() as connection:
        assert connection.read_parquet(str(table)).fetchall() == query(path, "select * from rows order by row")[1]
    assert sorted(item.name for item in tmp_path.iterdir()) == ["it's.parquet", "rows.csv", "rows.duckdb"]


def test_an_expectation_marks_the_rows_that_break_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=4..5,b=5,c=3..5"), path)
    with closing(SurveyStore.open(path)) as store:
        found = expect(store, "p = 5a + 4 or c = 5")
        assert (found.rows, found.broken, found.undecided, found.holds) == (6, 2, 1, False)
        assert [(row["a"], row["c"], row["p"]) for row in found.first] == [(4, 3, 23), (5, 3, 28)]
        assert str(found) == "p = 5a + 4 or c = 5: broken by 2 and undecided in 1 of 6 rows"
        marks = store.select("select as_expected from rows order by row")
        assert [mark for (mark,) in marks] == [False, True, True, False, True, None]
        with pytest.raises(SpragueError, match="expected one of a, b, c, p, moves, or a function, found 'q'"):
            expect(store, "q = 1")
        assert str(expect(store, "a > 3")) == "a > 3: holds in all 6 rows"


# What is killed


def wait_for(condition: Any, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def test_a_survey_killed_midway_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, path, whole = tmp_path / "trace", tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey(), whole)
    environment = {**os.environ, TRACE: str(trace), SECONDS: "0.01"}
    written = []
    for wanted in (20, 60):
        command = [sys.executable, "-m", "tests.surveys.survey_measures", str(path), "1"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        wait_for(lambda wanted=wanted: len(lines_of(trace)) >= wanted)
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


@contextmanager
def killing(victim: Any, when: Any) -> Iterator[None]:
    """Meanwhile, as soon as it is time, kill a process."""

    def wait_and_kill() -> None:
        wait_for(when)
        os.kill(victim(), signal.SIGKILL)

    thread = threading.Thread(target=wait_and_kill)
    thread.start()
    yield
    thread.join()


def test_a_worker_killed_midway_changes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace, path, whole = tmp_path / "trace", tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey(), whole)
    monkeypatch.setenv(TRACE, str(trace))
    monkeypatch.setenv(SECONDS, "0.01")

    def a_worker() -> int:
        return int(lines_of(trace)[-1].split()[0])

    with killing(a_worker, lambda: len(lines_of(trace)) >= 20):
        assert run_survey(survey(), path, workers=2) == 150
    assert rows_of(path) == rows_of(whole)
    workers = {line.split()[0] for line in lines_of(trace)}
    assert str(os.getpid()) not in workers
    assert len(workers) >= 2


def test_a_survey_runs_on_a_scheduler_elsewhere(tmp_path: Path) -> None:
    distributed: Any = importlib.import_module("distributed")
    path, whole = tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    run_survey(survey("a=1..4,b=1..2,c=1..2"), whole)
    local = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(**local) as cluster:
        assert run_survey(survey("a=1..4,b=1..2,c=1..2"), path, cluster=cluster.scheduler_address) == 16
    assert rows_of(path) == rows_of(whole)


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey_workers, "WAIT", 0.3)
    monkeypatch.setitem(survey_workers.SETTINGS, "distributed.comm.timeouts.connect", 0.3)
    with pytest.raises(SpragueError) as caught:
        run_survey(survey(), tmp_path / "rows.duckdb", cluster="tcp://127.0.0.1:9")
    assert str(caught.value) == (
        "expected a Dask scheduler at 'tcp://127.0.0.1:9', such as tcp://host:8786, and none answers: OSError; "
        "start one with 'dask scheduler'"
    )


class Lost(Exception):
    """What a cluster says of a task that it has given up."""


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
    """As much of Dask as `_streamed` uses; each batch is given up so many times."""

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
    assert sorted(_streamed(cluster, cluster, lambda batch: batch * batch, range(10))) == [n * n for n in range(10)]
    assert set(cluster.tries.values()) == {4}


def test_a_batch_given_up_again_and_again_ends_the_survey() -> None:
    cluster = Cluster(losses=100)
    with pytest.raises(SpragueError) as caught:
        list(_streamed(cluster, cluster, lambda batch: batch, range(3)))
    assert str(caught.value) == (
        "a batch was lost 6 times with the workers that computed it (Lost); "
        "what is finished is kept: start the survey again with fewer workers, or more memory for each"
    )


# The command


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["survey", *arguments], catch_exceptions=False, env={"COLUMNS": "100"})
    return result.exit_code, result.stdout


def test_the_command_summarises(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.duckdb")
    code, output = run("cookies", "--over", "a=1..3,b=2..3,c=1..2", "-o", path, "--expect", "q = 2b")
    lines = [line.rstrip() for line in output.splitlines()]
    assert code == 0
    assert lines[0] == (
        "periods of subtraction-transfer over a=1..3,b=2..3,c=1..2: 12 of 12 games, 12 of them computed now"
    )
    assert lines[1].split() == ["class", "games"]
    assert sum(int(line.split()[-1]) for line in lines[2:5]) == 12
    assert [line.split()[:2] for line in lines if line.startswith(("q ", "pre_q ", "largest "))] == [
        ["q", "6"],
        ["pre_q", "0"],
        ["largest", "3"],
    ]
    assert lines[-1] == "expected q = 2b: holds in all 12 rows"


def test_the_command_shows_what_breaks_an_expectation(tmp_path: Path) -> None:
    path = str(tmp_path / "rows.duckdb")
    code, output = run("cookies", "--over", "a=1..4,b=1,c=1..4", "-o", path, "--expect", "pre_p = 0")
    assert code == 1
    assert output.splitlines()[-2:] == [
        "expected pre_p = 0: broken by 1 of 16 rows",
        "  a=4, b=1, c=3, p=14, q=2, pre_p=7, pre_q=0, largest=3, class=ultimately periodic",
    ]
    code, output = run("-o", path, "--sql", "select a, c, as_expected from rows where a = 4 order by c")
    assert (code, output) == (0, "a\tc\tas_expected\n4\t1\tTrue\n4\t2\tTrue\n4\t3\tFalse\n4\t4\tTrue\n")


def test_the_command_prints_json_and_exports(tmp_path: Path) -> None:
    path, text = str(tmp_path / "rows.duckdb"), tmp_path / "rows.csv"
    arguments = ["cookies", "--over", "a=2,b=3,c=2", "-o", path, "--expect", "p > 5", "--sql", "select p from rows"]
    code, output = run(*arguments, "--export", str(text), "--json")
    assert code == 1
    row = {"a": 2, "b": 3, "c": 2}
    full = {**row, "p": 4, "q": 6, "pre_p": 4, "pre_q": 0, "largest": 3, "class": "ultimately periodic"}
    assert json.loads(output) == {
        "game": "subtraction-transfer",
        "over": "a=2,b=3,c=2",
        "measure": "periods",
        "rows": 1,
        "computed": 1,
        "classes": {"ultimately periodic": 1},
        "largest": {name: {"value": full[name], **row} for name in ("p", "q", "pre_p", "pre_q", "largest")},
        "errors": [],
        "expectation": {"formula": "p > 5", "holds": False, "broken": 1, "undecided": 0, "first": [full]},
        "sql": [{"p": 4}],
    }
    assert text.read_text().startswith("row,a,b,c,p,q,")


def test_the_command_tells_what_could_not_be_measured(tmp_path: Path) -> None:
    code, output = run("dynamic-nim:stop=3", "--over", "piles=1..2", "-o", str(tmp_path / "rows.duckdb"))
    assert code == 0
    assert "could not be measured: 2" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cookies", "--over", "a=1"], "expected a file for the rows: -o FILE.duckdb"),
        (["cookies", "-o", "x"], "expected both a game and --over, or neither to go on with the survey in the file"),
        (["--over", "a=1", "-o", "x"], "expected both a game and --over, or neither to go on with"),
        (["-o", "nowhere.duckdb"], "expected a survey in 'nowhere.duckdb', and there is no such file"),
        (["cookies", "--over", "a=1", "-o", "x", "--workers", "0"], "expected at least 1 worker, got 0"),
    ],
)
def test_bad_input_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(SpragueError) as caught:
        run(*arguments)
    assert str(caught.value).startswith(message)


def test_the_survey_of_these_tests_is_the_one_described() -> None:
    assert str(survey().over) == OVER
    assert len(survey().over) == 150
    assert survey().measure is MEASURE
