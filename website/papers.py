"""*The five papers, re-run*: the page of all claims with the verdicts that were computed for it.

The verdicts take half a minute, so they are computed beside the rest of the site, and kept (`website.build_cache`).
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
from website.build_cache import ROOT, cache_folder

#: What a reader wants first.
MEANING = {
    VERIFIED: "no counterexample as far as was computed",
    CORRECTED: "the printed reading has a counterexample, the right one has none",
    REFUTED: "there is a counterexample, the smallest is shown",
    CONSISTENT: "an open conjecture, without a counterexample as far as was computed",
}


@dataclass(frozen=True)
class Run:
    """`sprague papers --json`, running or done before; `result` waits for it."""

    kept: Path
    process: subprocess.Popen[str] | None

    @classmethod
    def start(cls) -> Run:
        """Begin, unless the verdicts of these very sources are kept."""
        kept = (
            cache_folder("papers", "sprague.papers", "sprague.games", "sprague.cli.commands.papers") / "verdicts.json"
        )
        if kept.is_file():
            return cls(kept, None)
        command = [sys.executable, "-m", "sprague", "papers", "--json"]
        return cls(kept, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT))

    def result(self) -> list[dict[str, str]]:
        """The claims with their verdicts; all must be as they were established."""
        if self.process is not None:
            text, _ = self.process.communicate()
            assert self.process.returncode == 0, "some verdict is not the one established before: see sprague papers"
            write_atomically(self.kept, text)
        found: list[dict[str, str]] = json.loads(self.kept.read_text(encoding="utf-8"))
        return found


def page(claims: list[dict[str, str]]) -> str:
    """The page: what the verdicts mean, the errata first, then every claim of every paper."""
    counts = Counter(claim["verdict"] for claim in claims)
    parts = [
        "# The five papers, re-run",
        "Sprague stands on five papers. Every proposition, lemma, example, table and conjecture in them is a claim "
        "here, and its verdict was computed when this site was built:\n\n```sh\nsprague papers\n```",
        "| verdict | claims | meaning |\n|---|---:|---|\n"
        + "\n".join(f"| {kind} | {counts[kind]} | {meaning} |" for kind, meaning in MEANING.items())
        + f"\n| all | {len(claims)} | |",
        "A claim is looked at by its name, `sprague papers ferguson/prop-4`, and further out with `--far`. Where a "
        "claim is proved for all positions, the games are named for which that was done.",
        "## Errata",
        "What is not true as it is printed, with the reading that is; and guesses, some of them our own, that a "
        "counterexample refutes.",
        *_tables(claim for claim in claims if claim["verdict"] in (CORRECTED, REFUTED)),
        "## All claims",
        *_tables(iter(claims)),
    ]
    return "\n\n".join(parts) + "\n"


def _tables(claims: Iterator[dict[str, str]]) -> Iterator[str]:
    """A table for each paper."""
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
    """A text within a table of Markdown, none of whose signs mean anything there.

    >>> cell("a_1 | b* < c")
    'a&#95;1 &#124; b&#42; &lt; c'
    """
    text = escape(text, quote=False)
    for sign in "|*_`[]$^~":
        text = text.replace(sign, f"&#{ord(sign)};")
    return text
