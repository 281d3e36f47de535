"""The pages of the site are true: consoles print what they show, in the order of the page, and examples run."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from tests.documents import ROOT, run, shown_commands, text_of

#: Pages that tell a story: each of their commands may use what those before it have left in the folder.
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*/*.md"))
STORIES = [page for page in PAGES if shown_commands(text_of(page))]
EXAMPLES = [page for page in PAGES if ">>> " in text_of(page)]


@pytest.mark.parametrize("page", STORIES)
def test_commands_print_what_a_page_shows(page: str, tmp_path: Path) -> None:
    for command, output in shown_commands(text_of(page)):
        assert run(command, tmp_path).stdout == output, command


@pytest.mark.parametrize("page", EXAMPLES)
def test_examples_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(ROOT / page), module_relative=False).failed == 0


def test_there_are_stories_and_examples() -> None:
    assert "docs/start/researcher.md" in STORIES
    assert "docs/start/programmer.md" in EXAMPLES
