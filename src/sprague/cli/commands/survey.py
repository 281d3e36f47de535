"""The command `sprague survey`: a measure of many games, stored in a file."""

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

EXAMPLES = (
    "sprague survey subtraction-transfer --over a=1..5,b=1..5,c=1 -o cookies.duckdb",
    "sprague survey -o cookies.duckdb",
)


def survey(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="a game of the catalogue; without it the survey in FILE goes on")
    ] = "",
    over: Annotated[str, typer.Option(help="parameters such as a=1..40,b=1..40:2,c={1..a}")] = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="the file of the survey, in the format of DuckDB"),
    ] = None,
    measure: Annotated[
        str, typer.Option(help="periods, heaps, discover, discover-misere or discover-quickly")
    ] = "periods",
    expect: Annotated[str, typer.Option(metavar="FORMULA", help="what rows should satisfy, such as 'q = 2b'")] = "",
    sql: Annotated[str, typer.Option(metavar="QUERY", help="print what a SELECT finds in the table rows")] = "",
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="write rows to .parquet or .csv")] = None,
    workers: Annotated[int, typer.Option(help="processes of this machine; 1 is this process itself")] = 1,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="a Dask scheduler, tcp://host:8786")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure every game of a range of parameters into a file.

    Killed at any moment and started again, a survey goes on where it was; a file keeps its spec. The exit code
    is 1 if some row does not satisfy --expect.
    """
    from sprague.surveys.report import check_expectation, summarise_survey
    from sprague.surveys.store import SurveyStore, check_survey_export, query_survey
    from sprague.surveys.survey import Survey, run_survey

    if output is None:
        raise SpragueError("expected a file for the rows: -o FILE.duckdb")
    if bool(game) != bool(over):
        raise SpragueError("expected both a game and --over, or neither to go on with the survey in the file")
    check_output_path(output, "duckdb", "-o names the file of the survey, --export writes its rows (.parquet, .csv)")
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
    print(f"{summary.spec}: {summary.rows:,} of {summary.total:,} games, {computed:,} of them computed now")
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
        print(f"slowest: {_parameters(parameters)} in {seconds:.3g} s; all together {summary.seconds:,.3g} s")
    if summary.failed:
        print(f"could not be measured: {summary.failed:,}")
        for error, parameters in summary.errors:
            print(f"  {_parameters(parameters)}: {error}")


def _print_expectation(expectation: Expectation) -> None:
    print(f"expected {expectation}")
    for row in expectation.first:
        print(f"  {_parameters(row)}")
    if expectation.broken > len(expectation.first):
        print(f"  … and {expectation.broken - len(expectation.first):,} more: where as_expected is false in the file")


def _print_rows(names: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print rows as text with tabs between columns."""
    print("\t".join(names))
    for row in rows:
        print("\t".join("" if value is None else str(value) for value in row))


def _parameters(row: dict[str, Any]) -> str:
    return ", ".join(f"{name}={clip(str(value))}" for name, value in row.items())


def _right(title: str) -> Any:
    from rich.table import Column

    return Column(title, justify="right")
