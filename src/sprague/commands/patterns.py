"""The commands about patterns: periods with their proof, rows and values far out with what is seen in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

import sprague
from sprague.errors import SpragueError
from sprague.games import resolve
from sprague.show.progress import progress_bar

GameText = Annotated[str, typer.Argument(metavar="GAME", help="a name, name:param=value, or a rule in quotes")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Misere = Annotated[bool, typer.Option("--misere", help="the last player to move loses")]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command()(period)
    app.command("rows")(show_rows)
    app.command()(values)


def period(
    game: GameText,
    what: Annotated[str, typer.Option(help="grundy or outcome")] = "grundy",
    misere: Misere = False,
    budget: Annotated[int | None, typer.Option(min=1, help="compute at most this many positions")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write the certificate to this file")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the least period of every pile, and prove it.

    For games with finitely many moves. The exit code is 1 if some pile has none that was found.
    """
    from sprague.patterns.recurrence import BUDGET
    from sprague.tables.table import write_whole

    if output is not None and not output.parent.is_dir():
        raise SpragueError(f"expected a file in an existing folder, got {str(output)!r}")
    # Misère play has outcomes only, so that is what is meant.
    asked = "outcome" if misere else what
    rule = resolve(game, {}, None)
    found = sprague.find_period(rule, what=asked, misere=misere, budget=budget or BUDGET)
    evidence = getattr(found, "evidence", None)
    if output is not None and evidence is not None:
        write_whole(output, (json.dumps(evidence.to_json()) + "\n").encode())
    if as_json:
        print(
            json.dumps(
                {
                    "game": rule.name or str(rule),
                    "what": asked,
                    "play": "misere" if misere else "normal",
                    "piles": list(rule.piles),
                    "preperiods": list(found.preperiods),
                    "periods": list(found.periods),
                    "largest": getattr(found, "largest", None),
                    "class": found.kind,
                    "proved": evidence is not None,
                    "reason": found.reason or None,
                },
                ensure_ascii=False,
            )
        )
    else:
        print(found)
        if evidence is not None:
            sizes = [" x ".join(map(str, window.values.shape)) for window in evidence.windows]
            print(f"Proved by a window of {' and '.join(sizes) or 'no'} positions; class: {found.kind}")
            if output is not None:
                print(f"Certificate: {output}")
    if None in found.periods:
        raise typer.Exit(1)


def _numbers(text: str) -> list[int]:
    """The numbers of `0..63` or `1,5,8..10`."""
    found: list[int] = []
    for piece in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,9})(?:\.\.([0-9]{1,9}))?\s*", piece)
        if match is None:
            raise SpragueError(f"expected rows such as 0..63 or 1,5,8, got {text!r}")
        last = int(match[2] or match[1])
        if last - int(match[1]) > 1_000_000:
            raise SpragueError(f"expected at most a million rows, got {text!r}")
        found += range(int(match[1]), last + 1)
    return found


def show_rows(
    game: GameText,
    chosen: Annotated[str, typer.Option("--rows", help="such as 0..63 or 1,5,8")] = "0..15",
    limit: Annotated[int, typer.Option(help="n below this")] = 10_001,
    cap: Annotated[int | None, typer.Option(help="values only up to this, exactly")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the records of rows (0, a, n) and whether a period is seen.

    For games of differences on three piles, such as sharing-nim, far out. What is seen is no proof.
    """
    from sprague.patterns.distribution import find_records
    from sprague.patterns.sequences import find_sequence_period

    rule = resolve(game, {}, None)
    numbers = _numbers(chosen)
    with progress_bar(f"{rule.label}, rows") as report:
        found = sprague.rows(rule, numbers, limit, cap=cap, progress=report)
    listed = []
    for a, row in zip(numbers, found, strict=True):
        records, seen = find_records(row), find_sequence_period(row)
        listed.append(
            {
                "row": a,
                "records": [list(record) for record in records.records],
                "capped": cap is not None and records.largest >= cap,
                "period": seen.period if seen else None,
                "preperiod": seen.preperiod if seen else None,
                "saltus": seen.saltus if seen else None,
                "seen": seen.seen,
            }
        )
        if not as_json:
            above = f" (values of {cap} and more are cut down to {cap})" if listed[-1]["capped"] else ""
            print(f"row {a}: {records}{above}; {seen}")
    if as_json:
        print(json.dumps({"game": rule.name or str(rule), "limit": limit, "cap": cap, "rows": listed}))


def values(
    game: GameText,
    limit: Annotated[int, typer.Option(help="b below this")] = 10_000,
    cap: Annotated[int, typer.Option(help="for values below this")] = 256,
    as_json: AsJson = False,
) -> None:
    """Show for each value where it occurs among the positions (0, a, b), and the largest a.

    For games of differences on three piles, such as sharing-nim, far out. What is seen is no proof.
    """
    from sprague.patterns.distribution import far_distribution

    rule = resolve(game, {}, None)
    with progress_bar(f"{rule.label}, values") as report:
        found = far_distribution(rule, limit, cap, progress=report)
    if not as_json:
        print(found)
        return
    print(
        json.dumps(
            {
                "game": rule.name or str(rule),
                "limit": limit,
                "cap": cap,
                "values": [
                    {
                        "value": spread.value,
                        "count": spread.count,
                        "first": list(spread.first),
                        "last": list(spread.last),
                        "furthest": list(spread.furthest),
                    }
                    for spread in found.spreads
                ],
            }
        )
    )
