"""The command `sprague theorems`: what was discovered and kept, shown, named, exported and forgotten."""

from __future__ import annotations

import datetime
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from sprague.commands.arguments import AsJson, Misere, print_json
from sprague.commands.outputs import chosen_format, put_out
from sprague.errors import SpragueError
from sprague.files import check_place

if TYPE_CHECKING:
    from sprague.proofs.kept import Kept

EXAMPLES = (
    "sprague theorems",
    "sprague theorems export nim:piles=2 --format latex",
)

theorems = typer.Typer(
    help="Look through the theorems that were discovered and kept.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
TheoremText = Annotated[
    str, typer.Argument(metavar="THEOREM", help="its number or the first digits of it, its name, or its game")
]


@theorems.callback()
def _list_unless_told(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_theorems()


@theorems.command("list")
def list_theorems(as_json: AsJson = False) -> None:
    """List the theorems that are kept, each with its number."""
    from sprague.proofs.kept import all_kept

    kept = list(all_kept())
    if as_json:
        print_json([_data(theorem) for theorem in kept])
        return
    if not kept:
        print("No theorem is kept; sprague discover GAME finds and keeps them.")
        return
    console = Console(highlight=False)
    for theorem in kept:
        name = f" {theorem.name}:" if theorem.name else ""
        play = " in misère play" if theorem.proof.misere else ""
        game = theorem.proof.game.name or str(theorem.proof.game)
        console.print(f"[bold cyan]{theorem.number}[/]{escape(name)} {escape(game)}{play}")
        console.print(f"    {escape(theorem.proof.statement())}.", soft_wrap=not console.is_terminal)


@theorems.command("show")
def show_theorem(theorem: TheoremText, misere: Misere = False, as_json: AsJson = False) -> None:
    """Show a theorem: its statement, its proof, its certificate."""
    from sprague.proofs.kept import find_kept

    found = find_kept(theorem, misere)
    if as_json:
        print_json(_data(found))
        return
    proof = found.proof
    print(f"{found.name or found.number}: {proof.statement()}.")
    print(f"  rule: {proof.game}")
    print(f"  the proof: {proof.effort()}")
    print(f"  play ends, as every move lowers {proof.game.rank}")
    print(f"  kept since {_day(found)} in {found.path}")
    print(f"  SHA-256 of the certificate: {found.digest}")


@theorems.command("name")
def name_theorem(
    theorem: TheoremText,
    name: Annotated[str, typer.Argument(metavar="NAME", help="such as 'two equal piles'")],
    misere: Misere = False,
) -> None:
    """Give a theorem a name of its own."""
    from sprague.proofs.kept import find_kept

    found = find_kept(theorem, misere)
    before = found.name
    found.give_name(name)
    print(f"{found.number} is called {name} from now on{f', no longer {before}' if before else ''}")


@theorems.command("export")
def export_theorem(
    theorem: TheoremText,
    misere: Misere = False,
    format_name: Annotated[str | None, typer.Option("--format", help="latex, bibtex or json")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
) -> None:
    """Export a theorem as LaTeX, BibTeX, or its certificate."""
    from sprague.proofs.kept import find_kept
    from sprague.show.theorem_export import as_bibtex, as_latex

    exports = {"latex": as_latex, "bibtex": as_bibtex, "json": _certificate}
    chosen = chosen_format(exports, format_name, output)
    if output is not None:
        check_place(output)
    put_out(exports[chosen](find_kept(theorem, misere)), output)


@theorems.command("forget")
def forget_theorem(
    theorem: TheoremText,
    misere: Misere = False,
    sure: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
) -> None:
    """Forget a theorem; its certificate is deleted."""
    from sprague.proofs.kept import find_kept

    found = find_kept(theorem, misere)
    if not sure:
        if not sys.stdin.isatty():
            raise SpragueError("expected --yes where nobody can be asked; it deletes the theorem")
        print(f"{found.number}: {found.proof.statement()}.")
        typer.confirm("Forget it?", abort=True)
    found.forget()
    print(f"{found.number} is forgotten")


def _certificate(found: Kept) -> str:
    return json.dumps(found.proof.certificate(), ensure_ascii=False) + "\n"


def _day(found: Kept) -> str:
    return datetime.date.fromtimestamp(found.path.stat().st_mtime).isoformat()


def _data(found: Kept) -> dict[str, object]:
    proof = found.proof
    return {
        "number": found.number,
        "name": found.name,
        **proof.to_json(),
        "rank": str(proof.game.rank),
        "kept": _day(found),
        "certificate": str(found.path),
        "sha256": found.digest,
    }
