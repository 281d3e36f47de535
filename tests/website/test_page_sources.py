"""Pages are written so that the site shows them as they are meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import ROOT

PAGES = sorted(ROOT.glob("docs/**/*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_formula_by_itself_is_a_paragraph(path: Path) -> None:
    """Within a paragraph the tool takes it for one in a line, and leaves signs of dollars."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"[^\n]\n(\$\$.+)|(\$\$)\n[^\n]", text) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_have_descriptive_texts(path: Path) -> None:
    """The name of a file does not."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"\[[\w-]+\.md\]\(", text) == []
