"""The function `survey`, which runs a survey from Python and returns its rows as a DuckDB relation or a data frame."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sprague import arguments, limits
from sprague.errors import ArgumentTypeError, MissingExtraError, SpragueError
from sprague.limits import Limits
from sprague.progress import ProgressCallback, check_progress
from sprague.rules import Ruleset
from sprague.surveys.measures import BOOLEAN, INTEGER, NUMBER, TEXT, Cell, Measure
from sprague.surveys.report import Summary, summarise_survey
from sprague.surveys.store import SurveyStore, memory_copy
from sprague.surveys.survey import MeasureFailure, Survey, call_measure, run_survey

if TYPE_CHECKING:
    import duckdb
    import pandas

MeasureFunction = Callable[[Ruleset], Mapping[str, Cell]]


@dataclass(frozen=True, eq=False, repr=False)
class SurveyRows:
    """The rows of a survey; iteration yields each row as a dictionary, in the order of the parameters.

    Attributes:
        summary: The number of rows, their classes and records, and the errors.
        computed: The number of rows that this run computed; the database already contained the other rows.
        relation: The rows as a DuckDB relation, a copy in memory.

    >>> import sprague
    >>> found = sprague.survey("subtraction-transfer", "a=1..2,b=a,c=1")
    >>> [row["p"] for row in found], found.computed
    ([2, 4], 2)
    """

    summary: Summary
    computed: int
    relation: duckdb.DuckDBPyRelation

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns: row, the parameters, the measured columns, seconds and error."""
        return tuple(self.relation.columns)

    def __len__(self) -> int:
        return self.summary.rows

    def __iter__(self) -> Iterator[dict[str, object]]:
        names = self.columns
        for row in self.relation.fetchall():
            yield dict(zip(names, row, strict=True))

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows of the survey as a pandas data frame.

        >>> import sprague
        >>> sprague.survey("subtraction-transfer", "a=1..2,b=1,c=1").to_pandas()["p"].tolist()
        [2, 6]

        Raises:
            MissingExtraError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise MissingExtraError("data frames need pandas: pip install 'sprague[data]'") from None
        return pd.DataFrame(self.relation.fetchall(), columns=list(self.columns))

    def __repr__(self) -> str:
        return f"<SurveyRows: {self.summary.spec}, {len(self):,} rows>"


def survey(
    game: str,
    over: str | Mapping[str, object],
    *,
    measure: str | Measure | MeasureFunction = "periods",
    database: str | os.PathLike[str] | None = None,
    workers: int = 1,
    cluster: str | None = None,
    budget: Limits | None = None,
    progress: ProgressCallback | None = None,
) -> SurveyRows:
    """Run a survey from Python: compute the same data for each game in a range of parameters.

    >>> found = survey("subtraction-transfer", {"a": range(1, 3), "b": "a", "c": 1})
    >>> [(row["a"], row["p"], row["class"]) for row in found]
    [(1, 2, 'purely periodic'), (2, 4, 'two-valued, purely periodic')]
    >>> def count_options(game):
    ...     return {"options": len(game.options((3, 5)))}
    >>> counted = survey("subtraction-transfer", "a=1..3,b=1,c=1", measure=count_options)
    >>> counted.relation.filter("a = 2").select("options").fetchall()
    [(3,)]

    Args:
        game: The name of a game of the catalogue with parameters, or of a family of rules.
        over: The ranges of the parameters, as text such as "a=1..40,b=1..a", or as a dictionary whose values are
            integers, ranges, or texts such as "1..a".
        measure: What to compute: the name of a measure ("periods", "heaps", "discover", …), a `Measure`, or a function
            that takes a game and returns a dictionary of numbers and texts. If the function raises a `SpragueError`,
            the column `error` of the row contains the message; another error ends the survey. With several workers, a
            measure function must be defined at the top level of a module.
        database: A file (.duckdb) in which the rows are stored. If the survey is interrupted and run again, only the
            missing rows are computed. By default, the rows are kept only in memory.
        workers: The number of worker processes.
        cluster: The address of a Dask scheduler, which is used instead of worker processes.
        budget: The time limit and the cancellation event of the survey; finished rows stay in the database. Only the
            measure sets limits on memory and size, because a change of such limits could change the rows.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Returns:
        The rows.

    Raises:
        SpragueError: The game, a range or the measure is unknown, or the database contains another survey.
        MissingExtraError: DuckDB is not installed.
        OutOfTime: The time limit is over.
        Cancelled: The survey is cancelled.
    """
    if not isinstance(game, str):
        raise ArgumentTypeError(f"expected the name of a game, got {arguments.format_argument(game)}")
    ranges = _ranges_text(over)
    number = arguments.check_integer("workers", workers)
    check_progress(progress)
    with Limits.of(budget).time.watch(), tempfile.TemporaryDirectory(prefix="sprague-") as folder:
        asked = Survey.of(game, ranges, _measure(measure, game, ranges))
        path = Path(folder, "survey.duckdb") if database is None else Path(database)
        computed = run_survey(asked, path, workers=number, cluster=cluster, progress=progress)
        with closing(SurveyStore.open(path, asked.spec)) as store:
            summary = summarise_survey(store, asked.measure)
        return SurveyRows(summary, computed, memory_copy(path))


