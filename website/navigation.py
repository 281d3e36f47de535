"""What stands where: the pages of the site in their order, as the tool wants to read them."""

from __future__ import annotations

import json
from collections.abc import Sequence

#: A title with a page, or with entries below it.
Entry = tuple[str, "str | Sequence[Entry]"]

ENTRIES: tuple[Entry, ...] = (
    ("Sprague", "index.md"),
    (
        "Reference",
        (
            ("The notation of rules", "notation.md"),
            ("The notation of formulas", "formulas.md"),
            ("Games of the literature", "recipes.md"),
            ("Surveys", "surveys.md"),
            ("Theorems that Coq checks", "coq.md"),
            ("The house", "architecture.md"),
            ("Contributing", "contributing.md"),
            ("Changes", "changelog.md"),
        ),
    ),
    (
        "Results",
        (
            ("Discoveries", "discoveries.md"),
            ("Exact Nim", "exact-nim.md"),
            ("Emptying j of k boxes", "empty-some.md"),
            ("Subtraction and transfer", "subtraction-transfer.md"),
            ("Sharing Nim", "sharing-nim.md"),
            ("Octal games", "octal.md"),
            ("Misère quotients", "quotients.md"),
        ),
    ),
)


def as_toml(entries: Sequence[Entry]) -> str:
    """The entries as a value of TOML.

    >>> as_toml([("Home", "index.md"), ("More", [("One", "one.md")])])
    '[{ "Home" = "index.md" }, { "More" = [{ "One" = "one.md" }] }]'
    """
    written = []
    for title, below in entries:
        value = json.dumps(below, ensure_ascii=False) if isinstance(below, str) else as_toml(below)
        written.append(f"{{ {json.dumps(title, ensure_ascii=False)} = {value} }}")
    return f"[{', '.join(written)}]"


def pages_of(entries: Sequence[Entry]) -> list[str]:
    """The pages among entries, at any depth."""
    return [page for _, below in entries for page in ([below] if isinstance(below, str) else pages_of(below))]
