"""A Markdown extension that renders examples in docstrings (`>>> `) as code instead of quotations."""

from __future__ import annotations

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

AFTER_FENCES = 15  # priority: preprocessors with higher numbers have already removed fenced blocks


class Examples(Extension):
    """An extension that indents the lines from `>>> ` to the next empty line."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name)
        md.preprocessors.register(_Indented(md), "examples", AFTER_FENCES)


class _Indented(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        return indented(lines)


def indented(lines: list[str]) -> list[str]:
    """Return the lines with examples indented.

    >>> indented(["Add.", ">>> 1 + 1", "2", "", "More."])
    ['Add.', '', '    >>> 1 + 1', '    2', '', 'More.']
    """
    found: list[str] = []
    inside = False
    for line in lines:
        begins = line.startswith(">>> ")
        if begins and not inside:
            found.append("")
        inside = begins or (inside and line.strip() != "")
        found.append(f"    {line}" if inside else line)
    return found


def makeExtension(**settings: object) -> Examples:  # noqa: N802 (Markdown's name)
    """Return the extension; Markdown calls this function."""
    return Examples(**settings)
