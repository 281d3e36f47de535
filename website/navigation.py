"""The navigation of the site: titles and pages in order, in the format of Zensical."""

from __future__ import annotations

import json
from collections.abc import Sequence

#: An entry of the navigation: a title with a page, or a title with a list of entries.
Entry = tuple[str, "str | Sequence[Entry]"]

ENTRIES: tuple[Entry, ...] = (
    ("Sprague", "index.md"),
    (
        "Start",
        (
            ("Student", "start/student.md"),
            ("Researcher", "start/researcher.md"),
            ("Programmer", "start/programmer.md"),
        ),
    ),
    (
        "Course",
        (
            ("A course in pile games", "course/index.md"),
            ("1. From Nim to Grundy values", "course/1-nim.md"),
            ("2. Misère play", "course/2-misere.md"),
            ("3. Wythoff's game and numeration", "course/3-wythoff.md"),
            ("4. Automata and the kernel equation", "course/4-automata.md"),
            ("5. Theorems about your own rule", "course/5-your-rule.md"),
            ("6. Certificates and Coq", "course/6-certificates.md"),
        ),
    ),
    (
        "How to",
        (
            ("Solve, tabulate, draw, export", "how-to/tables.md"),
            ("Prove and discover", "how-to/prove.md"),
            ("Ask questions about all positions", "how-to/ask.md"),
            ("Play, and let agents play", "how-to/play.md"),
            ("Run the server for a class", "how-to/class.md"),
            ("Use notebooks", "how-to/notebooks.md"),
            ("Look a game up in the atlas", "how-to/atlas.md"),
            ("The format of the atlas", "atlas-format.md"),
            ("Keep and check certificates", "how-to/certificates.md"),
            ("The certificate format", "certificate-format.md"),
            ("Have Coq check theorems", "coq.md"),
            ("Run surveys, also on a cluster", "surveys.md"),
            ("Add a game", "how-to/adding-a-game.md"),
            ("Write a plug-in", "how-to/plugins.md"),
            ("Settings and exit codes", "how-to/environment.md"),
        ),
    ),
    ("Theory", "theory.md"),
    (
        "Reference",
        (
            ("The notation of rules", "notation.md"),
            ("The notation of formulas", "formulas.md"),
            ("Games of the literature", "recipes.md"),
            ("Glossary", "glossary.md"),
            ("Index", "reference/subject-index.md"),
            ("File formats", "file-formats.md"),
            ("Stability and upgrading", "stability.md"),
            ("The command line", "reference/commands.md"),
            ("The library", "reference/library.md"),
            ("Architecture", "architecture.md"),
            ("Contributing", "contributing.md"),
            ("Code of conduct", "code-of-conduct.md"),
            ("Changes", "changelog.md"),
        ),
    ),
    (
        "Results",
        (
            ("Found with Sprague", "found.md"),
            ("The five papers, re-run", "papers.md"),
            ("Discoveries", "discoveries.md"),
            ("Exact Nim", "exact-nim.md"),
            ("Chocolate bars", "chocolate.md"),
            ("Emptying j of k boxes", "empty-some.md"),
            ("Subtraction and transfer", "subtraction-transfer.md"),
            ("Sharing Nim", "sharing-nim.md"),
            ("Octal games", "octal.md"),
            ("Misère quotients", "quotients.md"),
        ),
    ),
    ("Atlas", "atlas/index.md"),
    (
        "Playground",
        (
            ("Try it here", "playground.md"),
            ("Check a certificate", "check.md"),
        ),
    ),
    (
        "Trust",
        (
            ("How it is tested", "testing.md"),
            ("Security", "security.md"),
            ("How fast", "speed.md"),
            ("Other programs", "comparison.md"),
        ),
    ),
)


def as_toml(entries: Sequence[Entry]) -> str:
    """Return the entries of the navigation as a TOML value.

    >>> as_toml([("Home", "index.md"), ("More", [("One", "one.md")])])
    '[{ "Home" = "index.md" }, { "More" = [{ "One" = "one.md" }] }]'
    """
    written = []
    for title, below in entries:
        value = json.dumps(below, ensure_ascii=False) if isinstance(below, str) else as_toml(below)
        written.append(f"{{ {json.dumps(title, ensure_ascii=False)} = {value} }}")
    return f"[{', '.join(written)}]"


def pages_of(entries: Sequence[Entry]) -> list[str]:
    """Return the pages of navigation entries, at any depth."""
    return [page for _, below in entries for page in ([below] if isinstance(below, str) else pages_of(below))]
