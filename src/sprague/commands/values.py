"""The command `sprague values`: where each value of a game of differences occurs, far out."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sprague.commands.arguments import AsJson, GameText, read_game
from sprague.show.progress import progress_bar

EXAMPLES = (
    "sprague values sharing-nim --limit 2000",
    "sprague values sharing-nim --limit 2000 --cap 16 --json",
)


def values(
    game: GameText,
    limit: Annotated[int, typer.Option(help="b below this")] = 10_000,
    cap: Annotated[int, typer.Option(help="for values below this")] = 256,
    as_json: AsJson = False,
) -> None:
    """Show where each value occurs among the positions (0, a, b).

    For games of differences on three piles, such as sharing-nim, far out. What is seen is no proof.
    """
    from sprague.patterns.distribution import far_distribution

    rule = read_game(game)
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
    )
