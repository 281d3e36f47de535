"""The measure `periods` of a survey: the least period of every pile, proved."""

from __future__ import annotations

from collections.abc import Sequence

from sprague.patterns.periods import PURELY, ULTIMATELY, Period, find_period
from sprague.patterns.recurrence import Recurrence, find_recurrence
from sprague.patterns.windows import rule_of
from sprague.rules import Ruleset
from sprague.surveys.measure import INTEGER, TEXT, Cell, Measure


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


PERIODS = Measure("periods", 1, period_columns, periods_of, classes="class")
