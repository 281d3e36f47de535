"""The command `sprague survey`: compute the same data for many games, and store the results in a file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from sprague.cli.arguments import AsJson, print_json
from sprague.cli.outputs import check_output_path
from sprague.errors import SpragueError, clip
from sprague.render.terminal import progress_bar
from sprague.surveys.report import Expectation, Summary


def complete_measure(incomplete: str) -> list[str]:
    """Return the names of measures that start with an incomplete argument, for shell completion."""
    from sprague.surveys.measures import MEASURES, plugin_measures

    return sorted(name for name in MEASURES | plugin_measures() if name.startswith(incomplete))


EXAMPLES = (
    "sprague survey subtraction-transfer --over a=1..5,b=1..5,c=1 --database cookies.duckdb",
    "sprague survey --database cookies.duckdb",
)


def survey(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="a game of the catalogue; by default, continue the survey in FILE"),
    ] = "",
    over: Annotated[str, typer.Option(help="the ranges of the parameters, such as a=1..40,b=1..40:2,c={1..a}")] = "",
    output: Annotated[
        Path | None,
        typer.Option("--database", metavar="FILE", help="store the results in this file (.duckdb)"),
    ] = None,
    measure: Annotated[
        str,
        typer.Option(
            metavar="periods|heaps|discover|discover-misere|discover-quickly",
            autocompletion=complete_measure,
            help="what to compute for each game; installed packages may add measures",
        ),
    ] = "periods",
    expect: Annotated[
        str,
        typer.Option(
            metavar="FORMULA", help="check that the results for all games satisfy this formula, such as 'q = 2b'"
        ),
    ] = "",
    sql: Annotated[
        str, typer.Option(metavar="QUERY", help="print the result of this SELECT statement on the table 'rows'")
    ] = "",
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write the results to this file (.parquet, .csv)")
    ] = None,
    workers: Annotated[int, typer.Option(help="compute in this many processes on this machine")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="use the Dask scheduler at this address, such as tcp://host:8786"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the same data for each game in a range of parameters.

    The command stores the results in a file, with one row for each game. An interrupted survey continues where it
    stopped if the command is run again. The exit code is 1 if the result for some game does not satisfy the formula of
    --expect.
    """
    from sprague.surveys.report import check_expectation, summarise_survey
    from sprague.surveys.store import SurveyStore, check_survey_export, query_survey
    from sprague.surveys.survey import Survey, run_survey

    if output is None:
        raise SpragueError("no file for the results is given; add --database FILE.duckdb")
    if bool(game) != bool(over):
        raise SpragueError("GAME and --over must be given together; to continue the survey in the file, leave out both")
    check_output_path(output, "duckdb", "--database stores the survey (.duckdb), --export writes rows (.parquet, .csv)")
    if export is not None:
        check_survey_export(export)
    if game:
        asked = Survey.of(game, over, measure)
    else:
        with closing(SurveyStore.open(output)) as store:
            asked = Survey.of(store.spec.game, store.spec.ranges, store.spec.measure)
    with progress_bar(f"survey of {asked.game}") as report:
        computed = run_survey(asked, output, workers=workers, cluster=cluster, progress=report)
    with closing(SurveyStore.open(output, asked.spec)) as store:
        expectation = check_expectation(store, expect) if expect else None
        summary = summarise_survey(store)
        if export is not None:
            store.export(export)
    found = query_survey(output, sql) if sql else None
    if as_json:
        print_json(_as_json(summary, computed, expectation, found))
    elif found is not None:
        _print_rows(*found)
    else:
        _print_summary(summary, computed)
    if expectation is not None and not as_json:
        _print_expectation(expectation)
    if expectation is not None and not expectation.holds:
        raise typer.Exit(1)


def _as_json(
    summary: Summary,
    computed: int,
    expectation: Expectation | None,
    found: tuple[list[str], list[tuple[Any, ...]]] | None,
) -> dict[str, object]:
    spec = summary.spec
    data: dict[str, object] = {
        "game": spec.game,
        "over": spec.ranges,
        "measure": spec.measure,
        "rows": summary.rows,
        "computed": computed,
        "classes": dict(summary.classes),
        "largest": {record.column: {"value": record.value, **record.parameters} for record in summary.records},
        "errors": [{"error": error, **parameters} for error, parameters in summary.errors],
    }
    if expectation is not None:
        data["expectation"] = {
            "formula": expectation.formula,
            "holds": expectation.holds,
            "broken": expectation.broken,
            "undecided": expectation.undecided,
            "first": list(expectation.first),
        }
    if found is not None:
        names, rows = found
        data["sql"] = [dict(zip(names, map(_plain, row), strict=True)) for row in rows]
    return data


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _print_summary(summary: Summary, computed: int) -> None:
    print(f"{summary.spec}: {summary.rows:,} of {summary.total:,} games are done, {computed:,} of them in this run")
    console = Console(highlight=False)
    classes = Table("class", _right("games"), box=None, pad_edge=False)
    for kind, count in summary.classes:
        classes.add_row(kind, f"{count:,}")
    console.print(classes)
    records = Table("column", _right("largest"), "first at", box=None, pad_edge=False)
    for record in summary.records:
        records.add_row(record.column, f"{record.value:,}", _parameters(record.parameters))
    console.print(records)
    if summary.slowest is not None:
        seconds, parameters = summary.slowest
        print(f"slowest: {_parameters(parameters)} in {seconds:.3g} s; total {summary.seconds:,.3g} s")
    if summary.failed:
        print(f"games that failed: {summary.failed:,}")
        for error, parameters in summary.errors:
            print(f"  {_parameters(parameters)}: {error}")


def _print_expectation(expectation: Expectation) -> None:
    print(f"expected {expectation}")
    for row in expectation.first:
        print(f"  {_parameters(row)}")
    if expectation.broken > len(expectation.first):
        print(
            f"  … and {expectation.broken - len(expectation.first):,} more: rows of the file with as_expected = false"
        )


def _print_rows(names: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print the rows that an SQL query on a survey returns, with tabs between columns."""
    print("\t".join(names))
    for row in rows:
        print("\t".join("" if value is None else str(value) for value in row))


def _parameters(row: dict[str, Any]) -> str:
    return ", ".join(f"{name}={clip(str(value))}" for name, value in row.items())


def _right(title: str) -> Any:
    from rich.table import Column

    return Column(title, justify="right")
