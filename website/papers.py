"""The page *The five papers, re-run*: all claims of the papers with verdicts that are computed for the site.

The verdicts take half a minute. They are computed in parallel to the rest of the site, and cached
(`website.build_cache`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sprague.files import write_atomically
from sprague.games import PAPERS
from sprague.papers import CONSISTENT, CORRECTED, REFUTED, VERIFIED
from sprague.papers.claims import FALSE_STATEMENT, GAP, GUESS, MISPRINT
from website.build_cache import ROOT, cache_folder

#: The meaning of each verdict, in the order of the table.
MEANING = {
    VERIFIED: "no counterexample in the computed range",
    CORRECTED: "the printed statement has a counterexample; the corrected statement has none",
    REFUTED: "there is a counterexample; the smallest is shown",
    CONSISTENT: "an open conjecture without a counterexample in the computed range",
}

#: The meaning of each kind of erratum, in the order of the sections, with the heading of its section.
ERRATA = {
    FALSE_STATEMENT: ("False statements", "The paper states these claims, and they are false."),
    GAP: (
        "Gaps",
        "A condition or a proof omits a case, or a step of a proof fails. The corrected statement has no "
        "counterexample in the computed range.",
    ),
    MISPRINT: ("Misprints", "The context shows the intended statement, which has no counterexample."),
    GUESS: ("Refuted guesses", "No paper claims these statements. Sprague tested them, and they are false."),
}


@dataclass(frozen=True)
class Run:
    """A run of `sprague papers --json`, in progress or cached; `result` waits for its end."""

    stored: Path
    process: subprocess.Popen[str] | None

    @classmethod
    def start(cls) -> Run:
        """Start the run, unless the verdicts for the current sources are cached."""
        stored = (
            cache_folder("papers", "sprague.papers", "sprague.games", "sprague.cli.commands.papers") / "verdicts.json"
        )
        if stored.is_file():
            return cls(stored, None)
        command = [sys.executable, "-m", "sprague", "papers", "--json"]
        return cls(stored, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT))

    def result(self) -> list[dict[str, str]]:
        """Return the claims with their verdicts, after checking that all verdicts are the expected ones."""
        if self.process is not None:
            text, _ = self.process.communicate()
            assert self.process.returncode == 0, "a verdict differs from the expected verdict; run sprague papers"
            write_atomically(self.stored, text)
        found: list[dict[str, str]] = json.loads(self.stored.read_text(encoding="utf-8"))
        return found


def page(claims: list[dict[str, str]]) -> str:
    """Return the page: the meaning of the verdicts, the errata, and all claims of each paper."""
    counts = Counter(claim["verdict"] for claim in claims)
    parts = [
        "# The five papers, re-run",
        "Sprague is based on five papers. Each proposition, lemma, example, table and conjecture in these papers is a "
        "claim, and its verdict was computed when this site was built:\n\n```sh\nsprague papers\n```",
        "| verdict | claims | meaning |\n|---|---:|---|\n"
        + "\n".join(f"| {kind} | {counts[kind]} | {meaning} |" for kind, meaning in MEANING.items())
        + f"\n| all | {len(claims)} | |",
        "The name of a claim selects a single claim, as in `sprague papers ferguson/prop-4`; `--full` checks a larger "
        "range. If a claim is proved for all positions of some games, the verdict names these games.",
        "## Errata",
        *_errata(claims),
        "## All claims",
        *_tables(iter(claims)),
    ]
    return "\n\n".join(parts) + "\n"


def _errata(claims: list[dict[str, str]]) -> Iterator[str]:
    """Yield the number of errata of each kind, and for each kind a section with its claims."""
    found = {kind: [claim for claim in claims if claim["erratum"] == kind] for kind in ERRATA}
    rows = (f"| {heading} | {len(found[kind])} | {meaning} |" for kind, (heading, meaning) in ERRATA.items())
    yield "| kind | claims | meaning |\n|---|---:|---|\n" + "\n".join(rows)
    for kind, (heading, meaning) in ERRATA.items():
        yield f"### {heading}"
        yield meaning
        yield from _tables(iter(found[kind]))


def _tables(claims: Iterator[dict[str, str]]) -> Iterator[str]:
    """Yield a table of claims for each paper."""
    by_paper: dict[str, list[dict[str, str]]] = {}
    for claim in claims:
        by_paper.setdefault(claim["id"].partition("/")[0], []).append(claim)
    for paper, of_paper in by_paper.items():
        yield f"**{escape(str(PAPERS[paper]))}**"
        yield "| claim | statement | verdict |\n|---|---|---|\n" + "\n".join(map(_row, of_paper))


def _row(claim: dict[str, str]) -> str:
    extent = f" for {claim['extent']}" if claim["extent"] else ""
    proved = f"; proved for all positions of {claim['proved']}" if claim["proved"] else ""
    note = f"; {claim['note']}" if claim["note"] else ""
    name = claim["id"].partition("/")[2]
    return f"| `{name}` | {cell(claim['statement'])} | **{claim['verdict']}**{cell(extent + proved + note)} |"


def cell(text: str) -> str:
    """Return a text for a cell of a Markdown table, with all special characters escaped.

    >>> cell("a_1 | b* < c")
    'a&#95;1 &#124; b&#42; &lt; c'
    """
    text = escape(text, quote=False)
    for sign in "|*_`[]$^~":
        text = text.replace(sign, f"&#{ord(sign)};")
    return text
