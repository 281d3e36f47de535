"""The survey of octal codes: rows agree with plain recursion, and a survey continues after its end."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sprague import jit
from sprague.errors import SpragueError
from sprague.games import game
from sprague.rules import parse
from sprague.rules.octal_codes import code_rule_text, parse_code
from sprague.surveys.measures import find_measure, measure_heaps
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey
from tests.snapshots import refusal, refused, snapshot
from tests.surveys.test_workers import ROOT
from tests.tables.test_heap_values import naive


def row_of(code: str, steps: int = 1 << 20) -> dict[str, Any]:
    return dict(measure_heaps(parse(code_rule_text(code)), steps=steps))


def least_period(values: list[int]) -> tuple[int, int]:
    """The least sum of a preperiod and a period that fit, by trying; of equal ones that with the least preperiod."""
    for total in count(1):
        for preperiod in range(total):
            period = total - preperiod
            if values[preperiod:-period] == values[preperiod + period :]:
                return preperiod, period
    raise AssertionError


@pytest.mark.parametrize(
    "code", ["0.15", "0.31", "0.34", "0.02", "0.53", "0.142", "4.3", "0.226", "0.002", "0.017", "0.5"]
)
def test_a_row_agrees_with_plain_recursion(code: str) -> None:
    row = row_of(code)
    values = naive(parse_code(code), 260)
    if row["class"] == "periodic":
        assert (row["preperiod"], row["period"]) == least_period(values)
        assert row["last_exception"] == (row["preperiod"] - 1 if row["preperiod"] else None)
        assert row["largest"] == max(values)
        assert row["largest_at"] == values.index(max(values))
    else:
        assert row["period"] is None
        assert row["heaps"] >= 1024


def test_rare_heaps_are_counted_where_the_game_has_them() -> None:
    row = row_of("0.644", 1 << 24)
    values = naive(parse_code("0.644"), 600)
    rare = [n for n, value in enumerate(values) if n and (value & int(row["mask"], 2)).bit_count() % 2 == 0]
    assert row["by_place"] is False
    # The first heap is empty in the standard form, and counted nowhere.
    assert [n for n in rare if n > row["shift"]][-1] == row["last_rare"]
    assert len([n for n in rare if n > row["shift"]]) == row["rare"]


@pytest.mark.parametrize(
    ("code", "period", "preperiod"),
    [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.055", 148, 259),
        ("0.156", 349, 3479),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
        ("0.165", 1550, 5181),
        ("0.45", 20, 498),
    ],
)
def test_periods_of_the_literature(code: str, period: int, preperiod: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "mode", "compiled")  # as in the tests of the same kernels in tests/periods
    row = row_of(code, 1 << 26)
    assert (row["period"], row["preperiod"], row["class"]) == (period, preperiod, "periodic")


def test_classes() -> None:
    assert row_of("0.104")["class"] == "rare values stop"
    assert row_of("0.06")["class"] == "no sparse space"
    assert row_of("0.06")["rare"] is None
    assert row_of("0.37")["class"] == "rare values go on"


def test_more_steps_go_further() -> None:
    near, far = row_of("0.104", 1 << 19), row_of("0.104", 1 << 22)
    assert near["heaps"] < far["heaps"]
    assert near["last_rare"] == far["last_rare"]


def test_games_with_the_same_values_have_the_same_digest() -> None:
    assert row_of("0.07")["digest"] == row_of("0.4")["digest"] != row_of("0.77")["digest"]
    assert row_of("0.06")["digest"] is None


def test_games_that_are_no_codes_are_measured_too() -> None:
    row = measure_heaps(game("(n) -> (u) + (v) where u + v = n, 1 <= u < v"), steps=1 << 18)
    assert (row["code"], row["class"]) == (None, "rare values go on")
    with refused(SpragueError):
        measure_heaps(game("nim:piles=1"))


def test_a_measure_has_its_steps_in_its_name() -> None:
    measure = find_measure("heaps:steps=2^20")
    assert measure.name == "heaps:steps=1048576"
    assert find_measure(measure.name).name == measure.name
    # It travels to other processes.
    assert pickle.loads(pickle.dumps(measure)).compute(game(code_rule_text("0.77"))) == row_of("0.77")
    refusal(lambda: find_measure("heaps:steps=many"))


def test_codes_are_surveyed_by_their_digits(tmp_path: Path) -> None:
    path = tmp_path / "rows.duckdb"
    assert run_survey(Survey.of("octal-codes", "d1=0..1,d2=0..7:7", "heaps:steps=2^18"), path) == 4
    columns = "d1, d2, code, standard, shift, period, preperiod"
    assert query_survey(path, f"select {columns} from rows where error is null order by row")[1] == [
        (0, 7, "0.07", "0.137", 1, 34, 53),
        (1, 0, "0.1", "0.1", 0, 1, 2),
        (1, 7, "0.17", "0.17", 0, 34, 33),
    ]
    ((code, error),) = query_survey(path, "select code, error from rows where error is not null")[1]
    assert code is None
    snapshot(str(error))


@pytest.mark.parametrize(
    ("over", "message"),
    [("d1=0,d2=0", "'0.00'"), ("d1=8..9", "{'d1': 8}"), ("d1=1,code=77", "code")],
)
def test_codes_that_are_refused(over: str, message: str) -> None:
    assert message in str(refusal(lambda: Survey.of("octal-codes", over, "heaps")))


# The command, which says when it has come to the 100th of 128 rows, and waits there to be killed.
HELD = """
import threading
from sprague.cli import main as command_line
from sprague.surveys.survey import Survey

real = Survey.row

def row(self, number, parameters):
    if number == 100:
        print("held", flush=True)
        threading.Event().wait()
    return real(self, number, parameters)

Survey.row = row
command_line.main()
"""


@pytest.mark.slow
def test_a_survey_of_codes_that_is_killed_goes_on(tmp_path: Path) -> None:
    """On the command line, as it is run for hours; the rows in the end are those of a survey in one go."""
    path, whole = tmp_path / "rows.duckdb", tmp_path / "whole.duckdb"
    over = "d1=0..1,d2=0..7,d3=0..7"
    asked = Survey.of("octal-codes", over, "heaps:steps=2^21")
    command = [sys.executable, "-c", HELD, "survey", asked.game, "--over", over, "-o", str(path)]
    with subprocess.Popen(
        [*command, "--measure", asked.measure.name], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "held\n" in iter(process.stdout.readline, "")
        process.kill()
    assert 0 < run_survey(asked, path) < 128
    run_survey(asked, whole)
    same = "select * exclude (seconds) from rows order by row"
    assert query_survey(path, same) == query_survey(whole, same)
