"""A measure for tests: quick, pausable, and with a record of every measured game.

As a program: `python -m tests.surveys.survey_measures FILE WORKERS` runs the survey that the tests compare.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from sprague.errors import SpragueError
from sprague.rules import Ruleset
from sprague.surveys.measures import Cell, Measure
from sprague.surveys.store import query_survey
from sprague.surveys.survey import Survey, run_survey

#: The file to which a line is added for every game measured; how many lines it has when the work begins to wait; and
#: the file that has to exist for the work to go on.
TRACE, HELD_AT, GATE = "SPRAGUE_TEST_TRACE", "SPRAGUE_TEST_HELD_AT", "SPRAGUE_TEST_GATE"
OVER = "a=1..6,b=1..5,c=1..5"


def columns(game: Ruleset) -> dict[str, str]:
    return {"p": "integer", "moves": "integer", "name": "text", "large": "truth", "ratio": "number"}


def measured(game: Ruleset) -> dict[str, Cell]:
    """Numbers read off the rule. The game with a = 5, b = 5, c = 5 cannot be measured."""
    if trace := os.environ.get(TRACE):
        with Path(trace).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {game.name}\n")
        if len(Path(trace).read_text().splitlines()) >= int(os.environ.get(HELD_AT, "1000000")):
            while not Path(os.environ[GATE]).exists():
                time.sleep(0.01)
    assert game.origin is not None
    values = dict(game.origin[1])
    a, b, c = (int(str(values[name])) for name in "abc")
    if a == b == c == 5:
        raise SpragueError("expected anything but three fives")
    return {
        "p": a * b + c,
        "moves": len(game.options((9, 9))),
        "name": game.name,
        "large": a > 3,
        "ratio": None if b == c else a / b,
    }


MEASURE = Measure("trace", 3, columns, measured, class_column="large")


def survey(over: str = OVER) -> Survey:
    return Survey.of("subtraction-transfer", over, MEASURE)


def undeclared(rule: object) -> dict[str, int]:
    return {"other": 1}


def rows_of(path: Path) -> list[tuple[Any, ...]]:
    """All rows without the seconds, which differ from run to run."""
    return query_survey(path, "select * exclude (seconds) from rows order by row")[1]


if __name__ == "__main__":
    # Functions are looked up by the name of their module, which must not be __main__.
    from tests.surveys.survey_measures import survey as asked

    run_survey(asked(), sys.argv[1], workers=int(sys.argv[2]))
