"""The command `sprague games`: list the games of the catalogue and the stored theorems."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from sprague.cli.arguments import AsJson, print_json
from sprague.errors import SpragueError
from sprague.games import catalogue
from sprague.render.game_page import game_entry
from sprague.render.terminal import wrap_line

EXAMPLES = (
    "sprague games",
    "sprague games --json",
)


def games(as_json: AsJson = False) -> None:
    """List the games of the catalogue and the stored theorems.

    Each line shows the name of a game, its parameters with their defaults, and its other names. In other commands, use
    a name as GAME, for example nim:piles=4.
    """
    if as_json:
        print_json([game_entry(entry) for entry in catalogue()])
        return
    console = Console(highlight=False)
    for game in catalogue():
        parameters = ",".join(f"{key}={value}" for key, value in game.parameters.items())
        aliases = "".join(f"  also {alias}" for alias in game.aliases)
        console.print(f"[bold cyan]{game.name}[/]{escape(f':{parameters}' if parameters else '')}[dim]{aliases}[/]")
        _print_below(console, game.summary or game.title)
    _list_discovered(console)


def _print_below(console: Console, text: str) -> None:
    """Print an indented text, such as a summary, below the name of a game."""
    console.print(wrap_line(f"    {text}", console.width), markup=False, soft_wrap=True)


def _list_discovered(console: Console) -> None:
    """Print the list of stored theorems below the list of games."""
    from sprague.certificates.evidence import P_POSITIONS
    from sprague.proofs.stored_theorems import list_theorems

    try:
        kept = list_theorems()
    # if stored theorems cannot be read, list only the catalogue; `sprague theorems` reports the error
    except SpragueError:
        return
    if not kept:
        return
    console.print("\n[bold]Stored theorems[/] (each is verified again before it is used)")
    for theorem in kept:
        play = " in misère play" if theorem.misere else ""
        console.print(f"[bold cyan]{escape(theorem.title)}[/]{play}")
        unnamed = not theorem["claim"] and theorem["kind"] == P_POSITIONS
        number = theorem.number
        shown = f"proved, but no closed formula was found; see sprague theorems show {number}"
        _print_below(console, shown if unnamed else theorem.statement)
