"""The page *How it is tested*, generated from the docstrings of the test modules."""

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
        f"`make check` runs {sum(tests.functions for tests in found):,} test functions in {len(found)} files; many of "
        "these functions run for every game of the catalogue or for random rules. It also runs "
        f"{examples:,} lines of examples in docstrings, checks types (`mypy --strict`) and style (`ruff`), tests the "
        "web pages in a browser, and builds this site. The numbers were counted when the site was built.",
        '--8<-- "CONTRIBUTING.md:kinds"',
        "## Test files",
        *_tables(found),
    ]
    return "\n\n".join(parts) + "\n"


def _tables(found: list[TestModule]) -> Iterator[str]:
    """Yield a table for each folder of tests."""
    folders: dict[str, list[TestModule]] = {}
    for tests in found:
        folder = tests.path.parent.relative_to(ROOT / "tests").as_posix()
        folders.setdefault("the whole package" if folder == "." else folder, []).append(tests)
    for folder, modules in folders.items():
        yield f"### {folder}"
        rows = (f"| `{tests.path.name}` | {tests.functions} | {_promised(tests.promise)} |" for tests in modules)
        yield "| file | tests | subject |\n|---|---:|---|\n" + "\n".join(rows)


def _promised(text: str) -> str:
    """Return a docstring for a cell of a table, with text between backticks as code.

    >>> _promised("Answers of `solve`")
    'Answers of <code>solve</code>'
    """
    return re.sub("&#96;(.+?)&#96;", r"<code>\1</code>", cell(text))
