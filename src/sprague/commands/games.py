"""The command `sprague games`: the games of the catalogue, and what was discovered about others."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from sprague.commands.arguments import AsJson, print_json
from sprague.errors import SpragueError
from sprague.games import catalogue

EXAMPLES = (
    "sprague games",
    "sprague games --json",
)


def games(as_json: AsJson = False) -> None:
    """List the games of the catalogue."""
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "aliases": list(game.aliases),
                    "parameters": {key: str(default) for key, default in game.parameters.items()},
                    "summary": game.summary,
                }
                for game in catalogue()
            ]
        )
        return
    console = Console(highlight=False)
    for game in catalogue():
        parameters = ",".join(f"{key}={value}" for key, value in game.parameters.items())
        aliases = "".join(f"  also {alias}" for alias in game.aliases)
        console.print(f"[bold cyan]{game.name}[/]{escape(f':{parameters}' if parameters else '')}[dim]{aliases}[/]")
        console.print(Padding(escape(game.summary or game.title), (0, 0, 0, 4)))
    _list_discovered(console)


def _list_discovered(console: Console) -> None:
    """The theorems that were discovered and kept, as their files say."""
    from sprague.proofs.kept import all_kept

    try:
        kept = all_kept()
    except SpragueError:  # of which `sprague theorems` speaks; the catalogue is there all the same
        return
    if not kept:
        return
    console.print("\n[bold]Discovered and kept[/]; each is proved anew when it is used")
    for theorem in kept:
        play = " in misère play" if theorem.misere else ""
        console.print(f"[bold cyan]{escape(theorem.title)}[/]{play}")
        console.print(Padding(escape(theorem.statement), (0, 0, 0, 4)))
