"""Expectations about the rows of a survey."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sprague.errors import SpragueError
from sprague.surveys.report import check_expectation
from sprague.surveys.store import SurveyStore
from sprague.surveys.survey import run_survey
from tests.snapshots import refused, snapshot
from tests.surveys.survey_measures import survey


def test_an_expectation_marks_the_rows_that_break_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    run_survey(survey("a=4..5,b=5,c=3..5"), path)
    with closing(SurveyStore.open(path)) as store:
        found = check_expectation(store, "p = 5a + 4 or c = 5")
        assert (found.rows, found.broken, found.undecided, found.holds) == (6, 2, 1, False)
        assert [(row["a"], row["c"], row["p"]) for row in found.first] == [(4, 3, 23), (5, 3, 28)]
        snapshot(str(found))
        marks = store.select("select as_expected from rows order by row")
        assert [mark for (mark,) in marks] == [False, True, True, False, True, None]
        with refused(SpragueError):
            check_expectation(store, "q = 1")
        assert str(check_expectation(store, "a > 3")) == "a > 3: true in all 6 rows"
