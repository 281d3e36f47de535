"""`Survey` and `run_survey`: compute a measure for many games, and store the results in a survey file.

A survey consists of a game of the catalogue, ranges of its parameters, and a measure. Instead of a game of the
catalogue, a survey may use a family of rules from the module `rule_families`. The families `small-rules` and
`three-moves` have one parameter, the number of a rule in a list. The parameters of `octal-codes` are the digits of a
code, and the parameters of `trades` are numbers of cookies. The rows are numbered in the order in which the ranges list
the parameters. Each row depends only on its parameters, so rows can be computed in any order and in any process. Only
one process opens the survey file for writing; it writes each batch of rows in one transaction. If a survey is killed
and started again, it computes only the rows that are missing in the file.

Batches of rows are computed in this process, in worker processes on this machine, or on a Dask cluster (see the module
`workers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from os import PathLike

from sprague import clock, jit, limits
from sprague.errors import SpragueError
from sprague.games import find_game, resolve
from sprague.progress import ProgressCallback, check_progress, fractions
from sprague.rules import Ruleset, is_rule
from sprague.surveys.measures import Cell, Measure, find_measure
from sprague.surveys.ranges import Parameter, ParameterRanges, Parameters
from sprague.surveys.rule_families import octal_rule, small_rule, three_moves_rule, trade_rule
from sprague.surveys.store import TYPES, Column, SurveySpec, SurveyStore
from sprague.surveys.workers import run_in_process, run_on_cluster, run_on_workers

Batch = list[tuple[int, Parameters]]
Rows = list[tuple[Cell, ...]]

# intended seconds for a batch: long enough to send few batches, short enough that a lost batch costs little
BATCH_SECONDS = 0.5
MOST_IN_BATCH = 512  # limit on the rows of a batch
# Families of rules outside the catalogue: functions that map parameters to a rule.
FAMILIES: dict[str, Callable[..., Ruleset]] = {
    "small-rules": small_rule,
    "three-moves": three_moves_rule,
    "octal-codes": octal_rule,
    "trades": trade_rule,
}
SAMPLES = 8  # maximum number of games that are tried to find a first valid game
RESERVED_COLUMNS = ("row", "seconds", "error", "as_expected")


class MeasureFailure(SpragueError):
    """Raised when a measure raises an error of another class than `SpragueError`; the message names the game."""


def call_measure(name: str, measure: Callable[[Ruleset], Mapping[str, Cell]], game: Ruleset) -> Mapping[str, Cell]:
    """Return the data of a game; if the measure fails with an error of another class, name the game in the message."""
    try:
        return measure(game)
    except SpragueError:
        raise
    except Exception as problem:
        raise MeasureFailure(
            f"the measure {name!r} failed for the game {game.display_name}: {type(problem).__name__}: {problem}"
        ) from problem


@dataclass(frozen=True)
class Survey:
    """A survey: a game or family, the ranges of its parameters, and the measure to compute.

    >>> survey = Survey.of("subtraction-transfer", "a=1..2,b=a,c=1")
    >>> [survey.row(number, parameters)[:-2] for number, parameters in survey.rows()]
    [(0, 1, 1, 1, 2, 2, 0, 0, 3, 'purely periodic'), (1, 2, 2, 1, 4, 4, 0, 0, 1, 'two-valued, purely periodic')]
    """

    game: str
    ranges: ParameterRanges
    measure: Measure

    @staticmethod
    def of(game: str, over: str, measure: str | Measure = "periods") -> Survey:
        """Return the survey of a game of the catalogue; the game may have fixed parameters, as in `name:b=2`."""
        if is_rule(game):
            raise SpragueError(f"expected the name of a game with parameters, got a rule: {game!r}")
        name, colon, fixed = game.partition(":")
        survey = Survey(
            game if game in FAMILIES else find_game(name).name + colon + fixed,
            ParameterRanges.parse(over),
            find_measure(measure) if isinstance(measure, str) else measure,
        )
        len(survey.ranges)
        survey.columns  # noqa: B018  reports unknown parameters and duplicate names
        return survey

    def game_of(self, parameters: Parameters) -> Ruleset:
        """Return the rule of the survey for the given parameters."""
        if self.game in FAMILIES:
            return FAMILIES[self.game](**parameters)
        return resolve(self.game, dict(parameters), None)

    @property
    def _sample(self) -> Ruleset:
        """The rule of the first game of the survey that is valid (unlike the octal code 0.000, for example)."""
        problem: SpragueError | None = None
        for parameters in islice(self.ranges, SAMPLES):
            try:
                return self.game_of(parameters)
            except SpragueError as error:
                problem = problem or error
        assert problem is not None
        raise problem

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns of a row: its number, the parameters, the measured columns, the computing time, and the error."""
        measured = self.measure.columns(self._sample)
        first = next(iter(self.ranges))
        for name, kind in measured.items():
            if kind not in TYPES:
                raise SpragueError(
                    f"the column {name!r} of the measure {self.measure.name!r} has the unknown type {kind!r}; "
                    f"expected one of {', '.join(TYPES)}"
                )
        kinds = {name: "text" if isinstance(first[name], tuple) else "integer" for name in self.ranges.names}
        for name in (*kinds, *measured):
            if name in RESERVED_COLUMNS or (name in kinds and name in measured):
                raise SpragueError(
                    f"the parameter {name!r} has the same name as another column of the survey; rename the parameter"
                )
        own = [Column("seconds", "number"), Column("error", "text")]
        return (
            Column("row", "integer"),
            *(Column(name, kind) for name, kind in (kinds | measured).items()),
            *own,
        )

    @property
    def spec(self) -> SurveySpec:
        """The specification that the survey file contains."""
        return SurveySpec(self.game, str(self.ranges), self.measure.name, self.measure.version, self.columns)

    def rows(self) -> Iterator[tuple[int, Parameters]]:
        """Return an iterator over the number and the parameters of every row."""
        return enumerate(self.ranges)

    def row(self, number: int, parameters: Parameters) -> tuple[Cell, ...]:
        """Compute one row of the survey; if the game cannot be measured, the column `error` contains the reason."""
        # The measured time of a row does not include the compilation of kernels.
        start = clock.now() - jit.compilation_seconds()
        error: str | None = None
        measured: dict[str, Cell] = {}
        try:
            measured = dict(call_measure(self.measure.name, self.measure.compute, self.game_of(parameters)))
        except MeasureFailure:
            raise
        except SpragueError as problem:
            error = str(problem)
        took = max(0.0, clock.now() - jit.compilation_seconds() - start)
        names = [column.name for column in self.columns[1 + len(self.ranges.names) : -2]]
        unknown = set(measured) - set(names)
        if unknown:
            raise SpragueError(
                f"the measure {self.measure.name!r} returned columns that the measure does not declare: "
                f"{sorted(unknown)}"
            )
        return (
            number,
            *(_cell(parameters[name]) for name in self.ranges.names),
            *(measured.get(name) for name in names),
            took,
            error,
        )

    def compute(self, batch: Batch) -> Rows:
        """Compute the rows of a batch of the survey."""
        return [self.row(number, parameters) for number, parameters in batch]


