"""The command `sprague check`: a formula tested as the set of P-positions."""

from __future__ import annotations

from typing import Annotated

import typer

from sprague.games import resolve
from sprague.show.arguments import AsJson, GameText, Misere, print_json
from sprague.show.progress import progress_bar


def check(
    game: GameText,
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help="such as 'a = b' or 'all piles odd'")],
    misere: Misere = False,
    limit: Annotated[int | None, typer.Option(help="every pile below this")] = None,
    chips: Annotated[int | None, typer.Option(help="at most this many chips in all")] = None,
    as_json: AsJson = False,
) -> None:
    """Test a formula as the set of P-positions.

    Without --limit or --chips, up to some 200,000 positions are looked at. The exit code is 1 if the formula is
    refuted: then the smallest position outside the set without a move into it is shown, and the smallest two
    positions of the set one move apart.
    """
    from sprague.patterns.check import check_formula

    rule = resolve(game, {}, None)
    with progress_bar(rule.label) as report:
        found = check_formula(rule, formula, misere=misere, limit=limit, chips=chips, progress=report)
    if as_json:
        print_json(found.to_json())
    else:
        print(found)
    if not found.holds:
        raise typer.Exit(1)
