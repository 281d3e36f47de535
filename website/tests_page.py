"""The page *How it is tested*, made from the docstrings of the test modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from website.papers import cell

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class TestModule:
    """A test module: its docstring and its number of test functions."""

    path: Path
    promise: str
    functions: int

    @classmethod
    def read(cls, path: Path) -> TestModule:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tests = sum(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in ast.walk(tree))
        return cls(path, (ast.get_docstring(tree) or "").split("\n\n")[0].replace("\n", " "), tests)


def page() -> str:
    """Return the page as Markdown."""
    found = [TestModule.read(path) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    examples = sum(path.read_text(encoding="utf-8").count(">>> ") for path in (ROOT / "src").rglob("*.py"))
    parts = [
        "# How it is tested",
        f"`make check` runs all of it: {sum(tests.functions for tests in found):,} test functions "
        f"in {len(found)} files, "
        "many of them for every game of the catalogue or for rules that are made up; "
        f"{examples:,} lines of examples in docstrings; types (`mypy --strict`) and style (`ruff`); the pages in a "
        "real browser; and this site. The counts were read off the tests when the site was built.",
        '--8<-- "CONTRIBUTING.md:kinds"',
        "## What each file promises",
        *_rooms(found),
    ]
    return "\n\n".join(parts) + "\n"


def _rooms(found: list[TestModule]) -> Iterator[str]:
    """A table for each folder of tests."""
    rooms: dict[str, list[TestModule]] = {}
    for tests in found:
        folder = tests.path.parent.relative_to(ROOT / "tests").as_posix()
        rooms.setdefault("the whole" if folder == "." else folder, []).append(tests)
    for room, of_room in rooms.items():
        yield f"### {room}"
        rows = (f"| `{tests.path.name}` | {tests.functions} | {_promised(tests.promise)} |" for tests in of_room)
        yield "| file | tests | what they keep |\n|---|---:|---|\n" + "\n".join(rows)


def _promised(text: str) -> str:
    """A promise within a table, what stood between backticks as code.

    >>> _promised("What `solve` says")
    'What <code>solve</code> says'
    """
    return re.sub("&#96;(.+?)&#96;", r"<code>\1</code>", cell(text))
