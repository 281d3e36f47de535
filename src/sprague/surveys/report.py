"""Reports of a survey: counts by class, records, and rows that break an expectation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sprague.formulas.evaluation import truth
from sprague.language.formula_parser import parse_formula
from sprague.surveys.measures import find_measure
from sprague.surveys.ranges import Over
from sprague.surveys.store import Question, SurveyStore, quoted

MOST_SHOWN = 10  # errors in a report

Row = dict[str, Any]


@dataclass(frozen=True)
class Expectation:
    """How many rows break a formula, and the first of them, the smallest parameters first.

    A row in which a column of the formula is missing (no period was found, say) is undecided.
    """

    formula: str
    rows: int
    broken: int
    undecided: int
    first: tuple[Row, ...]

    @property
    def holds(self) -> bool:
        return not self.broken and not self.undecided

    def __str__(self) -> str:
        if self.holds:
            return f"{self.formula}: holds in all {self.rows:,} rows"
        parts = [f"broken by {self.broken:,}"] if self.broken else []
        parts += [f"undecided in {self.undecided:,}"] if self.undecided else []
        return f"{self.formula}: {' and '.join(parts)} of {self.rows:,} rows"


@dataclass(frozen=True)
class Record:
    """The largest value of a column, and the first row that has it."""

    column: str
    value: int
    parameters: Row


@dataclass(frozen=True)
class Summary:
    """A survey at a glance."""

    question: Question
    rows: int
    total: int
    classes: tuple[tuple[str, int], ...]
    records: tuple[Record, ...]
    slowest: tuple[float, Row] | None
    seconds: float
    errors: tuple[tuple[str, Row], ...]
    failed: int


def summarise(store: SurveyStore) -> Summary:
    """Count and compare the rows of a survey."""
    question = store.question
    over = Over.parse(question.over)
    rows, seconds, failed = store.select("SELECT count(*), coalesce(sum(seconds), 0), count(error) FROM rows")[0]
    by = quoted(find_measure(question.measure).classes)
    counted = store.select(
        f"SELECT {by}, count(*) AS n FROM rows WHERE error IS NULL GROUP BY {by} ORDER BY n DESC, {by}"
    )
    records = []
    parameters = ", ".join(map(quoted, over.names))
    for name in question.numeric:
        if name in over.names:
            continue
        column = quoted(name)
        best = store.select(
            f'SELECT {column}, {parameters} FROM rows WHERE {column} IS NOT NULL ORDER BY {column} DESC, "row" LIMIT 1'
        )
        records += [Record(name, int(row[0]), dict(zip(over.names, row[1:], strict=True))) for row in best]
    slow = store.select(f'SELECT seconds, {parameters} FROM rows ORDER BY seconds DESC, "row" LIMIT 1')
    wrong = store.select(
        f'SELECT error, {parameters} FROM rows WHERE error IS NOT NULL ORDER BY "row" LIMIT {MOST_SHOWN}'
    )
    return Summary(
        question,
        int(rows),
        len(over),
        tuple((str(kind), int(count)) for kind, count in counted),
        tuple(records),
        (float(slow[0][0]), dict(zip(over.names, slow[0][1:], strict=True))) if slow else None,
        float(seconds),
        tuple((str(row[0]), dict(zip(over.names, row[1:], strict=True))) for row in wrong),
        int(failed),
    )


def expect(store: SurveyStore, formula: str) -> Expectation:
    """Test a formula about the columns in every row, and mark the rows in the file."""
    question = store.question
    parsed = parse_formula(formula, question.numeric, products=True)
    used = sorted(parsed.names)
    columns = store.numbers(["row", *used])
    count = len(columns["row"])
    known = np.ones(count, dtype=np.bool_)
    for name in used:
        known &= ~np.ma.getmaskarray(columns[name])
    values = {name: np.ma.filled(columns[name], 0).astype(np.int64) for name in used}
    expected = np.broadcast_to(np.asarray(truth(parsed, values)), count)
    store.mark(expected, known)
    names = Over.parse(question.over).names
    size = " + ".join(quoted(name) for name in names if name in question.numeric) or "0"
    shown = ", ".join(
        quoted(column.name) for column in question.columns if column.name not in ("row", "seconds", "error")
    )
    first = store.select(
        f'SELECT {shown} FROM rows WHERE as_expected IS FALSE ORDER BY {size}, "row" LIMIT {MOST_SHOWN}'
    )
    keys = [column.name for column in question.columns if column.name not in ("row", "seconds", "error")]
    return Expectation(
        formula,
        count,
        int((known & ~expected).sum()),
        int((~known).sum()),
        tuple(dict(zip(keys, row, strict=True)) for row in first),
    )
