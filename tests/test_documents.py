"""The documents are true: their outputs are the actual outputs, and all files and names in them exist."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from typer._click.exceptions import UsageError

import sprague
from sprague.errors import NotationError
from tests.documents import BLOCK, ROOT, Block, Session, assert_understood, blocks, named_commands, rewrite, text_of

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", *PAGES]
#: Pages that the site generates, as links from pages name them.
GENERATED = ("papers.md", "testing.md", "reference/", "atlas/", "architecture.md", "contributing.md", "changelog.md")
PACKAGE = ROOT / "src" / "sprague"


#: Documents whose examples take more than a second.
EXPENSIVE = (
    *(name for name in PAGES if name.startswith("docs/course/")),
    "docs/exact-nim.md",
    "docs/how-to/ask.md",
    "docs/how-to/notebooks.md",
    "docs/how-to/prove.md",
    "docs/how-to/tables.md",
    "docs/octal.md",
    "docs/start/programmer.md",
    "docs/start/researcher.md",
    "docs/start/student.md",
    "docs/surveys.md",
)


def layers_of(name: str) -> list[pytest.MarkDecorator]:
    if any(block.needs_coq for block in blocks(text_of(name))):
        return [pytest.mark.coq]
    return [pytest.mark.docs] if name in EXPENSIVE else []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=layers_of(name)) for name in DOCUMENTS if blocks(text_of(name))]
)
def test_every_block_of_a_document_is_true(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Consoles print what is shown, commands succeed, rules are read, examples in Python run."""
    session = Session(tmp_path, request)
    texts = session.follow_all(name, blocks(text_of(name)))
    if session.renewing:
        rewrite(ROOT / name, texts)


@pytest.mark.docs
def test_mypy_accepts_the_examples_for_programmers(tmp_path: Path) -> None:
    """The examples in Python pass `mypy --strict`, with the types that the package declares."""
    found = doctest.DocTestParser().get_examples(text_of("docs/start/programmer.md"))
    program = tmp_path / "examples.py"
    program.write_text("".join(example.source for example in found), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(program)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "Success: no issues found in 1 source file\n")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_is_fenced_and_names_its_language(name: str) -> None:
    """An indented block would not be run."""
    rest = BLOCK.sub("", text_of(name))
    assert "```" not in rest
    assert re.findall(r"\n\n(    .*)", rest) == []
    assert [block.text for block in blocks(text_of(name)) if not block.language] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_other_commands_of_a_document_are_understood(name: str) -> None:
    """Commands between backticks are not run, but each command and option must exist."""
    text = text_of(name)
    for arguments in named_commands(text):
        assert_understood(arguments)
    for target in re.findall(r"`make ([a-z]+)`", text):
        Session.read(f"make {target}")
    for program in re.findall(r"`python (benchmarks/\w+\.py)", text):
        assert (ROOT / program).is_file()


