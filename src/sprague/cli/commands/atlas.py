"""The command `sprague atlas`: list, show and search the entries of the atlas."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sprague.cli.arguments import AsJson, print_json
from sprague.cli.outputs import check_output_path
from sprague.errors import SpragueError
from sprague.files import write_atomically
from sprague.render.terminal import print_lines

if TYPE_CHECKING:
    from sprague.atlas import Atlas, Entry

NOT_FOUND = 1
SHOWN_HITS = 20  # maximum number of search results that `sprague atlas` prints without the option --all
SHOWN_POSITIONS = 12
EXAMPLES = (
    "sprague atlas search 0 1 2 0 1 2",
    "sprague atlas show S000020",
)

atlas = typer.Typer(
    help="Look up games in the atlas by values, positions or rule.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


@atlas.command("list")
def list_entries(
    words: Annotated[list[str] | None, typer.Argument(help="list only entries that contain all these words")] = None,
    as_json: AsJson = False,
) -> None:
    """List all entries with their identifiers, or only the entries that contain all given words.

    The words may be names, sources or concepts, such as: 2 piles, transfers, splits, misère, proved, undecided,
    fibonacci.
    """
    from sprague.atlas import load_atlas
    from sprague.atlas.searching import search_words

    found = load_atlas()
    entries = list(found) if not words else [hit.entry for hit in search_words(found, " ".join(words)).hits]
    if as_json:
        print_json(
            [
                {"id": entry.id, "title": entry.title, "status": entry.status, "rule": entry.notation}
                for entry in entries
            ]
        )
    else:
        print_lines(f"{entry.id}  {entry.status:10}  {entry.title}" for entry in entries)
    if not entries:
        raise typer.Exit(NOT_FOUND)


@atlas.command("show")
def show_entry(
    identifier: Annotated[
        str, typer.Argument(metavar="ID", help="the identifier of an entry, such as S000020, or the name of its game")
    ],
    certificate: Annotated[
        Path | None, typer.Option(help="write the certificate of the entry to this file (.json)")
    ] = None,
    bibtex: Annotated[bool, typer.Option("--bibtex", help="print only the BibTeX entries to cite")] = False,
    as_json: AsJson = False,
) -> None:
    """Show an entry: rule, values, P-positions, theorem, certificate, sources and related entries."""
    from sprague.atlas import load_atlas

    if bibtex and as_json:
        raise SpragueError("--bibtex cannot be combined with --json; the JSON form contains the BibTeX entries")
    check_output_path(certificate, "json", "--certificate writes the certificate")
    found = load_atlas()
    named = found.with_name(identifier)
    entry = named[0] if len(named) == 1 else found[identifier]
    if certificate is not None:
        write_atomically(certificate, found.certificate_bytes(entry).decode())
    if as_json:
        print_json(found.to_json(entry))
    elif bibtex:
        print(entry.bibtex(), end="")
    else:
        print_lines(_entry_lines(found, entry))
        if certificate is not None:
            print(f"Certificate written; check it with: sprague verify {certificate}")


@atlas.command("search")
def search_entries(
    query: Annotated[
        list[str], typer.Argument(help="the query: values, P-positions such as 1,2 3,5, a rule, or words")
    ],
    show_all: Annotated[bool, typer.Option("--all", help="print all hits")] = False,
    as_json: AsJson = False,
) -> None:
    """Find entries by values, P-positions, a rule or words.

    The values may be Grundy values or outcomes from a row or from a table by antidiagonals, and may be shifted or
    complemented. The piles of P-positions may be in any order. The exit code is 1 if no entry is found.
    """
    from sprague.atlas import search

    result = search(" ".join(query))
    if as_json:
        print_json(result.to_json())
    else:
        shown = result.hits if show_all else result.hits[:SHOWN_HITS]
        print_lines(f"{hit.entry.id}  {hit.entry.title} [{hit.entry.status}]: {hit.reason}" for hit in shown)
        if len(shown) < len(result.hits):
            print_lines([f"… and {len(result.hits) - len(shown)} more; --all prints all"])
        if not result.hits:
            print_lines([f"Nothing found. The query was read as {result.read_as}. Tried:"])
            print_lines(f"  {line}" for line in result.tried)
            if result.suggestion is not None:
                print_lines([f"Did you mean: sprague atlas search {result.suggestion}"])
    if not result.hits:
        raise typer.Exit(NOT_FOUND)


def _entry_lines(atlas: Atlas, entry: Entry) -> Iterator[str]:
    """Yield the lines of text that describe an entry of the atlas."""
    from sprague.atlas.records import STATUS_TEXT

    yield f"{entry.id}  {entry.title}"
    yield f"  Rule: {entry.notation}"
    yield f"  Play: {'misère' if entry.play == 'misere' else 'normal'}"
    yield f"  Status: {STATUS_TEXT[entry.status]}"
    yield f"  Statement: {entry.statement}"
    if entry.formula:
        yield f"  Formula: {entry.formula}"
    what = "Grundy values" if entry.values_are == "grundy" else "Outcomes (0 for P, 1 for N)"
    for row in entry.rows[:4]:
        where = f", {row.where}" if row.fixed else ""
        yield f"  {what}{where}: {' '.join(str(value) if value >= 0 else '·' for value in row.values)}"
    listed = ", ".join(map(_position_text, entry.positions[:SHOWN_POSITIONS]))
    yield f"  P-positions with the fewest chips: {listed or f'none with fewer than {entry.chips} chips'}"
    for theorem in entry.theorems:
        yield f"  {theorem.title} ({theorem.source}): {theorem.statement}"
    if entry.certificate is not None:
        info = entry.certificate
        yield f"  Certificate: {info.kind}, {info.size:,} bytes, SHA-256 {info.sha256}"
        covered = entry.coq or "nothing of it"
        yield f"  The export to Coq covers: {covered}"
    for number in entry.oeis:
        yield f"  OEIS: {number.number}, {number.what} ({number.certainty})"
    for _, text in entry.sources:
        yield f"  Source: {text}"
    for relation in atlas.related(entry):
        more = f", … ({relation.count} in all)" if relation.count > len(relation.ids) else ""
        yield f"  Related, {relation.kind}: {', '.join(relation.ids)}{more}"
    yield "  Commands:"
    yield from (f"    {line}" for line in entry.commands())


def _position_text(position: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, position))})" if len(position) > 1 else str(position[0])