def _ranges_text(over: object) -> str:
    """Return the ranges of the parameters of a survey as text."""
    if isinstance(over, str):
        return over
    if not isinstance(over, Mapping) or not over:
        raise ArgumentTypeError(
            "expected ranges of parameters as text such as 'a=1..40', or as a dictionary such as {'a': range(1, 41)}, "
            f"got {arguments.format_argument(over)}"
        )
    return ",".join(f"{name}={_values_text(str(name), values)}" for name, values in over.items())


def _values_text(name: str, values: object) -> str:
    match values:
        case str():
            return values
        case range() if values and values.step > 0:
            step = f":{values.step}" if values.step != 1 else ""
            return f"{values[0]}..{values[-1]}{step}"
        case range():
            raise SpragueError(f"expected a range for {name} that is increasing and not empty, got {values}")
    try:
        return str(arguments.check_integer(name, values))
    except ArgumentTypeError:
        raise ArgumentTypeError(
            f"expected an integer, a range or a text such as '1..9' for {name}, got {arguments.format_argument(values)}"
        ) from None


def _measure(measure: object, game: str, ranges: str) -> str | Measure:
    """Return `measure` as a `Measure`; for a function, its result for the first measurable game gives the columns."""
    if isinstance(measure, str | Measure):
        return measure
    if not callable(measure):
        raise ArgumentTypeError(
            f"'measure' must be a name, a Measure or a function, got {arguments.format_argument(measure)}"
        )
    name = getattr(measure, "__name__", type(measure).__name__)
    plain = Survey.of(game, ranges)
    known: dict[str, Mapping[str, Cell] | SpragueError] = {}
    for parameters in plain.ranges:
        try:
            rule = plain.game_of(parameters)
        except SpragueError as problem:
            known.setdefault("", problem)
            continue
        try:
            found = call_measure(name, measure, rule)
        except MeasureFailure:
            raise
        except SpragueError as problem:
            limits.check()  # the time limit of the survey ends the survey
            known[str(rule)] = problem
            continue
        known[str(rule)] = found
        columns = _columns(found)
        return Measure(name, 1, _Columns(columns), _FunctionMeasure(measure, known))
    raise next(error for error in known.values() if isinstance(error, SpragueError))


@dataclass(frozen=True)
class _Columns:
    """The columns of a measure that is a function; they are the same for all games."""

    columns: dict[str, str]

    def __call__(self, game: Ruleset) -> dict[str, str]:
        return self.columns


@dataclass(frozen=True)
class _FunctionMeasure:
    """A measure that is a function, with the results for the games that determined the columns.

    These games are not measured again; `known` maps their rules to results or errors.
    """

    function: MeasureFunction
    known: Mapping[str, Mapping[str, Cell] | SpragueError]

    def __call__(self, game: Ruleset) -> Mapping[str, Cell]:
        found = self.known.get(str(game))
        if isinstance(found, SpragueError):
            raise found
        return self.function(game) if found is None else found


def _columns(found: object) -> dict[str, str]:
    """Return the names and types of the columns of a measure that is a function."""
    if not isinstance(found, Mapping) or not found:
        raise ArgumentTypeError(
            "expected the measure to return a dictionary such as {'options': 3}, got "
            f"{arguments.format_argument(found)}"
        )
    return {str(name): _column_type(str(name), value) for name, value in found.items()}


def _column_type(name: str, value: object) -> str:
    match value:
        case bool():
            return BOOLEAN
        case int():
            return INTEGER
        case float():
            return NUMBER
        case str():
            return TEXT
    raise ArgumentTypeError(
        f"expected a number, a string or a truth value in the column {name!r} of the first game, got "
        f"{arguments.format_argument(value)}; for values of other types, pass a sprague.surveys.measures.Measure"
    )
