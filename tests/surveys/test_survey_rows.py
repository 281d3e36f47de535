"""Surveys from Python: ranges, measures of the caller, and rows as relations and data frames."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import sprague
from sprague import Cancelled, Limits, OutOfTime, jit, limits
from sprague.rules import Ruleset
from sprague.surveys.measures import PERIODS, Measure
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey
from tests.fake_clocks import FakeClock
from tests.snapshots import refused

GAME = "subtraction-transfer"


def facts(game: Ruleset) -> Mapping[str, int | str | float | bool | None]:
    count = len(game.options((3, 5)))
    return {"options": count, "half": count / 2, "text": str(count), "many": count > 2}


def test_the_rows_are_those_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "rows.duckdb"
    found = sprague.survey(GAME, "a=1..2,b=1..2,c=1", database=file)
    assert (len(found), found.computed) == (4, 4)
    names, rows = query_survey(file, "select a, b, p, q, class from rows order by row")
    assert found.relation.select(*names).fetchall() == rows
    assert [tuple(row[name] for name in names) for row in found] == rows
    assert dict(found.summary.classes)
    again = sprague.survey(GAME, "a=1..2,b=1..2,c=1", database=file)  # the file is not in use
    assert (again.computed, list(again)) == (0, list(found))


def test_ranges_may_be_a_dictionary() -> None:
    found = sprague.survey(GAME, {"a": range(1, 6, 2), "b": "a", "c": 1})
    assert [(row["a"], row["b"], row["c"]) for row in found] == [(1, 1, 1), (3, 3, 1), (5, 5, 1)]
    for over in ({"a": range(3, 3), "b": 1, "c": 1}, {"a": range(3, 1, -1), "b": 1, "c": 1}, {}, {"a": 1.5}):
        with pytest.raises(sprague.SpragueError):
            sprague.survey(GAME, over)


@pytest.mark.parametrize("values", [[1, 2], np.arange(1, 3), 1.5, None])
def test_a_range_of_another_type_is_refused(values: object) -> None:
    with refused(sprague.ArgumentTypeError):
        sprague.survey(GAME, {"a": values, "b": 1, "c": 1})


def columns_of_unknown_types(game: Ruleset) -> dict[str, str]:
    return {"few": "BIGINT"}


def test_an_unknown_type_of_a_column_is_refused() -> None:
    measure = Measure("few", 1, columns_of_unknown_types, facts)
    with refused(sprague.SpragueError):
        sprague.survey(GAME, "a=1,b=1,c=1", measure=measure)


def test_a_function_is_a_measure() -> None:
    found = sprague.survey(GAME, "a=1..3,b=1,c=1", measure=facts)
    expected = [facts(sprague.game(GAME, a=a, b=1, c=1)) for a in (1, 2, 3)]
    assert [{name: row[name] for name in ("options", "half", "text", "many")} for row in found] == expected
    assert found.columns == ("row", "a", "b", "c", "options", "half", "text", "many", "seconds", "error")
    assert found.summary.classes == ()
    frame = found.to_pandas()
    assert frame["options"].tolist() == [row["options"] for row in expected]
    assert list(frame.columns) == list(found.columns)


@pytest.mark.parametrize("wrong", [lambda game: 3, lambda game: {}, lambda game: {"x": [1]}, 3])
def test_a_measure_that_returns_no_row_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError):
        sprague.survey(GAME, "a=1,b=1,c=1", measure=wrong)  # type: ignore[arg-type]


def test_a_measure_of_sprague_may_be_passed_itself() -> None:
    assert len(sprague.survey(GAME, "a=1,b=1,c=1", measure=PERIODS)) == 1


def test_compilation_is_not_charged_to_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock()

    def compiling(game: Ruleset) -> dict[str, int]:
        clock.advance(7)
        monkeypatch.setattr(jit._CompilationNotice, "waited", jit._CompilationNotice.waited + 5)
        return {"x": 1}

    asked = Survey.of(GAME, "a=1,b=1,c=1", Measure("x", 1, lambda game: {"x": "integer"}, compiling))
    with clock.running():
        assert asked.row(0, next(iter(asked.ranges)))[-2] == pytest.approx(2)


def test_a_time_limit_keeps_the_finished_rows(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    measured: list[str] = []
    with FakeClock().running() as clock:

        def slow(game: Ruleset) -> dict[str, int]:
            clock.advance(10)
            measured.append(str(game.name))
            limits.check()
            return {"moves": len(game.options((3, 5)))}

        whole = sprague.survey("subtraction-transfer", "a=1..5,b=1,c=1", measure=slow)
        measured.clear()
        with pytest.raises(OutOfTime, match="35 seconds"):
            sprague.survey(
                "subtraction-transfer", "a=1..5,b=1,c=1", measure=slow, database=path, budget=Limits(seconds=35)
            )
        assert measured[-1] == "subtraction-transfer:a=4,b=1,c=1"
        assert 1 <= len(query_survey(path, "select * from rows")[1]) <= 3
        measured.clear()
        found = sprague.survey("subtraction-transfer", "a=1..5,b=1,c=1", measure=slow, database=path)
    assert 2 <= len(measured) <= 4
    assert [(row["a"], row["moves"], row["error"]) for row in found] == [
        (row["a"], row["moves"], None) for row in whole
    ]


def test_a_cancelled_survey() -> None:
    event = threading.Event()
    event.set()
    with pytest.raises(Cancelled):
        sprague.survey("subtraction-transfer", "a=1..3,b=1,c=1", budget=Limits(cancel=event))


def test_an_error_in_the_first_game_is_a_row_like_all_others() -> None:
    measured: list[str] = []

    def odd_only(game: Ruleset) -> dict[str, int]:
        measured.append(game.display_name)
        if "a=2" not in game.display_name:
            raise sprague.SpragueError("only a = 2")
        return {"options": len(game.options((3, 5)))}

    found = sprague.survey(GAME, "a=1..3,b=1,c=1", measure=odd_only)
    assert [(row["options"], row["error"]) for row in found] == [(None, "only a = 2"), (3, None), (None, "only a = 2")]
    assert measured == [f"{GAME}:a={a},b=1,c=1" for a in (1, 2, 3)]  # each game once


@pytest.mark.parametrize("wrong", [1, 2])
def test_another_error_in_a_measure_names_the_game(wrong: int) -> None:
    def failing(game: Ruleset) -> dict[str, int]:
        return {"x": 1 // (f"a={wrong}" not in game.display_name)}

    with pytest.raises(sprague.SpragueError, match=f"{GAME}:a={wrong},b=1,c=1: ZeroDivisionError") as caught:
        sprague.survey(GAME, "a=1..3,b=1,c=1", measure=failing)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
