"""Surveys: one row for each game, computed once, and refused input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sprague.errors import SpragueError
from sprague.games import game
from sprague.surveys.measures import Measure
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.oracle import Oracle
from tests.snapshots import refused
from tests.surveys.survey_measures import MEASURE, OVER, TRACE, survey, undeclared


def test_a_survey_is_one_row_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(survey("a=4..5,b=5,c=4..5"), path) == 4
    assert query_survey(path, "select * exclude (seconds) from rows order by row") == (
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
    for a, b, c, p, q, pre_p, pre_q, largest, kind in query_survey(path, f"select {names} from rows")[1]:
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


def test_parameters_may_be_fixed_tied_and_sets(tmp_path: Path) -> None:
    path = tmp_path / "sets.duckdb"
    run_survey(Survey.of("cookies:b=3", "a=2..3,c={1..a}"), path)
    assert query_survey(path, "select a, c, q from rows order by row")[1] == [(2, "1/2", 6), (3, "1/2/3", 6)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("(x) -> (x - 1)", "a=1"),
        ("(x) ↦ (x - 1)", "a=1"),
        ("cookies", "d=1..3"),
        ("cookies", "a=1", Measure("x", 1, lambda rule: {"a": "integer"}, undeclared)),
    ],
)
def test_surveys_that_are_refused(arguments: tuple[Any, ...]) -> None:
    with refused(SpragueError):
        Survey.of(*arguments)


def test_a_finished_survey_computes_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv(TRACE, str(trace))
    path = tmp_path / "rows.duckdb"
    assert run_survey(survey("a=1..2,b=1..3,c=1"), path) == 6
    assert run_survey(survey("a=1..2,b=1..3,c=1"), path) == 0
    assert len(trace.read_text().splitlines()) == 6


def test_the_survey_of_these_tests_is_the_one_described() -> None:
    assert str(survey().ranges) == OVER
    assert len(survey().ranges) == 150
    assert survey().measure is MEASURE
