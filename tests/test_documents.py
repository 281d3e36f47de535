"""The documents are true: what they show on a console is printed, and every file and name in them is there."""

from __future__ import annotations

import ast
import re
import typing
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
import typer

import sprague
from sprague.commands.command_line import app
from tests.documents import ROOT, named_commands, run, shown_commands, text_of

PAGES = sorted(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))
#: Their commands are run, page by page, in `tests/website/test_pages.py`.
STORIES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*/*.md"))
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *PAGES, *STORIES]
#: Pages that the site generates, as links from pages name them.
GENERATED = ("papers.md", "testing.md", "reference/", "atlas/", "architecture.md", "contributing.md", "changelog.md")
PACKAGE = ROOT / "src" / "sprague"
#: What is not run, by a part of the command, and why.
TOO_LONG = {
    "forty.duckdb": "a survey of 64,000 games takes a minute",
    "octal.duckdb": "a survey of all octal codes with three digits takes some minutes",
}


def shown() -> Iterator[object]:
    """The commands of all pages with what they print; README and CONTRIBUTING have tests of their own."""
    for name in ("ARCHITECTURE.md", *PAGES):
        for command, output in shown_commands(text_of(name)):
            reason = next((TOO_LONG[part] for part in TOO_LONG if part in command), None)
            marks = [] if reason is None else [pytest.mark.skip(reason)]
            yield pytest.param(command, output, marks=marks)


@pytest.mark.parametrize(("command", "output"), list(shown()))
def test_a_command_prints_what_a_page_shows(command: str, output: str, tmp_path: Path) -> None:
    assert run(command, tmp_path).stdout == output


@pytest.mark.parametrize("name", DOCUMENTS)
def test_other_commands_of_a_document_are_understood(name: str) -> None:
    """Commands shown without their output are not run, but each is one that there is, with options that there are."""
    group = typer.main.get_command(app)
    for command, *arguments in named_commands(text_of(name)):
        with group.make_context("sprague", [command], resilient_parsing=True) as context:
            found = group.get_command(context, command)  # type: ignore[attr-defined]
            assert found is not None, command
            if arguments:
                found.make_context(command, arguments)


# Names


def spans(text: str) -> Iterator[str]:
    """What stands between backticks in the prose."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return (span for span in re.findall(r"`([^`\n]+)`", prose))


def is_path(span: str) -> bool:
    return re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", span) is not None and ("/" in span or span.endswith((".py", ".md")))


def is_there(span: str) -> bool:
    """Whether a file or folder is in the repository: named from its top, or from that of the package."""
    return any((top / span).exists() for top in (ROOT, PACKAGE))


@cache
def defined() -> frozenset[str]:
    """The names of all functions, classes, methods, parameters, fields and constants of the package and its tests."""
    found = set()
    for path in (*PACKAGE.rglob("*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.arg):
                found.add(node.arg)
    return frozenset(found)


def resolve(dotted: str) -> object:
    """What a dotted name stands for: a module as far as there are modules, then attributes or fields."""
    parts = dotted.split(".")
    found: object = sprague
    for number, part in enumerate(parts[1:], 2):
        if hasattr(found, part):
            found = getattr(found, part)
        elif part in getattr(found, "__dataclass_fields__", {}):
            return found
        else:
            found = import_module(".".join(parts[:number]))
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(name: str) -> None:
    named = [span for span in spans(text_of(name)) if is_path(span) and not span.startswith((".venv/", "my-games/"))]
    assert [span for span in named if not is_there(span)] == []
    linked = re.findall(r"\]\(([^)#:]+)\)", text_of(name))
    # What the site generates is checked where it is built.
    linked = [link for link in linked if not link.removeprefix("../").startswith(GENERATED)]
    assert [link for link in linked if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_dotted_name_in_a_document_is_there(name: str) -> None:
    rooms = {path.stem for path in PACKAGE.iterdir()}
    for span in spans(text_of(name)):
        dotted = re.fullmatch(r"([a-z_]\w*(?:\.\w+)+)(?:\(.*\))?", span)
        if dotted is None or is_path(span):
            continue
        first, *_ = dotted[1].split(".")
        if first == "sprague":
            resolve(dotted[1])
        elif first in rooms:
            resolve(f"sprague.{dotted[1]}")


def docstrings() -> Iterator[tuple[Path, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield path, ast.get_docstring(node) or ""


def test_every_module_that_a_docstring_names_is_there() -> None:
    """A dotted name begins with the package, and a document is one of the repository."""
    named = 0
    for path, text in docstrings():
        for span in spans(text):
            if re.fullmatch(r"sprague(\.\w+)+", span):
                resolve(span)
                named += 1
        for page in re.findall(r"\bdocs/[\w-]+\.md\b", text):
            assert is_there(page), path
    assert named > 10


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_class_and_function_in_a_document_is_there(name: str) -> None:
    for span in spans(text_of(name)):
        single = re.fullmatch(r"([A-Z][a-z]+\w*|[a-z]+(?:_[a-z]+)+)(?:\(.*\))?", span)
        if single is not None:
            assert single[1] in defined() or hasattr(typing, single[1]), span


@pytest.mark.parametrize(
    ("span", "there"),
    [
        ("tables/table.py", True),
        ("tests/oracle.py", True),
        ("solve/table.py", False),
        ("logic/", False),
        ("rules/", True),
    ],
)
def test_a_missing_file_is_noticed(span: str, there: bool) -> None:
    assert is_path(span)
    assert is_there(span) == there


def test_a_missing_name_is_noticed() -> None:
    assert resolve("sprague.tables.table.Table.save") is sprague.Table.save
    with pytest.raises(ModuleNotFoundError):
        resolve("sprague.tables.table.Table.forget")
