"""Survey files: they store their specification, are written completely, and can be queried and exported."""

from __future__ import annotations

import csv
from contextlib import closing
from pathlib import Path

import pytest

from sprague.errors import SpragueError
from sprague.surveys.measures import Measure
from sprague.surveys.store import SurveyStore, query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.snapshots import refused
from tests.surveys.survey_measures import columns, rows_of, survey, undeclared


@pytest.mark.parametrize(
    "other",
    [
        survey("a=1,b=1,c=2"),
        Survey.of("subtraction-transfer", "a=1,b=1,c=1", Measure("trace", 4, columns, undeclared)),
        Survey.of("cookies", "a=1,b=1,c=1"),
    ],
)
def test_a_file_keeps_its_question(tmp_path: Path, other: Survey) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=1,b=1,c=1"), path)
    with refused(SpragueError):
        run_survey(other, path)
    assert len(rows_of(path)) == 1


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb

    def full(path: str) -> None:
        raise duckdb.IOException(f'IO Error: Could not write file "{path}": No space left on device')

    monkeypatch.setattr(duckdb, "connect", full)
    with refused(SpragueError):
        run_survey(survey(), tmp_path / "full.duckdb")


def test_files_that_are_no_surveys_are_refused(tmp_path: Path) -> None:
    import duckdb

    text = tmp_path / "text.duckdb"
    text.write_text("nothing of the kind" * 100)
    with refused(SpragueError):
        run_survey(survey(), text)
    other = tmp_path / "other.duckdb"
    with duckdb.connect(str(other)) as connection:
        connection.execute("create table mine (x int)")
    with refused(SpragueError):
        run_survey(survey(), other)
    with refused(SpragueError):
        run_survey(survey(), tmp_path / "none" / "rows.duckdb")
    with refused(SpragueError):
        SurveyStore.open(tmp_path / "new.duckdb")
    damaged = tmp_path / "damaged.duckdb"
    run_survey(survey("a=1,b=1,c=1"), damaged)
    with duckdb.connect(str(damaged)) as connection:
        connection.execute("update question set asked = '{}'")
    with refused(SpragueError):
        run_survey(survey("a=1,b=1,c=1"), damaged)


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    asked = survey("a=1..3,b=1,c=1")
    rows = asked.compute(list(asked.rows()))
    path = tmp_path / "rows.duckdb"
    with closing(SurveyStore.open(path, asked.spec)) as store:
        store.write([rows[1]])
        with pytest.raises(Exception, match="Constraint Error"):
            store.write(rows)
        assert store.done() == {1}
    assert run_survey(asked, path) == 2


@pytest.mark.parametrize(
    "text",
    [
        "drop table rows",
        "select 1; select 2",
        "copy rows to 'x.csv'",
        "selec 1",
        "select * from read_csv('README.md')",
        "select * from read_text('/etc/hostname')",
        "select * from glob('*')",
        "select nothing from rows",
    ],
)
def test_a_query_reads_the_rows_and_nothing_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=1,b=1,c=1"), path)
    with refused(SpragueError):
        query_survey(path, text)
    assert len(rows_of(path)) == 1


def test_exports(tmp_path: Path) -> None:
    path, table, text = tmp_path / "rows.duckdb", tmp_path / "it's.parquet", tmp_path / "rows.csv"
    run_survey(survey("a=1..3,b=1,c=1"), path)
    import duckdb

    with closing(SurveyStore.open(path)) as store:
        store.export(table)
        store.export(text)
        with refused(SpragueError):
            store.export(tmp_path / "rows.xml")
        with refused(SpragueError):
            store.export(tmp_path / "none" / "rows.csv")
    with text.open(newline="") as file:
        assert [(row["row"], row["p"]) for row in csv.DictReader(file)] == [("0", "2"), ("1", "3"), ("2", "4")]
    with duckdb.connect() as connection:
        assert (
            connection.read_parquet(str(table)).fetchall() == query_survey(path, "select * from rows order by row")[1]
        )
    assert sorted(item.name for item in tmp_path.iterdir()) == ["it's.parquet", "rows.csv", "rows.duckdb"]
