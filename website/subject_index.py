"""The index of the site: terms, headings, commands, settings and public names in alphabetical order, with links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from markdown.extensions.toc import slugify, unique

from sprague.cli.main import COMMANDS
from website.papers import cell
from website.reference import GROUPS, path_of

ROOT = Path(__file__).parent.parent
NAME = "reference/subject-index.md"
#: Headings that say nothing about the subject of a section.
GENERAL = ("Exercises", "Solutions", "Next steps", "References", "Proof", "In Python", "The grammar", "At a glance")

#: An entry of the index: its text, the title of the page and its address, relative to the root of the site.
Entry = tuple[str, str, str]


def files() -> Iterator[tuple[str, str]]:
    """Yield the page with its name."""
    yield NAME, page()


def page() -> str:
    """Return the index as Markdown."""
    places: dict[str, list[tuple[str, str]]] = {}
    for text, title, address in entries():
        places.setdefault(text, []).append((title, address))
    parts = [
        "# Index",
        "This page lists the terms of the [glossary](../glossary.md), the sections of all pages, the commands, the "
        "environment variables and the public names of the library.",
    ]
    for initial, found in groupby(sorted(places, key=lambda text: (_sort_key(text), text)), key=_initial):
        parts.append(f"## {initial}")
        parts.append("\n".join(f"- {cell(text)}: {_links(places[text])}" for text in found))
    return "\n\n".join(parts) + "\n"


def _links(places: list[tuple[str, str]]) -> str:
    return ", ".join(f"[{cell(title)}](../{address})" for title, address in dict.fromkeys(places))


def entries() -> Iterator[Entry]:
    """Yield all entries, in the order of the pages."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        yield from headings(path.relative_to(ROOT / "docs").as_posix(), path.read_text(encoding="utf-8"))
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    for section in glossary.split("\n## ")[1:]:
        anchor = slugify(section.partition("\n")[0], "-")
        for term in re.findall(r"^\*\*(.+?)\.\*\*", section, re.MULTILINE):
            yield term, "Glossary", f"glossary.md#{anchor}"
    settings = (ROOT / "docs" / "how-to" / "environment.md").read_text(encoding="utf-8")
    for variable in re.findall(r"^\| `(SPRAGUE_\w+)`", settings, re.MULTILINE):
        yield variable, "Settings", "how-to/environment.md#environment-variables"
    for command in COMMANDS:
        yield f"sprague {command}", "The command line", f"reference/commands.md#sprague-{command}"
    for _, names in GROUPS:
        for name in names:
            yield name, "The library", f"reference/library.md#{path_of(name)}"


def headings(name: str, text: str) -> Iterator[Entry]:
    r"""Yield the headings of a page with their anchors, without general ones such as *Exercises*.

    >>> list(headings("a.md", "# Rules\n\n## `div`\n\n## Exercises\n\n### Terms\n"))
    [('Rules', 'Rules', 'a.md'), ('div', 'Rules', 'a.md#div'), ('Terms', 'Rules', 'a.md#terms')]
    """
    title = ""
    used: set[str] = set()
    for mark, written in re.findall(r"^(#+) (.+)$", re.sub(r"(?ms)^```.*?^```$", "", text), re.MULTILINE):
        heading = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", written).replace("`", "").strip()
        anchor = unique(slugify(heading, "-"), used)
        if not title:
            assert mark == "#", f"docs/{name} does not start with its title"
            title = heading
            yield title, title, name
        elif heading not in GENERAL:
            yield heading, title, f"{name}#{anchor}"


def _initial(text: str) -> str:
    """Return the heading of the section of an entry.

    >>> _initial("The grammar"), _initial("0.77"), _initial("µ")
    ('G', '0–9', 'Other')
    """
    first = _sort_key(text)[:1].upper()
    return first if "A" <= first <= "Z" else "0–9" if first.isdigit() else "Other"


def _sort_key(text: str) -> str:
    """Return the letters by which an entry is sorted, without an article at the beginning.

    >>> _sort_key("The grammar"), _sort_key("SPRAGUE_DATA")
    ('grammar', 'sprague_data')
    """
    return re.sub(r"^(the|a|an) ", "", text.lower()).lstrip("`(*'\"")
