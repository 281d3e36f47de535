"""The command `sprague values`: where each Grundy value occurs among the positions (0, a, b)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sprague.cli.arguments import AsJson, Dark, GameText, print_json, read_game
from sprague.cli.outputs import check_output_path, choose_format, running_command, write_output
from sprague.render.terminal import progress_bar

EXAMPLES = (
    "sprague values sharing-nim --limit 2000",
    "sprague values sharing-nim --limit 2000 --cap 16 --drawing values.png",
)


def values(
    context: typer.Context,
    game: GameText,
    limit: Annotated[int, typer.Option(help="compute the positions (0, a, b) with b below this number")] = 10_000,
    cap: Annotated[int, typer.Option(help="list only Grundy values below this number")] = 256,
    output: Annotated[
        Path | None,
        typer.Option(
            "--drawing",
            help="instead of printing text, write a chart that shows how often each value occurs to this file (.png, "
            ".svg, .pdf)",
        ),
    ] = None,
    dark: Dark = False,
    as_json: AsJson = False,
) -> None:
    """Show the values of three-pile games such as Sharing Nim.

    The command lists where each Grundy value occurs among the positions (0, a, b). It applies to games of three piles
    in which only the differences of the piles matter. The counts are observations, not proofs.
    """
    from sprague.render.pictures.picture import PICTURE_FORMATS
    from sprague.tables.special.difference_games import find_distribution

    kind = choose_format(PICTURE_FORMATS, None, output)
    check_output_path(output, kind)
    rule = read_game(game)
    with progress_bar(f"{rule.label}, values") as report:
        found = find_distribution(rule, limit, cap, progress=report)
    if output is not None:
        from sprague.render.pictures.bar_chart import draw_bars

        counts = {occurrence.value: occurrence.count for occurrence in found.occurrences}
        title = (
            f"How often each Grundy value below {cap} occurs in {rule.display_name}, positions (0, a, b), {found.seen}"
        )
        write_output(draw_bars(counts, title, dark=dark).write(kind, running_command(context)), output)
    if not as_json:
        if output is None:
            print(found)
        return
    print_json(
        {
            "game": rule.name or str(rule),
            "limit": limit,
            "cap": cap,
            "values": [
                {
                    "value": occurrence.value,
                    "count": occurrence.count,
                    "first": list(occurrence.first),
                    "last": list(occurrence.last),
                    "furthest": list(occurrence.furthest),
                }
                for occurrence in found.occurrences
            ],
        }
    )
