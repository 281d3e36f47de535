"""`run_survey`: ask the same question of many games.

A survey is a game of the catalogue, ranges of its parameters, and a measure. In place of a game there may be a
family: `small-rules` and `three-moves`, whose one parameter is the number of a rule in a list, `octal-codes`, whose
parameters are the digits of a code, or `trades`, cookies eaten and traded. Rows are pure functions of the parameters,
numbered in the order of the ranges, so that it does not matter who computes them, in which order, or how often one
was begun: a row is in the file, or it is still to be computed. Rows come in batches, and a batch is written in one
transaction, by the one process that holds the file. Killed at any moment and started again, a survey goes on with the
rows that are not there.

Batches are computed in this process, in worker processes of this machine, or on a Dask cluster; nothing here
knows which (see `workers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from os import PathLike

from sprague import clock
from sprague.errors import SpragueError
from sprague.games import find_game, resolve
from sprague.rules import Ruleset, is_rule
from sprague.surveys.measures import Cell, Measure, find_measure
from sprague.surveys.ranges import Over, Parameter, Parameters
from sprague.surveys.rule_families import octal_rule, small_rule, three_moves_rule, trading_rule
from sprague.surveys.store import Column, Question, SurveyStore
from sprague.surveys.workers import in_this_process, on_cluster, on_workers

Progress = Callable[[float], None]
Batch = list[tuple[int, Parameters]]
Rows = list[tuple[Cell, ...]]
Compute = Callable[[Batch], Rows]

WISHED_SECONDS = 0.5  # a batch should take about this long: often enough written, seldom enough sent
MOST_IN_BATCH = 512  # rows written together, which are lost together if the survey is ended
#: Games that are no game of the catalogue with parameters: how each is made of its parameters.
FAMILIES: dict[str, Callable[..., Ruleset]] = {
    "small-rules": small_rule,
    "three-moves": three_moves_rule,
    "octal-codes": octal_rule,
    "trades": trading_rule,
}
SAMPLES = 8  # games tried before a survey is refused because there is none
OWN_COLUMNS = ("row", "seconds", "error", "as_expected")


@dataclass(frozen=True)
class Survey:
    """A game, the parameters it is asked for, and what is computed.

    >>> survey = Survey.of("subtraction-transfer", "a=1..2,b=a,c=1")
    >>> [survey.row(number, parameters)[:-2] for number, parameters in survey.rows()]
    [(0, 1, 1, 1, 2, 2, 0, 0, 3, 'purely periodic'), (1, 2, 2, 1, 4, 4, 0, 0, 1, 'two-valued, purely periodic')]
    """

    game: str
    over: Over
    measure: Measure

    @staticmethod
    def of(game: str, over: str, measure: str | Measure = "periods") -> Survey:
        """The survey of a game of the catalogue, some of whose parameters may be fixed: `name:b=2`."""
        if is_rule(game):
            raise SpragueError(f"expected the name of a game with parameters, got a rule: {game!r}")
        name, colon, fixed = game.partition(":")
        survey = Survey(
            game if game in FAMILIES else find_game(name).name + colon + fixed,
            Over.parse(over),
            find_measure(measure) if isinstance(measure, str) else measure,
        )
        len(survey.over)
        survey.columns  # noqa: B018  unknown parameters and clashes of names are found out here
        return survey

    def game_of(self, parameters: Parameters) -> Ruleset:
        if self.game in FAMILIES:
            return FAMILIES[self.game](**parameters)
        return resolve(self.game, dict(parameters), None)

    @cached_property
    def first(self) -> Parameters:
        return next(iter(self.over))

    @property
    def _sample(self) -> Ruleset:
        """A game of the survey: the first, or one of the next if there is no such game (as the code 0.000 is none)."""
        problem: SpragueError | None = None
        for parameters in islice(self.over, SAMPLES):
            try:
                return self.game_of(parameters)
            except SpragueError as error:
                problem = problem or error
        assert problem is not None
        raise problem

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns: the row's number, parameters, what is measured, how long it took, what went wrong."""
        measured = self.measure.columns(self._sample)
        kinds = {name: "text" if isinstance(self.first[name], tuple) else "integer" for name in self.over.names}
        for name in (*kinds, *measured):
            if name in OWN_COLUMNS or (name in kinds and name in measured):
                raise SpragueError(f"expected parameters and measured columns of different names, got {name!r} twice")
        own = [Column("seconds", "number"), Column("error", "text")]
        return (
            Column("row", "integer"),
            *(Column(name, kind) for name, kind in (kinds | measured).items()),
            *own,
        )

    @property
    def question(self) -> Question:
        return Question(self.game, str(self.over), self.measure.name, self.measure.version, self.columns)

    def rows(self) -> Iterator[tuple[int, Parameters]]:
        """All rows, by number, with their parameters."""
        return enumerate(self.over)

    def row(self, number: int, parameters: Parameters) -> tuple[Cell, ...]:
        """One row, computed now. A game that cannot be measured says why in the column `error`."""
        start = clock.now()
        error: str | None = None
        measured: dict[str, Cell] = {}
        try:
            measured = dict(self.measure.of(self.game_of(parameters)))
        except SpragueError as problem:
            error = str(problem)
        took = clock.now() - start
        names = [column.name for column in self.columns[1 + len(self.over.names) : -2]]
        unknown = set(measured) - set(names)
        if unknown:
            raise SpragueError(f"the measure {self.measure.name!r} gave columns it did not declare: {sorted(unknown)}")
        return (
            number,
            *(_cell(parameters[name]) for name in self.over.names),
            *(measured.get(name) for name in names),
            took,
            error,
        )

    def compute(self, batch: Batch) -> Rows:
        return [self.row(number, parameters) for number, parameters in batch]


def run_survey(
    survey: Survey,
    path: str | PathLike[str],
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> int:
    """Compute the rows that the file does not have yet, and say how many those were.

    With one worker everything happens in this process; with more, in as many processes of this machine; with
    the address of a Dask scheduler, on its workers. What the file holds in the end is the same, but for the seconds.
    """
    if workers < 1:
        raise SpragueError(f"expected at least 1 worker, got {workers}")
    total = len(survey.over)
    report = progress or (lambda done: None)
    with closing(SurveyStore.open(path, survey.question)) as store:
        done = store.done()
        finished = len(done)
        report(finished / total)
        if finished == total:
            return 0
        batches = _Batches((number, p) for number, p in survey.rows() if number not in done)
        if cluster is not None:
            results = on_cluster(cluster, survey.compute, batches)
        elif workers > 1:
            results = on_workers(workers, survey.compute, batches)
        else:
            results = in_this_process(survey.compute, batches)
        with closing(results):
            for rows in results:
                store.write(rows)
                batches.took(len(rows), sum(float(row[-2] or 0) for row in rows))
                finished += len(rows)
                report(finished / total)
        return finished - len(done)


class _Batches:
    """Rows to compute, in batches that grow until one takes about as long as is wished."""

    def __init__(self, rows: Iterable[tuple[int, Parameters]]) -> None:
        self.rows = iter(rows)
        self.size = 1

    def __iter__(self) -> Iterator[Batch]:
        while batch := list(islice(self.rows, self.size)):
            yield batch

    def took(self, rows: int, seconds: float) -> None:
        fitting = max(1, int(rows * WISHED_SECONDS / max(seconds, 1e-6)))
        self.size = min(fitting, 2 * self.size, MOST_IN_BATCH)


def _cell(value: Parameter) -> Cell:
    return value if isinstance(value, int) else "/".join(map(str, value))
