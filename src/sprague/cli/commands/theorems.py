"""The command `sprague theorems`: list, show, name, export and delete stored theorems."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import AsJson, Misere, choice_option, output_option, print_json, read_game
from sprague.cli.outputs import check_output_path, choose_format, requested_format, running_command, write_output
from sprague.errors import SpragueError
from sprague.render.terminal import print_lines

if TYPE_CHECKING:
    from sprague.proofs.stored_theorems import StoredTheorem

EXAMPLES = (
    "sprague theorems",
    "sprague theorems export nim:piles=2 --format latex",
)
AFTER_LIST = (
    "These are the stored statements; each is verified again before use. To show, name, export or forget a theorem, "
    "give its number in this list, its name or its game, such as: sprague theorems show 1"
)

theorems = typer.Typer(
    help="List, show, name, export and delete the stored theorems.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
)
TheoremText = Annotated[
    str, typer.Argument(metavar="THEOREM", help="the theorem, given by its number in the list, its name or its game")
]


@theorems.callback()
def _list_by_default(context: typer.Context, as_json: AsJson = False) -> None:
    if context.invoked_subcommand is None:
        list_theorems(as_json)


@theorems.command("list")
def list_theorems(as_json: AsJson = False) -> None:
    """List the stored theorems with their numbers."""
    from sprague.proofs.stored_theorems import list_theorems

    kept = list_theorems()
    if as_json:
        from sprague.render.decision_results import theorem_entry

        print_json([theorem_entry(theorem, str(theorem.path)) for theorem in kept])
        return
    if not kept:
        print("No theorem is stored; sprague discover GAME finds and stores theorems.")
        return
    print_lines(line for theorem in kept for line in _entry(theorem))
    print_lines(["", AFTER_LIST])


def _entry(theorem: StoredTheorem) -> list[str]:
    name = f"{theorem.name}: " if theorem.name else ""
    play = "misère" if theorem.misere else "normal"
    about = f"{theorem.number}  {name}{theorem.title}"
    return [about, f"    {theorem.statement}.", f"    {play} play, stored on {theorem.saved_on}"]


@theorems.command("show")
def show_theorem(theorem: TheoremText, misere: Misere = False, as_json: AsJson = False) -> None:
    """Verify a stored theorem, and print the theorem and its proof."""
    from sprague.proofs.proof import WindowProof
    from sprague.render.theorem_text import missing_formula_lines, proof_lines, theorem_lines
    from sprague.synthesis.window_formulas import with_formula

    found = _find(theorem, misere)
    proof = found.proof
    if isinstance(proof, WindowProof):
        proof = with_formula(proof)
    if as_json:
        from sprague.render.decision_results import theorem_details

        print_json(theorem_details(found, str(found.path)))
        return
    print_lines(
        [
            *theorem_lines(proof, f"{found.name or found.number}: "),
            f"  Rule: {proof.game}",
            *(f"  {line}" for line in missing_formula_lines(proof, found.path)),
            *proof_lines(proof),
            f"  Stored on {found.saved_on} and verified just now: {found.path}",
            f"  SHA-256 of the certificate: {found.digest}",
        ]
    )


@theorems.command("name")
def name_theorem(
    theorem: TheoremText,
    name: Annotated[str, typer.Argument(metavar="NAME", help="the new name, such as 'two equal piles'")],
    misere: Misere = False,
    as_json: AsJson = False,
) -> None:
    """Give a stored theorem a name."""
    found = _find(theorem, misere)
    before = found.name
    found.rename(name)
    if as_json:
        print_json({"number": found.number, "name": name, "former_name": before or None})
        return
    print(f"theorem {found.number} is now called {name}{f' (before: {before})' if before else ''}")


@theorems.command("export")
def export_theorem(
    context: typer.Context,
    theorem: TheoremText,
    misere: Misere = False,
    format_name: Annotated[
        str | None,
        choice_option(
            ("latex", "bibtex", "json"),
            "--format",
            meaning="the theorem in LaTeX, its sources in BibTeX, or its certificate",
        ),
    ] = None,
    output: Annotated[
        Path | None, output_option("write the theorem to this file; its suffix determines the format")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Export a stored theorem as LaTeX, its sources as BibTeX, or its certificate."""
    from sprague.render.theorem_latex import theorem_to_bibtex, theorem_to_latex

    exports = {"latex": theorem_to_latex, "bibtex": theorem_to_bibtex, "json": _certificate}
    chosen = choose_format(exports, requested_format(as_json, format_name), output)
    check_output_path(output, chosen)
    # A header line would change the digest of a certificate, so the certificate is written without a header.
    write_output(
        exports[chosen](_find(theorem, misere)), output, chosen, running_command(context) if chosen != "json" else ""
    )


@theorems.command("forget")
def forget_theorem(
    theorem: TheoremText,
    misere: Misere = False,
    sure: Annotated[bool, typer.Option("--yes", help="delete without asking")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete a stored theorem and its certificate."""
    found = _find(theorem, misere)
    if not sure:
        if as_json or not sys.stdin.isatty():
            raise SpragueError(
                "cannot ask for confirmation without a terminal or with --json; add --yes to delete the theorem"
            )
        print(f"{found.number}: {found.title}\n    {found.statement}.")
        typer.confirm("Delete this theorem?", abort=True)
    found.delete()
    if as_json:
        print_json({"number": found.number, "title": found.title, "deleted": True})
        return
    print(f"deleted theorem {found.number} about {found.title}; the numbers of later theorems decrease by one")


def _find(theorem: str, misere: bool) -> StoredTheorem:
    from sprague.proofs.stored_theorems import find_theorem

    return find_theorem(theorem, misere, read_game)


def _certificate(found: StoredTheorem) -> str:
    """Verify a stored theorem, and return the unchanged text of its certificate file for export."""
    assert found.proof
    return found.path.read_text("utf-8")
