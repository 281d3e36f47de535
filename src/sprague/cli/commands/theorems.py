"""The command `sprague theorems`: list, show, name, export and delete stored theorems."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import AsJson, Misere, print_json, read_game
from sprague.cli.outputs import check_output_path, choose_format, running_command, write_output
from sprague.errors import SpragueError
from sprague.render.terminal import print_lines

if TYPE_CHECKING:
    from sprague.proofs.stored_theorems import StoredTheorem

EXAMPLES = (
    "sprague theorems",
    "sprague theorems export nim:piles=2 --format latex",
)
AFTER_LIST = (
    "So their files say; each is proved anew before it is used. A number is a place in this list: "
    "show, name, export and forget take it, or a name, or the game."
)

theorems = typer.Typer(
    help="Look through the theorems that were discovered and kept.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
TheoremText = Annotated[str, typer.Argument(metavar="THEOREM", help="its number in the list, its name, or its game")]


@theorems.callback()
def _list_by_default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_theorems()


@theorems.command("list")
def list_theorems(as_json: AsJson = False) -> None:
    """List the theorems that are kept, each with its number."""
    from sprague.proofs.stored_theorems import list_theorems

    kept = list_theorems()
    if as_json:
        from sprague.render.decision_results import theorem_entry

        print_json([theorem_entry(theorem, str(theorem.path)) for theorem in kept])
        return
    if not kept:
        print("No theorem is kept; sprague discover GAME finds and keeps them.")
        return
    print_lines(line for theorem in kept for line in _entry(theorem))
    print_lines(["", AFTER_LIST])


def _entry(theorem: StoredTheorem) -> list[str]:
    name = f"{theorem.name}: " if theorem.name else ""
    play = "misère" if theorem.misere else "normal"
    about = f"{theorem.number}  {name}{theorem.title}"
    return [about, f"    {theorem.statement}.", f"    {play} play, kept since {theorem.saved_on}"]


@theorems.command("show")
def show_theorem(theorem: TheoremText, misere: Misere = False, as_json: AsJson = False) -> None:
    """Show a theorem, proved anew, and its proof."""
    from sprague.render.theorem_text import missing_formula_lines, theorem_lines

    found = _find(theorem, misere)
    proof = found.proof
    if as_json:
        from sprague.render.decision_results import theorem_details

        print_json(theorem_details(found, str(found.path)))
        return
    print_lines(
        [
            *theorem_lines(proof, f"{found.name or found.number}: "),
            f"  rule: {proof.game}",
            *(f"  {line}" for line in missing_formula_lines(proof, found.path)),
            f"  the proof: {proof.effort()}; it was checked just now",
            f"  play ends, as every move lowers {proof.game.rank}",
            f"  kept since {found.saved_on} in {found.path}",
            f"  SHA-256 of the certificate: {found.digest}",
        ]
    )


@theorems.command("name")
def name_theorem(
    theorem: TheoremText,
    name: Annotated[str, typer.Argument(metavar="NAME", help="such as 'two equal piles'")],
    misere: Misere = False,
) -> None:
    """Give a theorem a name of its own."""
    found = _find(theorem, misere)
    before = found.name
    found.rename(name)
    print(f"theorem {found.number} is called {name} from now on{f', no longer {before}' if before else ''}")


@theorems.command("export")
def export_theorem(
    context: typer.Context,
    theorem: TheoremText,
    misere: Misere = False,
    format_name: Annotated[
        str | None, typer.Option("--format", help="latex, bibtex (the works to cite), or json (the certificate)")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="write to this file")] = None,
) -> None:
    """Export a theorem as LaTeX, BibTeX, or its certificate."""
    from sprague.render.theorem_latex import theorem_to_bibtex, theorem_to_latex

    exports = {"latex": theorem_to_latex, "bibtex": theorem_to_bibtex, "json": _certificate}
    chosen = choose_format(exports, format_name, output)
    check_output_path(output, chosen)
    # A certificate is what its digest says, to the letter.
    write_output(
        exports[chosen](_find(theorem, misere)), output, chosen, running_command(context) if chosen != "json" else ""
    )


@theorems.command("forget")
def forget_theorem(
    theorem: TheoremText,
    misere: Misere = False,
    sure: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
) -> None:
    """Forget a theorem; its certificate is deleted."""
    found = _find(theorem, misere)
    if not sure:
        if not sys.stdin.isatty():
            raise SpragueError("expected --yes where nobody can be asked; it deletes the theorem")
        print(f"{found.number}: {found.title}\n    {found.statement}.")
        typer.confirm("Forget it?", abort=True)
    found.delete()
    print(f"theorem {found.number}, about {found.title}, is forgotten; those after it move up by one")


def _find(theorem: str, misere: bool) -> StoredTheorem:
    from sprague.proofs.stored_theorems import find_theorem

    return find_theorem(theorem, misere, read_game)


def _certificate(found: StoredTheorem) -> str:
    """Return the certificate file unchanged, so that its digest stays the same, after checking it."""
    assert found.proof
    return found.path.read_text("utf-8")
