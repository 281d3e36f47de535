"""What a survey computes for each game: named measures, each with columns of declared types.

A measure is a pure function of a game. Its version grows when what it computes changes, so that rows of different
meaning never come to stand in one file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sprague.errors import SpragueError
from sprague.patterns.periods import PURELY, ULTIMATELY, Period, find_period
from sprague.patterns.recurrence import Recurrence, find_recurrence
from sprague.patterns.windows import rule_of
from sprague.rules import Ruleset

Cell = int | float | str | bool | None

INTEGER, NUMBER, TEXT, TRUTH = "integer", "number", "text", "truth"


@dataclass(frozen=True)
class Measure:
    """`of` gives a game's row; `columns` names its columns and their types, which may depend on the kind of game.

    `classes` is the column by which rows are counted in a summary, if there is one. Both functions must
    be found by name in a module, as other processes look them up there.
    """

    name: str
    version: int
    columns: Callable[[Ruleset], dict[str, str]]
    of: Callable[[Ruleset], Mapping[str, Cell]]
    classes: str = ""


def find_measure(name: str) -> Measure:
    """The measure of this name.

    >>> find_measure("periods").version
    1
    """
    if name not in MEASURES:
        raise SpragueError(f"unknown measure {name!r}; expected {', '.join(MEASURES)}")
    return MEASURES[name]


def period_names(piles: int) -> list[str]:
    """p, q, r, s for the periods of up to four piles; p1, p2, … for more."""
    return list("pqrs"[:piles]) if piles <= 4 else [f"p{number}" for number in range(1, piles + 1)]


def period_columns(game: Ruleset) -> dict[str, str]:
    names = period_names(len(game.piles))
    found = dict.fromkeys(names, INTEGER)
    found |= {f"pre_{name}": INTEGER for name in names}
    return found | {"largest": INTEGER, "class": TEXT}


def periods_of(game: Ruleset) -> dict[str, Cell]:
    """Least periods and preperiods of each pile, proved; the largest Grundy value; the class.

    >>> from sprague.games import game
    >>> periods_of(game("subtraction-transfer:a=2,b=3,c=2"))
    {'p': 4, 'q': 6, 'pre_p': 4, 'pre_q': 0, 'largest': 3, 'class': 'ultimately periodic'}

    A class says whether all piles are periodic purely, or only from some height on, or not all were found to be, and
    whether there are more Grundy values than 0 and 1.
    """
    periods, preperiods, largest, kind = _proved(game)
    names = period_names(len(game.piles))
    row: dict[str, Cell] = dict(zip(names, periods, strict=True))
    row |= {f"pre_{name}": number for name, number in zip(names, preperiods, strict=True)}
    two = "two-valued, " if largest is not None and largest <= 1 else ""
    return row | {"largest": largest, "class": two + kind}


def _proved(game: Ruleset) -> tuple[Sequence[int | None], Sequence[int | None], int | None, str]:
    """Periods, preperiods, the largest value and the kind; without a certificate, which takes longer to make."""
    _, steps = rule_of(game)
    if steps.is_free and not game.floor and steps.order is not None:
        quick = find_recurrence(steps, keep=False)
        if isinstance(quick, Recurrence):
            return quick.periods, quick.preperiods, quick.largest, ULTIMATELY if any(quick.preperiods) else PURELY
    found = find_period(game)
    # What is not periodic throughout may have larger values further out.
    largest = found.largest if isinstance(found, Period) and None not in found.periods else None
    return found.periods, found.preperiods, largest, found.kind


MEASURES = {"periods": Measure("periods", 1, period_columns, periods_of, classes="class")}


def add_measure(measure: Measure) -> Measure:
    """Make a measure known by its name; for those that need more than patterns, which are defined further up.

    >>> add_measure(find_measure("periods")) is find_measure("periods")
    True
    """
    if MEASURES.setdefault(measure.name, measure) != measure:
        raise SpragueError(f"expected a new name for a measure, and there is one called {measure.name!r}")
    return measure
