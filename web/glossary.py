"""Write the glossary of the web pages from `docs/glossary.md`, which is its only source.

`python web/glossary.py` writes `entries.js`, all entries for the page /glossary, and `terms.js`, the few terms that the
pages explain in tooltips. `python web/glossary.py --check` only checks whether the files are up to date.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "docs" / "glossary.md"
FOLDER = ROOT / "src" / "sprague" / "web" / "pages" / "js" / "glossary"
#: The terms with tooltips, as the headings of their entries.
TERMS = ("Grundy value", "Mex", "Misère play", "N-position", "Nim-sum", "P-position", "Remoteness")
HEADER = "// Generated from docs/glossary.md by web/glossary.py; do not edit.\n"

Entry = dict[str, str]


def read_glossary(text: str) -> list[tuple[str, list[Entry]]]:
    r"""Return the subjects of the glossary with their entries: term, meaning and example.

    >>> read_glossary("## Moves\n\n**Chip.** One object; see [piles](x.md). *Example:* (3) has 3 `chips`.\n")
    [('Moves', [{'term': 'Chip', 'meaning': 'One object.', 'example': '(3) has 3 `chips`.'}])]
    """
    subjects: list[tuple[str, list[Entry]]] = []
    for block in text.split("\n\n"):
        if block.startswith("## "):
            subjects.append((block[3:].strip(), []))
        elif found := re.fullmatch(r"\*\*(.+?)\.\*\* (.+?) \*Example:\* (.+)", block.strip(), re.DOTALL):
            term, meaning, example = map(_without_links, found.groups())
            subjects[-1][1].append({"term": term, "meaning": meaning, "example": example})
        elif subjects and block.strip():
            raise ValueError(f"expected '**Term.** Meaning. *Example:* …' in the glossary, got {block!r}")
    return subjects


def _without_links(text: str) -> str:
    """Return a text without references to other documents, which the server does not have."""
    without = re.sub(r"; see \[[^]]*\]\([^)]*\)", "", text)
    without = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", without)
    return re.sub(r"\*\*?([^*]+)\*\*?", r"\1", without)


def glossary_files(text: str) -> dict[Path, str]:
    """Return the generated files with their contents."""
    subjects = read_glossary(text)
    meanings = {entry["term"]: entry for _, entries in subjects for entry in entries}
    entries = [{"subject": subject, "entries": list(of_subject)} for subject, of_subject in subjects]
    terms = {term: meanings[term] for term in TERMS}
    return {
        FOLDER / "entries.js": _module("GLOSSARY", "{subject: string, entries: Entry[]}[]", entries),
        FOLDER / "terms.js": _module("TERMS", "Record<string, Entry>", terms),
    }


def _module(name: str, kind: str, value: object) -> str:
    entry = "/** @typedef {{term: string, meaning: string, example: string}} Entry */"
    written = (
        json.dumps(value, ensure_ascii=False).replace(' {"term"', '\n  {"term"').replace('[{"term"', '[\n  {"term"')
    )
    return f"{HEADER}{entry}\n\n/** @type {{{kind}}} */\nexport const {name} = {written};\n"


def main(check: bool) -> str | None:
    """Write the files or check that they are up to date; return an error message if one is not."""
    for file, text in glossary_files(SOURCE.read_text("utf-8")).items():
        if not check:
            file.write_text(text, "utf-8")
        elif not file.is_file() or file.read_text("utf-8") != text:
            return f"{file.name} is out of date; run: .venv/bin/python web/glossary.py"
    return None


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
