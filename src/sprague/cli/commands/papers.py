"""The command `sprague papers`: check the claims of five papers, and print a verdict on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sprague.cli.arguments import AsJson, print_json
from sprague.games import PAPERS
from sprague.papers import CONSISTENT, CORRECTED, ERRATA, REFUTED, VERIFIED, Claim, Verdict, find_claims
from sprague.progress import Progress
from sprague.render.terminal import progress_bar

EXAMPLES = (
    "sprague papers lengyel",
    "sprague papers ferguson/prop-4",
)
COLOURS = {VERIFIED: "green", CONSISTENT: "cyan", CORRECTED: "yellow", REFUTED: "magenta"}


def papers(
    claim: Annotated[
        str,
        typer.Argument(metavar="CLAIM", help="check only one paper or claim, for example ferguson or ferguson/prop-4"),
    ] = "",
    far: Annotated[
        bool, typer.Option("--full", help="also test the claims at larger positions; this test takes longer")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check the claims of five papers, and print a verdict on each.

    The exit code is 1 if some verdict differs from the expected verdict.
    """
    claims = find_claims(claim)
    found = []
    with progress_bar("the five papers") as report:
        for number, entry in enumerate(claims):
            report(Progress(number / len(claims)))
            found.append((entry, entry.run(far)))
    if as_json:
        print_json([verdict.to_result(entry) for entry, verdict in found])
    else:
        _print_papers(found, at_length=len(found) == 1)
    if any(verdict.kind != entry.expected for entry, verdict in found):
        raise typer.Exit(1)


def _print_papers(found: Sequence[tuple[Claim, Verdict]], at_length: bool) -> None:
    """Print the verdicts on the claims of papers, grouped by paper; print a single claim in full."""
    console = Console(highlight=False)
    if at_length:
        ((claim, verdict),) = found
        console.print(Text(claim.id, style="bold"), soft_wrap=True)
        console.print(Text(claim.statement), soft_wrap=True)
        console.print(_coloured(claim, verdict), soft_wrap=True)
        return
    for paper in PAPERS:
        rows = [(claim, verdict) for claim, verdict in found if claim.id.startswith(f"{paper}/")]
        if not rows:
            continue
        console.print(Text(f"\n{PAPERS[paper]}", style="bold"))
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="dim")
        table.add_column(ratio=1)
        table.add_column(ratio=1)
        for claim, verdict in rows:
            table.add_row(claim.id.partition("/")[2], Text(claim.statement), _coloured(claim, verdict))
        console.print(table)
    counts = Counter(verdict.kind for _, verdict in found)
    summary = ", ".join(f"{number} {kind}" for kind, number in counts.most_common())
    console.print(f"\n{len(found)} claims: {summary}")
    errata = Counter(claim.erratum for claim, verdict in found if verdict.kind in (CORRECTED, REFUTED))
    if errata:
        console.print(f"Not true as stated: {', '.join(f'{kind}: {errata[kind]}' for kind in ERRATA if errata[kind])}")


def _coloured(claim: Claim, verdict: Verdict) -> Text:
    if verdict.kind != claim.expected:
        return Text(f"UNEXPECTED (not {claim.expected}): {verdict}", style="bold red")
    return Text(str(verdict), style=COLOURS[verdict.kind])
