"""The report of a survey: `summarise_survey` counts classes and finds records, `check_expectation` tests a formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sprague.formulas.evaluation import evaluate
from sprague.language.formula_parser import parse_formula
from sprague.surveys.measures import Measure, find_measure
from sprague.surveys.ranges import ParameterRanges
from sprague.surveys.store import SurveySpec, SurveyStore, quote_name

MOST_SHOWN = 10  # limit on the errors and rows that a report shows

Row = dict[str, Any]


@dataclass(frozen=True)
class Expectation:
    """The result of testing an expected formula on the rows of a survey.

    `broken` is the number of rows for which the formula is false, and `first` lists the first of these rows, in the
    order of their parameters. A row is undecided if it has no value in a column that the formula uses.
    """

    formula: str
    rows: int
    broken: int
    undecided: int
    first: tuple[Row, ...]

    @property
    def holds(self) -> bool:
        """Whether every row of the survey satisfies the formula."""
        return not self.broken and not self.undecided

    def __str__(self) -> str:
        if self.holds:
            return f"{self.formula}: true in all {self.rows:,} rows"
        parts = [f"false in {self.broken:,}"] if self.broken else []
        parts += [f"undecided in {self.undecided:,}"] if self.undecided else []
        return f"{self.formula}: {' and '.join(parts)} of {self.rows:,} rows"


@dataclass(frozen=True)
class Record:
    """The largest value of a column of a survey, and the parameters of the first row with this value."""

    column: str
    value: int
    parameters: Row


@dataclass(frozen=True)
class Summary:
    """The summary of a survey: counts, records, times and errors."""

    spec: SurveySpec
    rows: int
    total: int
    classes: tuple[tuple[str, int], ...]
    records: tuple[Record, ...]
    slowest: tuple[float, Row] | None
    seconds: float
    errors: tuple[tuple[str, Row], ...]
    failed: int


def summarise_survey(store: SurveyStore, measure: Measure | None = None) -> Summary:
    """Return the summary of the rows of a survey."""
    spec = store.spec
    ranges = ParameterRanges.parse(spec.ranges)
    rows, seconds, failed = store.select("SELECT count(*), coalesce(sum(seconds), 0), count(error) FROM rows")[0]
    class_column = (measure or find_measure(spec.measure)).class_column
    by = quote_name(class_column)
    counted = (
        store.select(f"SELECT {by}, count(*) AS n FROM rows WHERE error IS NULL GROUP BY {by} ORDER BY n DESC, {by}")
        if class_column
        else []
    )
    records = []
    parameters = ", ".join(map(quote_name, ranges.names))
    for name in spec.numeric:
        if name in ranges.names:
            continue
        column = quote_name(name)
        best = store.select(
            f'SELECT {column}, {parameters} FROM rows WHERE {column} IS NOT NULL ORDER BY {column} DESC, "row" LIMIT 1'
        )
        records += [Record(name, int(row[0]), dict(zip(ranges.names, row[1:], strict=True))) for row in best]
    slow = store.select(f'SELECT seconds, {parameters} FROM rows ORDER BY seconds DESC, "row" LIMIT 1')
    wrong = store.select(
        f'SELECT error, {parameters} FROM rows WHERE error IS NOT NULL ORDER BY "row" LIMIT {MOST_SHOWN}'
    )
    return Summary(
        spec,
        int(rows),
        len(ranges),
        tuple((str(kind), int(count)) for kind, count in counted),
        tuple(records),
        (float(slow[0][0]), dict(zip(ranges.names, slow[0][1:], strict=True))) if slow else None,
        float(seconds),
        tuple((str(row[0]), dict(zip(ranges.names, row[1:], strict=True))) for row in wrong),
        int(failed),
    )


def check_expectation(store: SurveyStore, formula: str) -> Expectation:
    """Evaluate a formula in every row of a survey, and store in the file which rows satisfy the formula."""
    spec = store.spec
    parsed = parse_formula(formula, spec.numeric, products=True)
    used = sorted(parsed.names)
    columns = store.numbers(["row", *used])
    count = len(columns["row"])
    known = np.ones(count, dtype=np.bool_)
    for name in used:
        known &= ~np.ma.getmaskarray(columns[name])
    values = {name: np.ma.filled(columns[name], 0).astype(np.int64) for name in used}
    expected = np.broadcast_to(np.asarray(evaluate(parsed, values)), count)
    store.mark(expected, known)
    names = ParameterRanges.parse(spec.ranges).names
    size = " + ".join(quote_name(name) for name in names if name in spec.numeric) or "0"
    keys = [column.name for column in spec.columns if column.name not in ("row", "seconds", "error")]
    shown = ", ".join(map(quote_name, keys))
    first = store.select(
        f'SELECT {shown} FROM rows WHERE as_expected IS FALSE ORDER BY {size}, "row" LIMIT {MOST_SHOWN}'
    )
    return Expectation(
        formula,
        count,
        int((known & ~expected).sum()),
        int((~known).sum()),
        tuple(dict(zip(keys, row, strict=True)) for row in first),
    )