def run_survey(
    survey: Survey,
    path: str | PathLike[str],
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: ProgressCallback | None = None,
) -> int:
    """Run a survey: compute the rows that are missing in the survey file, and return their number.

    The results do not depend on the number and the location of the workers, except for the column `seconds` of the
    file.

    Args:
        survey: The survey.
        path: The survey file; it is created if it does not exist.
        workers: The number of worker processes; 1 computes in this process.
        cluster: The address of a Dask cluster, which is used instead of worker processes.
        progress: A function that is called with a `sprague.Progress` from time to time.

    Raises:
        SpragueError: The file contains another survey, or a worker failed repeatedly.
        OutOfTime: The current time limit is over; the finished rows are stored.
    """
    if workers < 1:
        raise SpragueError(f"expected at least 1 worker, got {workers}")
    total = len(survey.ranges)
    report = fractions(check_progress(progress))
    with closing(SurveyStore.open(path, survey.spec)) as store:
        done = store.done()
        finished = len(done)
        report(finished / total)
        if finished == total:
            return 0
        batches = _Batches((number, p) for number, p in survey.rows() if number not in done)
        if cluster is not None:
            results = run_on_cluster(cluster, survey.compute, batches)
        elif workers > 1:
            results = run_on_workers(workers, survey.compute, batches)
        else:
            results = run_in_process(survey.compute, batches)
        with closing(results):
            for rows in results:
                limits.check()  # rows that the time limit may have cut short are not stored
                store.write(rows)
                batches.record_time(len(rows), sum(float(row[-2] or 0) for row in rows))
                finished += len(rows)
                report(finished / total)
        return finished - len(done)


class _Batches:
    """An iterator over batches of rows to compute; the batches grow until each takes about `BATCH_SECONDS` seconds."""

    def __init__(self, rows: Iterable[tuple[int, Parameters]]) -> None:
        self.rows = iter(rows)
        self.size = 1

    def __iter__(self) -> Iterator[Batch]:
        while batch := list(islice(self.rows, self.size)):
            yield batch

    def record_time(self, rows: int, seconds: float) -> None:
        """Adapt the size of the next batch to the time that the last batch took."""
        fitting = max(1, int(rows * BATCH_SECONDS / max(seconds, 1e-6)))
        self.size = min(fitting, 2 * self.size, MOST_IN_BATCH)


def _cell(value: Parameter) -> Cell:
    return value if isinstance(value, int) else "/".join(map(str, value))