@pytest.mark.parametrize(
    ("block", "wrong"),
    [
        (Block("console", "$ sprague solve nim 1,1\nsomething else\n"), True),
        (Block("console", "$ sprague moves nim:piles=2 0,1\n0,0  take 1 chip from the 2nd pile\n"), False),
        (Block("console", "$ sprague moves nim:piles=2 0,1\n0,0  take 1\n…\n"), True),
        (Block("console", "$ sprague moves nim:piles=2 0,2\n0,0  take 2 chips from the 2nd pile\n…\n"), False),
        (Block("sh", "sprague check nim 'a = b'\n"), True),
        (Block("sh", "sprague solve nim 1,1\n"), False),
        (Block("sh", "sprague survey nim --ovr a=1\n", "not run", "long"), True),
        (Block("sh", "sprague survey nim --over a=1  # all night\n", "not run", "long"), False),
        (Block("sh", "make nothing\n", "not run", "long"), True),
        (Block("sh", "pip install 'sprague[everything]'\n", "not run", "installs"), True),
        (Block("sh", "sprague show '(a | t) -> (a - 1 | t)' && make nothing\n", "not run", "long"), True),
        (Block("sh", "sprague show '(a | t) -> (a - 1 | t)' && make demo\n", "not run", "long"), False),
        (Block("sh", "false\n"), True),
        (Block("latex", "x\n", "printed by", "sprague moves nim:piles=2 0,1"), True),
        (Block("latex", "take 1\nchip\n", "printed by", "sprague moves nim:piles=2 0,1"), False),
        (Block("rule", "(a) -> b\n"), True),
        (Block("", "nothing\n"), True),
    ],
)
def test_a_block_that_is_not_true_is_noticed(
    block: Block, wrong: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    session = Session(tmp_path, request)
    session.renewing = False
    if wrong:
        with pytest.raises((AssertionError, sprague.SpragueError, UsageError)):
            session.follow(block)
    else:
        session.follow(block)


DOCUMENT = """Before.

```console
$ sprague moves nim:piles=2 0,1
0,0  take {}
$ sprague moves nim:piles=2 0,2
0,0  take {}
…
$ sprague moves nim:piles=2 0,1
0,0  take {}
```

```python
>>> import sprague
>>> sprague.solve("nim", (1, 1)).outcome, print("one\\n\\ntwo")
{}
>>> sprague.parse("(a) -> b")
Traceback (most recent call last):
    ...
sprague.errors.NotationError: {}
>>> 1 + 1
2
```

<!-- not run: nothing -->
```sh
sprague solve nim 1,1
```
"""
TRUE = (
    "1 chip from the 2nd pile",
    "2 chips from the 2nd pile",
    "1 chip from the 2nd pile",
    "one\n<BLANKLINE>\ntwo\n('P', None)",
)


def test_outputs_that_a_document_shows_are_renewed(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "page.md"
    path.write_text(DOCUMENT.format("nothing", "nothing", "all", "nothing\nat\nall", "wrong"))
    session = Session(tmp_path, request)
    session.renewing = False
    with pytest.raises(AssertionError):
        session.follow_all("page.md", blocks(path.read_text()))
    session.renewing = True
    rewrite(path, session.follow_all("page.md", blocks(path.read_text())))
    with pytest.raises(NotationError) as caught:
        sprague.parse("(a) -> b")
    assert path.read_text() == DOCUMENT.format(*TRUE, caught.value)
    session.renewing = False
    assert session.follow_all("page.md", blocks(path.read_text())) == [block.text for block in blocks(path.read_text())]


def test_figures_of_work_may_differ_from_those_a_document_shows(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(tmp_path, request)
    monkeypatch.setattr(session, "run", lambda command: ("value 6; base 3, 5 states, 7 pairs compared, 0.2 s\n", 0))
    shown = "$ sprague check nim 'a = b'\nvalue {}; base 2, 6 states, 12 pairs compared, 3 s\n"
    for session.renewing in (False, True):
        assert session.follow(Block("console", shown.format(6))) == shown.format(6)
    session.renewing = False
    with pytest.raises(AssertionError):
        session.follow(Block("console", shown.format(8)))


# Names


def spans(text: str) -> Iterator[str]:
    """Yield the texts between backticks in the prose."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return (span for span in re.findall(r"`([^`\n]+)`", prose))


def is_path(span: str) -> bool:
    return re.fullmatch(r"[\w.-]+(/[\w.-]+)*/?", span) is not None and ("/" in span or span.endswith((".py", ".md")))


def is_there(span: str) -> bool:
    """Whether a file or folder is in the repository: named from its top, or from that of the package."""
    return any((top / span).exists() for top in (ROOT, PACKAGE))


#: A definition of a function or class, or a name before a colon or an equals sign: a parameter, field or constant.
DEFINITION = re.compile(r"\b(?:(?:def|class) +(\w+)|(\w+) *(?::|=(?!=)))")


@cache
def defined() -> frozenset[str]:
    """Return the names that the package, its tests or benchmarks define, and a few other words before a colon."""
    paths = (*PACKAGE.rglob("*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/*.py"))
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return frozenset(name for text in texts for pair in DEFINITION.findall(text) for name in pair)


def resolve(dotted: str) -> object:
    """Return the object that a dotted name denotes: a module as far as modules exist, then attributes or fields."""
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
    """Yield the docstrings of the files that mention a module of the package or a document."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "`sprague." not in source and "docs/" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
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


def test_a_note_belongs_to_the_block_after_it() -> None:
    """A note applies to the next block and to no other block."""
    text = (
        "<!-- not run: long -->\n```sh\none\n```\n\n```sh\ntwo\n```\n\n<!-- file: x.py -->\n```python\nthree\n```\n"
        "<!-- not run: nothing follows -->\n\n```rule\nfour\n```\n"
    )
    assert blocks(text) == [
        Block("sh", "one\n", "not run", "long"),
        Block("sh", "two\n"),
        Block("python", "three\n", "file", "x.py"),
        Block("rule", "four\n"),
    ]
