"""Measures: periods as a measure, and measures that are refused."""

from __future__ import annotations

import pytest

from sprague.errors import SpragueError
from sprague.games import game
from sprague.limits import Limits
from sprague.periods.period import Period, find_period
from sprague.surveys.measures import Measure, find_measure, period_names
from sprague.surveys.survey import Survey
from tests.layers import sample
from tests.snapshots import refused
from tests.surveys.survey_measures import columns, undeclared


def test_a_game_without_a_period_has_empty_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    few = Limits(positions=10_000)
    monkeypatch.setattr("sprague.surveys.measures.find_period", lambda rule: find_period(rule, budget=few))
    row = find_measure("periods").compute(game("(x, y) -> (x - 1, y - 1)"))
    assert row == {"p": None, "q": None, "pre_p": None, "pre_q": None, "largest": None, "class": "none found"}


@pytest.mark.parametrize(
    "text",
    sample(
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
        4,
    ),
)
def test_the_measure_agrees_with_the_periods_that_come_with_a_certificate(text: str) -> None:
    rule = game(text)
    found, row = find_period(rule), find_measure("periods").compute(rule)
    assert isinstance(found, Period)
    assert [row[name] for name in period_names(len(rule.piles))] == list(found.periods)
    assert [row[f"pre_{name}"] for name in period_names(len(rule.piles))] == list(found.preperiods)
    assert row["largest"] == found.largest
    assert str(row["class"]).endswith(found.kind)


def test_names_of_periods() -> None:
    assert period_names(3) == ["p", "q", "r"]
    assert period_names(5) == ["p1", "p2", "p3", "p4", "p5"]


def test_an_unknown_measure_is_refused_with_those_there_are() -> None:
    with refused(SpragueError):
        Survey.of("cookies", "a=1", "colour")


def test_a_measure_gives_what_it_declared() -> None:
    wrong = Survey.of("cookies", "a=1", Measure("wrong", 1, columns, undeclared))
    with refused(SpragueError):
        wrong.compute(list(wrong.rows()))
